"""The errors that a contest's figures make, and the boards that each scheme needs.

    python bench/arena_errors.py --equal            # 1,000 contests of a bot against itself
    python bench/arena_errors.py --power            # boards to separate two bots that are 5 points apart
    python bench/arena_errors.py --equal --contests 200 --boards 30

`--equal` plays a bot that draws lots against itself, with another seed, and counts how often its 95 % interval excludes
zero, with all boards and where a contest ends as soon as it is clear; and how often the sequential test takes the
wrong side, on the same boards with the difference of each hypothesis added. `--power` plays pairings that were chosen
beforehand by each scheme, and says how many tables show a difference of 5 points per deal in 80 % of contests.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from coinche.arena.comparison import board_values
from coinche.arena.contest import Contest, Format, Pairing, batches, pairings
from coinche.arena.entrants import Entrant
from coinche.arena.statistics import Sprt, SprtVerdict, estimate, is_clear
from coinche.arena.workers import local_workers
from coinche.bots.built_in import Greedy, Steady
from coinche.bots.steady.bidding import MARGINS
from coinche.engine.actions import Action, Legal
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.view import Phase, TableView
from coinche.records.contest_file import ContestHeader, Scheme

DIFFERENCE = 5.0
"""Points per deal that are to be seen."""
POWER = (1.96 + 0.8416) ** 2
"""Of n = POWER s² / difference²: an error of 5 % on both sides, and 80 % of contests that see it."""
ERROR = 0.05


class Noisy(Steady):
    """`steady` that plays any legal card in one of fifty decisions."""

    share = 0.02

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._chance = random.Random(seed)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose as `steady`, or draw."""
        if view.phase is not Phase.BIDDING and self._chance.random() < self.share:
            return self._chance.choice(tuple(legal))
        return super().choose(view, legal)


class Absent(Steady):
    """`steady` that plays the card of `greedy` in one of sixteen decisions."""

    share = 1 / 16

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._cards = Greedy(seed)
        self._chance = random.Random(seed)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose as `steady` in the auction, afterwards at times as `greedy`."""
        is_absent = view.phase is not Phase.BIDDING and self._chance.random() < self.share
        return (self._cards if is_absent else super()).choose(view, legal)


class Plain(Absent):
    """`steady` that bids as ever, and plays every card as `greedy` does."""

    share = 1.0


class Bold(Steady):
    """`steady` that opens and raises with fewer points."""

    margins = replace(MARGINS, opening=0, raise_to=15)


# Fixed before they were played; after a change of one, all are played again.
PAIRINGS = (
    ("noise", "steady", "py:bench.arena_errors:Noisy"),
    ("card play", "steady", "py:bench.arena_errors:Absent"),
    ("card play far apart", "steady", "py:bench.arena_errors:Plain"),
    ("bidding styles", "steady", "py:bench.arena_errors:Bold"),
)


def contest(a: str, b: str, *, scheme: Scheme, boards: int, seed: int, batch: int) -> Contest:
    """A practice contest of two bots."""
    names = (a, b if a != b else f"{b} (2)")
    header = ContestHeader(
        format=Format.DUEL,
        scheme=scheme,
        entrants=names,
        commands={},
        rules=PRESETS[DEFAULT_PRESET],
        preset=DEFAULT_PRESET,
        seed=seed,
        boards=boards,
        batch=batch,
        clock="200+5000",
        reference="steady (reference)",
        practice=True,
    )
    entered = {names[0]: Entrant(names[0], a), names[1]: Entrant(names[1], b)}
    return Contest(header=header, entrants=entered | {header.reference: Entrant(header.reference, "steady")})


def values(plan: Contest) -> list[float]:
    """The values of all boards of a contest, in the order of the boards."""
    tables = {}
    plan_batches = batches(plan.header, pairings(Format.DUEL, plan.header.entrants))
    for _, result in local_workers(os.cpu_count()).results(plan, plan_batches):
        tables.update((table.key, table) for table in result.tables)
    found = board_values(plan.header, tables, Pairing(*plan.header.entrants))
    return [found[board] for board in sorted(found)]


def equal(contests: int, boards: int) -> None:
    """Play a bot against itself, as one long contest cut into many; print the shares of wrong verdicts."""
    every = values(contest("random", "random", scheme=Scheme.DUPLICATE, boards=contests * boards, seed=1, batch=boards))
    cut = [every[at : at + boards] for at in range(0, len(every), boards)]
    wrong = sum(not estimate(one).low <= 0 <= estimate(one).high for one in cut)
    print(
        f"{contests} contests of random against itself, {boards} boards each, deviation {statistics.stdev(every):.0f}:"
    )
    print(f"  95 % intervals that exclude zero: {_share(wrong, contests)}")
    early = sum(_ends_wrongly(one) for one in cut)
    print(f"  the same where a contest ends once it is clear: {_share(early, contests)}")
    centred = [value - statistics.fmean(every) for value in every]
    size = statistics.stdev(every) / 4
    for truth, name, bad in ((0.0, "lower", SprtVerdict.UPPER), (size, "upper", SprtVerdict.LOWER)):
        ends = list(_tested(Sprt(0.0, size), truth, centred, contests))
        mean = statistics.fmean(boards for _, boards in ends)
        fixed = (1.645 + 1.645) ** 2 * (statistics.stdev(every) / size) ** 2
        share = _share(sum(verdict is bad for verdict, _ in ends), len(ends))
        print(f"  sequential test, {name} hypothesis true: wrong in {share}, {mean:.0f} boards ({fixed:.0f} without)")


def _ends_wrongly(numbers: list[float]) -> bool:
    for upto in range(50, len(numbers), 50):
        if is_clear(numbers[:upto]):
            return True
    figure = estimate(numbers)
    return not figure.low <= 0 <= figure.high


def _tested(test: Sprt, truth: float, centred: list[float], contests: int) -> Iterator[tuple[SprtVerdict, int]]:
    """The verdicts of the test on boards that are drawn from those that were played, with that true difference."""
    chance = random.Random(1)
    for _ in range(contests):
        numbers: list[float] = []
        while (verdict := test.verdict(numbers)) is None:
            numbers += [truth + value for value in chance.choices(centred, k=50)]
        yield verdict, len(numbers)


def power(boards: int) -> None:
    """Play each pairing by each scheme; print the tables that separate two bots 5 points apart."""
    schemes = (Scheme.DUPLICATE, Scheme.COMMON, Scheme.SINGLE)
    for about, a, b in PAIRINGS:
        plain = None
        print(f"{about}: {a} and {b}, {boards} boards by each scheme")
        for scheme in schemes[::-1]:
            plan = contest(a, b, scheme=scheme, boards=boards, seed=3, batch=50)
            found = values(plan)
            if scheme is Scheme.SINGLE:
                plain = _needed(_uncorrected(plan), 1)
                print(f"  {'single tables as they are':28} {plain:8.0f} tables")
            tables = _needed(found, 1 if scheme is Scheme.SINGLE else 2)
            assert plain is not None
            figure = estimate(found)
            mean = f"{figure.mean:+.1f} ± {figure.margin:.1f}, deviation {figure.deviation:.0f}"
            print(f"  {scheme:28} {tables:8.0f} tables, {plain / tables:.1f} times fewer; {mean}")


def _uncorrected(plan: Contest) -> list[float]:
    """The gains of single tables without what the cards explain."""
    gains = []
    for _, result in local_workers(os.cpu_count()).results(
        plan, batches(plan.header, pairings(Format.DUEL, plan.header.entrants))
    ):
        gains += [table.gain if table.ns == plan.header.entrants[0] else -table.gain for table in result.tables]
    return gains


def _needed(numbers: Iterable[float], tables: int) -> float:
    """The tables that show the difference, with so many for each board."""
    return tables * math.ceil(POWER * statistics.variance(numbers) / DIFFERENCE**2)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)"


def main() -> None:
    """Print what is asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--equal", action="store_true")
    asked.add_argument("--power", action="store_true")
    asked.add_argument("--contests", type=int, default=1000)
    asked.add_argument("--boards", type=int, help="of each contest, default 50; of each scheme, default 1000")
    options = asked.parse_args()
    if options.equal or not options.power:
        equal(options.contests, options.boards or 50)
    if options.power or not options.equal:
        power(options.boards or 1000)


if __name__ == "__main__":
    main()
