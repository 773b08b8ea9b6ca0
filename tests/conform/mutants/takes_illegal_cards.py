"""A server that says ok to a card that may not be played, and plays another."""

from __future__ import annotations

import pytest

from coinche.engine.actions import Action
from coinche.protocol.messages import Act, Error
from coinche.server.turns.decision import LiveRequest

honest = LiveRequest.judge


def judge(self: LiveRequest, act: Act) -> Action | Error:
    """The action of the act; the default in place of an illegal one."""
    found = honest(self, act)
    return self.legal.default if isinstance(found, Error) else found


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(LiveRequest, "judge", judge)
