"""A claim at a table: whether it is accepted, and the plays that follow from it.

Knows what a claim and its refusal say, and what is said with a card. Refuses to know what a claim takes
(`coinche.engine.claim`).
"""

from __future__ import annotations

from coinche.engine.actions import Action, PlayCard
from coinche.engine.cards import Card
from coinche.engine.claim import claim
from coinche.engine.match import State, legal
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Claim, Error

from .answered import refused
from .asking import Asking


def judge_claim(asking: Asking, said: Claim) -> Action | Error:
    """The first play of the claim if it follows from what the seat sees; a refusal says nothing beyond that."""
    cards = claim(view(asking.state, asking.seat))
    if cards is None:
        what = "that all tricks that are left are yours does not follow from what you see"
        return refused(said, ErrorCode.FORBIDDEN, what)
    return _spoken(asking.state, asking.seat, cards[0])


def following(state: State, seat: Seat, claimer: Seat) -> Action:
    """What the seat on turn plays after a claim: the claimer the next of his cards, the others their default."""
    cards = claim(view(state, claimer)) if seat is claimer else None
    return _spoken(state, seat, cards[0]) if cards is not None else legal(state, seat).default


def _spoken(state: State, seat: Seat, card: Card) -> PlayCard:
    """The card with everything that may be said with it."""
    allowed = legal(state, seat)
    words = allowed.offers.get(card, ())
    default = allowed.default
    return PlayCard(card, words[0] if words else None, default.declarations if isinstance(default, PlayCard) else ())
