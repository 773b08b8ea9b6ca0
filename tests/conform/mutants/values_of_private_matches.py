"""A server that tells others of the matches of private tables by what their cards are worth."""

from __future__ import annotations

import pytest

from coinche.protocol.messages import Error, GetValues, Values
from coinche.server.archive.positions import MatchPositions, OpenPosition

honest = MatchPositions.find


def find(self: MatchPositions, who: str, origin: str, asked: GetValues, now: float) -> OpenPosition | Values | Error:
    """The position, or no values where the client may not know of the match."""
    found = honest(self, who, origin, asked, now)
    return Values(match=asked.match, after=asked.after, cards={}) if isinstance(found, Error) else found


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(MatchPositions, "find", find)
