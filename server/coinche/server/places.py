"""Tables whose seats are somebody's, by name. Refuses to know who proves a name (`signing_in`), and who sits there."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.engine.seats import Seat
from coinche.protocol.messages import Join, Watch

Places = Mapping[Seat, str]
"""Whose each seat is."""


def out_of_place(places: Places | None, name: str, message: Join | Watch) -> str | None:
    """Why one of that name may not come so: nobody watches, and everybody sits where he belongs. None where he may."""
    if places is None:
        return None
    if isinstance(message, Watch):
        return f"nobody watches {message.table}; its seats are for those who were given them"
    if isinstance(message.seat, Seat) and places.get(message.seat) == name:
        return None
    own = [str(seat) for seat, whose in places.items() if whose == name]
    return f"no seat of {message.table} is yours" if not own else f"your seat of {message.table} is {own[0]}; say so"
