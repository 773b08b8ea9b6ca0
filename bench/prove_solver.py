"""A proof of the solver: endings against trying every card, its two engines against each other, and full deals against
plain alpha-beta.

    python -m bench.prove_solver [--endings 5000] [--positions 1000] [--deals 25] [--seed 1]

Endings have two to four tricks left, up to three cards of one on the table, any denomination, the duties of any preset
and mixtures of them, all tricks counted or not; each legal card is compared. Positions have up to six tricks left, and
one in fifty is a full deal; values, bounds and the nodes of the searches are compared. Full deals go to
`bench/plain.c`, which has no table and no shortcut and needs a C compiler: it must find that the value is reached and
one point more is not. It prints counts; the exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from coinche.engine.cards import Denomination
from coinche.engine.solver import ENGINE, ENGINES, Engine, Position, Solver
from tests.engine.solver.plain import built, plain
from tests.engine.solver.positions import Case, full_deal, some_case, some_rules
from tests.engine.solver.referee import Referee

ROOMY = 16
FULL = 50
"""One position in this number is a full deal."""


@dataclass(slots=True)
class Count:
    """The comparisons made, and those that differ."""

    compared: Counter[str] = field(default_factory=Counter)
    differing: list[Case] = field(default_factory=list)

    def add(self, kind: str, case: Case, same: bool) -> None:
        """Count one comparison."""
        self.compared[kind] += 1
        if not same:
            self.differing.append(case)

    def told(self, what: str, began: float) -> str:
        """The count as a line."""
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(self.compared.items()))
        spent = process_time() - began
        return f"{what}: {self.compared.total()} ({kinds}); {len(self.differing)} differ; {spent:.0f} s CPU"


def endings(n: int, chance: random.Random) -> Count:
    """Compare every legal card of endings: both engines and trying everything."""
    count = Count()
    for _ in range(n):
        case = some_case(chance, chance.choice((2, 3, 3, 4)))
        expected = Referee(case.denomination, case.rules, case.capot).values(case.position)
        found = [_solver(case, engine) for engine in ENGINES]
        values = [(solver.values(case.position), solver.value(case.position)) for solver in found]
        same = all(value == (expected, max(expected.values())) for value in values)
        count.add(f"{case.denomination}{'+90' if case.capot else ''}", case, same)
    return count


def _solver(case: Case, engine: Engine) -> Solver:
    return Solver(case.denomination, case.rules, capot=case.capot, size=ROOMY, engine=engine)


def twins(n: int, chance: random.Random) -> Count:
    """Compare the engines on positions: values, and the cards played to find them."""
    count = Count()
    for at in range(n):
        tricks = 8 if at % FULL == 0 else chance.randrange(1, 7)
        case, bound = some_case(chance, tricks), chance.randrange(-20, 180)
        found = [_answers(_solver(case, engine), case.position, bound) for engine in Engine]
        count.add(f"{tricks} tricks", case, found[0] == found[1])
    return count


def _answers(solver: Solver, position: Position, bound: int) -> tuple[object, ...]:
    answers = solver.value(position), solver.nodes, solver.takes(position, bound), solver.nodes
    return (*answers, solver.values(position), solver.nodes)


def full_deals(n: int, chance: random.Random) -> Count:
    """Compare full deals with plain alpha-beta, by turns in each denomination, with all tricks counted or not."""
    count = Count()
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder))
        for at in range(n):
            denomination = list(Denomination)[at % len(Denomination)]
            rules, capot = some_rules(chance), 90 * (at % 2)
            case = Case(denomination, rules, capot, full_deal(chance, denomination, rules))
            value = _solver(case, ENGINE).value(case.position)
            count.add(denomination, case, list(plain(program, case, (value, value + 1))) == [True, False])
    return count


def main() -> None:
    """Run the proof and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--endings", type=int, default=5000, help="endings against trying every card")
    parser.add_argument("--positions", type=int, default=1000, help="positions, one engine against the other")
    parser.add_argument("--deals", type=int, default=25, help="full deals against plain alpha-beta")
    parser.add_argument("--seed", type=int, default=1, help="of all of them")
    given = parser.parse_args()
    print(f"engines: {', '.join(ENGINES)}")
    wrong: list[Case] = []
    proofs = [
        ("endings, every card tried", endings, given.endings),
        ("full deals, plain alpha-beta", full_deals, given.deals),
    ]
    if Engine.C in ENGINES:
        proofs.insert(1, ("positions, C and Python", twins, given.positions))
    for what, prove, n in proofs:
        began = process_time()
        count = prove(n, random.Random(given.seed))
        print(count.told(what, began), flush=True)
        wrong += count.differing
    for case in wrong[:5]:
        print(case)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
