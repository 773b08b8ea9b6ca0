"""What one player can work out during the play: who may hold which card, how likely, and who can take a trick.

Knows what the seat's view and the duties of play imply (F 5.2). Refuses to know what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coinche.engine.belote import BeloteWord
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.rules import RuleSet, Undertrump
from coinche.engine.seats import Direction, Seat
from coinche.engine.trick import POINTS, STRENGTH, beats, winner_index
from coinche.engine.view import TableView

HAND_SIZE = 8
SUIT_CARDS: Mapping[Suit, frozenset[Card]] = {
    suit: frozenset(card for card in PACK if card.suit is suit) for suit in Suit
}
_FITTING_ROUNDS = 4
_OTHER_OF_BELOTE = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What `me` knows of the three other hands in the middle of a deal.

    `may_hold` are the cards that each of the others can have, `room` how many he has, `chance` how likely each of
    them is his.
    """

    me: Seat
    denomination: Denomination
    direction: Direction
    takers: bool
    bidder: bool
    hand: tuple[Card, ...]
    unseen: frozenset[Card]
    may_hold: Mapping[Seat, frozenset[Card]]
    room: Mapping[Seat, int]
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
        return POINTS[self.denomination][card]

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
    me, denomination, direction = view.viewer, view.contract.denomination, rules.table.direction
    others = [seat for seat in Seat if seat is not me]
    played: dict[Seat, int] = dict.fromkeys(Seat, 0)
    gone: set[Card] = set(view.hand)
    excluded: dict[Seat, set[Card]] = {seat: set() for seat in Seat}
    doubts: dict[Seat, dict[Card, float]] = {seat: {} for seat in others}
    for seat, card, before in plays(view, direction):
        played[seat] += 1
        gone.add(card)
        excluded[seat] |= ruled_out(card, before, denomination, rules)
        if seat is not me:
            for other, doubt in unlikely(card, before, denomination):
                doubts[seat][other] = doubts[seat].get(other, 1.0) * doubt
    unseen = frozenset(PACK) - gone
    may_hold = {seat: unseen - excluded[seat] for seat in others}
    for seat, card in revealed(view):
        if card in unseen and seat is not me:
            may_hold = {other: cards - {card} if other is not seat else cards for other, cards in may_hold.items()}
    room = {seat: HAND_SIZE - played[seat] for seat in others}
    weight = {seat: _lean(seat, view) for seat in others}
    return Knowledge(
        me=me,
        denomination=denomination,
        direction=direction,
        takers=view.contract.takers is me.team,
        bidder=view.contract.bidder is me,
        hand=view.hand,
        unseen=unseen,
        may_hold=may_hold,
        room=room,
        chance=fitted(may_hold, room, weight, doubts),
        trumps=denomination.trumps,
        trump_suit=next(iter(denomination.trumps)) if len(denomination.trumps) == 1 else None,
    )


def plays(view: TableView, direction: Direction) -> Iterator[tuple[Seat, Card, tuple[Card, ...]]]:
    """Every card played in the deal: by whom, and the cards that lay in its trick before it."""
    current = (view.trick,) if view.trick is not None else ()
    for trick in (*view.tricks, *current):
        for at, seat in zip(range(len(trick.cards)), trick.leader.round(direction), strict=False):
            yield seat, trick.cards[at], trick.cards[:at]


def ruled_out(card: Card, before: tuple[Card, ...], denomination: Denomination, rules: RuleSet) -> frozenset[Card]:
    """The cards that a player who played `card` on those before it cannot have: he would have had to play one."""
    if not before:
        return frozenset()
    led, at = before[0].suit, winner_index(before, denomination)
    best, partner_wins, trumps = before[at], at == len(before) - 2, denomination.trumps
    if card.suit is led:
        excused = partner_wins and len(trumps) == 1 and not rules.play.overtrump_partner
        under = led in trumps and not excused and not beats(card, best, denomination)
        return _over(best, denomination) if under else frozenset()
    lacking = SUIT_CARDS[led]
    if partner_wins or len(trumps) != 1 or led in trumps:
        return lacking
    (trump,) = trumps
    if card.suit is trump:
        return lacking if beats(card, best, denomination) else lacking | _over(best, denomination)
    if best.suit is trump and rules.play.undertrump is Undertrump.FREE:
        return lacking | _over(best, denomination)
    return lacking | SUIT_CARDS[trump]


WOULD_HAVE_WON = 0.25
WOULD_HAVE_SAVED = 0.15


def unlikely(card: Card, before: tuple[Card, ...], denomination: Denomination) -> Iterator[tuple[Card, float]]:
    """The cards that a player who followed a plain suit with `card` would rather have played, and how unlikely
    that makes them: a card that takes the trick, or one worth less on a lost one."""
    if not before or card.suit is not before[0].suit or card.suit in denomination.trumps:
        return
    at = winner_index(before, denomination)
    best, partner_wins = before[at], at == len(before) - 2
    points = POINTS[denomination]
    if not partner_wins and not beats(card, best, denomination):
        for other in SUIT_CARDS[card.suit]:
            if beats(other, best, denomination):
                yield other, WOULD_HAVE_WON
            elif points[other] < points[card]:
                yield other, WOULD_HAVE_SAVED


def revealed(view: TableView) -> Iterator[tuple[Seat, Card]]:
    """Cards that a player has shown or spoken of: declarations shown, and the other half of a belote."""
    for shown in view.shown:
        for card in shown.declaration.cards:
            yield shown.seat, card
    for said in view.belotes:
        if said.word is BeloteWord.BELOTE:
            for rank in _OTHER_OF_BELOTE:
                yield said.seat, Card.of(rank, said.suit)


def _over(best: Card, denomination: Denomination) -> frozenset[Card]:
    strength = STRENGTH[denomination]
    return frozenset(c for c in SUIT_CARDS[best.suit] if strength[c] > strength[best])


BIDDER_TRUMPS = 2.5
BIDDERS_PARTNER_TRUMPS = 1.2
OTHER_BID = 1.8


def _lean(seat: Seat, view: TableView) -> Mapping[Suit, float]:
    """How much likelier than a stranger that seat is to hold a card of each suit, to judge by the auction."""
    lean = dict.fromkeys(Suit, 1.0)
    assert view.contract is not None
    for suit in view.contract.denomination.trumps:
        if seat is view.contract.bidder:
            lean[suit] = BIDDER_TRUMPS
        elif seat is view.contract.bidder.partner:
            lean[suit] = BIDDERS_PARTNER_TRUMPS
    for call in view.auction:
        if call.seat is seat and call.action[-1] in lean and call.action[0].isdigit():
            suit = Suit(call.action[-1])
            if suit not in view.contract.denomination.trumps:
                lean[suit] = OTHER_BID
    return lean


def fitted(
    may_hold: Mapping[Seat, frozenset[Card]],
    room: Mapping[Seat, int],
    weight: Mapping[Seat, Mapping[Suit, float]],
    doubts: Mapping[Seat, Mapping[Card, float]],
) -> dict[Seat, dict[Card, float]]:
    """How likely each card is whose: the weights, fitted to the size of the hands and to one owner a card."""
    chance = {
        seat: {card: weight[seat][card.suit] * doubts[seat].get(card, 1.0) for card in PACK if card in cards}
        for seat, cards in may_hold.items()
    }
    holders = [(card, [column for column in chance.values() if card in column]) for card in PACK]
    for _ in range(_FITTING_ROUNDS):
        for seat, column in chance.items():
            total = sum(column.values())
            if total > 0:
                scale = room[seat] / total
                for card in column:
                    column[card] *= scale
        for card, columns in holders:
            if not columns:
                continue
            total = sum(column[card] for column in columns)
            for column in columns:
                column[card] /= total
    return chance
