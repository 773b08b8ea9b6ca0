"""Hand strength: the points that a side can expect to take with a hand, before the play, in each denomination.

The weights are a least-squares fit to 27,000 hands of the preset `ffb`, each played out by `steady` at all four seats
with its best suit as trumps at 80. The standard deviation left is 26 points by the bidder's hand alone, and 16 with the
partner's hand too.

`suit_points` and `no_suit_points` define the figures on cards. Searches use `hand_strength`, which adds up tables by
holding and is a hundred times faster; a test compares the two. There a hand is 32 bits in pack order, eight to a suit,
sevens lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind, Merit, best_set, held, merit, points_of


@dataclass(frozen=True, slots=True)
class HandWeights:
    """Points per feature of a hand with a trump suit. `trumps` is indexed by their number."""

    base: float
    trumps: tuple[float, ...]
    honours: Mapping[Rank, float]
    ace: float
    ace_and_ten: float
    """Points for a ten with its ace."""
    guarded_ten: float
    void: float


TAKER = HandWeights(
    base=67,
    trumps=(-60, -40, -10, 0, 10.5, 18, 22, 30, 35),
    honours={Rank.JACK: 21.5, Rank.NINE: 11.5, Rank.ACE: 6, Rank.TEN: 4},
    ace=10.5,
    ace_and_ten=3,
    guarded_ten=3,
    void=7,
)
"""Weights for the bidder's hand, when the partner's is unknown."""

PARTNER = HandWeights(
    base=-46,
    trumps=(6, 12.5, 25.5, 38, 50, 60, 68, 75, 80),
    honours={Rank.JACK: 32.5, Rank.NINE: 14, Rank.ACE: 7, Rank.TEN: 3.5},
    ace=15,
    ace_and_ten=3,
    guarded_ten=4.5,
    void=6,
)
"""Weights for the partner's hand: points more or less than the bidder expects of it, 0 on average."""


@dataclass(frozen=True, slots=True)
class NoSuitWeights:
    """Points per feature of a hand without a trump suit. `ranks` are the two highest of a suit."""

    ranks: tuple[Rank, Rank]
    base: float
    top: float
    second: float
    """Points for a second card with its top card."""
    guarded: float
    """Points for a second card without its top card."""
    long: float
    """Points for each card beyond three in a suit with its top card."""
    partner: float
    """Points for each top card more or less than the one that a bidder expects of the partner."""


NO_SUIT: Mapping[Denomination, NoSuitWeights] = {
    Denomination.NO_TRUMP: NoSuitWeights((Rank.ACE, Rank.TEN), 49, 18.5, 5, 7, 5, 28),
    Denomination.ALL_TRUMP: NoSuitWeights((Rank.JACK, Rank.NINE), 65, 10.5, 13, 2, 7.5, 24),
}
"""Least squares over 830 hands each that `steady` played out by `ffb-sa-ta`, less six points for caution. The standard
deviation left is 29 points. In duplicate deals a bidder with these figures is level with one that bids suits only."""

_COUNTED_SHARE = {
    DeclarationKind.TIERCE: 0.6,
    DeclarationKind.CINQUANTE: 0.85,
    DeclarationKind.CENT: 0.95,
    DeclarationKind.CARRE: 1.0,
}
"""The share of a declaration's points that counts, as the opponents may have a better one. An estimate, not a fit."""


def suit_points(hand: tuple[Card, ...], suit: Suit, table: HandWeights) -> float:
    """Return the points of the hand with that suit as trumps, with belote, without declarations."""
    ranks = {at: {card.rank for card in hand if card.suit is at} for at in Suit}
    trumps = ranks.pop(suit)
    points = table.base + table.trumps[len(trumps)]
    points += sum(table.honours.get(rank, 0.0) for rank in trumps)
    if {Rank.KING, Rank.QUEEN} <= trumps:
        points += BELOTE_POINTS
    return points + sum(_side_points(held_here, table) for held_here in ranks.values())


def top_cards(hand: tuple[Card, ...], denomination: Denomination) -> int:
    """Return the number of suits of which the hand has the top card, without a trump suit."""
    return sum(card.rank is NO_SUIT[denomination].ranks[0] for card in hand)


def no_suit_points(hand: tuple[Card, ...], denomination: Denomination) -> float:
    """Return the points of the hand of a bidder of no trump or all trump, the partner's unknown."""
    table = NO_SUIT[denomination]
    top, second = table.ranks
    points = table.base
    for suit in Suit:
        ranks = {card.rank for card in hand if card.suit is suit}
        if top in ranks:
            points += table.top + table.second * (second in ranks) + table.long * max(0, len(ranks) - 3)
        elif second in ranks and len(ranks) > 1:
            points += table.guarded
    return points


def _side_points(ranks: set[Rank], table: HandWeights) -> float:
    if Rank.ACE in ranks:
        return table.ace + (table.ace_and_ten if Rank.TEN in ranks else 0.0)
    if not ranks:
        return table.void
    return table.guarded_ten if Rank.TEN in ranks and len(ranks) > 1 else 0.0


def expected_declarations(hand: tuple[Card, ...]) -> float:
    """Return the points that the declarations of a hand are expected to add with a trump suit."""
    best: tuple[Declaration, ...] = best_set(held(frozenset(hand)), Denomination.SPADES)
    return sum(points_of(d, Denomination.SPADES) * _COUNTED_SHARE[d.kind] for d in best)


RANKS = len(Rank)
HOLDINGS = 1 << RANKS
"""The number of holdings, that is subsets of the eight cards of a suit."""
DENOMINATIONS = tuple(Denomination)
"""The order of the tuples in `HandStrength`."""
LONG_SUIT = 4
"""The length from which on a suit is bid without the jack and the nine."""
TOPS_TO_BID = 2
"""The top cards that a bid of no trump or all trump asks for."""

_INDEX = {card: at for at, card in enumerate(PACK)}
_SUITS = tuple(Suit)
_ANY, _OTHER = _SUITS[0], _SUITS[1]


def bits(hand: Iterable[Card]) -> int:
    """Return the cards as bits, in pack order."""
    return sum(1 << _INDEX[card] for card in hand)


def cards_of(hand: int) -> tuple[Card, ...]:
    """Return the cards of those bits, in pack order."""
    return tuple(card for at, card in enumerate(PACK) if hand >> at & 1)


def by_suit(hand: int) -> tuple[int, int, int, int]:
    """Return the holding of each suit."""
    return hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24


def _cards(holding: int, suit: Suit) -> tuple[Card, ...]:
    return tuple(Card.of(rank, suit) for at, rank in enumerate(Rank) if holding >> at & 1)


@dataclass(frozen=True, slots=True)
class HoldingPoints:
    """Points of each holding as the trump suit and as a side suit, and the points of every hand."""

    base: float
    trump: tuple[float, ...]
    side: tuple[float, ...]


def _holding_points(table: HandWeights) -> HoldingPoints:
    void = table.base + table.trumps[0] + (len(Suit) - 1) * table.void
    side = [suit_points(_cards(holding, _OTHER), _ANY, table) - void + table.void for holding in range(HOLDINGS)]
    voids = table.base + (len(Suit) - 1) * table.void
    trump = [suit_points(_cards(holding, _ANY), _ANY, table) - voids for holding in range(HOLDINGS)]
    return HoldingPoints(table.base, tuple(trump), tuple(side))


def _no_suit_holdings(denomination: Denomination) -> tuple[float, ...]:
    base = NO_SUIT[denomination].base
    return tuple(no_suit_points(_cards(holding, _ANY), denomination) - base for holding in range(HOLDINGS))


def _top_holdings(denomination: Denomination) -> tuple[bool, ...]:
    top = tuple(Rank).index(NO_SUIT[denomination].ranks[0])
    return tuple(bool(holding >> top & 1) for holding in range(HOLDINGS))


TAKER_POINTS = _holding_points(TAKER)
PARTNER_POINTS = _holding_points(PARTNER)
NO_SUIT_POINTS = {denomination: _no_suit_holdings(denomination) for denomination in NO_SUIT}
HAS_TOP = {denomination: _top_holdings(denomination) for denomination in NO_SUIT}
"""True for each holding with the top card of its suit, without a trump suit."""

_JACK, _NINE = 1 << tuple(Rank).index(Rank.JACK), 1 << tuple(Rank).index(Rank.NINE)
BIDDABLE = tuple(bool(holding & (_JACK | _NINE)) or holding.bit_count() >= LONG_SUIT for holding in range(HOLDINGS))
"""True for each holding that is good enough to bid the suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStrength:
    """The strength of a hand in each denomination, in points."""

    taker: tuple[float, ...]
    """Points as the bidder's hand."""
    partner: tuple[float, ...]
    """Points as the partner's hand: more or less than the bidder expects."""
    biddable: tuple[bool, ...]
    """True where the hand is good enough to bid the denomination."""


@lru_cache(maxsize=1 << 14)
def hand_strength(hand: int) -> HandStrength:
    """Return the strength of a hand."""
    suits = by_suit(hand)
    return HandStrength(
        taker=(*_with_trumps(suits, TAKER_POINTS), *(_no_suit(suits, denomination) for denomination in NO_SUIT)),
        partner=(
            *_with_trumps(suits, PARTNER_POINTS),
            *(_no_suit_support(suits, denomination) for denomination in NO_SUIT),
        ),
        biddable=(*(BIDDABLE[held] for held in suits), *(_top_count(suits, d) >= TOPS_TO_BID for d in NO_SUIT)),
    )


def _with_trumps(suits: tuple[int, ...], pieces: HoldingPoints) -> tuple[float, ...]:
    beside = [pieces.side[held] for held in suits]
    total = pieces.base + sum(beside)
    return tuple(total - side + pieces.trump[held] for held, side in zip(suits, beside, strict=True))


def _no_suit(suits: tuple[int, ...], denomination: Denomination) -> float:
    pieces = NO_SUIT_POINTS[denomination]
    return NO_SUIT[denomination].base + sum(pieces[held] for held in suits)


def _top_count(suits: tuple[int, ...], denomination: Denomination) -> int:
    heads = HAS_TOP[denomination]
    return sum(heads[held] for held in suits)


def _no_suit_support(suits: tuple[int, ...], denomination: Denomination) -> float:
    return NO_SUIT[denomination].partner * (_top_count(suits, denomination) - 1)


_BELOTE = sum(1 << tuple(Rank).index(rank) for rank in (Rank.KING, Rank.QUEEN))


def has_belote(hand: int, place: int) -> bool:
    """Return whether the hand has king and queen of that suit, which its strength includes with 20 points."""
    return place < len(Suit) and hand >> 8 * place & _BELOTE == _BELOTE


# --- declarations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandDeclarations:
    """The declarations of a hand: their points, and the rank of the best."""

    points: int
    best: Merit


_HAS_SEQUENCE = tuple(any(holding >> at & 7 == 7 for at in range(RANKS - 2)) for holding in range(HOLDINGS))
_CARRE_RANKS = HOLDINGS - 4
"""The ranks of which four are a carré: sevens and eights are not."""


def _has_declaration(hand: int) -> bool:
    a, b, c, d = by_suit(hand)
    return (
        _HAS_SEQUENCE[a]
        or _HAS_SEQUENCE[b]
        or _HAS_SEQUENCE[c]
        or _HAS_SEQUENCE[d]
        or bool(a & b & c & d & _CARRE_RANKS)
    )


def hand_declarations(hand: int, denomination: Denomination) -> HandDeclarations | None:
    """Return the declarations of the hand, or None as for most hands."""
    return _hand_declarations(hand, denomination) if _has_declaration(hand) else None


@lru_cache(maxsize=1 << 12)
def _hand_declarations(hand: int, denomination: Denomination) -> HandDeclarations:
    best: tuple[Declaration, ...] = best_set(held(frozenset(cards_of(hand))), denomination)
    return HandDeclarations(sum(points_of(d, denomination) for d in best), max(merit(d, denomination) for d in best))


EXPECTED_SEQUENCE_POINTS = tuple(expected_declarations(_cards(holding, _ANY)) for holding in range(HOLDINGS))
"""Points that the sequences of each holding are expected to add."""


def likely_declarations(hand: int) -> float:
    """Return the points that the declarations of a hand are expected to add."""
    return _likely_declarations(hand) if _has_declaration(hand) else 0.0


@lru_cache(maxsize=1 << 12)
def _likely_declarations(hand: int) -> float:
    return expected_declarations(cards_of(hand))
