"""What a card that was played tells of the others of its suit: how players choose, as a table of figures.

Knows kinds of plays and how likely a card is kept after each (`bench/tells.py` learns it from play). Refuses to know
duties: what cannot be is `inference`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination
from coinche.engine.trick import beats, winner_index

from .constraints import SUIT_CARDS

BELIEVED = 0.8
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
        (0, -2, -2, 0, 3, 4),
        (16, 0, -8, -1, -6, 0),
        (1, 11, 0, -7, -9, -3),
        (-5, 3, 5, 0, -6, -1),
        (-8, 0, 9, 9, 0, -5),
        (-9, 2, 6, 9, 4, 2),
    ),
    Kind.LEADS_TRUMP: (
        (0, -4, -1, 4, 6, 2),
        (9, 0, -12, 2, 5, -1),
        (4, 2, 0, -4, -1, -5),
        (0, -1, 12, 0, -5, -7),
        (2, 9, 7, 4, 0, -5),
        (-8, 6, 1, 1, 9, 2),
    ),
    Kind.TAKES: (
        (0, -1, 1, 3, 4, 3),
        (9, 0, 1, 2, 2, 0),
        (1, -3, 0, 0, -1, 0),
        (1, -4, 1, 0, -1, 1),
        (-6, -4, -2, -2, 0, -6),
        (-2, -9, 1, -11, 6, -17),
    ),
    Kind.HELPS: (
        (0, 0, 0, 0, 0, 0),
        (0, 0, 2, 4, 6, 2),
        (-3, -20, 0, 2, -10, 5),
        (-5, -4, -15, 0, 4, -2),
        (-2, -10, 0, -19, 0, 5),
        (-5, -2, -1, -6, -14, 4),
    ),
    Kind.HELPS_LAST: (
        (0, 11, 0, 5, -3, 1),
        (1, 0, 3, 5, 2, 10),
        (-2, -8, 0, -2, 3, 8),
        (9, -8, -10, 0, 3, 5),
        (1, -8, -2, -6, 0, 6),
        (10, -6, -9, -8, -11, 1),
    ),
    Kind.LOSES: (
        (0, 0, 0, 0, 0, 0),
        (0, 0, -14, -11, -17, -18),
        (-4, 1, 0, -20, -4, -19),
        (-18, 4, 5, 0, -11, -12),
        (-10, -4, 5, -1, 0, -12),
        (-4, -2, 3, 4, 3, -2),
    ),
    Kind.RUFFED: (
        (0, -3, -2, 0, -1, -9),
        (1, 0, -14, -4, -7, -16),
        (-2, 8, 0, -12, -5, -12),
        (-6, -2, -4, 0, -10, -20),
        (15, 1, -1, 2, 0, -20),
        (4, -4, 0, 6, 4, -2),
    ),
    Kind.OVER: (
        (0, -20, 0, 2, 4, 8),
        (6, 0, -11, 1, 6, -3),
        (4, 6, 0, -12, 4, 9),
        (-1, 4, 6, 0, 0, 9),
        (-4, 6, -7, 2, 0, 0),
        (3, 2, 5, 10, -4, -4),
    ),
    Kind.UNDER: (
        (0, 0, 0, 0, 0, 0),
        (0, 0, -6, -16, -12, -20),
        (-2, -2, 0, -9, -9, -17),
        (-3, -12, -5, 0, -7, -5),
        (-1, 4, -4, -4, 0, -12),
        (5, 0, 2, 1, 1, -3),
    ),
    Kind.RUFFS: (
        (0, -11, -6, -2, 5, -8),
        (-13, 0, 3, -1, -5, -5),
        (2, -4, 0, -5, 2, 0),
        (-3, -4, -8, 0, 7, 0),
        (-3, 6, -6, -10, 0, 0),
        (7, 5, -1, -2, -6, -3),
    ),
    Kind.GIVES: (
        (0, 16, -9, -2, -2, 1),
        (-9, 0, 0, 2, -6, -3),
        (-6, -19, 0, -4, 2, 1),
        (5, -3, -20, 0, 6, 3),
        (10, -4, -6, -12, 0, 2),
        (3, -7, -7, -1, -4, -5),
    ),
    Kind.THROWS: (
        (0, 10, 2, 4, 0, -2),
        (1, 0, 8, -4, 0, 2),
        (9, 9, 0, 0, 0, 3),
        (-5, 1, -2, 0, -8, -5),
        (5, -1, -1, -1, 0, -4),
        (5, 3, 4, 2, 4, -5),
    ),
}
"""Of each kind, by the class of the card played and of the other: how much likelier he who played holds the other, as
tenths of a logarithm. Learned from 600 deals, half of them `steady`'s, half of bots that solve: the owner of a hidden
card is known by 0.033 nats better in deals that were not learned from, 0.065 where all are `steady`."""

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
