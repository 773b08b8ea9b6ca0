"""From a seed to four hands: the shuffle, the cut and the batches. The seed is an argument: no chance here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from .cards import PACK, Card
from .rules import TableRules
from .seats import Seat

SEED_BYTES = 32
CUT_MINIMUM = 3
"""Cards that a cut leaves on either side at least (F 3.3)."""


def _numbers(seed: bytes) -> Iterator[int]:
    """Endless unsigned 32-bit numbers, big-endian, from SHAKE-256 of the seed."""
    length = 512
    start = 0
    while True:
        stream = hashlib.shake_256(seed).digest(length)
        for at in range(start, length, 4):
            yield int.from_bytes(stream[at : at + 4], "big")
        start, length = length, 2 * length


def below(size: int, numbers: Iterator[int]) -> int:
    """An even choice among `size`: numbers of an incomplete last run of remainders are passed over."""
    limit = (1 << 32) // size * size
    return next(number for number in numbers if number < limit) % size


def shuffled(seed: bytes) -> tuple[Card, ...]:
    """The pack in the order that a 32-byte seed gives: an unbiased Fisher–Yates shuffle of `PACK`, top card first."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
    numbers = _numbers(seed)
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, numbers)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def cut(pack: tuple[Card, ...], at: int) -> tuple[Card, ...]:
    """The pack with its top `at` cards under the rest; ValueError where fewer than 3 are left on a side (F 3.3)."""
    if not CUT_MINIMUM <= at <= len(pack) - CUT_MINIMUM:
        raise ValueError(f"a cut leaves at least {CUT_MINIMUM} cards on either side, so not {at}")
    return pack[at:] + pack[:at]


def deal_hands(pack: tuple[Card, ...], dealer: Seat, rules: TableRules) -> dict[Seat, tuple[Card, ...]]:
    """Eight cards to each seat, the one next to the dealer first, in the batches of the rules (F 3.4).

    Hands are in pack order (`PACK`), which says nothing about the order of the deal. ValueError where the pack is
    not the 32 cards.
    """
    if len(pack) != len(PACK) or set(pack) != _CARDS:
        raise ValueError("a pack is the 32 cards, each once")
    seats = dealer.next(rules.direction).round(rules.direction)
    hands: dict[Seat, list[Card]] = {seat: [] for seat in seats}
    top = 0
    for batch in rules.deal_batches:
        for seat in seats:
            hands[seat] += pack[top : top + batch]
            top += batch
    return {seat: in_order(hand) for seat, hand in hands.items()}


def stacked(hands: Mapping[Seat, Sequence[Card]], dealer: Seat, rules: TableRules) -> tuple[Card, ...]:
    """The pack that deals those hands: `deal_hands` backwards."""
    seats = dealer.next(rules.direction).round(rules.direction)
    pack: list[Card] = []
    start = 0
    for batch in rules.deal_batches:
        for seat in seats:
            pack += hands[seat][start : start + batch]
        start += batch
    return tuple(pack)


_CARDS = frozenset(PACK)
_ORDER = {card: at for at, card in enumerate(PACK)}


def in_order(cards: list[Card]) -> tuple[Card, ...]:
    """The cards in pack order."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))
