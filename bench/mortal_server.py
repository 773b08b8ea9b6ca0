"""A real server that ends itself, as kill -9 does, at a chosen point of its journal.

`--die before|between|after --at K`: before group K is written, between its write and its commit, or between its commit
and the first byte that leaves the machine because of it. With `--syncs FILE` the shared library in that file counts the
disk syncs, and the server ends with status 1 if a group was reported safe without one.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import trio

from coinche.engine.cards import Card
from coinche.engine.dealing import shuffled
from coinche.engine.seats import Seat
from coinche.server.app import Server
from coinche.server.archive.archive import Archive
from coinche.server.archive.record import kept_record_key
from coinche.server.log import LogEntry
from coinche.server.match import packs as sources
from coinche.server.match.packs import PackSource
from coinche.server.match.table_options import Pace, TableOptions
from coinche.server.storage.data_dir import Lock
from coinche.server.storage.database import DataFile, Result, WorkerThread
from coinche.server.storage.journal import Journal
from coinche.server.time_and_entropy import Entropy
from coinche.server.transport.tls import kept_certificate

SEED = b"the same packs in every life"


class SamePacks(PackSource):
    """Packs that depend on the match and the deal alone."""

    def __init__(self, entropy: Entropy) -> None:
        pass

    def first_dealer(self, match: int) -> Seat:
        return tuple(Seat)[match % 4]

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        return shuffled(hashlib.sha256(SEED + bytes((match, deal))).digest())


class Fate:
    """The last group of the journal, and the point in it at which the server ends."""

    def __init__(self, point: str, at: int) -> None:
        self._point = point
        self._left = at

    def group(self) -> None:
        """Count one more group."""
        self._left -= 1

    def meets(self, point: str) -> None:
        """End the process if this is the chosen point."""
        if self._left == 0 and point == self._point:
            os.kill(os.getpid(), signal.SIGKILL)


class MortalFile(DataFile):
    """The data file of a server that may die before a commit."""

    fate: Fate

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with super().transaction():
            yield
            self.fate.meets("between")


class MortalThread(WorkerThread):
    """The worker thread of a server that may die on either side of a commit."""

    def __init__(self, fate: Fate, syncs: Callable[[], int] | None) -> None:
        super().__init__()
        self._fate = fate
        self._syncs = syncs
        self.groups = 0

    async def run(self, task: Callable[[], Result]) -> Result:
        self._fate.group()
        self._fate.meets("before")
        before = self._syncs() if self._syncs else 0
        done = await super().run(task)
        self.groups += 1
        if self._syncs and self._syncs() == before:
            print("a group is called safe that the disk was not waited for", flush=True)
            os._exit(1)
        self._fate.meets("after")
        return done


def _counter(library: str | None) -> Callable[[], int] | None:
    if library is None:
        return None
    count = ctypes.CDLL(library).coinche_syncs
    count.restype = ctypes.c_long
    counted: Callable[[], int] = count
    return counted


def _complain(news: LogEntry) -> None:
    """Print the server's failures."""
    line = str(news)
    if "fault" in line or "not kept" in line or "cannot" in line:
        print(line, file=sys.stderr, flush=True)


async def _serve(options: argparse.Namespace) -> None:
    fate = Fate(options.die, options.at)
    thread = MortalThread(fate, _counter(options.syncs))
    with ExitStack() as opened:
        opened.enter_context(Lock(options.data))
        file = opened.enter_context(closing(MortalFile(options.data)))
        file.fate = fate
        journal = Journal(file, print, thread)
        server = Server(
            store=journal,
            kept_archive=opened.enter_context(Archive(file, journal)),
            kept_certificate=kept_certificate(options.data),
            kept_record_key=kept_record_key(options.data, Entropy()),
            say=_complain,
            defaults=TableOptions(name="table", pace=Pace(bot=0, trick=0, recap=0, final=0)),
            provider=None,
        )
        async with trio.open_nursery() as nursery:
            port = await nursery.start(server.run, "127.0.0.1", options.port)
            print(f"port {port}", flush=True)
            await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
            nursery.cancel_scope.cancel()
    print(f"groups {thread.groups}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--die", choices=("before", "between", "after", "never"), default="never")
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--syncs")
    parser.add_argument("--fair", action="store_true", help="shuffle, instead of the same packs in every life")
    given = parser.parse_args()
    if not given.fair:
        sources.RandomPacks = SamePacks  # type: ignore[misc]
    trio.run(_serve, given)
