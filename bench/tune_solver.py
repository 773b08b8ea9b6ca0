"""Finds weights for the order of moves by climbing: what lets the compiled solver get by with fewer nodes is kept.

    python bench/tune_solver.py [--denomination H] [--seconds 600] [--tricks 7] [--seed 1]

A change of one to three weights runs against the best ones so far over the same deals, and gives up where it falls
behind. Now and then the deals are others. Prints how far it is, and in the end a table for `weights.py`. The same seed
tries the same changes; how many is a matter of time.
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from time import monotonic

from coinche.engine.cards import PACK, Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import ENGINE, Engine
from coinche.engine.solver.game import Game, game_of, mask
from coinche.engine.solver.move_weights import WEIGHT_COUNT

SEATS, OUTCOMES = 4, 5
BOTH_SWEEP = 3
TABLE = 13
"""The table of known positions has 2 to that buckets."""
DEALS = 120
ANEW = 200
"""After so many tries the deals are others."""
POWER = 0.75
"""Of nodes: a deal that takes many is to count less than so many of them."""
FIRST = 15
"""So many deals are looked at before a try gives up."""
SLACK = 0.25
"""By how much it may be behind after the first deal; less after more."""
STEPS = (1, 2, 4, 10)
LEAST, MOST = -127, 127
PLACES = ("leading", "second", "third", "last")

Weights = tuple[int, ...]
Deal = tuple[tuple[int, ...], int]


@dataclass(slots=True)
class Climb:
    """Weights that get better. `costs` are theirs of the deals, added up."""

    game: Game
    tricks: int
    chance: random.Random
    weights: Weights = ()
    deals: tuple[Deal, ...] = ()
    costs: list[float] = field(default_factory=list)
    tried: int = 0
    kept: int = 0

    def __post_init__(self) -> None:
        self.weights = struct.unpack(f"{WEIGHT_COUNT}b", self.game.weights)

    def step(self) -> None:
        """Try one change."""
        if self.tried % ANEW == 0:
            self.deals = tuple(self._deal() for _ in range(DEALS))
            self.costs = self._run(self.weights, None) or []
        self.tried += 1
        changed = self._changed()
        costs = self._run(changed, self.costs)
        if costs and costs[-1] <= self.costs[-1]:
            self.kept += costs[-1] < self.costs[-1]
            self.weights, self.costs = changed, costs

    @property
    def nodes(self) -> float:
        """About how many nodes a deal takes."""
        return float((self.costs[-1] / DEALS) ** (1 / POWER))

    def _deal(self) -> Deal:
        cards = self.chance.sample(PACK, SEATS * self.tricks)
        return tuple(mask(cards[seat::SEATS]) for seat in range(SEATS)), self.chance.randrange(SEATS)

    def _changed(self) -> Weights:
        weights = list(self.weights)
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            at = self.chance.randrange(WEIGHT_COUNT)
            step = round(self.chance.gauss(0, self.chance.choice(STEPS))) or self.chance.choice((-1, 1))
            weights[at] = max(LEAST, min(MOST, weights[at] + step))
        return tuple(weights)

    def _run(self, weights: Weights, best: Sequence[float] | None) -> list[float] | None:
        """What the deals cost, added up; None where they cost too much to go on."""
        game = replace(self.game, weights=struct.pack(f"{WEIGHT_COUNT}b", *weights))
        solver = import_module("coinche.engine.solver._dd").Solver(**asdict(game), size=TABLE)
        costs: list[float] = []
        spent = 0.0
        for at, (hands, leader) in enumerate(self.deals):
            solver.forget()
            before = solver.nodes
            solver.value(hands, b"", leader, BOTH_SWEEP)
            spent += (solver.nodes - before) ** POWER
            costs.append(spent)
            if best is not None and at >= FIRST and spent > best[at] * (1 + SLACK / (at + 1) ** 0.5):
                return None
        return costs


def table(weights: Weights) -> str:
    """The weights as they stand in `weights.py`: a row for each place in the trick and what it comes to."""
    traits = WEIGHT_COUNT // (SEATS * OUTCOMES)
    rows = [weights[at : at + traits] for at in range(0, WEIGHT_COUNT, traits)]
    lines = []
    for at, place in enumerate(PLACES):
        lines += [f"    # {place}", *(f"    {row}," for row in rows[at * OUTCOMES : (at + 1) * OUTCOMES])]
    return "\n".join(["(", *lines, ")"])


def main() -> None:
    """Climb, and print where that has led."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--denomination", type=Denomination, default=Denomination.HEARTS, metavar="H|N|A")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--tricks", type=int, default=7, help="of the deals; fewer are faster and tell less")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if ENGINE is not Engine.C:
        sys.exit("bench/tune_solver.py: the solver is not compiled; set up .venv where there is a C compiler")
    climb = Climb(game_of(options.denomination, FFB, 0), options.tricks, random.Random(options.seed))
    end = monotonic() + options.seconds
    while monotonic() < end:
        climb.step()
        if climb.tried % (ANEW // 2) == 0:
            print(f"{climb.tried} tries, {climb.kept} kept, {climb.nodes:.0f} nodes a deal", flush=True)
    print(table(climb.weights))


if __name__ == "__main__":
    main()
