"""CPU of a contest per board, through the server and as a ratio to practice in the same run, and where it goes.

    python bench/arena.py [--bots steady random] [--boards 40] [--rounds 3] [--program]
    python bench/arena.py --verdict

A board is played at two tables. Practice calls bots as functions in one process, so that its CPU is that of the rules
and the bots' thoughts, which the play through the server has, too. The cost of a batch is a part for each board and a
part for its processes to start: a short batch and a long one tell both. The server is this process, the bots are its
children. The least of several rounds counts, since other programs on the machine only add to them. With `--program`
the bots are started by a command each, as programs of their authors are, and not forked.

`--verdict` runs `coinche-arena duel` with its defaults: seconds until the verdict, and CPU of all its processes. They
mean something only on a quiet machine.
"""

from __future__ import annotations

import argparse
import re
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import trio

from coinche.arena import forked_seats, practice, server_play
from coinche.arena.contest import Contest, Format, TablePlan, batches, pairings
from coinche.arena.entrants import Entrant
from coinche.engine.presets import FFB
from coinche.records.contest_file import ContestHeader, Scheme

SHORT = 2
"""Boards of the batch that tells what the start of the processes costs."""
PROCESSORS = 2
BATCH = 50
COMMAND = Path(sys.executable).with_name("coinche-arena")
PROGRAM = f"{shlex.quote(sys.executable)} -P -m coinche.bots.cli"


class Cpu(NamedTuple):
    """CPU seconds of this process, and of its children that have ended."""

    own: float
    children: float

    @classmethod
    def now(cls) -> Cpu:
        """The seconds so far."""
        used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return cls(*(each.ru_utime + each.ru_stime for each in used))

    def since(self, before: Cpu) -> Cpu:
        """The seconds between two moments."""
        return Cpu(self.own - before.own, self.children - before.children)


class BatchCost(NamedTuple):
    """The cost of a batch: CPU seconds for each board, and for the start of its processes; `imports` come once."""

    board: Cpu
    start: Cpu
    imports: float = 0.0

    @property
    def each(self) -> float:
        """CPU seconds for a board of a usual batch, with its part of the start."""
        return sum(self.board) + sum(self.start) / BATCH


Plans = tuple[TablePlan, ...]


def contest(names: tuple[str, str], boards: int, *, programs: bool) -> tuple[Contest, Plans]:
    """A duel of that many boards in one batch."""
    header = ContestHeader(
        format=Format.DUEL,
        scheme=Scheme.DUPLICATE,
        entrants=names,
        commands={},
        rules=FFB,
        preset="ffb",
        seed=1,
        boards=boards,
        batch=boards,
        clock="5000+60000",
        reference="steady",
    )
    entered = {name: Entrant(name, f"{PROGRAM} {name}" if programs else name, is_program=programs) for name in names}
    (batch,) = batches(header, pairings(Format.DUEL, names))
    return Contest(header=header, entrants=entered), batch.plans


def in_practice(names: tuple[str, str], boards: int) -> None:
    practice.play_batch(*contest(names, boards, programs=False))


def through_server(names: tuple[str, str], boards: int, *, programs: bool) -> None:
    played = trio.run(server_play.play_batch, *contest(names, boards, programs=programs))
    assert not any(table.faults for table in played.tables), "a bot has failed"


def nothing_through_server() -> None:
    forked_seats.ForkedSeats.started().close()


def spent(play: Callable[[], None]) -> Cpu:
    """CPU seconds of a call, and of the processes that it starts."""
    before = Cpu.now()
    play()
    forked_seats.close_idle()  # to have waited for its processes
    return Cpu.now().since(before)


def least(costs: list[Cpu]) -> Cpu:
    """The least of each part."""
    return Cpu(min(cost.own for cost in costs), min(cost.children for cost in costs))


def cost(play: Callable[[int], None], boards: int, rounds: int) -> BatchCost:
    """The cost of a batch, from the least of several rounds, as if it imported nothing."""
    many = least([spent(partial(play, boards)) for _ in range(rounds)])
    few = least([spent(partial(play, SHORT)) for _ in range(rounds)])
    board = Cpu(*(seconds / (boards - SHORT) for seconds in many.since(few)))
    return BatchCost(board, few.since(Cpu(*(seconds * SHORT for seconds in board))))


def cost_of_forks(play: Callable[[int], None], boards: int, rounds: int) -> BatchCost:
    """The same where processes are forked from one that imports for all batches."""
    batch = cost(play, boards, rounds)
    imports = least([spent(nothing_through_server) for _ in range(rounds)])
    return BatchCost(batch.board, batch.start.since(imports), imports.children)


def costs(names: tuple[str, str], boards: int, rounds: int, *, programs: bool) -> None:
    """Print the figures of both ways to play."""
    in_practice(names, SHORT)
    before = cost(partial(in_practice, names), boards, rounds)
    served = (cost if programs else cost_of_forks)(partial(through_server, names, programs=programs), boards, rounds)
    after = cost(partial(in_practice, names), boards, rounds)
    base = min(before.board.own, after.board.own)
    print(f"{' - '.join(names)}, {boards} boards at two tables each, CPU per board:")
    print(
        f"  practice            {1000 * base:6.1f} ms, {1 / base:4.0f} boards/s on one processor"
        f" ({1000 * before.board.own:.1f} ms before, {1000 * after.board.own:.1f} after)"
    )
    print(
        f"  through the server  {1000 * served.each:6.1f} ms, {PROCESSORS / served.each:4.0f} boards/s on {PROCESSORS}:"
        f" {served.each / base:.1f} times practice"
    )
    for what, seconds in (
        ("the server", served.board.own),
        ("the bots", served.board.children),
        (f"start of a batch of {BATCH}", sum(served.start) / BATCH),
    ):
        print(f"    {what:<24} {1000 * seconds:6.1f} ms, {100 * seconds / served.each:3.0f} %")
    if served.imports:
        print(f"  and once for each worker, whose bots are forked, {served.imports:.2f} s for imports")


def verdict(names: tuple[str, str]) -> None:
    """Print how long a duel takes with its defaults."""
    before, began = Cpu.now(), time.perf_counter()
    ran = subprocess.run([COMMAND, "duel", *names], stdout=subprocess.PIPE, text=True, check=True)
    seconds, used = time.perf_counter() - began, Cpu.now().since(before)
    boards = re.search(r"(\d+) boards", ran.stdout)
    print(ran.stdout)
    print(f"{boards[1] if boards else '?'} boards, verdict after {seconds:.1f} s, {used.children:.1f} s of CPU")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", nargs=2, default=("steady", "random"))
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", action="store_true")
    parser.add_argument("--verdict", action="store_true")
    arguments = parser.parse_args()
    names = (arguments.bots[0], arguments.bots[1])
    if arguments.verdict:
        verdict(names)
    else:
        costs(names, arguments.boards, arguments.rounds, programs=arguments.program)


if __name__ == "__main__":
    main()
