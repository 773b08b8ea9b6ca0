"""What a hand is worth before the play, in points that its side can expect to take with a suit as trumps, or without.

Knows the numbers: a least-squares fit (`bench/hands.py`) over 27,000 hands that `steady` played out; what is left
over has a standard deviation of 26 points alone, and of 16 when the partner's hand is known too. Refuses to know
the auction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind, best_set, held, points_of


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
