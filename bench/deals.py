"""The series of deals of the benches that do not play whole boards, and the gain of a deal that is over."""

from __future__ import annotations

import hashlib

from coinche.engine.cards import Card
from coinche.engine.dealing import shuffled
from coinche.engine.events import DealScored
from coinche.engine.match import State
from coinche.engine.seats import Seat, Team

DEALERS = tuple(Seat)


def pack_of(seed: int, deal: int) -> tuple[Card, ...]:
    """The pack of a deal of a series."""
    return shuffled(hashlib.sha256(f"{seed}/{deal}".encode()).digest())


def gain(state: State, team: Team) -> int:
    """The score of the team minus the opponents' of a finished board."""
    score: DealScored | None = getattr(state.phase, "score", None)
    return 0 if score is None else score.scores[team] - score.scores[team.other]
