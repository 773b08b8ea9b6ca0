"""A server whose banks are never drawn on."""

from __future__ import annotations

import pytest

from coinche.server.seating.seats import Chair
from coinche.server.turns.clock import Timekeeper


def charge(self: Timekeeper, chair: Chair, used_ms: int) -> None:
    """Time is free."""


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Timekeeper, "charge", charge)
