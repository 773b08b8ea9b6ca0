"""A test that the fair shuffle is uniform: the frequency of each card at each position of the pack.

    python bench/fair.py [--deals 60000] [--seed 1]

It draws a secret and four shares for every deal, as a server and its players do, and counts. It prints the statistic of
a chi-square test over 32 × 32 cells, 961 degrees of freedom, and the probability that a uniform shuffle exceeds it:
any value is good unless it is very small or very near to 1.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from time import process_time

from coinche.engine import fair
from coinche.engine.cards import PACK
from coinche.engine.fair import SHARE_BYTES, Shares, ShuffleContext
from coinche.engine.seats import Seat

FREEDOM = 31 * 31


def statistic(deals: int, seed: int) -> float:
    """The chi-square statistic over all cells."""
    chance = random.Random(seed)
    names = {seat: seat.name for seat in Seat}
    signer, match = chance.randbytes(SHARE_BYTES), chance.randbytes(SHARE_BYTES)
    seen: Counter[tuple[int, str]] = Counter()
    for deal in range(deals):
        context = ShuffleContext(
            signer=signer, match=match, deal=deal + 1, dealer=tuple(Seat)[deal % 4], names=names, shares=Shares.ALL
        )
        given = {seat: chance.randbytes(SHARE_BYTES) for seat in Seat}
        seen.update(enumerate(fair.pack(chance.randbytes(SHARE_BYTES), given, context)))
    mean = deals / len(PACK)
    return sum((seen[place, card] - mean) ** 2 / mean for place in range(len(PACK)) for card in PACK)


def above(value: float, freedom: int) -> float:
    """The probability that chi-square exceeds the value, by Wilson and Hilferty, correct to 3 digits."""
    spread = 2 / (9 * freedom)
    return math.erfc(((value / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(2 * spread)) / 2


def main() -> None:
    """Shuffle, count and print."""
    parser = argparse.ArgumentParser(description="whether the fair shuffle is even")
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begun = process_time()
    value = statistic(args.deals, args.seed)
    spent = (process_time() - begun) / args.deals * 1e6
    print(f"{args.deals} deals, chi-square {value:.1f} ({FREEDOM} degrees of freedom), p = {above(value, FREEDOM):.3f}")
    print(f"{spent:.1f} µs a deal, counting included")


if __name__ == "__main__":
    main()
