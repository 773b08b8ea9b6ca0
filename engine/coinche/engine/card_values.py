"""The strength and the points of each card under a denomination (F 6, 11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .cards import PACK, Card, Denomination, Rank
from .rules import AllTrumpValues, NoTrumpValues, ScoringRules

# Strength, weakest first (F 6), and points.
_PLAIN_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_TRUMP_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK)
_PLAIN_POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS = {Rank.JACK: 20, Rank.NINE: 14, Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3}
_ALL_TRUMP_POINTS: Mapping[AllTrumpValues, Mapping[Rank, int]] = {
    AllTrumpValues.THIRTEEN: {Rank.JACK: 13, Rank.NINE: 9, Rank.ACE: 6, Rank.TEN: 5, Rank.KING: 3, Rank.QUEEN: 2},
    AllTrumpValues.FOURTEEN: {Rank.JACK: 14, Rank.NINE: 9, Rank.ACE: 6, Rank.TEN: 5, Rank.KING: 3, Rank.QUEEN: 1},
}
_NO_TRUMP_POINTS: Mapping[NoTrumpValues, Mapping[Rank, int]] = {
    NoTrumpValues.NINETEEN: _PLAIN_POINTS | {Rank.ACE: 19},
    NoTrumpValues.ELEVEN: _PLAIN_POINTS,
}

_OVER_ANY_PLAIN_CARD = 8


@cache
def _values(denomination: Denomination, all_trump: AllTrumpValues, no_trump: NoTrumpValues) -> Mapping[Card, int]:
    trumps = _ALL_TRUMP_POINTS[all_trump] if denomination is Denomination.ALL_TRUMP else _TRUMP_POINTS
    plain = _NO_TRUMP_POINTS[no_trump] if denomination is Denomination.NO_TRUMP else _PLAIN_POINTS
    return {card: (trumps if card.suit in denomination.trumps else plain).get(card.rank, 0) for card in PACK}


def points_of(denomination: Denomination, rules: ScoringRules) -> Mapping[Card, int]:
    """Return the points of each card under the denomination (F 6, 11)."""
    return _values(denomination, rules.all_trump_values, rules.no_trump_values)


def _strengths(denomination: Denomination) -> dict[Card, int]:
    return {
        card: _TRUMP_ORDER.index(card.rank) + _OVER_ANY_PLAIN_CARD
        if card.suit in denomination.trumps
        else _PLAIN_ORDER.index(card.rank)
        for card in PACK
    }


STRENGTH: Mapping[Denomination, Mapping[Card, int]] = {d: _strengths(d) for d in Denomination}
"""The rank of each card in its suit; a trump is over any plain card. Compare only cards that can win."""


def _from_the_least(denomination: Denomination) -> dict[Card, int]:
    points = _values(denomination, AllTrumpValues.THIRTEEN, NoTrumpValues.NINETEEN)
    order = sorted(PACK, key=lambda card: (points[card], STRENGTH[denomination][card]))
    return {card: at for at, card in enumerate(order)}


LEAST: Mapping[Denomination, Mapping[Card, int]] = {d: _from_the_least(d) for d in Denomination}
"""The place of each card from the one that is worth least, of equals the weakest first: the same by all values."""
