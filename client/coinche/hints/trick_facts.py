"""Facts about the trick that a player on turn sees, and the reasons that all cards share.

The facts follow from the player's view and from what is certain about the unseen cards (`constraints`); none of them is
merely likely. Of equal cards a person should lead the highest, so that the partner reads it correctly; bots lead the
lowest. Reasons are tried in order, and the first that holds is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.constraints import SUIT_CARDS
from coinche.bots.pimc import CardValue
from coinche.engine.actions import PlayCard
from coinche.engine.bids import BidKind, Contract
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.rules import TRICKS, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import HiddenHands
from coinche.engine.tally import LAST_TRICK, all_points
from coinche.engine.trick import winner_index
from coinche.engine.view import TableView

from .contract_needs import Doubt, Measure, Need, need
from .render import Because, because
from .texts import Why

FEW = 2
"""Maximum number of cards that are named one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickFacts:
    """A player on turn, the legal cards, and the card under consideration."""

    view: TableView
    rules: RuleSet
    me: Seat
    contract: Contract
    legal: tuple[Card, ...]
    card: Card
    hidden: HiddenHands

    # --- the deal ------------------------------------------------------------------------------------

    @property
    def denomination(self) -> Denomination:
        """The denomination of the contract."""
        return self.contract.denomination

    @property
    def trump(self) -> Suit | None:
        """The only trump suit; None at no trumps and at all trumps."""
        trumps = self.denomination.trumps
        return next(iter(trumps)) if len(trumps) == 1 else None

    @property
    def takes_part(self) -> bool:
        """True when the contract is our side's."""
        return self.contract.takers is self.me.team

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The opponents, in order of play."""
        return tuple(seat for seat in self._round if seat.team is not self.me.team)

    @property
    def need(self) -> Need | None:
        """The takers' remaining need; None without one."""
        return need(self.view, self.rules)

    @property
    def is_last_trick(self) -> bool:
        """True when the ten points of the last trick are at stake."""
        return len(self.view.tricks) == TRICKS - 1

    def points(self, *cards: Card) -> int:
        """The points of the cards together."""
        values = points_of(self.denomination, self.rules.scoring)
        return sum(values[card] for card in cards)

    @property
    def left(self) -> int:
        """The points that are in no trick yet."""
        return all_points(self.denomination, self.rules.scoring) - self.view.points.NS - self.view.points.EW

    def most_valuable(self, cards: Iterable[Card]) -> Card:
        """The card that is worth most; of equal cards the strongest."""
        return max(cards, key=self._price)

    def by_strength(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Sort the cards, strongest first."""
        return tuple(sorted(cards, key=STRENGTH[self.denomination].__getitem__, reverse=True))

    def _price(self, card: Card) -> tuple[int, int]:
        return self.points(card), STRENGTH[self.denomination][card]

    @property
    def _round(self) -> tuple[Seat, ...]:
        return self.me.round(self.rules.table.direction)

    # --- the three other hands -----------------------------------------------------------------------

    def is_out_of(self, seat: Seat, suit: Suit) -> bool:
        """True when that seat certainly has no card of the suit."""
        return not self.hidden.may[seat] & SUIT_CARDS[suit]

    def may_be_out_of(self, seat: Seat, suit: Suit) -> bool:
        """True when that seat can have no card of the suit."""
        return len(self.hidden.may[seat] - SUIT_CARDS[suit]) >= self.hidden.room[seat]

    def may_trump(self, seat: Seat, suit: Suit) -> bool:
        """True when that seat can ruff the suit."""
        if self.trump is None or suit is self.trump:
            return False
        return bool(self.hidden.may[seat] & SUIT_CARDS[self.trump]) and self.may_be_out_of(seat, suit)

    def higher(self, card: Card) -> frozenset[Card]:
        """The unseen cards of the same suit that beat the card."""
        strength = STRENGTH[self.denomination]
        return frozenset(c for c in self.hidden.unseen & SUIT_CARDS[card.suit] if strength[c] > strength[card])

    def above(self, card: Card) -> frozenset[Card]:
        """The higher cards of the suit that an opponent can have."""
        return frozenset(c for c in self.higher(card) if any(c in self.hidden.may[seat] for seat in self.opponents))

    def is_master(self, card: Card) -> bool:
        """True when no opponent can have a higher card of the suit."""
        return not self.above(card)

    def is_winner(self, card: Card) -> bool:
        """True when no opponent could take a trick led with the card."""
        return self.is_master(card) and not any(self.may_trump(seat, card.suit) for seat in self.opponents)

    @property
    def trumps_out(self) -> tuple[Card, ...]:
        """The unseen trumps that an opponent can have, the strongest first."""
        if self.trump is None:
            return ()
        cards = self.hidden.unseen & SUIT_CARDS[self.trump]
        return self.by_strength(c for c in cards if any(c in self.hidden.may[seat] for seat in self.opponents))

    def are_equal(self, one: Card, other: Card) -> bool:
        """True when the cards are worth the same and no unseen card ranks between them."""
        alike = one.suit is other.suit and self.points(one) == self.points(other)
        return alike and self.higher(one) == self.higher(other)

    def are_neighbours(self, one: Card, other: Card) -> bool:
        """True when no card of the pack ranks between two cards of a suit."""
        strength = STRENGTH[self.denomination]
        low, high = sorted((strength[one], strength[other]))
        return not any(card.suit is one.suit and low < strength[card] < high for card in PACK)

    def own(self, suit: Suit | None) -> tuple[Card, ...]:
        """Cards of the suit in the player's hand."""
        return tuple(card for card in self.view.hand if card.suit is suit)

    # --- the trick -----------------------------------------------------------------------------------

    @property
    def on_table(self) -> tuple[Card, ...]:
        """The cards of the trick before this one."""
        return self.view.trick.cards if self.view.trick is not None else ()

    @property
    def leads(self) -> bool:
        """True when the card is the first of its trick."""
        return not self.on_table

    @property
    def led(self) -> Suit:
        """The suit of the trick."""
        return (*self.on_table, self.card)[0].suit

    @property
    def best(self) -> Card:
        """The card that holds the trick before this one."""
        return self.on_table[winner_index(self.on_table, self.denomination)]

    @property
    def partner_holds(self) -> bool:
        """True when the partner has the trick so far."""
        return not self.leads and winner_index(self.on_table, self.denomination) == len(self.on_table) - 2

    @property
    def to_play(self) -> tuple[Seat, ...]:
        """The seats that play after us."""
        return self._round[1 : len(Seat) - len(self.on_table)]

    @property
    def opponents_to_play(self) -> tuple[Seat, ...]:
        """The opponents that play after us."""
        return tuple(seat for seat in self.to_play if seat.team is not self.me.team)

    @property
    def worth(self) -> int:
        """The points of the trick with the card, including the bonus of the last trick."""
        return self.prize + self.points(self.card)

    @property
    def prize(self) -> int:
        """The points of the trick before the card, including the bonus of the last trick."""
        return self.points(*self.on_table) + LAST_TRICK * self.is_last_trick

    @property
    def partner_may_take(self) -> bool:
        """True when the partner can have a card that takes the trick as it stands."""
        partner, best = self.me.partner, self.best
        may_have = any(card in self.hidden.may[partner] for card in self.higher(best))
        beats = may_have and (best.suit is self.led or self.may_be_out_of(partner, self.led))
        return beats or (self.best.suit is not self.trump and self.may_trump(partner, self.led))

    def takes(self, card: Card) -> bool:
        """True when the card holds the trick once it is played."""
        return winner_index((*self.on_table, card), self.denomination) == len(self.on_table)

    @property
    def is_ours(self) -> bool:
        """True when our side holds the trick with the card."""
        return self.takes(self.card) or self.partner_holds

    @property
    def beaten_by(self) -> tuple[Card, ...]:
        """The hidden cards that can beat our side's best card in its own suit, the strongest first."""
        best = self.card if self.takes(self.card) else self.best
        ruffed = best.suit is self.trump and self.led is not self.trump
        seats = [s for s in self.opponents_to_play if not ruffed or self.may_be_out_of(s, self.led)]
        return self.by_strength(c for c in self.higher(best) if any(c in self.hidden.may[seat] for seat in seats))

    @property
    def may_be_ruffed(self) -> bool:
        """True when an opponent who plays later can ruff, and no trump holds the trick."""
        best = self.card if self.takes(self.card) else self.best
        if best.suit is self.trump:
            return False
        return any(self.may_trump(seat, self.led) for seat in self.opponents_to_play)

    @property
    def is_sure(self) -> bool:
        """True when our side certainly wins the trick with the card."""
        return self.is_ours and not self.beaten_by and not self.may_be_ruffed


def facts_of(view: TableView, rules: RuleSet, legal: tuple[Card, ...], card: Card) -> TrickFacts:
    """Collect the facts about a card for the viewer, whose turn it is to play."""
    assert isinstance(view.viewer, Seat)
    assert view.contract is not None
    known = hidden_hands(view, rules, inference=False)
    return TrickFacts(
        view=view, rules=rules, me=view.viewer, contract=view.contract, legal=legal, card=card, hidden=known
    )


NOTHING = 0.5
"""Maximum difference between equal values, in points of the score."""


def for_a_person(
    view: TableView, rules: RuleSet, legal: tuple[Card, ...], valued: Sequence[CardValue]
) -> tuple[CardValue, ...]:
    """Return the valued cards in the order for a person. When the best card is led and is a master or a trump, the
    highest card that is equal to it comes first."""
    best = valued[0]
    assert isinstance(best.action, PlayCard)
    facts = facts_of(view, rules, legal, best.action.card)
    if not facts.leads or not (facts.is_master(facts.card) or facts.card.suit is facts.trump):
        return tuple(valued)
    equal = [one for one in valued if _is_as_good(one, best) and _touches(facts, _card(one))]
    highest = max(equal, key=lambda one: STRENGTH[facts.denomination][_card(one)])
    return (highest, *(one for one in valued if one is not highest))


def _card(one: CardValue) -> Card:
    assert isinstance(one.action, PlayCard)
    return one.action.card


def _is_as_good(one: CardValue, best: CardValue) -> bool:
    return best.utility - one.utility < NOTHING and best.points - one.points < NOTHING


def _touches(facts: TrickFacts, card: Card) -> bool:
    """True when the card is of the same suit and no unseen card ranks between the two."""
    return card.suit is facts.card.suit and facts.higher(card) == facts.higher(facts.card)


Reason = Callable[[TrickFacts], Because | None]
"""A possible reason for a card; None if it does not apply."""

SOON = 5
"""Number of tricks, all won by our side, from which a capot is in sight."""
LONG = 4
"""Number of tricks, all won by the opponents, from which a capot is to be feared."""


def first(reasons: Iterable[Reason], facts: TrickFacts) -> Because | None:
    """Return the first reason that holds."""
    return next((why for reason in reasons if (why := reason(facts)) is not None), None)


def only(facts: TrickFacts) -> Because | None:
    """The player has no choice."""
    if len(facts.view.hand) == 1:
        return because(Why.LAST_CARD)
    return because(Why.ONLY) if len(facts.legal) == 1 else None


def makes(facts: TrickFacts) -> Because | None:
    """Our side is certain of the trick, and with it of the contract."""
    need = facts.need
    if not facts.takes_part or not facts.is_sure or need is None or need.doubt is not Doubt.NONE:
        return None
    if need.measure is not Measure.POINTS or not 0 < need.missing <= facts.worth:
        return None
    return because(Why.MAKES, missing=need.missing)


def sinks(facts: TrickFacts) -> Because | None:
    """Our side is certain of the trick, and the rest is not enough for the takers."""
    need = facts.need
    if facts.takes_part or not facts.is_sure or need is None or need.doubt is not Doubt.NONE:
        return None
    if need.measure is Measure.TRICKS and need.missing:
        return because(Why.SINKS_CAPOT)
    if need.measure is not Measure.POINTS or not facts.left - facts.worth < need.missing <= facts.left:
        return None
    return because(Why.SINKS)


def saves_from_capot(facts: TrickFacts) -> Because | None:
    """The opponents have every trick so far, and our side is certain of this one."""
    tricks = len(facts.view.tricks)
    if tricks < LONG or facts.view.tricks_won[facts.me.team] or not facts.is_sure or not facts.takes(facts.card):
        return None
    return because(Why.SAVES_CAPOT)


def goes_on(facts: TrickFacts) -> Because | None:
    """Our side has every trick so far and is about to take them all."""
    tricks = len(facts.view.tricks)
    if tricks < SOON or facts.view.tricks_won[facts.me.team] < tricks or not facts.is_sure:
        return None
    if facts.contract.bid.kind is not BidKind.NUMBER or facts.rules.scoring.capot_unbid_counts:
        return because(Why.GOES_ON, tricks=TRICKS - tricks)
    return None


GREAT: tuple[Reason, ...] = (makes, sinks, saves_from_capot, goes_on)
"""Reasons that outweigh all others, for a lead or on others' cards."""
