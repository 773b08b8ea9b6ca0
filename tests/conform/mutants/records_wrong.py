"""A server whose records say that somebody else did it."""

from __future__ import annotations

import pytest

from coinche.engine.actions import Action
from coinche.engine.record_lines import action_line
from coinche.engine.seats import Seat
from coinche.server.archive import record


def wrong_line(n: int, seat: Seat, action: Action) -> str:
    """The partner."""
    return action_line(n, seat.partner, action)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(record, "action_line", wrong_line)
