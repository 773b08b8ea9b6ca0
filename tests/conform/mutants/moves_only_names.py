"""A server that tells everybody of a swap, and goes on to show those who were moved what their old seats see."""

from __future__ import annotations

import pytest

from coinche.server.seating.members import Members
from coinche.server.seating.seats import TableSeat


def swap(self: Members, one: TableSeat, other: TableSeat) -> None:
    """Without telling those who are moved."""
    self.seats.swap(one, other)
    self._seats_changed(one, other)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Members, "swap", swap)
