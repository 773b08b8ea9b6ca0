"""A server that tells another score than the rules make of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.engine.events import DealScored
from coinche.protocol.messages import Envelope
from coinche.server.seating.feed import Feed, Frames

honest = Feed._frames


def frames(self: Feed, envelope: Envelope) -> Frames:
    """Made is failed, and the other way round."""
    event = envelope.event
    if isinstance(event, DealScored):
        event = replace(event, made=not event.made)
    return honest(self, replace(envelope, event=event))


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(Feed, "_frames", frames)
