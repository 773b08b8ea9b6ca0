"""A server that shows who watches through the eyes of a seat what it sees at once."""

from __future__ import annotations

import pytest

from coinche.engine.events import Event
from coinche.protocol.messages import TableEvent
from coinche.server.seating.feed import Feed


def delay_from(self: Feed, event: Event | TableEvent) -> bool:
    """Nothing is held back."""
    return False


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Feed, "_delay_from", delay_from)
