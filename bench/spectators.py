"""Cost of spectators: a server process with its journal on disk, one table that plays at a rate, and many spectators.

    python bench/spectators.py [--spectators 250,999] [--seconds 8] [--acts-per-second 20] [--only tls]

Over plain TCP and over TLS it prints microseconds of the server's CPU per spectator and event, as the difference from
the same play without spectators, and the players' latency for each other's events, median and p99. The last run adds as
many spectators who never read. Wall-clock times mean something only on a quiet machine; CPU is that of the server
alone, from /proc.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench import onlookers
from bench.crowd import Come, Figure
from bench.load import Players, served, tell, until
from bench.onlookers import Onlooker
from bench.process import Process

WINDOW = 1.0
SETTLE = 1.5
LOG = 600
"""Acts before anybody watches: their events are more than a socket holds for who does not read."""


class Counter:
    """A spectator that counts the events."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._onlooker = Onlooker(address, "counter", tls=False, source="127.0.0.3")
        self.table = self._shown()
        self._onlooker.watch(self.table)
        self.events = 0
        threading.Thread(target=self._count, daemon=True).start()

    def _shown(self) -> str:
        while True:
            tables: Any = self._onlooker.until("lobby")["tables"]
            if tables:
                return str(tables[0]["table"])

    def _count(self) -> None:
        try:
            while True:
                message = self._onlooker.hear()
                self.events += "n" in message
                if message["type"] == "ping":
                    self._onlooker.say(type="pong", data=message["data"])
        except OSError:
            return


class Stand:
    """The spectators, in a process of their own."""

    def __init__(self, address: tuple[str, int], table: str, *, tls: bool, reads: bool = True) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        arguments = (address, table, tls, theirs, reads)
        self._process = context.Process(target=onlookers.run, args=arguments, daemon=True)
        self._process.start()
        theirs.close()

    def fill(self, count: int) -> None:
        """Have that number of spectators watch."""
        self._line.send(count)
        self._line.recv()

    def leave(self) -> None:
        """Have all spectators leave."""
        self._line.close()
        self._process.join()


@dataclass(frozen=True, slots=True)
class Watched:
    """Some seconds of play: CPU per event, and the players' latencies."""

    per_event: float
    p50: float
    p99: float


def measure(server: Process, counter: Counter, players: Players, seconds: float) -> Watched:
    """Play on for that time, and measure."""
    time.sleep(SETTLE)
    players.account()
    windows = [_window(server, counter) for _ in range(max(1, round(seconds / WINDOW)))]
    waits = sorted(players.account().delays)
    return Watched(statistics.median(windows), *(1e3 * waits[int(len(waits) * share)] for share in (0.5, 0.99)))


def _window(server: Process, counter: Counter) -> float:
    events, cpu = counter.events, server.cpu()
    time.sleep(WINDOW)
    return (server.cpu() - cpu) / max(1, counter.events - events)


def bench(counts: list[int], seconds: float, rate: float, *, tls: bool) -> None:
    """Measure with more and more spectators, then with as many more who do not read."""
    with served(memory=False) as (server, port, _):
        players = Players(port, 1)
        players.order(Come(0.1))
        until(lambda: players.figure(Figure.SEATED) == players.count)
        players.play(None)
        until(lambda: players.figure(Figure.ACTS) > LOG)
        players.play(rate)
        counter = Counter(("127.0.0.1", port))
        alone = measure(server, counter, players, seconds)
        tell(f"{'TLS' if tls else 'plain'}: alone: {1e6 * alone.per_event:.0f} µs an event; {_waits(alone)}")
        stand = Stand(("127.0.0.1", port), counter.table, tls=tls)
        for count in counts:
            stand.fill(count)
            watched = measure(server, counter, players, seconds)
            each = 1e6 * (watched.per_event - alone.per_event) / count
            tell(f"  {count:5} watch: {each:5.1f} µs each and event, {_per(watched)}; {_waits(watched)}")
        stand.leave()
        deaf = Stand(("127.0.0.1", port), counter.table, tls=tls, reads=False)
        deaf.fill(counts[-1])
        watched = measure(server, counter, players, seconds)
        each = 1e6 * (watched.per_event - alone.per_event) / counts[-1]
        tell(f"  {counts[-1]:5} who never read: {each:.1f} µs each and event; {_waits(watched)}")
        deaf.leave()
        players.leave()


def _per(watched: Watched) -> str:
    return f"{1e3 * watched.per_event:.1f} ms an event"


def _waits(watched: Watched) -> str:
    return f"players wait {watched.p50:.1f} ms, p99 {watched.p99:.1f} ms"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--spectators", default="250,999")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--acts-per-second", type=float, default=20.0)
    parser.add_argument("--only", choices=("plain", "tls"))
    arguments = parser.parse_args()
    counts = [int(count) for count in arguments.spectators.split(",")]
    for tls in (False, True):
        if arguments.only != ("plain" if tls else "tls"):
            bench(counts, arguments.seconds, arguments.acts_per_second, tls=tls)


if __name__ == "__main__":
    main()
