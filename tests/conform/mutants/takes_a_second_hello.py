"""A server that lets a signed-in client say hello again, and welcomes it anew."""

from __future__ import annotations

import pytest

from coinche.protocol import connection
from coinche.protocol.connection import ACCEPTED, MOVES, ServerConnection, State
from coinche.protocol.messages import FromClient, Hello, Ready, Welcome

honest = ServerConnection._allowed


def allowed(self: ServerConnection, message: FromClient) -> FromClient:
    """A hello is allowed whenever it comes."""
    if isinstance(message, Hello):
        self.state = State.CONNECTED
    return honest(self, message)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(ServerConnection, "_allowed", allowed)
    assert Hello in ACCEPTED[State.CONNECTED]
    assert {(State.CONNECTED, Welcome), (State.GREETED, Ready)} <= connection.MOVES.keys() == MOVES.keys()
