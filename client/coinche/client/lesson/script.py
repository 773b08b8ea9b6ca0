"""The form of a lesson: deals, the calls and leads of the other players, pages, exercises, and the learner's situation.

Tests prove that each thing to be learnt occurs in these deals, and that every page is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from coinche.client.model.messages import About, Saying
from coinche.engine.actions import Action, Coinche, IllegalAction, Legal, PlayCard, Reason
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
from coinche.text.catalog import Words

RULES: RuleSet = FFB
PRESET = "ffb"
NAMES: Mapping[Seat, str] = {Seat.NORTH: "Nora", Seat.EAST: "Emma", Seat.WEST: "Willy"}
_OTHER_NAMES: Mapping[Seat, str] = {Seat.NORTH: "Nina", Seat.EAST: "Elsa", Seat.WEST: "Wanda"}


def name_at(seat: Seat, own: str) -> str:
    """The name of the player at a seat; a bot takes another one where the learner has its name."""
    if seat is LEARNER:
        return own
    is_taken = NAMES[seat].casefold() == own.strip().casefold()
    return _OTHER_NAMES[seat] if is_taken else NAMES[seat]


def hand(notation: str) -> tuple[Card, ...]:
    """The cards of a notation such as `JH 9H`."""
    return tuple(map(Card, notation.split()))


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A bid in this denomination, as low as possible between `lowest` and `highest`; else a pass."""

    denomination: Denomination
    highest: int
    lowest: int = 0


LEARNER = Seat.SOUTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The learner's situation. `legal` has the legal actions, None out of turn; `forbidden` the rules that forbid cards
    of the hand; `refused` the rule that the learner has just broken, `tried` the legal action that the lesson has just
    turned down.
    """

    view: TableView
    legal: Legal | None
    forbidden: frozenset[Reason] = frozenset()
    refused: Reason | None = None
    tried: Action | None = None

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


def situation_of(game: State, refused: Reason | None = None, tried: Action | None = None) -> Situation:
    """The learner's situation in this match."""
    on_turn = to_act(game) is LEARNER
    return Situation(
        view=view(game, LEARNER),
        legal=legal(game, LEARNER) if on_turn else None,
        forbidden=frozenset(_forbidding(game)) if on_turn else frozenset(),
        refused=refused,
        tried=tried,
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


# --- pages, exercises and deals ------------------------------------------------------------------------


When = Callable[[Situation], bool]
Names = Callable[[Situation], Mapping[str, About]]


def nothing(now: Situation) -> Mapping[str, About]:
    """No names: for a sentence about nothing in this deal."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One explanation. A page that `waits` needs no decision, and is said once; one that `ends` is the last.

    The other pages go with a decision; those with `again` are repeated if nothing new applies.
    """

    words: Words
    when: When
    about: Names = nothing
    waits: bool = False
    again: bool = False
    ends: bool = False

    def of(self, now: Situation) -> Saying:
        """The sentence in this situation."""
        return Saying(words=self.words, about=self.about(now), waits=self.waits, ends=self.ends)


def next_page(pages: tuple[Page, ...], now: Situation, told: Set[Words]) -> Page | None:
    """The first page that applies and is either new or repeatable."""
    return next((page for page in pages if (page.again or page.words not in told) and page.when(now)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A decision with a right answer: other legal actions are explained, and the learner decides again."""

    when: When
    accepts: Callable[[Action], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedDeal:
    """A deal of a lesson.

    The pages stand in order of importance: at each moment the teacher says the first one that applies, whatever the
    learner has done. `calls` has the first call of each other player, who passes after that. `leads` are led while a
    player holds them; after that the player leads as a sound player does. `keeps` are not played while others are
    legal. After `own_tricks` the learner's cards play themselves, too.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    calls: Mapping[Seat, ScriptedCall]
    pages: tuple[Page, ...]
    leads: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    keeps: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    exercises: tuple[Exercise, ...] = ()
    own_tricks: int = 8

    def accepts(self, now: Situation, action: Action) -> bool:
        """Return whether the action is the right answer; any is where there is no exercise."""
        return all(exercise.accepts(action) for exercise in self.exercises if exercise.when(now))


@dataclass(frozen=True, slots=True)
class Script:
    """The deals of a lesson, which make one match; the dealer of the first decides who speaks when."""

    dealer: Seat
    deals: tuple[ScriptedDeal, ...]
