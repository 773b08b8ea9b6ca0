"""The order of a hand on the screen: trumps first, colours in turn. What may be played is for the server to say."""

from __future__ import annotations

from collections.abc import Callable

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.view import Phase
from coinche.text.settings import Sort

from .table import AtTable
from .ui import Ui

_RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})


_RANKS = tuple(Rank)


def laid_out(table: AtTable, ui: Ui) -> tuple[Card, ...]:
    """The hand from left to right; without a contract it is ordered as at no trump."""
    contract = table.view.contract if table.view.phase is Phase.PLAYING else None
    denomination = contract.denomination if contract else Denomination.NO_TRUMP
    return ordered(table.view.hand, denomination, ui.settings.sort)


def ordered(hand: tuple[Card, ...], denomination: Denomination, sort: Sort) -> tuple[Card, ...]:
    """The cards by suits of alternating colours, strongest first; `sort` says where the trumps go."""
    strength = STRENGTH[denomination]
    suits = _alternating({card.suit for card in hand}, denomination)
    if sort is Sort.TRUMPS_LAST:
        suits.reverse()
    rank_of: Callable[[Card], int] = (
        (lambda card: _RANKS.index(card.rank)) if sort is Sort.BY_RANK else (lambda card: strength[card])
    )
    sign = 1 if sort is Sort.TRUMPS_LAST else -1
    return tuple(sorted(hand, key=lambda card: (suits.index(card.suit), sign * rank_of(card))))


def _alternating(held: set[Suit], denomination: Denomination) -> list[Suit]:
    """The suits in an order in which red and black alternate as far as possible, a trump suit first."""
    left = [suit for suit in Suit if suit in held]
    reds = sum(suit in _RED for suit in left)
    trump = denomination.trumps if len(denomination.trumps) == 1 else frozenset[Suit]()
    laid: list[Suit] = []
    while left:
        wanted = next((s for s in left if s in trump), None)
        if wanted is None and laid:
            wanted = next((s for s in left if (s in _RED) is not (laid[-1] in _RED)), None)
        if wanted is None and 2 * reds > len(left):
            wanted = next((s for s in left if s in _RED), None)
        suit = wanted or left[0]
        left.remove(suit)
        laid.append(suit)
    return laid
