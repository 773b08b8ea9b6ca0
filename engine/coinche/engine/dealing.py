"""Dealing: the shuffle by a seed, the cut, the deal in batches, and gathering the cards again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from .actions import Cut
from .cards import PACK, Card
from .rules import TableRules
from .seats import Seat
from .trick import Trick

SEED_BYTES = 32


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
    return shuffled_by(_numbers(seed))


def shuffled_by(numbers: Iterator[int]) -> tuple[Card, ...]:
    """The pack in the order that even unsigned 32-bit numbers give: the one shuffle of all packs, top card first."""
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, numbers)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def cut(pack: tuple[Card, ...], at: int) -> tuple[Card, ...]:
    """The pack with its top `at` cards under the rest; ValueError where that is no `Cut`."""
    top = Cut(at).at
    return pack[top:] + pack[:top]


def stages(rules: TableRules) -> tuple[tuple[int, ...], ...]:
    """The batches dealt before the auction, and those after it where there are any (P "Variations", Deal)."""
    return _STAGES[rules.two_stage_deal](rules.deal_batches)


_STAGES: Mapping[bool, Callable[[tuple[int, ...]], tuple[tuple[int, ...], ...]]] = {
    False: lambda batches: (batches,),
    True: lambda batches: ((3, 3), (2,)),
}


def dealt(pack: tuple[Card, ...], dealer: Seat, rules: TableRules) -> tuple[Dealt, ...]:
    """Return each seat's cards at each stage, the seat next to the dealer first, in the batches of the rules (F 3.4).

    Cards are in the order in which they are dealt. ValueError where the pack is not the 32 cards.
    """
    if len(pack) != len(PACK) or set(pack) != _CARDS:
        raise ValueError("a pack is the 32 cards, each once")
    seats = dealer.next(rules.direction).round(rules.direction)
    top, done = 0, []
    for batches in stages(rules):
        hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(seats, ())
        for batch in batches:
            for seat in seats:
                hands[seat] += pack[top : top + batch]
                top += batch
        done.append(hands)
    return tuple(done)


Dealt = Mapping[Seat, tuple[Card, ...]]


def stacked(hands: Mapping[Seat, Sequence[Card]], dealer: Seat, rules: TableRules) -> tuple[Card, ...]:
    """The pack that deals those hands of eight: `dealt` backwards."""
    seats = dealer.next(rules.direction).round(rules.direction)
    pack: list[Card] = []
    start = 0
    for batch in (batch for batches in stages(rules) for batch in batches):
        for seat in seats:
            pack += hands[seat][start : start + batch]
        start += batch
    return tuple(pack)


def gathered_hands(pack: tuple[Card, ...], dealer: Seat, rules: TableRules) -> tuple[Card, ...]:
    """The pack after a thrown-in deal: hand by hand as each was dealt, from the dealer's next seat on.

    Cards that were never dealt stay below.
    """
    hands = dealt(pack, dealer, rules)[0]
    cards = tuple(card for hand in hands.values() for card in hand)
    return cards + pack[len(cards) :]


def gathered_tricks(tricks: Sequence[Trick], dealer: Seat) -> tuple[Card, ...]:
    """The pack after a deal that was played: the tricks in the order taken, the dealer's side's pile on the other's."""
    piles = [[trick for trick in tricks if trick.winner in team.seats] for team in (dealer.team, dealer.team.other)]
    return tuple(card for pile in piles for trick in pile for card in trick.cards)


_CARDS = frozenset(PACK)
_ORDER = {card: at for at, card in enumerate(PACK)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in pack order."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))
