"""What a hand is worth before the play, in points that its side can expect to take with a suit as trumps, or without.

Knows the numbers: a least-squares fit (`bench/hands.py`) over 27,000 hands that `steady` played out; what is left
over has a standard deviation of 26 points alone, and of 16 when the partner's hand is known too. Refuses to know
the auction.

What a hand is worth as trumps of each kind, by suit: the same figures as `hand`, a hundred times faster.

Knows hands as bits by pack order, eight to a suit, the seven lowest. Refuses to know the auction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind, Merit, best_set, held, merit, points_of


@dataclass(frozen=True, slots=True)
class Worth:
    """What each feature of a hand adds, in points. `trumps` goes by their number, 8 at most."""

    base: float
    trumps: tuple[float, ...]
    honours: Mapping[Rank, float]
    ace: float
    ace_and_ten: float
    """A ten beside its ace."""
    guarded_ten: float
    void: float


TAKER = Worth(
    base=67,
    trumps=(-60, -40, -10, 0, 10.5, 18, 22, 30, 35),
    honours={Rank.JACK: 21.5, Rank.NINE: 11.5, Rank.ACE: 6, Rank.TEN: 4},
    ace=10.5,
    ace_and_ten=3,
    guarded_ten=3,
    void=7,
)
"""The hand of who names the suit, the partner's unknown."""

PARTNER = Worth(
    base=-46,
    trumps=(6, 12.5, 25.5, 38, 50, 60, 68, 75, 80),
    honours={Rank.JACK: 32.5, Rank.NINE: 14, Rank.ACE: 7, Rank.TEN: 3.5},
    ace=15,
    ace_and_ten=3,
    guarded_ten=4.5,
    void=6,
)
"""The other hand, over or under what the taker can expect of it: nought on the average."""


@dataclass(frozen=True, slots=True)
class Flat:
    """What each feature of a hand adds without a trump suit, in points; `ranks` are the two highest."""

    ranks: tuple[Rank, Rank]
    base: float
    top: float
    second: float
    """One beside its top card."""
    guarded: float
    """A second without its top card."""
    long: float
    """A card more than three in a suit with its top card."""
    partner: float
    """A top card more or less than the one that a bidder can expect of his partner."""


FLAT: Mapping[Denomination, Flat] = {
    Denomination.NO_TRUMP: Flat((Rank.ACE, Rank.TEN), 49, 18.5, 5, 7, 5, 28),
    Denomination.ALL_TRUMP: Flat((Rank.JACK, Rank.NINE), 65, 10.5, 13, 2, 7.5, 24),
}
"""From 830 hands each, played out by `steady` with the rules `ffb-sa-ta`, and six points off for caution; left over
are 29 points. By duplicate deals this is level with a bidder of suits only."""

_LIKELY_BEST = {
    DeclarationKind.TIERCE: 0.6,
    DeclarationKind.CINQUANTE: 0.85,
    DeclarationKind.CENT: 0.95,
    DeclarationKind.CARRE: 1.0,
}
"""How much of a declaration to count on: the opponents may have a better one."""


def worth(hand: tuple[Card, ...], suit: Suit, table: Worth) -> float:
    """The points of the hand with that suit as trumps, belote included, declarations apart."""
    ranks = {at: {card.rank for card in hand if card.suit is at} for at in Suit}
    trumps = ranks.pop(suit)
    points = table.base + table.trumps[len(trumps)]
    points += sum(table.honours.get(rank, 0.0) for rank in trumps)
    if {Rank.KING, Rank.QUEEN} <= trumps:
        points += BELOTE_POINTS
    return points + sum(_side(held_here, table) for held_here in ranks.values())


def tops(hand: tuple[Card, ...], denomination: Denomination) -> int:
    """How many suits the hand has the highest card of, without a trump suit."""
    return sum(card.rank is FLAT[denomination].ranks[0] for card in hand)


def flat_worth(hand: tuple[Card, ...], denomination: Denomination) -> float:
    """The points of the hand of who names no trump or all trump, the partner's unknown."""
    table = FLAT[denomination]
    top, second = table.ranks
    points = table.base
    for suit in Suit:
        ranks = {card.rank for card in hand if card.suit is suit}
        if top in ranks:
            points += table.top + table.second * (second in ranks) + table.long * max(0, len(ranks) - 3)
        elif second in ranks and len(ranks) > 1:
            points += table.guarded
    return points


def _side(ranks: set[Rank], table: Worth) -> float:
    if Rank.ACE in ranks:
        return table.ace + (table.ace_and_ten if Rank.TEN in ranks else 0.0)
    if not ranks:
        return table.void
    return table.guarded_ten if Rank.TEN in ranks and len(ranks) > 1 else 0.0


def declared(hand: tuple[Card, ...]) -> float:
    """What the declarations of a hand are likely to add, some suit being trumps."""
    best: tuple[Declaration, ...] = best_set(held(frozenset(hand)), Denomination.SPADES)
    return sum(points_of(d, Denomination.SPADES) * _LIKELY_BEST[d.kind] for d in best)


RANKS = len(Rank)
HOLDINGS = 1 << RANKS
"""How many ways there are to hold cards of a suit."""
DENOMINATIONS = tuple(Denomination)
"""A place in an `Estimate` is one in this."""
LONG_SUIT = 4
"""So many trumps are named without the jack and the nine."""
TOPS = 2
"""So many suits must be headed for no trump or all trump."""

_INDEX = {card: at for at, card in enumerate(PACK)}
_SUITS = tuple(Suit)
_ANY, _OTHER = _SUITS[0], _SUITS[1]


def bits(hand: Iterable[Card]) -> int:
    """The cards as bits, by pack order."""
    return sum(1 << _INDEX[card] for card in hand)


def cards_of(hand: int) -> tuple[Card, ...]:
    """The cards of those bits, in pack order."""
    return tuple(card for at, card in enumerate(PACK) if hand >> at & 1)


def by_suit(hand: int) -> tuple[int, int, int, int]:
    """What is held of each suit."""
    return hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24


def _cards(holding: int, suit: Suit) -> tuple[Card, ...]:
    return tuple(Card.of(rank, suit) for at, rank in enumerate(Rank) if holding >> at & 1)


@dataclass(frozen=True, slots=True)
class Pieces:
    """What each holding adds as the trump suit, and beside it; and what is added to every hand."""

    base: float
    trump: tuple[float, ...]
    side: tuple[float, ...]


def _pieces(table: Worth) -> Pieces:
    void = table.base + table.trumps[0] + (len(Suit) - 1) * table.void
    side = [worth(_cards(holding, _OTHER), _ANY, table) - void + table.void for holding in range(HOLDINGS)]
    voids = table.base + (len(Suit) - 1) * table.void
    trump = [worth(_cards(holding, _ANY), _ANY, table) - voids for holding in range(HOLDINGS)]
    return Pieces(table.base, tuple(trump), tuple(side))


def _flat_pieces(denomination: Denomination) -> tuple[float, ...]:
    base = FLAT[denomination].base
    return tuple(flat_worth(_cards(holding, _ANY), denomination) - base for holding in range(HOLDINGS))


def _heads(denomination: Denomination) -> tuple[bool, ...]:
    top = tuple(Rank).index(FLAT[denomination].ranks[0])
    return tuple(bool(holding >> top & 1) for holding in range(HOLDINGS))


OF_TAKER = _pieces(TAKER)
OF_PARTNER = _pieces(PARTNER)
FLAT_PIECES = {denomination: _flat_pieces(denomination) for denomination in FLAT}
HEADS = {denomination: _heads(denomination) for denomination in FLAT}
"""Whether a holding has the highest card of its suit, without a trump suit."""

_JACK, _NINE = 1 << tuple(Rank).index(Rank.JACK), 1 << tuple(Rank).index(Rank.NINE)
NAMED = tuple(bool(holding & (_JACK | _NINE)) or holding.bit_count() >= LONG_SUIT for holding in range(HOLDINGS))
"""Whether a suit so held is named as trumps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a hand is worth in each denomination, in points: as the hand of who names it, over what its partner can
    expect, and whether it has what one names it with."""

    taker: tuple[float, ...]
    partner: tuple[float, ...]
    named: tuple[bool, ...]


@lru_cache(maxsize=1 << 14)
def estimate(hand: int) -> Estimate:
    """The figures of a hand."""
    suits = by_suit(hand)
    return Estimate(
        taker=(*_with_trumps(suits, OF_TAKER), *(_flat(suits, denomination) for denomination in FLAT)),
        partner=(*_with_trumps(suits, OF_PARTNER), *(_beside(suits, denomination) for denomination in FLAT)),
        named=(*(NAMED[held] for held in suits), *(_headed(suits, d) >= TOPS for d in FLAT)),
    )


def _with_trumps(suits: tuple[int, ...], pieces: Pieces) -> tuple[float, ...]:
    beside = [pieces.side[held] for held in suits]
    total = pieces.base + sum(beside)
    return tuple(total - side + pieces.trump[held] for held, side in zip(suits, beside, strict=True))


def _flat(suits: tuple[int, ...], denomination: Denomination) -> float:
    pieces = FLAT_PIECES[denomination]
    return FLAT[denomination].base + sum(pieces[held] for held in suits)


def _headed(suits: tuple[int, ...], denomination: Denomination) -> int:
    heads = HEADS[denomination]
    return sum(heads[held] for held in suits)


def _beside(suits: tuple[int, ...], denomination: Denomination) -> float:
    return FLAT[denomination].partner * (_headed(suits, denomination) - 1)


_BELOTE = sum(1 << tuple(Rank).index(rank) for rank in (Rank.KING, Rank.QUEEN))


def has_belote(hand: int, place: int) -> bool:
    """Whether the hand has king and queen of the suit of that place; its estimate is 20 points higher then."""
    return place < len(Suit) and hand >> 8 * place & _BELOTE == _BELOTE


# --- declarations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Says:
    """What a hand declares: its points in all, and how good the best of it is."""

    points: int
    best: Merit


_RUNS = tuple(any(holding >> at & 7 == 7 for at in range(RANKS - 2)) for holding in range(HOLDINGS))
_PAYING = HOLDINGS - 4
"""Sevens and eights make no carré."""


def _declares(hand: int) -> bool:
    a, b, c, d = by_suit(hand)
    return _RUNS[a] or _RUNS[b] or _RUNS[c] or _RUNS[d] or bool(a & b & c & d & _PAYING)


def says(hand: int, denomination: Denomination) -> Says | None:
    """What the hand declares; None for nothing, as most hands."""
    return _says(hand, denomination) if _declares(hand) else None


@lru_cache(maxsize=1 << 12)
def _says(hand: int, denomination: Denomination) -> Says:
    best: tuple[Declaration, ...] = best_set(held(frozenset(cards_of(hand))), denomination)
    return Says(sum(points_of(d, denomination) for d in best), max(merit(d, denomination) for d in best))


RUNS = tuple(declared(_cards(holding, _ANY)) for holding in range(HOLDINGS))
"""What the sequences of a holding are likely to add."""


def likely_declared(hand: int) -> float:
    """What the declarations of a hand are likely to add."""
    return _likely(hand) if _declares(hand) else 0.0


@lru_cache(maxsize=1 << 12)
def _likely(hand: int) -> float:
    return declared(cards_of(hand))
