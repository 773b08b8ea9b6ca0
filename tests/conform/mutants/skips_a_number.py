"""A server that leaves out a number between two events now and then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.protocol.messages import Envelope
from coinche.server.seating.feed import Feed, Frames

honest = Feed._frames


def frames(self: Feed, envelope: Envelope) -> Frames:
    """Events from the eighth on are one too high."""
    return honest(self, replace(envelope, n=envelope.n + (envelope.n > 7)))


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Feed, "_frames", frames)
