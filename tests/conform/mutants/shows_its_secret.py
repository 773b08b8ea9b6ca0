"""A server that shows its secret as soon as the cards are dealt."""

from __future__ import annotations

import pytest

from coinche.engine.cards import Card
from coinche.server.table.match_flow import MatchFlow

honest = MatchFlow.deal


def deal(self: MatchFlow, pack: tuple[Card, ...], now: float) -> None:
    """Deal, and tell."""
    honest(self, pack, now)
    self._shares.reveal()


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(MatchFlow, "deal", deal)
