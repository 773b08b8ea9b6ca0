"""What comes of a line that was typed: an intent carried out, and what is answered; and how seats are named there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from coinche.client.model.state import ClientState
from coinche.client.update.navigation import Done
from coinche.engine.seats import Seat
from coinche.text.formatting import Face, Noun


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The one and the other."""

    done: Done
    answers: tuple[str, ...] = ()


Obey = Callable[[ClientState, Face], Obeyed]
"""A word by itself."""
ObeyWords = Callable[[ClientState, list[str], Face], Obeyed]
"""A word that more may be said after."""

_SEATS: Mapping[str, Seat] = {
    **{word.lower(): seat for seat in Seat for word in (seat.value, *(Noun[seat.value].value))},
    "o": Seat.WEST,
}
"""`w`, `o`, `ouest` and `west`."""


def seat_named(words: list[str], place: int) -> Seat | None:
    """The seat that is named at that place of the line, if one is."""
    return _SEATS.get(words[place].lower()) if len(words) > place else None
