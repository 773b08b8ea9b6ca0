"""What a card that was played tells of the others of its suit: how players choose, as a table of figures.

Knows kinds of plays and how likely a card is kept after each (`bench/tells.py` learns it from play). Refuses to know
duties: what cannot be is `inference`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from coinche.engine.cards import Card, Denomination
from coinche.engine.trick import STRENGTH, beats, winner_index

from .inference import SUIT_CARDS

BELIEVED = 0.6
"""The share of a tell that is believed: not everybody chooses as those did who were watched."""
CLASSES = 6
"""The top card of a suit, the next four, and the three lowest together."""


class Kind(StrEnum):
    """How a card was played."""

    LEADS = "leads"
    LEADS_TRUMP = "leads_trump"
    TAKES = "takes"
    HELPS = "helps"
    """The partner holds the trick, an opponent is still to play."""
    HELPS_LAST = "helps_last"
    LOSES = "loses"
    RUFFED = "ruffed"
    """It follows a suit that an opponent has trumped."""
    OVER = "over"
    """A trump that beats those before it."""
    UNDER = "under"
    RUFFS = "ruffs"
    GIVES = "gives"
    """A discard on the partner's trick."""
    THROWS = "throws"


TELLS: Mapping[Kind, tuple[tuple[int, ...], ...]] = {
    Kind.LEADS: (
        (0, 0, 3, 4, 2, 5),
        (5, 0, -2, -4, -4, 0),
        (1, 20, 0, -16, -4, -4),
        (-4, 7, 8, 0, -12, -16),
        (-10, 10, 4, 13, 0, -20),
        (-15, 4, 8, 8, 10, 2),
    ),
    Kind.LEADS_TRUMP: (
        (0, -4, 5, 4, 0, -2),
        (1, 0, -15, -1, 2, -4),
        (4, 13, 0, 1, -4, -7),
        (-2, 7, 12, 0, -3, -11),
        (0, 3, 4, 2, 0, -6),
        (-15, 13, 5, 9, 14, 0),
    ),
    Kind.TAKES: (
        (0, 1, 2, 2, 2, 2),
        (1, 0, 0, 4, 1, 1),
        (-1, -20, 0, -5, 5, -1),
        (-8, -1, -12, 0, 2, -1),
        (8, -9, -11, -11, 0, -1),
        (-9, -5, -4, -5, -4, -5),
    ),
    Kind.HELPS: (
        (0, 0, 0, 0, 0, 0),
        (0, 0, 10, 0, 2, 0),
        (0, -20, 0, 6, -6, 4),
        (2, -4, -18, 0, 8, 5),
        (0, -7, 2, -15, 0, 4),
        (2, 6, -7, -7, -7, 1),
    ),
    Kind.HELPS_LAST: (
        (0, 5, -3, 0, 2, 1),
        (-6, 0, 9, 6, 0, 4),
        (-2, -16, 0, 7, 4, 5),
        (0, -8, -13, 0, 4, 6),
        (1, -3, -7, -16, 0, 2),
        (1, -2, -1, -15, -11, 1),
    ),
    Kind.LOSES: (
        (0, 0, 0, 0, 0, 0),
        (0, 0, -12, -13, -11, -20),
        (-1, 8, 0, -20, -12, -13),
        (-2, 1, 0, 0, -6, -6),
        (-5, 1, 4, 2, 0, -14),
        (4, 1, 2, 5, 7, -1),
    ),
    Kind.RUFFED: (
        (0, -1, -3, 0, 0, -2),
        (4, 0, -12, -2, -7, -9),
        (-4, 7, 0, -11, -14, -15),
        (9, -3, -10, 0, -14, -19),
        (8, -1, 7, 8, 0, -14),
        (2, 0, 8, 4, 2, -4),
    ),
    Kind.OVER: (
        (0, -14, -3, -4, -3, 4),
        (7, 0, -6, -9, -3, 13),
        (0, -2, 0, 5, 1, 2),
        (7, -3, 3, 0, -3, 4),
        (5, -7, -6, 3, 0, -4),
        (-6, 3, -4, -8, -5, -1),
    ),
    Kind.UNDER: (
        (0, 0, 0, 0, 0, 0),
        (0, 0, 0, -3, -14, -20),
        (-3, 2, 0, -4, -5, -15),
        (-1, -1, 1, 0, -8, -15),
        (0, 3, 4, -5, 0, -10),
        (0, 4, 1, -2, -3, -6),
    ),
    Kind.RUFFS: (
        (0, -9, -2, -2, 0, -5),
        (-6, 0, 7, -1, -7, -14),
        (-6, -18, 0, 7, 0, -3),
        (-13, 3, -7, 0, 0, 2),
        (-10, 4, -3, -20, 0, -1),
        (1, 5, 5, -5, -8, 1),
    ),
    Kind.GIVES: (
        (0, 6, 6, 1, 2, -4),
        (-20, 0, 0, -5, -7, 4),
        (-10, -20, 0, 0, -6, 6),
        (9, -20, -17, 0, -2, 6),
        (13, -12, -1, -18, 0, -1),
        (11, -7, -9, -5, -13, -3),
    ),
    Kind.THROWS: (
        (0, 3, 7, 0, 9, 11),
        (6, 0, 4, -2, 0, -2),
        (1, 0, 0, -2, 4, 6),
        (0, -4, -9, 0, 3, 1),
        (4, 1, 0, 2, 0, -6),
        (6, 1, 4, 4, 2, -1),
    ),
}
"""Of each kind, by the class of the card played and of the other: how much likelier he who played holds the other, as
tenths of a logarithm. Learned from 500 deals, nearly all of `steady`'s."""

Trait = tuple[Kind, int, int]
"""How a card was played, its class, and the class of another of its suit."""


def kind_of(card: Card, before: tuple[Card, ...], denomination: Denomination) -> Kind:
    """How the card was played on those before it."""
    trump = card.suit in denomination.trumps
    if not before:
        return Kind.LEADS_TRUMP if trump else Kind.LEADS
    led, at = before[0].suit, winner_index(before, denomination)
    best, partner_wins = before[at], at == len(before) - 2
    higher = beats(card, best, denomination)
    if card.suit is not led:
        if trump:
            return Kind.RUFFS if higher else Kind.UNDER
        return Kind.GIVES if partner_wins else Kind.THROWS
    if trump:
        return Kind.OVER if higher else Kind.UNDER
    if higher:
        return Kind.TAKES
    if partner_wins:
        return Kind.HELPS_LAST if len(before) == 3 else Kind.HELPS
    return Kind.LOSES if best.suit is led else Kind.RUFFED


def class_of(card: Card, denomination: Denomination) -> int:
    """How high the card is in its suit: 0 is the top."""
    return min(CLASSES - 1, 7 - STRENGTH[denomination][card] % 8)


def traits(card: Card, before: tuple[Card, ...], denomination: Denomination) -> Iterator[tuple[Card, Trait]]:
    """Every other card of the suit, and what the play of this one is to it."""
    kind, own = kind_of(card, before, denomination), class_of(card, denomination)
    for other in sorted(SUIT_CARDS[card.suit]):
        if other is not card:
            yield other, (kind, own, class_of(other, denomination))


def told(card: Card, before: tuple[Card, ...], denomination: Denomination) -> Iterator[tuple[Card, float]]:
    """The same with the logarithm of how much likelier he holds the other."""
    for other, (kind, own, beside) in traits(card, before, denomination):
        yield other, BELIEVED * TELLS[kind][own][beside] / 10
