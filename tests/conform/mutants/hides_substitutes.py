"""A server that does not say whose shares it has made itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.match.entries import ShareTaken
from coinche.server.match.packs import FairShuffle

honest = FairShuffle.substitute


def substitute(self: FairShuffle, at: int, seat: Seat) -> ShareTaken:
    """As if he had given it."""
    return replace(honest(self, at, seat), substitute=False)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(limits, "SHARES", 0.1)
    patch.setattr(FairShuffle, "substitute", substitute)
