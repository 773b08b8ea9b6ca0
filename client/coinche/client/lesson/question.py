"""What the learner is asked, as a server asks it."""

from __future__ import annotations

from coinche.engine.match import State
from coinche.protocol.messages import Clock, Request
from coinche.protocol.requests import allowed, request_of

from .situation import LEARNER

TABLE = "lesson"
CLOCK = Clock(move_ms=0, bank_ms=0)
"""Nobody is in a hurry here."""


def question(game: State, number: int) -> Request:
    """The request with everything that he may do."""
    may = allowed(game, LEARNER)
    return request_of(game, LEARNER, may, number=number, table=TABLE, after=0, clock=CLOCK, rules="")
