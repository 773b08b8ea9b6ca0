"""A server that lets a player give another share than he has pledged."""

from __future__ import annotations

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import Pledge, Share
from coinche.server.match.packs import FairShuffle


def fits(self: FairShuffle, seat: Seat, said: Pledge | Share) -> bool:
    """It always does."""
    return True


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(FairShuffle, "fits", fits)
