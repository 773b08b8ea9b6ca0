"""A server that begins a match as soon as all seats are taken, whoever is away."""

from __future__ import annotations

import pytest

from coinche.server.seating.seats import TableSeats
from coinche.server.table.host_orders import HostOrders


def may_begin(self: HostOrders) -> bool:
    """Four seats that are taken are enough."""
    seats: TableSeats = self._seats
    return seats.filled and not self.held


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(HostOrders, "may_begin", property(may_begin))
