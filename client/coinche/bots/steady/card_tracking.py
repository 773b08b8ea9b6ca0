"""Card tracking of `steady`: who may hold which card, how likely that is, and who can take a trick.

It estimates each card by itself, without drawing worlds, which is fast enough for any machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coinche.bots.constraints import SUIT_CARDS, higher_cards, plays, revealed_cards, ruled_out
from coinche.engine.actions import MakeBid, parse_action
from coinche.engine.card_values import points_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.rules import HAND_SIZE, RuleSet, ScoringRules
from coinche.engine.seats import Direction, Seat
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import TableView

BIDDER_TRUMPS = 2.5
"""Factor of the odds that the bidder holds a trump."""
BIDDERS_PARTNER_TRUMPS = 1.2
"""The same for the bidder's partner."""
OTHER_BID = 1.8
"""Factor for a suit that the seat bid, where another became trumps."""
WOULD_HAVE_WON = 0.25
"""Factor for a card that would have taken a trick that the seat lost."""
WOULD_HAVE_SAVED = 0.15
"""Factor for a card that would have given the opponents fewer points. These five figures are estimates."""

_FITTING_ROUNDS = 4
"""Rounds of iterative proportional fitting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProbabilities:
    """Probabilities of the three other hands, for `me` in the middle of a deal.

    `may_hold` are the cards that each of the others can have, `probability` says how likely each of them is theirs.
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
    probability: Mapping[Seat, Mapping[Card, float]]
    trumps: frozenset[Suit]
    trump_suit: Suit | None
    cache: dict[tuple[object, ...], float] = field(default_factory=dict)
    """Results of `none_of`, which is asked the same for many cards."""

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
        """Return the points of the card in this deal."""
        return self.values[card]

    def higher(self, card: Card) -> frozenset[Card]:
        """Return the unseen cards of its suit that beat the card."""
        return self.unseen & higher_cards(card, self.denomination)

    def is_master(self, card: Card) -> bool:
        """Return whether no opponent can hold a higher card of its suit."""
        higher = self.higher(card)
        return not any(higher & self.may_hold[seat] for seat in self.opponents)

    def none_of(self, seat: Seat, cards: frozenset[Card]) -> float:
        """Return the probability that the seat holds none of the cards."""
        key = (seat, cards)
        known = self.cache.get(key)
        if known is None:
            known = self.cache[key] = self._none_of(seat, cards)
        return known

    def _none_of(self, seat: Seat, cards: frozenset[Card]) -> float:
        probabilities, pool = self.probability[seat], len(self.may_hold[seat])
        none = 1.0
        drawn = 0
        for card, likely in probabilities.items():
            if card in cards:
                none *= max(0.0, 1.0 - likely * pool / max(1, pool - drawn))
                drawn += 1
        return none

    def void(self, seat: Seat, suit: Suit) -> float:
        """Return the probability that the seat has no card of the suit."""
        return self.none_of(seat, SUIT_CARDS[suit])

    def has_trump(self, seat: Seat) -> float:
        """Return the probability that the seat can trump, 0 without a trump suit."""
        return 0.0 if self.trump_suit is None else 1.0 - self.void(seat, self.trump_suit)

    def beats(self, seat: Seat, best: Card, led: Suit) -> float:
        """Return the probability that the seat can beat the best card of a trick of the suit led."""
        higher = 1.0 - self.none_of(seat, self.higher(best))
        if best.suit in self.trumps and best.suit is not led:
            return self.void(seat, led) * higher
        if led in self.trumps or best.suit in self.trumps:
            return higher
        return higher + self.void(seat, led) * self.has_trump(seat)

    def ruffs(self, seat: Seat, led: Suit) -> float:
        """Return the probability that the seat trumps the suit when it is led."""
        return 0.0 if led in self.trumps else self.void(seat, led) * self.has_trump(seat)


def card_probabilities(view: TableView, rules: RuleSet) -> CardProbabilities:
    """Return the probabilities for the viewer, who has a seat, of a deal in play."""
    assert isinstance(view.viewer, Seat)
    assert view.contract is not None
    me, denomination = view.viewer, view.contract.denomination
    history = play_history(view, rules)
    others = [seat for seat in Seat if seat is not me]
    unseen = frozenset(PACK) - history.gone - set(view.hand)
    may_hold = {seat: unseen - history.excluded[seat] for seat in others}
    for seat, card in revealed_cards(view):
        if card in unseen and seat is not me:
            may_hold = {other: cards if other is seat else cards - {card} for other, cards in may_hold.items()}
    room = {seat: HAND_SIZE - history.played[seat] for seat in others}
    weight = {seat: bid_weights(seat, view) for seat in others}
    return CardProbabilities(
        me=me,
        denomination=denomination,
        values=points_of(denomination, rules.scoring),
        direction=rules.table.direction,
        takers=view.contract.takers is me.team,
        bidder=view.contract.bidder is me,
        hand=view.hand,
        unseen=unseen,
        may_hold=may_hold,
        probability=fitted_probabilities(may_hold, room, weight, history.factors),
        trumps=denomination.trumps,
        trump_suit=next(iter(denomination.trumps)) if len(denomination.trumps) == 1 else None,
    )


# --- estimates -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHistory:
    """The cards played so far, and what they say of each seat: excluded cards, and factors of unlikely ones."""

    gone: frozenset[Card]
    played: Mapping[Seat, int]
    excluded: Mapping[Seat, set[Card]]
    factors: Mapping[Seat, Mapping[Card, float]]


def play_history(view: TableView, rules: RuleSet) -> PlayHistory:
    """Read the play so far."""
    assert view.contract is not None
    denomination = view.contract.denomination
    gone: set[Card] = set()
    played = dict.fromkeys(Seat, 0)
    excluded: dict[Seat, set[Card]] = {seat: set() for seat in Seat}
    factors: dict[Seat, dict[Card, float]] = {seat: {} for seat in Seat}
    for seat, card, before in plays(view, rules.table.direction):
        gone.add(card)
        played[seat] += 1
        excluded[seat] |= ruled_out(card, before, denomination, rules)
        for other, factor in unlikely_cards(card, before, denomination, rules.scoring):
            factors[seat][other] = factors[seat].get(other, 1.0) * factor
    return PlayHistory(gone=frozenset(gone), played=played, excluded=excluded, factors=factors)


def unlikely_cards(
    card: Card, before: tuple[Card, ...], denomination: Denomination, rules: ScoringRules
) -> Iterator[tuple[Card, float]]:
    """Yield cards that a player would have preferred to `card` when following a plain suit, with their factors.

    These are cards that would have taken the trick, and cards of fewer points on a lost one.
    """
    if not before or card.suit is not before[0].suit or card.suit in denomination.trumps:
        return
    at = winner_index(before, denomination)
    best, partner_wins = before[at], at == len(before) - 2
    points = points_of(denomination, rules)
    if not partner_wins and not beats(card, best, denomination):
        for other in SUIT_CARDS[card.suit]:
            if beats(other, best, denomination):
                yield other, WOULD_HAVE_WON
            elif points[other] < points[card]:
                yield other, WOULD_HAVE_SAVED


def bid_weights(seat: Seat, view: TableView) -> Mapping[Suit, float]:
    """Return the factor of each suit for a seat, by the auction."""
    factors_by_suit = dict.fromkeys(Suit, 1.0)
    assert view.contract is not None
    for suit in view.contract.denomination.trumps:
        if seat is view.contract.bidder:
            factors_by_suit[suit] = BIDDER_TRUMPS
        elif seat is view.contract.bidder.partner:
            factors_by_suit[suit] = BIDDERS_PARTNER_TRUMPS
    for call in view.auction:
        action = parse_action(call.action)
        if call.seat is seat and isinstance(action, MakeBid):
            for suit in action.bid.denomination.trumps - view.contract.denomination.trumps:
                factors_by_suit[suit] = OTHER_BID
    return factors_by_suit


def fitted_probabilities(
    may_hold: Mapping[Seat, frozenset[Card]],
    room: Mapping[Seat, int],
    weight: Mapping[Seat, Mapping[Suit, float]],
    factors: Mapping[Seat, Mapping[Card, float]],
) -> dict[Seat, dict[Card, float]]:
    """Fit the weights to the size of the hands and to one owner per card; return probabilities by seat and card."""
    chance = {
        seat: {card: weight[seat][card.suit] * factors[seat].get(card, 1.0) for card in PACK if card in cards}
        for seat, cards in may_hold.items()
    }
    unseen = frozenset[Card]().union(*may_hold.values())
    holders = [(card, [column for column in chance.values() if card in column]) for card in PACK if card in unseen]
    for _ in range(_FITTING_ROUNDS):
        for seat, column in chance.items():
            total = sum(column.values())
            if total > 0:
                places = room[seat]
                for card, likely in column.items():
                    column[card] = likely * places / total
        for card, columns in holders:
            total = 0.0
            for column in columns:
                total += column[card]
            if total > 0:
                for column in columns:
                    column[card] /= total
    return chance
