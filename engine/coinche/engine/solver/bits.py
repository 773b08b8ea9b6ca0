"""Cards as bits, and the rules of play on them.

A card is bit 8 × suit + strength in the suit, so that higher cards of a suit are higher bits and every question about a
hand is a mask. `BitRules` is to these masks what `coinche.engine.legal_cards` is to cards; tests hold the two to be
equal.
"""

from __future__ import annotations

from .game import FREE, RESTRICTED, Game

CARDS = 32
ALL = (1 << CARDS) - 1
SEATS = 4
NONE = CARDS
"""No card."""
WE_ALL, THEY_ALL = 1, 2
"""The sides that may still take all tricks: seats 0 and 2, the two others."""

SUITS = tuple(0xFF << shift for shift in (0, 8, 16, 24))
SUIT = tuple(SUITS[card >> 3] for card in range(CARDS))
"""All cards of the suit, for each card."""
ABOVE = tuple(SUIT[card] & ~((2 << card) - 1) for card in range(CARDS))
"""The higher cards of the suit, for each card."""
BELOW = tuple(SUIT[card] & ((1 << card) - 1) for card in range(CARDS))


def cards_of(bits: int) -> list[int]:
    """The numbers of the bits, the lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


class BitRules:
    """A game's cards and duties. `trump` are the cards that take others; `ranked` those that are to be beaten."""

    def __init__(self, game: Game) -> None:
        self.number = tuple(game.order.index(bit) for bit in range(CARDS))
        """The card of the pack that a bit is."""
        self.points = tuple(game.points[number] for number in self.number)
        self.ranked = sum(suit for at, suit in enumerate(SUITS) if game.trumps >> at & 1)
        self.trump = self.ranked if game.trumps.bit_count() == 1 else 0
        self.last_trick = game.last_trick
        self._order = game.order
        self._spares_partner = bool(self.trump) and not game.beat_partner
        self._undertrump = game.undertrump
        self._under_partner = game.under_partner

    def bits(self, cards: int) -> int:
        """Cards of the pack as bits of the game."""
        found = 0
        for at, bit in enumerate(self._order):
            found |= (cards >> at & 1) << bit
        return found

    def card(self, number: int) -> int:
        """The bit of a card of the pack."""
        return self._order[number]

    def worth(self, cards: list[int]) -> int:
        """The points of the cards."""
        return sum(self.points[card] for card in cards)

    def beats(self, card: int, best: int) -> bool:
        """Return whether the card takes the trick from the one that holds it."""
        if (card ^ best) & 24:
            return bool(1 << card & self.trump)
        return card > best

    def legal(self, hand: int, led: int, best: int, partner_wins: bool) -> int:
        """Return the cards that a player may play who does not lead."""
        suit = SUIT[led]
        of_suit = hand & suit
        if of_suit:
            if not suit & self.ranked or (partner_wins and self._spares_partner):
                return of_suit
            return of_suit & ABOVE[best] or of_suit
        trumps = hand & self.trump
        if not trumps:
            return hand
        trumped = 1 << best & self.trump
        higher = trumps & ABOVE[best] if trumped else trumps
        if not partner_wins:
            return higher or (trumps if self._undertrump else hand)
        if not trumped or not higher or self._under_partner == FREE:
            return hand
        if self._under_partner == RESTRICTED and trumps == hand:
            return hand
        return hand & ~trumps | higher
