"""A server that asks everybody for shares, even clients that do not want to give any."""

from __future__ import annotations

import pytest

from coinche.server import limits
from coinche.server.seating.seats import TableSeat
from coinche.server.table import shuffle_shares as fairness


def can_answer(place: TableSeat, *, away: bool = False) -> bool:
    """True for everybody present."""
    return place.present


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(limits, "SHARES", 0.1)
    patch.setattr(fairness, "_can_answer", can_answer)
