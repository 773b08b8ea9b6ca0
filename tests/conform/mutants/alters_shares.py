"""A server that gives everybody a share of its own, and says that it is the player's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.protocol.messages import ShareGiven, SharePledged, TableEvent
from coinche.server.match.entries import DealSealed, PledgeTaken, ShareTaken
from coinche.server.match.replay import MatchReplay

honest = MatchReplay._shuffled


def shuffled(self: MatchReplay, entry: DealSealed | PledgeTaken | ShareTaken) -> TableEvent:
    """Every share is the server's."""
    event: ShareGiven | SharePledged | TableEvent = honest(self, entry)
    return replace(event, share="00" * 32) if isinstance(event, ShareGiven) else event


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(MatchReplay, "_shuffled", shuffled)
