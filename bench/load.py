"""The load test: a server process with its journal on disk, and N tables of players over TLS from other processes.

    python bench/load.py [--tables 10,100,300,1000] [--seconds 20] [--acts-per-second 500] [--memory] [--storm 10]

For each number of tables it measures the time until everybody has signed in, `--comers` per second at random moments,
and the cost of a sign-in; then play at a fixed rate, all tables together, and as fast as possible. For both it prints
accepted acts per second, the share of one processor, microseconds of it per act, also as a ratio to a bare trio echo of
the same run (`echo`), and p50 and p99 of the latency from an act to its event at the three other players, which is on
disk by then. With `--storm` all connections are lost, and come back at random within that number of seconds. Memory is
the increase over the empty server's, per connection, its share of a table included. Wall-clock times mean something
only on a quiet machine; CPU is that of the server alone, from /proc.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import subprocess
import sys
import tempfile
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import trio

from bench import crowd
from bench.crowd import Account, Come, Figure, Halt, Job, Order, Play, Tell
from bench.echo import bench_echo
from bench.light_player import SEATS
from bench.process import Process

COMMAND = Path(sys.executable).with_name("coinche-server")
DRIVERS = 2
PATIENCE = 600.0
SETTLE = 1.0
ECHO_SECONDS = 3.0
ECHO_CONNECTIONS = 250
PERCENTILES = (0.5, 0.99)

tell = partial(print, flush=True)


class Players:
    """All players, in a few processes."""

    def __init__(self, port: int, tables: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._lines: list[Connection] = []
        self._figures: list[MutableSequence[int]] = []
        self.count = tables * len(SEATS)
        for number in range(DRIVERS):
            share = range(tables * number // DRIVERS, tables * (number + 1) // DRIVERS)
            if share:
                self._start(Job(("127.0.0.1", port), share))

    def _start(self, job: Job) -> None:
        ours, theirs = self._context.Pipe()
        figures = self._context.Array("q", len(Figure), lock=False)
        self._context.Process(target=crowd.run, args=(job, figures, theirs), daemon=True).start()
        theirs.close()
        self._lines.append(ours)
        self._figures.append(figures)

    def order(self, order: Order) -> None:
        """Send an order to all processes."""
        for line in self._lines:
            line.send(order)

    @property
    def processes(self) -> int:
        """The number of processes."""
        return len(self._lines)

    def play(self, rate: float | None) -> None:
        """Have the players act at that total rate."""
        self.order(Play(None if rate is None else rate / len(self._lines)))

    def figure(self, figure: Figure) -> int:
        """The current sum of a counter."""
        return sum(figures[figure] for figures in self._figures)

    def account(self) -> Account:
        """The latencies and faults since the last call."""
        whole = Account(array("f"), Counter())
        self.order(Tell())
        for line in self._lines:
            part: Account = line.recv()
            whole.delays.extend(part.delays)
            whole.faults.update(part.faults)
        return whole

    def leave(self) -> None:
        """End all processes."""
        for line in self._lines:
            line.close()


@contextmanager
def served(*, memory: bool) -> Iterator[tuple[Process, int, Path]]:
    """A server of its own: the process, its port and its log."""
    with tempfile.TemporaryDirectory(prefix="coinche-load-") as kept:
        log, options = Path(kept, "log"), ("--memory",) if memory else ("--data", kept)
        command = (str(COMMAND), "--host", "127.0.0.1", "--port", "0", "--bots", "none", "--no-announce", *options)
        with log.open("wb") as out:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        try:
            until(lambda: b"known by" in log.read_bytes() or child.poll() is not None)
            found = re.search(r"listening on 127\.0\.0\.1:(\d+)", log.read_text())
            if found is None:
                raise SystemExit(log.read_text())
            yield Process(child.pid), int(found[1]), log
        finally:
            child.terminate()
            child.wait()


def until(true: Callable[[], bool]) -> float:
    """Wait for the condition; return the seconds that it took."""
    begun = time.perf_counter()
    while not true():
        if time.perf_counter() - begun > PATIENCE:
            raise SystemExit("it takes too long")
        time.sleep(0.02)
    return time.perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Played:
    """A period of play: wall-clock and CPU seconds, acts, and latencies."""

    seconds: float
    cpu: float
    acts: int
    account: Account

    def told(self, echo: float) -> str:
        """A line of the report."""
        cost, waits = 1e6 * self.cpu / max(1, self.acts), sorted(self.account.delays)
        shown = "/".join(f"{1e3 * waits[int(len(waits) * share)]:.1f}" for share in PERCENTILES) if waits else "-"
        return (
            f"{self.acts / self.seconds:6.0f} acts/s, {100 * self.cpu / self.seconds:3.0f} % of a core, {cost:4.0f} µs "
            f"each: {cost / echo:4.1f} echoes; event after {shown} ms; "
            f"{self.account.faults.total()} faults"
        )


def play(server: Process, players: Players, rate: float | None, seconds: float) -> Played:
    """Have all players act for that time."""
    players.account()
    players.play(rate)
    time.sleep(SETTLE)
    begun, cpu, acts = time.perf_counter(), server.cpu(), players.figure(Figure.ACTS)
    time.sleep(seconds)
    passed, cpu, acts = time.perf_counter() - begun, server.cpu() - cpu, players.figure(Figure.ACTS) - acts
    players.order(Halt())
    return Played(passed, cpu, acts, players.account())


def come(server: Process, players: Players, within: float, figure: Figure) -> str:
    """Have all players sign in; return a line of the report."""
    cpu, tries, comings = server.cpu(), players.figure(Figure.TRIES), players.figure(Figure.COMINGS)
    players.order(Come(within))
    until(lambda: players.figure(Figure.COMINGS) == comings + players.processes)
    took = until(lambda: players.figure(figure) >= players.count)
    cost = 1e6 * (server.cpu() - cpu) / players.count
    again = players.figure(Figure.TRIES) - tries
    return (
        f"{players.count} in {took:.1f} s (by lot within {within:g} s), {cost:.0f} µs of CPU each, "
        f"{again} had to try again"
    )


def measure(tables: int, echo: float, arguments: argparse.Namespace) -> None:
    with served(memory=arguments.memory) as (server, port, log):
        empty = server.resident()
        players = Players(port, tables)
        within = players.count / arguments.comers
        tell(f"{tables} tables, {players.count} connections: {come(server, players, within, Figure.SEATED)}")
        tell_memory("come in", server, empty, players.count)
        for rate, seconds in ((arguments.acts_per_second, arguments.seconds), (None, arguments.fast)):
            if seconds:
                played = play(server, players, rate, seconds)
                tell(f"    {'at a pace' if rate else 'flat out'}: {played.told(echo)}")
                tell_faults(played.account)
                tell_memory("then", server, empty, players.count)
        if arguments.storm is not None:
            players.account()
            time.sleep(SETTLE)
            tell(f"    all back: {come(server, players, arguments.storm, Figure.READY)}")
            played = play(server, players, arguments.acts_per_second, arguments.seconds / 4)
            tell(f"    after it: {played.told(echo)}")
            tell_faults(played.account)
        players.leave()
        if wrong := log.read_text().count("Traceback"):
            tell(f"    {wrong} tracebacks in the server's log")


def tell_memory(when: str, server: Process, empty: int, connections: int) -> None:
    grown = server.resident() - empty
    tell(f"    {when}: {empty / 1e6:.0f} MB empty, {grown / 1e6:.0f} MB more, {grown / connections / 1e3:.1f} KB each")


def tell_faults(account: Account) -> None:
    for what, times in account.faults.most_common(5):
        tell(f"    fault, {times} times: {what}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="10,100,300,1000", help="how many, one after the other")
    parser.add_argument("--seconds", type=float, default=20, help="of play at a pace")
    parser.add_argument("--fast", type=float, default=10, metavar="SECONDS", help="of play as fast as it goes")
    parser.add_argument("--acts-per-second", type=float, default=500, help="the pace, of all tables together")
    parser.add_argument("--comers", type=float, default=400, help="who come in a second, to begin with")
    parser.add_argument("--storm", type=float, metavar="SECONDS", help="all are lost, and come back within that time")
    parser.add_argument("--memory", action="store_true", help="a server that keeps nothing")
    arguments = parser.parse_args()
    echo = trio.run(bench_echo, ECHO_CONNECTIONS, ECHO_SECONDS)[1]
    tell(f"an echo costs {echo:.1f} µs")
    for tables in map(int, arguments.tables.split(",")):
        measure(tables, echo, arguments)
    tell(f"an echo costs {trio.run(bench_echo, ECHO_CONNECTIONS, ECHO_SECONDS)[1]:.1f} µs")


if __name__ == "__main__":
    main()
