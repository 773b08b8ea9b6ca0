"""A server that gathers all shares, and deals a pack that does not follow from them."""

from __future__ import annotations

import pytest

from coinche.engine.cards import PACK, Card
from coinche.server.match.packs import FairShuffle


def pack(self: FairShuffle) -> tuple[Card, ...]:
    """Always the same."""
    return tuple(PACK)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(FairShuffle, "pack", property(pack))
