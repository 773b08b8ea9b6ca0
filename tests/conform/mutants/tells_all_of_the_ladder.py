"""A server that tells everybody in the lobby how the ladder stands, though they have not asked."""

from __future__ import annotations

import pytest

from coinche.server.lobby.ladder import LadderBroadcast


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LadderBroadcast, "wants", lambda self, session: True)
