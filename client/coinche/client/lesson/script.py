"""How the deal of the lesson stands for the learner: what he may do, and which rules narrow it. Asks the engine.

Refuses to know what is said about it.

The deal of the lesson: who sits there, the four hands, and what the others bid and lead where it matters.

Data only: `table` deals it, `players` obeys it. A test proves that each thing to be learnt occurs.

What the learner is asked, as a server asks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coinche.engine.actions import Coinche, IllegalAction, Legal, PlayCard, Reason
from coinche.engine.bids import Contract
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.match import State, apply, legal, to_act
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView, view
from coinche.protocol.messages import Clock, Request
from coinche.protocol.requests import allowed, request_of

RULES: RuleSet = FFB
PRESET = "ffb"
DEALER = Seat.NORTH
"""So that West speaks and leads first, and the learner, in the South, right after him."""
NAMES: Mapping[Seat, str] = {Seat.NORTH: "Nora", Seat.EAST: "Emma", Seat.WEST: "Willy"}


def _hand(notation: str) -> tuple[Card, ...]:
    return tuple(map(Card, notation.split()))


HANDS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.SOUTH: _hand("JH 9H AH 7H 8D QC JC 10C"),
    Seat.EAST: _hand("QS JS 9S 8S QD JD 9D AC"),
    Seat.NORTH: _hand("KH QH AD KD 10D KC 8C 7S"),
    Seat.WEST: _hand("10H 8H AS KS 10S 7D 9C 7C"),
}
"""The learner declares a tierce in clubs, follows to West's diamond, overtrumps him on North's, draws the last trumps,
gives East a trick, discards on the next diamond and trumps a spade. Nobody else has anything to declare but North,
king and queen of trumps.
"""


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A bid in that denomination, as low as it may be, but no higher than that; else a pass."""

    denomination: Denomination
    highest: int


CALLS: Mapping[Seat, ScriptedCall] = {
    Seat.WEST: ScriptedCall(Denomination.SPADES, 80),
    Seat.NORTH: ScriptedCall(Denomination.HEARTS, 110),
}
"""What each says first; then, and East always, a pass."""

LEADS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.WEST: _hand("7D AS KS"),
    Seat.EAST: _hand("QD"),
    Seat.NORTH: _hand("AD KD 10D 7S"),
}
"""What each leads with, as long as he has it; else what a sound player would."""

KEEPS: Mapping[Seat, tuple[Card, ...]] = {Seat.EAST: _hand("QD AC")}
"""What a player keeps as long as he may: East is to take a trick, and then to lead what the learner cannot follow."""


LEARNER = Seat.SOUTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """`legal` is what the learner may do, None where it is another's turn; `forbidden` the rules that forbid cards of
    his hand, `refused` the one that he has just broken.
    """

    view: TableView
    legal: Legal | None
    forbidden: frozenset[Reason] = frozenset()
    refused: Reason | None = None

    @property
    def on_turn(self) -> bool:
        """Whether the learner is to say or to play something."""
        return self.legal is not None

    @property
    def contract(self) -> Contract:
        """The bid that stands; LookupError where there is none."""
        if self.view.contract is None:
            raise LookupError("there is no bid yet")
        return self.view.contract

    @property
    def ours(self) -> bool:
        """Whether that is a bid of the learner's side."""
        return self.view.contract is not None and self.view.contract.takers is LEARNER.team

    @property
    def trumps(self) -> tuple[Card, ...]:
        """Those in the learner's hand, the highest first."""
        strength = STRENGTH[self.contract.bid.denomination]
        own = (card for card in self.view.hand if card.suit in self.contract.bid.denomination.trumps)
        return tuple(sorted(own, key=lambda card: -strength[card]))

    @property
    def led(self) -> Suit | None:
        """The suit to be followed, if one was led."""
        trick = self.view.trick
        return trick.cards[0].suit if trick is not None and trick.cards else None

    @property
    def is_void(self) -> bool:
        """Whether the learner has nothing of the suit led."""
        return self.led is not None and all(card.suit is not self.led for card in self.view.hand)

    @property
    def partner_wins(self) -> bool:
        """Whether the trick is the partner's so far."""
        trick = self.view.trick
        return trick is not None and trick.winner is LEARNER.partner

    @property
    def between_tricks(self) -> bool:
        """In play, with nothing on the table but the last trick."""
        trick = self.view.trick
        return self.view.phase is Phase.PLAYING and trick is not None and not trick.cards

    @property
    def may_coinche(self) -> bool:
        """Whether a bid of the opponents stands at the learner's turn."""
        return self.legal is not None and Coinche() in self.legal.actions


def situation_of(game: State, refused: Reason | None = None) -> Situation:
    """How it stands."""
    on_turn = to_act(game) is LEARNER
    return Situation(
        view=view(game, LEARNER),
        legal=legal(game, LEARNER) if on_turn else None,
        forbidden=frozenset(_forbidding(game)) if on_turn else frozenset(),
        refused=refused,
    )


def broken_rule(game: State, card: Card) -> Reason | None:
    """Why the learner may not play that card; None where he may."""
    try:
        apply(game, LEARNER, PlayCard(card))
    except IllegalAction as broken:
        return broken.reason
    return None


def _forbidding(game: State) -> Iterator[Reason]:
    seen = view(game, LEARNER)
    if seen.phase is Phase.PLAYING:
        yield from (reason for card in seen.hand if (reason := broken_rule(game, card)) is not None)


TABLE = "lesson"
CLOCK = Clock(move_ms=0, bank_ms=0)
"""Nobody is in a hurry here."""


def question(game: State, number: int) -> Request:
    """The request with everything that he may do."""
    may = allowed(game, LEARNER)
    return request_of(game, LEARNER, may, number=number, table=TABLE, after=0, clock=CLOCK, rules="")
