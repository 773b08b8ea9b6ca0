"""Deals per second through the engine, in CPU time of one process, and as a ratio to a yardstick of the same run.

    python bench/engine.py [--seconds 3] [--profile]

The yardstick is plain Python: shuffle 32 cards and sort four hands. It takes the machine out of the figure, so that
runs on different machines compare.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from coinche.engine.actions import MakeBid
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK
from coinche.engine.events import seen_by
from coinche.engine.match import MatchOver, State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import preset
from coinche.engine.seats import Seat
from coinche.engine.view import view

FFB = preset("ffb")


def one_deal(state: State, chance: random.Random) -> State:
    """Play a deal from a shuffled pack to its score with random legal actions, as a table of programs would."""
    state, _ = next_deal(state, tuple(chance.sample(PACK, len(PACK))))
    while (seat := to_act(state)) is not None:
        allowed = legal(state, seat)
        if allowed.bids and chance.random() < 0.3:
            denomination, lowest = chance.choice(list(allowed.bids.items()))
            state, _ = apply(state, seat, MakeBid(Bid(f"{lowest}{denomination}")))
        else:
            state, _ = apply(state, seat, chance.choice(allowed.actions))
    return state


def one_table_deal(state: State, chance: random.Random) -> State:
    """Play a deal as `one_deal` does, with the server's work: redact events for five viewers, build views."""
    state, events = next_deal(state, tuple(chance.sample(PACK, len(PACK))))
    while (seat := to_act(state)) is not None:
        for event in events:
            for viewer in (*Seat, None):
                seen_by(event, viewer)
        view(state, seat)
        state, events = apply(state, seat, chance.choice(legal(state, seat).actions))
    return state


def yardstick(cards: list[int], chance: random.Random) -> None:
    """Shuffle 32 cards and sort four hands of eight."""
    chance.shuffle(cards)
    for top in range(0, 32, 8):
        sorted(cards[top : top + 8])


@dataclass(slots=True)
class Run:
    """A repeated step: the number of repetitions, and their CPU time in seconds."""

    step: Callable[[], None]
    done: int = 0
    spent: float = 0.0

    def go_on(self, times: int) -> None:
        """Repeat the step some more times."""
        start = process_time()
        for _ in range(times):
            self.step()
        self.spent += process_time() - start
        self.done += times

    @property
    def rate(self) -> float:
        """Repetitions per second."""
        return self.done / self.spent


def deals(step: Callable[[State, random.Random], State]) -> Callable[[], None]:
    """A step that plays one deal after the other, match after match."""
    chance = random.Random(1)
    state, _ = new_match(FFB, Seat.SOUTH)

    def next_one() -> None:
        nonlocal state
        if isinstance(state.phase, MatchOver):
            state, _ = new_match(FFB, Seat.SOUTH)
        state = step(state, chance)

    return next_one


def main() -> None:
    """Run the benchmark and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each figure")
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    options = parser.parse_args()
    if options.profile:
        with cProfile.Profile() as profile:
            Run(deals(one_deal)).go_on(500)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        return
    chance, cards = random.Random(1), list(range(32))
    base = Run(lambda: yardstick(cards, chance))
    runs = {"deals": Run(deals(one_deal)), "deals as a table": Run(deals(one_table_deal))}
    while min(run.spent for run in (base, *runs.values())) < options.seconds:
        base.go_on(2000)
        for run in runs.values():
            run.go_on(20)
    print(f"{'yardstick':<20} {base.rate:10.0f} per second")
    for name, run in runs.items():
        print(f"{name:<20} {run.rate:10.0f} per second, {base.rate / run.rate:6.1f} yardsticks each")


if __name__ == "__main__":
    main()
