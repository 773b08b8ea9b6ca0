"""A server that sends who comes back one event that he has already."""

from __future__ import annotations

import pytest

from coinche.engine.events import Viewer
from coinche.engine.seats import Seat
from coinche.server.seating.feed import Feed
from coinche.server.sessions.session import Session

honest = Feed.follow


def follow(
    self: Feed, session: Session, seat: Seat | None, after: int = 0, *, eyes: Viewer = None, since: int = 0
) -> None:
    """From the event itself, not from the one after it."""
    honest(self, session, seat, max(0, after - 1), eyes=eyes, since=since)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Feed, "follow", follow)
