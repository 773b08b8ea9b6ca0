"""A server whose ladder takes guests."""

from __future__ import annotations

import pytest

from coinche.protocol.messages import EnterLadder
from coinche.server.lobby.ladder import LadderTables
from coinche.server.match.ladder_board import LadderEntrant
from coinche.server.sessions.session import Session


def entrant(self: LadderTables, session: Session, message: EnterLadder) -> LadderEntrant:
    """Anybody is one."""
    return LadderEntrant(session.name, session.who)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LadderTables, "_entrant", entrant)
