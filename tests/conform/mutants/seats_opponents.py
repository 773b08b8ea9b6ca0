"""A server that seats the two programs of an entrant on the ladder as opponents."""

from __future__ import annotations

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import Join
from coinche.server.lobby import ladder

EXCHANGED = {Seat.NORTH: Seat.NORTH, Seat.SOUTH: Seat.EAST, Seat.EAST: Seat.SOUTH, Seat.WEST: Seat.WEST}


def join(table: str, seat: Seat) -> Join:
    """Exchange South and East."""
    return Join(table=table, seat=EXCHANGED[seat])


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(ladder, "Join", join)
