"""Random playouts: random deals, played at random by the rules, 34 bytes each."""

from __future__ import annotations

from .bits import CARDS, NONE, SEATS, BitRules, cards_of
from .sampling import SplitMix64


def playout(duties: BitRules, chance: SplitMix64) -> bytes:
    """One deal: the cards by their numbers in the pack in the order played, who led, the points of seats 0 and 2."""
    hands, seat = random_hands(chance), chance.below(SEATS)
    row, leader, won = bytearray(), seat, 0
    while any(hands):
        trick: list[int] = []
        best, winner = NONE, seat
        for _ in range(SEATS):
            legal = hands[seat]
            if trick:
                legal = duties.legal(legal, trick[0], best, not (seat ^ winner) & 1)
            cards = cards_of(legal)
            card = cards[chance.below(len(cards))]
            if not trick or duties.beats(card, best):
                best, winner = card, seat
            hands[seat] ^= 1 << card
            trick.append(card)
            row.append(duties.number[card])
            seat = (seat + 1) % SEATS
        seat = winner
        won += 0 if winner & 1 else duties.worth(trick)
    return bytes((*row, leader, won + (0 if seat & 1 else duties.last_trick)))


def random_hands(chance: SplitMix64) -> list[int]:
    """Four hands of eight."""
    pack = list(range(CARDS))
    for card in range(CARDS):
        to = chance.below(card + 1)
        pack[card], pack[to] = pack[to], card
    return [sum(1 << card for card in pack[seat::SEATS]) for seat in range(SEATS)]
