"""A server that tells everybody everybody's cards."""

from __future__ import annotations

import pytest

from coinche.engine.events import Viewer
from coinche.protocol.codec import encode
from coinche.protocol.messages import Envelope
from coinche.server.seating.feed import Feed


def frames(self: Feed, envelope: Envelope) -> dict[Viewer, bytes]:
    """The event as it is, for whoever looks."""
    return {None: encode(envelope)}


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Feed, "_frames", frames)
