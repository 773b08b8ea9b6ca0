"""A server that takes shares from whoever gives one."""

from __future__ import annotations

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import Pledge, Share
from coinche.server.match.replay import FairShuffle
from coinche.server.table import match_flow as fairness


def unwanted(making: FairShuffle, seat: Seat, said: Pledge | Share) -> str | None:
    """Nothing is."""
    return None


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(fairness, "_unwanted", unwanted)
