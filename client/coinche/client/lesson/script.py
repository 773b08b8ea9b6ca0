"""The script of the lesson: its deal, the calls and leads of the other players, and the learner's situation.

A test proves that each thing to be learnt occurs in this deal.
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
"""The dealer, chosen so that West speaks and leads first, and the learner in the South right after."""
NAMES: Mapping[Seat, str] = {Seat.NORTH: "Nora", Seat.EAST: "Emma", Seat.WEST: "Willy"}


def _hand(notation: str) -> tuple[Card, ...]:
    return tuple(map(Card, notation.split()))


HANDS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.SOUTH: _hand("JH 9H AH 7H 8D QC JC 10C"),
    Seat.EAST: _hand("QS JS 9S 8S QD JD 9D AC"),
    Seat.NORTH: _hand("KH QH AD KD 10D KC 8C 7S"),
    Seat.WEST: _hand("10H 8H AS KS 10S 7D 9C 7C"),
}
"""The learner declares a tierce in clubs, follows to West's diamond, overtrumps West on North's, draws the last trumps,
gives East a trick, discards on the next diamond and trumps a spade. Of the others only North has something to
declare: the king and queen of trumps.
"""


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A bid in this denomination, as low as possible but no higher than `highest`; else a pass."""

    denomination: Denomination
    highest: int


CALLS: Mapping[Seat, ScriptedCall] = {
    Seat.WEST: ScriptedCall(Denomination.SPADES, 80),
    Seat.NORTH: ScriptedCall(Denomination.HEARTS, 110),
}
"""The first call of each player; after that, and for East always, a pass."""

LEADS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.WEST: _hand("7D AS KS"),
    Seat.EAST: _hand("QD"),
    Seat.NORTH: _hand("AD KD 10D 7S"),
}
"""The leads of each player while they hold them; after that they lead as a sound player."""

KEEPS: Mapping[Seat, tuple[Card, ...]] = {Seat.EAST: _hand("QD AC")}
"""Cards that a player keeps while others are legal: East must win a trick, then lead a suit that the learner lacks."""


LEARNER = Seat.SOUTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The learner's situation. `legal` has the legal actions, None out of turn; `forbidden` the rules that forbid cards
    of the hand; `refused` the rule that the learner has just broken.
    """

    view: TableView
    legal: Legal | None
    forbidden: frozenset[Reason] = frozenset()
    refused: Reason | None = None

    @property
    def on_turn(self) -> bool:
        """Return whether it is the learner's turn to call or play."""
        return self.legal is not None

    @property
    def contract(self) -> Contract:
        """The highest bid; LookupError without one."""
        if self.view.contract is None:
            raise LookupError("there is no bid yet")
        return self.view.contract

    @property
    def ours(self) -> bool:
        """Return whether the learner's side made the highest bid."""
        return self.view.contract is not None and self.view.contract.takers is LEARNER.team

    @property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps in the learner's hand, the highest first."""
        strength = STRENGTH[self.contract.bid.denomination]
        own = (card for card in self.view.hand if card.suit in self.contract.bid.denomination.trumps)
        return tuple(sorted(own, key=lambda card: -strength[card]))

    @property
    def led(self) -> Suit | None:
        """The suit led; None without a lead."""
        trick = self.view.trick
        return trick.cards[0].suit if trick is not None and trick.cards else None

    @property
    def is_void(self) -> bool:
        """Return whether the learner has no card of the suit led."""
        return self.led is not None and all(card.suit is not self.led for card in self.view.hand)

    @property
    def partner_wins(self) -> bool:
        """Return whether the partner is winning the trick."""
        trick = self.view.trick
        return trick is not None and trick.winner is LEARNER.partner

    @property
    def between_tricks(self) -> bool:
        """Return whether the play has begun and the current trick has no card yet."""
        trick = self.view.trick
        return self.view.phase is Phase.PLAYING and trick is not None and not trick.cards

    @property
    def may_coinche(self) -> bool:
        """Return whether the learner may coinche a bid of the opponents."""
        return self.legal is not None and Coinche() in self.legal.actions


def situation_of(game: State, refused: Reason | None = None) -> Situation:
    """The learner's situation in this match."""
    on_turn = to_act(game) is LEARNER
    return Situation(
        view=view(game, LEARNER),
        legal=legal(game, LEARNER) if on_turn else None,
        forbidden=frozenset(_forbidding(game)) if on_turn else frozenset(),
        refused=refused,
    )


def broken_rule(game: State, card: Card) -> Reason | None:
    """The rule that forbids the learner this card; None if it is legal."""
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
"""The clock of the lesson, without a time limit."""


def question(game: State, number: int) -> Request:
    """The request to the learner, with all legal actions."""
    may = allowed(game, LEARNER)
    return request_of(game, LEARNER, may, number=number, table=TABLE, after=0, clock=CLOCK, rules="")
