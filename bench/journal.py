"""The speed of the journal: actions saved per second, alone and in a whole server; the cost of FULL over `--memory`.

    python bench/journal.py [--tables 1,100,1000] [--seconds 5] [--alone] [--syncs] [--directory DIR]

Alone: that number of tables save one action each, and the next as soon as it is on disk. The whole server: as many
tables of four players over TLS, as fast as possible and at a fixed rate, with its journal and without (see `load`). The
yardstick for both is a file on the same disk, written a page and an `fdatasync` at a time. `--syncs` counts the calls
of `fdatasync` for each commit under strace, which makes them slow: no figure of that run is a speed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import closing
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import trio

from bench.crowd import Figure
from bench.load import Players, come, play, served
from coinche.engine.seats import Seat
from coinche.server.match.entries import ActionTaken
from coinche.server.storage.database import DataFile
from coinche.server.storage.journal import Journal

PAGE = b"x" * 4096
FEW = 0.5
WARM_UP = 0.5
PACE = 500.0
PERCENTILES = (0.5, 0.99)
ACTION = ActionTaken(
    at=1_795_000_000_000,
    request=1234,
    after=5678,
    seat=Seat.NORTH,
    action="KH+belote",
    asked_ms=1_000_000,
    heard_ms=1_000_900,
    used_ms=850,
    bank_ms=119_000,
    asked=1234,
)

tell = partial(print, flush=True)


def shown(waits: list[float]) -> str:
    """Percentiles in milliseconds."""
    ordered = sorted(waits)
    return "/".join(f"{1e3 * ordered[int(len(ordered) * share)]:.1f}" for share in PERCENTILES) if ordered else "-"


def yardstick(directory: Path, seconds: float) -> None:
    """Measure the disk itself."""
    with Path(directory, "plain").open("wb", buffering=0) as file:
        waits, end = [], time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            file.write(PAGE)
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - began)
    tell(f"the disk: {len(waits) / seconds:.0f} pages/s, each with its fdatasync, {shown(waits)} ms")


class Tables:
    """Tables that only save an action, and the next once it is on disk."""

    def __init__(self, journal: Journal, count: int) -> None:
        self._journal = journal
        self._waiting: deque[tuple[int, float, str]] = deque()
        self.waits: list[float] = []
        for number in range(count):
            self._act(f"t{number}")

    def _act(self, table: str) -> None:
        self._journal.append(table, ACTION)
        self._waiting.append((self._journal.position, time.perf_counter(), table))

    async def run(self) -> None:
        """Act again as more actions are saved."""
        while True:
            await self._journal.changed()
            now = time.perf_counter()
            while self._waiting and self._waiting[0][0] <= self._journal.durable:
                _, began, table = self._waiting.popleft()
                self.waits.append(now - began)
                self._act(table)


async def alone(directory: Path, count: int, seconds: float) -> None:
    """Measure the journal alone."""
    with closing(DataFile(directory)) as file:
        await _alone(Journal(file, tell), count, seconds)


async def _alone(journal: Journal, count: int, seconds: float) -> None:
    tables = Tables(journal, count)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(journal.run)
        nursery.start_soon(tables.run)
        await trio.sleep(WARM_UP)
        tables.waits.clear()
        commits, cpu, began = journal.commits, time.process_time(), time.perf_counter()
        await trio.sleep(seconds)
        passed, used, safe = time.perf_counter() - began, time.process_time() - cpu, len(tables.waits)
        commits = journal.commits - commits
        nursery.cancel_scope.cancel()
    tell(
        f"{count:5} tables, the journal alone: {safe / passed:6.0f} actions/s, {safe / commits:5.1f} to a commit, "
        f"{1e6 * used / safe:4.0f} µs of CPU each, safe after {shown(tables.waits)} ms; {journal.commits} commits"
    )


def whole(count: int, seconds: float) -> None:
    """Measure a server with its journal and one without."""
    for memory in (False, True):
        with served(memory=memory) as (server, port, _):
            players = Players(port, count)
            come(server, players, players.count / 400, Figure.SEATED)
            for rate in (None, PACE):
                played = play(server, players, rate, seconds)
                tell(
                    f"{count:5} tables, {'--memory' if memory else 'FULL':>8}, {'at a pace' if rate else 'flat out'}: "
                    f"{played.acts / played.seconds:6.0f} acts/s, {1e6 * played.cpu / max(1, played.acts):4.0f} µs of "
                    f"CPU each, event after {shown(list(played.account.delays))} ms, "
                    f"{played.account.faults.total()} faults"
                )
            players.leave()


def count_syncs(arguments: argparse.Namespace) -> None:
    """Run this program again under strace."""
    command = [sys.executable, __file__, "--alone", "--tables", arguments.tables, "--seconds", str(arguments.seconds)]
    with tempfile.NamedTemporaryFile("r") as out:
        calls = ["strace", "-f", "-qq", "-e", "trace=fdatasync,fsync", "-e", "signal=none", "-o", out.name]
        run = subprocess.run([*calls, *command, "--counted"], check=True, capture_output=True, text=True)
        syncs = len(re.findall(r"sync\(", out.read()))
    commits = sum(map(int, re.findall(r"(\d+) commits", run.stdout)))
    tell(
        f"{syncs} calls of fdatasync and fsync for {commits} commits, those that set up the file and of checkpoints too"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="1,100,1000", help="how many, one after the other")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--alone", action="store_true", help="without the whole server")
    parser.add_argument("--syncs", action="store_true", help="count what is asked of the disk, under strace")
    parser.add_argument("--counted", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--directory", help="on the disk that is meant (default: where temporary files are)")
    arguments = parser.parse_args()
    if arguments.syncs:
        if shutil.which("strace") is None:
            raise SystemExit("there is no strace")
        count_syncs(arguments)
        return
    for count in map(int, arguments.tables.split(",")):
        with tempfile.TemporaryDirectory(prefix="coinche-journal-", dir=arguments.directory) as made:
            if not arguments.counted:
                yardstick(Path(made), FEW)
            trio.run(alone, Path(made), count, arguments.seconds)
        if not arguments.alone:
            whole(count, arguments.seconds)


if __name__ == "__main__":
    main()
