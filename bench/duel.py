"""A duel of two bots over duplicate deals in one process, without a network, for tuning; `coinche-arena` is the judge.

python bench/duel.py steady greedy --deals 1000
"""

from __future__ import annotations

import argparse
import hashlib
import math
import statistics
import time
from collections.abc import Callable, Mapping

from coinche.bot import Bot
from coinche.bots.built_in import BOTS
from coinche.engine.actions import Action
from coinche.engine.cards import Card
from coinche.engine.dealing import shuffled
from coinche.engine.events import DealScored
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat, Team
from coinche.engine.view import view

DEALERS = tuple(Seat)


def pack_of(seed: int, deal: int) -> tuple[Card, ...]:
    """The pack of a deal of a series."""
    return shuffled(hashlib.sha256(f"{seed}/{deal}".encode()).digest())


def play_board(bots: Mapping[Seat, Bot], dealer: Seat, pack: tuple[Card, ...]) -> State:
    """Play one deal out."""
    state, _ = new_match(FFB, dealer, board=True)
    state, _ = next_deal(state, pack)
    while (seat := to_act(state)) is not None:
        action: Action = bots[seat].choose(view(state, seat), legal(state, seat))
        state, _ = apply(state, seat, action)
    return state


def gain(state: State, team: Team) -> int:
    """The score of the team minus the opponents' of a finished board."""
    score: DealScored | None = getattr(state.phase, "score", None)
    return 0 if score is None else score.scores[team] - score.scores[team.other]


def pairs(a: Callable[[], Bot], b: Callable[[], Bot], deals: int, seed: int) -> list[float]:
    """The gain of A over B for each deal, as the mean of its two tables."""
    means = []
    for deal in range(deals):
        pack, dealer = pack_of(seed, deal), DEALERS[deal % 4]
        gains = []
        for team in Team:
            seats = {seat: (a if seat.team is team else b)() for seat in Seat}
            gains.append(gain(play_board(seats, dealer, pack), team))
        means.append(sum(gains) / 2)
    return means


def main() -> None:
    """Play the duel and print it."""
    parser = argparse.ArgumentParser(description="two bots over duplicate deals, in one process")
    parser.add_argument("a", choices=BOTS)
    parser.add_argument("b", choices=BOTS)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = time.perf_counter()
    means = pairs(BOTS[args.a], BOTS[args.b], args.deals, args.seed)
    error = statistics.stdev(means) / math.sqrt(len(means))
    mean = statistics.fmean(means)
    print(
        f"{args.a} - {args.b}: {mean:+.1f} ± {1.96 * error:.1f} points per deal (z {mean / error:.1f},"
        f" {len(means)} deals at two tables, {time.perf_counter() - start:.1f} s)"
    )


if __name__ == "__main__":
    main()
