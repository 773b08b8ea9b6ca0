"""One trick and its winner (F 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .card_values import STRENGTH
from .cards import Card, Denomination
from .seats import Direction, Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, the leader's first. `winner` is who wins it so far; null while it is empty."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


def beats(card: Card, best: Card, denomination: Denomination) -> bool:
    """Return whether a card played later takes the trick from the one that holds it."""
    strength = STRENGTH[denomination]
    if card.suit is not best.suit and (card.suit not in denomination.trumps or best.suit in denomination.trumps):
        return False
    return strength[card] > strength[best]


def winner_index(cards: Sequence[Card], denomination: Denomination) -> int:
    """Return the index of the card that wins, in the order played (F 5.1)."""
    best = 0
    for at in range(1, len(cards)):
        if beats(cards[at], cards[best], denomination):
            best = at
    return best


def laid(trick: Trick, seat: Seat, card: Card, denomination: Denomination, direction: Direction) -> Trick:
    """The trick with that seat's card on it."""
    winner = trick.winner
    if winner is None or beats(card, trick.cards[winner.after(trick.leader, direction)], denomination):
        winner = seat
    return Trick(trick.leader, (*trick.cards, card), winner)
