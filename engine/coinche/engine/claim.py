"""Claims: a proof that the player about to lead takes every trick that is left, whatever the others hold and play.

The proof uses nothing but the claimer's own view. A refused claim therefore tells nobody about the hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .card_values import STRENGTH
from .cards import PACK, Card, Suit
from .view import Phase, TableView


def claim(seen: TableView) -> tuple[Card, ...] | None:
    """Return the order in which the viewer leads to take every trick; None where a trick might be lost.

    Trumps go first, and in each suit the highest. At worst all unseen cards of a suit are in one hand: it keeps the
    best of them to the last, and a trump to ruff with if it has more of them than are led. This is not only enough:
    where the claim is None, there are hands to break it.
    """
    if seen.contract is None or not _is_to_lead(seen):
        return None
    denomination = seen.contract.denomination
    strength = STRENGTH[denomination]
    unseen = _unseen(seen)
    if not all(_is_sure(_of(suit, seen.hand), _of(suit, unseen), strength) for suit in Suit):
        return None
    trumps = [card for card in seen.hand if card.suit in denomination.trumps]
    if len(trumps) < len(seen.hand) and len(trumps) < sum(card.suit in denomination.trumps for card in unseen):
        return None
    return tuple(sorted(seen.hand, key=strength.__getitem__, reverse=True))


def _is_to_lead(seen: TableView) -> bool:
    on_turn = seen.phase is Phase.PLAYING and seen.turn is not None and seen.turn is seen.viewer
    return on_turn and seen.trick is not None and not seen.trick.cards


def _unseen(seen: TableView) -> tuple[Card, ...]:
    """The cards that the others hold among them. A view has every trick, even those that a client no longer shows."""
    known = {*seen.hand, *(card for trick in seen.tricks for card in trick.cards)}
    return tuple(card for card in PACK if card not in known)


def _of(suit: Suit, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.suit is suit)


def _is_sure(mine: tuple[Card, ...], unseen: tuple[Card, ...], strength: Mapping[Card, int]) -> bool:
    """Return whether each lead beats the best unseen card of the suit, or comes when nobody can follow any more."""
    best = max((strength[card] for card in unseen), default=-1)
    return sum(strength[card] > best for card in mine) >= min(len(mine), len(unseen))
