"""A server that lets a signed-in client say hello again, and welcomes it anew."""

from __future__ import annotations

import pytest

from coinche.protocol.connection import ACCEPTED, MOVES, State
from coinche.protocol.messages import Hello, Welcome


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setitem(ACCEPTED, State.READY, ACCEPTED[State.READY] | {Hello})
    patch.setitem(MOVES, (State.READY, Welcome), State.GREETED)
