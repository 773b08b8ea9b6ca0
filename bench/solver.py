"""The cost of the solver: nodes and CPU time of random deals, beside the solver of the package colver on them.

    python bench/solver.py [--deals 500] [--best 1] [--python 20] [--colver 500] [--seed 1]

Each position is solved from scratch, with the table of earlier results cleared. Nodes are cards played in the search:
they are the same on every machine. Times are CPU time of one process, through the public functions; "all cards" is the
value of each of the leader's eight cards, "a bound" whether the leader's side takes 82 points, "capot" whether it takes
all tricks. For deals with fewer tricks the cards are drawn at random, as if the others had been played. The ratio to
colver is that of all cards of full deals, one deal in each program in turn, and the values are compared. With
`--best 9` the compiled engine solves each position nine times, and the least counts: the cost on an idle machine.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from time import process_time

from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.presets import COLVER, FFB
from coinche.engine.seats import Direction, Seat
from coinche.engine.solver import ENGINE, Engine, Position, Solver
from coinche.engine.solver.game import CAPOT
from coinche.engine.trick import Trick
from coinche.version import installed

SEATS = tuple(Seat)
KINDS = {"trump": Denomination.HEARTS, "no trump": Denomination.NO_TRUMP, "all trump": Denomination.ALL_TRUMP}
ALL_POINTS = 162
HALF = 82
PLAYOUTS = 200_000
KIB = 1024 if sys.platform == "darwin" else 1
"""The system's unit of memory: bytes on macOS, else KiB."""

Ask = Callable[[Solver, Position], object]
ASKED: dict[str, Ask] = {
    "value": lambda solver, position: solver.value(position),
    "all cards": lambda solver, position: solver.values(position),
    "a bound": lambda solver, position: solver.takes(position, HALF),
}
COMPILED = {8: tuple(ASKED), 7: ("value",), 6: ("value",), 5: ("value",)}
IN_PYTHON = {8: ("value",), 5: ("value",)}
"""Of deals with how many tricks what is asked."""


def positions(n: int, tricks: int, seed: int, direction: Direction) -> Iterator[Position]:
    """A number of deals with a number of tricks, before a lead from any seat."""
    chance = random.Random(seed)
    for _ in range(n):
        cards = chance.sample(PACK, len(SEATS) * tricks)
        hands = {seat: tuple(cards[at :: len(SEATS)]) for at, seat in enumerate(SEATS)}
        leader = chance.choice(SEATS)
        yield Position(hands=hands, trick=Trick(leader, (), None), turn=leader, direction=direction)


@dataclass(slots=True)
class Figures:
    """The cost of each position."""

    seconds: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)

    def row(self) -> str:
        """Nodes, median and mean; ms, median, mean, the slowest tenth and the slowest."""
        ms = sorted(1e3 * second for second in self.seconds)
        nodes = f"{median(self.nodes):9.0f} {fmean(self.nodes):9.0f}" if self.nodes else " " * 19
        return f"{nodes} {median(ms):9.3f} {fmean(ms):9.3f} {ms[len(ms) * 9 // 10]:9.3f} {ms[-1]:9.3f}"


HEAD = f"{'':<38}{'nodes':>9} {'mean':>9} {'ms':>9} {'mean':>9} {'p90':>9} {'max':>9}"


def timed(solver: Solver, asked: Ask, position: Position, figures: Figures) -> object:
    """Solve with an empty table."""
    solver.forget()
    nodes, start = solver.nodes, process_time()
    answer = asked(solver, position)
    figures.seconds.append(process_time() - start)
    figures.nodes.append(solver.nodes - nodes)
    return answer


def measured(solver: Solver, asked: Ask, deals: Sequence[Position], times: int) -> Figures:
    """The figures of those positions, each the fastest of that many runs."""
    rounds = []
    for _ in range(times):
        rounds.append(Figures())
        for position in deals:
            timed(solver, asked, position, rounds[-1])
    return Figures([min(of) for of in zip(*(figures.seconds for figures in rounds), strict=True)], rounds[0].nodes)


def engine_rows(
    engine: Engine, deals: int, seed: int, asked_of: Mapping[int, Sequence[str]], times: int = 1
) -> Iterator[str]:
    """A line for each kind of game, number of tricks and question."""
    for kind, denomination in KINDS.items():
        for capot in (CAPOT, 0):
            solver = Solver(denomination, FFB, capot=capot, engine=engine)
            for left, questions in asked_of.items():
                for question in questions:
                    deals_of = list(positions(deals, left, seed, FFB.table.direction))
                    title = f"{kind}{', capot' if capot else ''}, {left} tricks, {question}"
                    yield f"{title:<38}{measured(solver, ASKED[question], deals_of, times).row()}"


# --- beside colver -----------------------------------------------------------------------------------

COLVERS_CARDS = [Card(f"{rank}{suit}") for suit in "SHDC" for rank in ("7", "8", "9", "J", "Q", "K", "10", "A")]
COLVERS_SUITS = {Denomination(suit): number for number, suit in enumerate("SHDC")}
"""Its cards and suits are numbers."""


def colver_rows(deals: int, seed: int) -> Iterator[str]:
    """All cards of full deals in both programs in turn, and the number of equal values."""
    try:
        from colver import Env
    except ModuleNotFoundError:
        yield "colver is not installed; `pip install --no-deps colver==0.11.1` is enough"
        return
    ours, theirs, same, cards = Figures(), Figures(), 0, 0
    solvers = {suit: Solver(suit, COLVER) for suit in COLVERS_SUITS}
    chance = random.Random(seed)
    for position in positions(deals, 8, seed, COLVER.table.direction):
        trump = chance.choice(tuple(COLVERS_SUITS))
        values = timed(solvers[trump], ASKED["all cards"], position, ours)
        assert isinstance(values, dict)
        hands = [[COLVERS_CARDS.index(card) for card in position.hands[seat]] for seat in SEATS]
        env = Env.deal_with_hands((SEATS.index(position.turn) - 1) % len(SEATS), hands)
        env.set_contract(COLVERS_SUITS[trump], 80, 0, 0)
        env.set_phase_playing()
        assert SEATS[env.current_player()] is position.turn
        start = process_time()
        scores = env.solve_scores()["scores"]
        theirs.seconds.append(process_time() - start)
        of_north_south = {COLVERS_CARDS[card]: score for card, score in scores}
        cards += len(values)
        same += sum(of_north_south[card] == as_colver(value, position.turn) for card, value in values.items())
    yield f"{'coinche':<38}{ours.row()}"
    yield f"{'colver':<38}{theirs.row()}"
    mine, its = median(ours.seconds), median(theirs.seconds)
    slow, slower = fmean(ours.seconds), fmean(theirs.seconds)
    yield f"colver takes {its / mine:.1f} times as long in the median, {slower / slow:.1f} times in the mean"
    yield f"{same} of {cards} values are the same"


def as_colver(value: int, seat: Seat) -> int:
    """The points of North and South on colver's scale: 252 with all tricks, 0 without any."""
    return max(0, value if seat.team is Seat.NORTH.team else ALL_POINTS - value)


# --- the rest ----------------------------------------------------------------------------------------


def memory() -> int:
    """The peak memory of the process, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KIB


def memory_row(deals: int, seed: int) -> str:
    """The memory of a solver after so many deals, with its table kept."""
    given, before = list(positions(deals, 8, seed, FFB.table.direction)), memory()
    solver = Solver(Denomination.HEARTS, FFB)
    for position in given:
        solver.values(position)
    return f"memory: {memory() - before} KiB for a solver, {memory()} KiB for the whole process"


def playouts_row(seed: int) -> str:
    """Random playouts per second."""
    solver, start = Solver(Denomination.HEARTS, FFB), process_time()
    solver.playouts(PLAYOUTS, seed)
    return f"random deals played at random: {PLAYOUTS / (process_time() - start):,.0f} a second"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500, help="of each kind")
    parser.add_argument("--best", type=int, default=1, help="times that each is solved, compiled")
    parser.add_argument("--python", type=int, default=20, help="of each kind, for the solver in Python")
    parser.add_argument("--colver", type=int, default=500, help="beside colver")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals")
    options = parser.parse_args()
    print(installed())
    if ENGINE is Engine.C:
        print(memory_row(options.deals, options.seed))
        print(playouts_row(options.seed))
        print(f"\n{options.deals} deals each, compiled\n{HEAD}")
        for row in engine_rows(Engine.C, options.deals, options.seed, COMPILED, options.best):
            print(row, flush=True)
    if options.python:
        print(f"\n{options.python} deals each, in Python\n{HEAD}")
        for row in engine_rows(Engine.PYTHON, options.python, options.seed, IN_PYTHON):
            print(row, flush=True)
    if options.colver:
        print(f"\nall cards of {options.colver} deals by the rules of colver\n{HEAD}")
        for row in colver_rows(options.colver, options.seed):
            print(row, flush=True)


if __name__ == "__main__":
    main()
