"""The 32 cards, their suits and ranks, and the denominations. Strength and points of a card are rules (`trick`)."""

from __future__ import annotations

from enum import StrEnum


class Suit(StrEnum):
    """One of the four suits."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """One of the eight ranks, in sequence order: each follows the one before it in a tierce."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class Denomination(StrEnum):
    """The part of a bid that names trumps: a suit, no trump or all trump."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMP = "N"
    ALL_TRUMP = "A"

    @property
    def trumps(self) -> frozenset[Suit]:
        """The suits that are trumps: one, none or all four."""
        return _TRUMPS[self]


class Card(StrEnum):
    """A card in its notation, rank then suit: `AS`, `10H`. The order of the members is the published pack order."""

    S7, S8, S9, S10, SJ, SQ, SK, SA = "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"
    H7, H8, H9, H10, HJ, HQ, HK, HA = "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"
    D7, D8, D9, D10, DJ, DQ, DK, DA = "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"
    C7, C8, C9, C10, CJ, CQ, CK, CA = "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"

    def __init__(self, notation: str) -> None:
        self.rank = Rank(notation[:-1])
        self.suit = Suit(notation[-1])

    @staticmethod
    def of(rank: Rank, suit: Suit) -> Card:
        """The card of that rank and suit."""
        return _BY_RANK_AND_SUIT[rank, suit]


PACK: tuple[Card, ...] = tuple(Card)

_BY_RANK_AND_SUIT = {(card.rank, card.suit): card for card in PACK}

_TRUMPS = {
    Denomination.SPADES: frozenset({Suit.SPADES}),
    Denomination.HEARTS: frozenset({Suit.HEARTS}),
    Denomination.DIAMONDS: frozenset({Suit.DIAMONDS}),
    Denomination.CLUBS: frozenset({Suit.CLUBS}),
    Denomination.NO_TRUMP: frozenset[Suit](),
    Denomination.ALL_TRUMP: frozenset(Suit),
}
