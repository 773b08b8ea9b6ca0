"""A server that keeps no seat before the match for a player whose connection is lost."""

from __future__ import annotations

import pytest

from coinche.server.seating.members import Members
from coinche.server.sessions.session import Session

honest = Members.lost


def lost(self: Members, session: Session, now: float) -> None:
    """Before the match a lost connection counts as a bye."""
    if self.playing:
        honest(self, session, now)
    else:
        self.gone(session)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Members, "lost", lost)
