"""The effect of hostile clients on honest tables: bots play over TLS while a client exceeds each bound of the server.

    python bench/attack.py [--tables 20] [--seconds 3] [--acts-per-second 200] [--only WORD]

The floods (`--only Mbit`) are 25 and 36 Mbit/s of meaningless bytes, from one address and from eight.
For each assault a line shows the client's answers and the effect at the tables: acts per second and the p99 from act to
event, both as ratios to the quiet seconds before, faults at the tables, which must be none, and the growth of the
server's memory since the first assault. The last assault uses up the server's descriptors. The client runs on the same
machine, so the tables also feel its own use of the processors.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import resource
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.assaults import ASSAULTS
from bench.crowd import Come, Figure
from bench.floods import FLOODS, Flood
from bench.hostile import Hostile
from bench.load import Players, served, tell, until
from bench.process import Process

SETTLE = 1.0
LEAST = 1.0
"""Seconds of play that are looked at, however soon the assault is over."""
NO_FILES = "no descriptor free"
READY = "ready"


class Assault:
    """One assault from an address of its own, with the same face as a flood."""

    def __init__(self, port: int, number: int, name: str, seconds: float) -> None:
        self._evil = Hostile(port, f"127.9.0.{number}", seconds)
        self._name = name

    @property
    def got(self) -> Counter[str]:
        """The answers that the client got."""
        return self._evil.got

    def run(self) -> None:
        """Exceed the bound."""
        try:
            ASSAULTS[self._name](self._evil)
        except OSError as wrong:
            self.got[type(wrong).__name__] += 1


def assail(port: int, seconds: float, line: Connection) -> None:
    """The process of the hostile client: one assault after the other, each from an address of its own."""
    with suppress(EOFError):
        for number in itertools.count(1):
            name = line.recv()
            attacker: Flood | Assault
            if name in FLOODS:
                attacker = Flood(port, number, name, seconds)
                attacker.prepare()
            else:
                attacker = Assault(port, number, name, seconds)
            line.send(READY)
            line.recv()
            attacker.run()
            line.send(attacker.got)


@dataclass(frozen=True, slots=True)
class Noticed:
    """The measurements at the tables over some seconds."""

    rate: float
    p99: float
    faults: Counter[str]


class AttackedServer:
    """A server with its players, and one assault after the other."""

    def __init__(self, server: Process, port: int, players: Players, seconds: float) -> None:
        self._server = server
        self._port = port
        self._players = players
        self._seconds = seconds
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        context.Process(target=assail, args=(port, seconds, theirs), daemon=True).start()
        theirs.close()
        self._empty = server.resident()

    def withstand(self, name: str) -> int:
        """Run one assault and print its line; return the number of faults at the tables."""
        if name != NO_FILES:
            self._line.send(name)
            self._line.recv()  # what takes a while has been prepared
        before = self._quiet()
        begun, acts, cpu = time.perf_counter(), self._players.figure(Figure.ACTS), self._cpu()
        got = self._without_files() if name == NO_FILES else self._assailed()
        time.sleep(max(0.0, begun + LEAST - time.perf_counter()))
        passed = time.perf_counter() - begun
        busy = 100 * (self._cpu() - cpu) / passed
        during = self._noticed(acts, passed)
        tell(f"{name:48} {_told(got):58} {_ratios(before, during)} {busy:3.0f} % CPU, {self._grown():+.1f} MB")
        return during.faults.total()

    def _quiet(self) -> Noticed:
        time.sleep(SETTLE)
        self._players.account()
        begun, acts = time.perf_counter(), self._players.figure(Figure.ACTS)
        time.sleep(self._seconds)
        return self._noticed(acts, time.perf_counter() - begun)

    def _noticed(self, acts: int, passed: float) -> Noticed:
        account = self._players.account()
        waits = sorted(account.delays)
        p99 = waits[int(len(waits) * 0.99)] if waits else float("inf")
        return Noticed((self._players.figure(Figure.ACTS) - acts) / passed, p99, account.faults)

    def _assailed(self) -> Counter[str]:
        self._line.send(READY)
        got: Counter[str] = self._line.recv()
        return got

    def _without_files(self) -> Counter[str]:
        """Take away the server's free descriptors; newcomers get in once it has some again."""
        bounds = resource.prlimit(self._server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self._server.pid, resource.RLIMIT_NOFILE, (8, bounds[1]))
        address, source = ("127.0.0.1", self._port), ("127.9.1.1", 0)
        held = [socket.create_connection(address, source_address=source) for _ in range(100)]
        time.sleep(self._seconds)
        resource.prlimit(self._server.pid, resource.RLIMIT_NOFILE, bounds)
        got: Counter[str] = Counter()
        for connection in held:
            connection.settimeout(15)
            with suppress(OSError):
                got["told" if connection.recv(1000) else "closed"] += 1
            connection.close()
        return got

    def _cpu(self) -> float:
        """CPU seconds of the server's main thread, which does everything but disk access."""
        return self._server.cpu_of_threads()[self._server.pid]

    def _grown(self) -> float:
        return (self._server.resident() - self._empty) / 1e6


def _told(got: Counter[str]) -> str:
    return ", ".join(f"{what} {times}" for what, times in got.most_common(4)) or "nothing"


def _ratios(before: Noticed, during: Noticed) -> str:
    acts, wait = during.rate / before.rate, during.p99 / before.p99
    return (
        f"acts x{acts:.2f}, p99 {1e3 * before.p99:.0f} -> {1e3 * during.p99:.0f} ms (x{wait:.1f}), "
        f"{during.faults.total()} faults,"
    )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each assault that goes on as long as one likes")
    parser.add_argument("--acts-per-second", type=float, default=200.0, help="of all tables together")
    parser.add_argument("--only", default="", metavar="WORD", help="those assaults in whose name it is")
    arguments = parser.parse_args()
    faults = 0
    with served(memory=False) as (server, port, log):
        players = Players(port, arguments.tables)
        players.order(Come(1.0))
        until(lambda: players.figure(Figure.SEATED) == players.count)
        players.play(arguments.acts_per_second)
        attacked = AttackedServer(server, port, players, arguments.seconds)
        for name in (*ASSAULTS, *FLOODS, NO_FILES):
            if arguments.only in name:
                faults += attacked.withstand(name)
        players.leave()
        tracebacks = log.read_text().count("Traceback")
    tell(f"{faults} faults at the tables, {tracebacks} tracebacks in the server's log")


if __name__ == "__main__":
    main()
