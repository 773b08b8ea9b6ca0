"""A server that shows another secret than the one that it is bound to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.engine.actions import Legal
from coinche.protocol.messages import DealRevealed
from coinche.server.match.entries import Entry
from coinche.server.match.replay import Events, MatchReplay

honest = MatchReplay.take


def take(self: MatchReplay, entry: Entry, known: Legal | None = None) -> Events:
    """Whatever suits."""
    events = honest(self, entry, known)
    return tuple(replace(event, secret="00" * 32) if isinstance(event, DealRevealed) else event for event in events)


def mutate(patch: pytest.MonkeyPatch) -> None:
    """Break it."""
    patch.setattr(MatchReplay, "take", take)
