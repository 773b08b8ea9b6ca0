"""A server whose banks are never drawn on."""

from __future__ import annotations

import pytest

from coinche.server.seating.seats import TableSeat
from coinche.server.turns.decision_clock import DecisionClock


def charge(self: DecisionClock, place: TableSeat, used_ms: int) -> None:
    """Time is free."""


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(DecisionClock, "charge", charge)
