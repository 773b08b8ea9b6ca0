"""A server whose answers do not say what they answer."""

from __future__ import annotations

import pytest
from msgspec import UnsetType

from coinche.protocol.messages import FromServer
from coinche.server.sessions.session import Session


def answer(self: Session, message: FromServer, re: int | UnsetType) -> None:
    """The message, without `re`."""
    self.send(message)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Session, "answer", answer)
