"""A server that gives a player who is asked nothing a hint for another's request, and shows a provider its hand."""

from __future__ import annotations

import pytest

from coinche.engine.seats import Seat
from coinche.server.turns.decision import LiveRequest
from coinche.server.turns.turns import Turns


def unanswered(self: Turns, seat: Seat) -> LiveRequest | None:
    """The request to the seat on turn."""
    return self._decision.turn


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Turns, "unanswered", unanswered)
