"""A server that lets a signed-in client say hello again, and welcomes it anew."""

from __future__ import annotations

import pytest

from coinche.protocol.connection import ACCEPTED, MOVES, ConnectionState
from coinche.protocol.messages import Hello, Welcome


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setitem(ACCEPTED, ConnectionState.READY, ACCEPTED[ConnectionState.READY] | {Hello})
    patch.setitem(MOVES, (ConnectionState.READY, Welcome), ConnectionState.GREETED)
