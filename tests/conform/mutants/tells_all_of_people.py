"""A server that tells every client in the lobby of people, chat and calls, though it has not asked."""

from __future__ import annotations

import pytest

from coinche.server.lobby import lobby_talk, people
from coinche.server.sessions.session import Session


def hears(session: Session) -> bool:
    """Everybody does."""
    return session.peer is not None and session.table is None


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(lobby_talk, "hears", hears)
    patch.setattr(people, "hears", hears)
