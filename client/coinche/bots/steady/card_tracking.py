"""What one player can work out during the play: who may hold which card, how likely, and who can take a trick.

Knows chances, out of what `inference` reads off the table. Refuses to know what to do about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.bots.beliefs.constraints import SUIT_CARDS, evidence, fitted, lean, revealed
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Direction, Seat
from coinche.engine.view import TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What `me` knows of the three other hands in the middle of a deal.

    `may_hold` are the cards that each of the others can have, `chance` how likely each of them is his.
    """

    me: Seat
    denomination: Denomination
    values: Mapping[Card, int]
    direction: Direction
    takers: bool
    bidder: bool
    hand: tuple[Card, ...]
    unseen: frozenset[Card]
    may_hold: Mapping[Seat, frozenset[Card]]
    chance: Mapping[Seat, Mapping[Card, float]]
    trumps: frozenset[Suit]
    trump_suit: Suit | None
    memory: dict[tuple[object, ...], float] = field(default_factory=dict)
    """Chances worked out already: the same are asked for card after card."""

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return self.me.partner

    @property
    def opponents(self) -> tuple[Seat, Seat]:
        """The two others, the next to play first."""
        left = self.me.next(self.direction)
        return left, left.partner

    def points(self, card: Card) -> int:
        """What the card is worth in this deal."""
        return self.values[card]

    def higher(self, card: Card) -> frozenset[Card]:
        """The unseen cards of its suit that beat the card."""
        strength = STRENGTH[self.denomination]
        return frozenset(c for c in self.unseen & SUIT_CARDS[card.suit] if strength[c] > strength[card])

    def is_master(self, card: Card) -> bool:
        """Whether no opponent can hold a higher card of its suit."""
        higher = self.higher(card)
        return not any(higher & self.may_hold[seat] for seat in self.opponents)

    def none_of(self, seat: Seat, cards: frozenset[Card]) -> float:
        """How likely that seat holds none of the cards."""
        key = (seat, cards)
        known = self.memory.get(key)
        if known is None:
            known = self.memory[key] = self._none_of(seat, cards)
        return known

    def _none_of(self, seat: Seat, cards: frozenset[Card]) -> float:
        chance, pool = self.chance[seat], len(self.may_hold[seat])
        none = 1.0
        drawn = 0
        for card, likely in chance.items():
            if card in cards:
                none *= max(0.0, 1.0 - likely * pool / max(1, pool - drawn))
                drawn += 1
        return none

    def void(self, seat: Seat, suit: Suit) -> float:
        """How likely that seat has no card of the suit."""
        return self.none_of(seat, SUIT_CARDS[suit])

    def has_trump(self, seat: Seat) -> float:
        """How likely that seat can trump: 0 where there is no suit to trump with."""
        return 0.0 if self.trump_suit is None else 1.0 - self.void(seat, self.trump_suit)

    def beats(self, seat: Seat, best: Card, led: Suit) -> float:
        """How likely that seat can take a trick of the suit led from its best card."""
        higher = 1.0 - self.none_of(seat, self.higher(best))
        if best.suit in self.trumps and best.suit is not led:
            return self.void(seat, led) * higher
        if led in self.trumps or best.suit in self.trumps:
            return higher
        return higher + self.void(seat, led) * self.has_trump(seat)

    def ruffs(self, seat: Seat, led: Suit) -> float:
        """How likely that seat trumps the suit when it is led."""
        return 0.0 if led in self.trumps else self.void(seat, led) * self.has_trump(seat)


def knowledge(view: TableView, rules: RuleSet) -> Knowledge:
    """What the viewer, who has a seat, knows of a deal in play."""
    assert isinstance(view.viewer, Seat)
    assert view.contract is not None
    me, denomination = view.viewer, view.contract.denomination
    told = evidence(view, rules)
    others = [seat for seat in Seat if seat is not me]
    unseen = frozenset(PACK) - told.gone - set(view.hand)
    may_hold = {seat: unseen - told.excluded[seat] for seat in others}
    for seat, card in revealed(view):
        if card in unseen and seat is not me:
            may_hold = {other: cards if other is seat else cards - {card} for other, cards in may_hold.items()}
    room = {seat: HAND_SIZE - told.played[seat] for seat in others}
    weight = {seat: lean(seat, view) for seat in others}
    return Knowledge(
        me=me,
        denomination=denomination,
        values=points_of(denomination, rules.scoring),
        direction=rules.table.direction,
        takers=view.contract.takers is me.team,
        bidder=view.contract.bidder is me,
        hand=view.hand,
        unseen=unseen,
        may_hold=may_hold,
        chance=fitted(may_hold, room, weight, told.doubts),
        trumps=denomination.trumps,
        trump_suit=next(iter(denomination.trumps)) if len(denomination.trumps) == 1 else None,
    )
