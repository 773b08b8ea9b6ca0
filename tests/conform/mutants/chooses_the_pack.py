"""A server that lays another pack than the one that follows from everybody's shares."""

from __future__ import annotations

import pytest

from coinche.engine.cards import PACK, Card
from coinche.server.match.packs import FairShuffle


def chosen(making: FairShuffle) -> tuple[Card, ...]:
    """In order."""
    return PACK


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(FairShuffle, "pack", property(chosen))
