"""Random knowledge of hidden hands, and all hands that fit it, found without any engine."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from coinche.engine.cards import PACK, Card, Suit
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence, HiddenHands

ME, DIRECTION = Seat.SOUTH, FFB.table.direction
OTHERS = ME.round(DIRECTION)[1:]

Hands = tuple[frozenset[Card], ...]
"""Of the three others in turn."""


@dataclass(frozen=True)
class Knowing:
    """A hand, and what its owner knows of the others'."""

    hand: tuple[Card, ...]
    hidden: HiddenHands


def some_knowing(chance: random.Random, tricks: int, *, evidence: bool) -> Knowing:
    """Knowledge with that number of cards per hand; some seats are void of some suits."""
    cards = chance.sample(PACK, len(PACK))
    dealt = {seat: cards[8 * at : 8 * at + 8] for at, seat in enumerate(Seat)}
    held = {seat: frozenset(hand[:tricks]) for seat, hand in dealt.items()}
    unseen = frozenset().union(*(held[seat] for seat in OTHERS))
    hidden = HiddenHands(
        unseen=unseen,
        room=dict.fromkeys(OTHERS, tricks),
        may={seat: held[seat] | _not_void(chance, unseen) for seat in OTHERS},
        gone={seat: frozenset(hand[tricks:]) for seat, hand in dealt.items()},
        lean=struct.pack("96d", *(chance.gauss(0, 1) for _ in range(96))) if evidence else b"",
        evidence=(_evidence(chance, OTHERS[0]), _evidence(chance, OTHERS[1])) if evidence else (),
    )
    return Knowing(tuple(held[ME]), hidden)


def _not_void(chance: random.Random, cards: frozenset[Card]) -> frozenset[Card]:
    suits = chance.sample(list(Suit), chance.choice((2, 3, 4, 4)))
    return frozenset(card for card in cards if card.suit in suits)


def _evidence(chance: random.Random, seat: Seat) -> CallEvidence:
    worth = struct.pack("1024h", *(chance.randrange(-10, 80) for _ in range(1024)))
    return CallEvidence(seat=seat, worth=worth, likely=struct.pack("256f", *(chance.gauss(0, 1) for _ in range(256))))


def fitting(hidden: HiddenHands) -> Iterator[Hands]:
    """Every world that fits, once."""
    first, second, third = OTHERS
    for one in combinations(sorted(hidden.unseen & hidden.may[first]), hidden.room[first]):
        rest = hidden.unseen - set(one)
        for two in combinations(sorted(rest & hidden.may[second]), hidden.room[second]):
            three = rest - set(two)
            if len(three) == hidden.room[third] and three <= hidden.may[third]:
                yield frozenset(one), frozenset(two), three


def read(worlds: bytes) -> list[Hands]:
    """Worlds out of their bytes."""
    return [tuple(_cards(hand) for hand in world) for world in struct.iter_unpack("3I", worlds)]


def _cards(bits: int) -> frozenset[Card]:
    return frozenset(card for at, card in enumerate(PACK) if bits >> at & 1)


def likelihood(hidden: HiddenHands, world: Hands) -> float:
    """The logarithm of how likely a world is, by the words of `CallEvidence` and `HiddenHands`."""
    weight = 0.0
    for told in hidden.evidence:
        dealt = world[OTHERS.index(told.seat)] | hidden.gone[told.seat]
        worth = struct.unpack("1024h", told.worth)
        patterns = [sum(1 << at for at in range(8) if PACK[8 * suit + at] in dealt) for suit in range(4)]
        total = sum(worth[256 * suit + pattern] for suit, pattern in enumerate(patterns))
        weight += struct.unpack("256f", told.likely)[min(255, max(0, total))]
    if hidden.lean:
        lean = struct.unpack("96d", hidden.lean)
        weight += sum(lean[32 * seat + PACK.index(card)] for seat, hand in enumerate(world) for card in hand)
    return weight
