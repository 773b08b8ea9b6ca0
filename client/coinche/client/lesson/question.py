"""What the learner is asked, as a server asks it."""

from __future__ import annotations

from coinche.engine.deal import Bidding
from coinche.engine.match import State, legal
from coinche.engine.view import view
from coinche.protocol.messages import Clock, Request, RequestKind

from .situation import LEARNER

TABLE = "lesson"
CLOCK = Clock(move_ms=0, bank_ms=0)
"""Nobody is in a hurry here."""


def question(game: State, number: int) -> Request:
    """The request with everything that he may do."""
    allowed = legal(game, LEARNER)
    return Request(
        request=number,
        table=TABLE,
        seat=LEARNER,
        after=0,
        kind=RequestKind.BID if isinstance(game.phase, Bidding) else RequestKind.PLAY,
        match=game.match,
        deal=game.deal,
        rules="",
        legal=tuple(map(str, allowed.actions)),
        bids=dict(allowed.bids),
        step=allowed.step,
        max=allowed.maximum,
        offers=dict(allowed.offers),
        declarations=allowed.declarations,
        default=str(allowed.default),
        clock=CLOCK,
        view=view(game, LEARNER),
    )
