"""A crash test: a real server is killed again and again while bots play over TLS, and no acknowledged action is lost.

    python -m bench.kill [--kills 200] [--tables 4] [--target 16000] [--fair]

The server (`mortal_server`) ends itself at points of its journal in turn: before a group is written, between write and
commit, between the commit and the first byte sent because of it; every fourth time it is killed from outside at any
moment. It restarts on the same data and port; the bots come back with their secrets. At the end the same match is
played without a kill, and the records are compared.

The following are counted and must be zero: acknowledged actions missing from the record, tables that did not continue,
events that changed, records that differ; and, by a library preloaded before the C library, groups reported safe without
a disk sync of their own.

With `--fair` every shuffle takes the shares of all four, so no two matches are the same: each record must prove that
its packs follow from the commitment, the pledges and the shares, whatever the moment of the kill.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from bench.returning_bot import SEATS, Bot, Seen
from coinche.engine.record import ActionLine, DealLine, Record, RecordDiffers, RecordUnproven
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import proven
from coinche.server.storage.database import ReadOnlyFile

LAST_LIFE = 2.0
"""Seconds."""
POINTS = ("before", "between", "after", "anywhere")

_COUNTER = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
static atomic_long syncs;
long coinche_syncs(void) { return syncs; }
int fdatasync(int fd) { int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync"); int r = real(fd); syncs++; return r; }
int fsync(int fd) { int (*real)(int) = dlsym(RTLD_NEXT, "fsync"); int r = real(fd); syncs++; return r; }
"""


@dataclass(slots=True)
class Killer:
    """Start the server, and restart it after each kill."""

    data: Path
    port: int
    library: Path | None
    chance: random.Random
    kills: int
    fair: bool = False
    tally: Counter[str] = field(default_factory=Counter)
    restarts: list[float] = field(default_factory=list)

    async def run(self, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        started = False
        while True:
            due = sum(self.tally.values()) < self.kills
            point = POINTS[sum(self.tally.values()) % len(POINTS)] if due else "never"
            began = trio.current_time()
            process = await self._start(point)
            assert process.stdout is not None
            try:
                words = (await process.stdout.receive_some()).decode().split()
                assert words[:1] == ["port"], words
                self.restarts.append(trio.current_time() - began)
                self.port = int(words[1])
                if not started:
                    started = True
                    task_status.started(self.port)
                await self._live(process, point)
            finally:
                with trio.CancelScope(shield=True):
                    await self._end(process)
            self.tally[point] += 1
            print(f"\r{sum(self.tally.values())} of {self.kills} kills", end="", file=sys.stderr, flush=True)

    async def one_more_life(self) -> None:
        """Start the server once more, to save the finished matches that it had no time to save."""
        process = await self._start("never")
        assert process.stdout is not None
        await process.stdout.receive_some()
        await trio.sleep(LAST_LIFE)
        await self._end(process)

    async def _start(self, point: str) -> trio.Process:
        mortal = point if point in POINTS[:3] else "never"
        command = ["--data", str(self.data), "--port", str(self.port), "--die", mortal]
        command += ["--at", str(self.chance.randint(2, 25))]
        command += ["--fair"] if self.fair else []
        if self.library is not None:
            command += ["--syncs", str(self.library)]
        preload = {"LD_PRELOAD": str(self.library)} if self.library is not None else {}
        return await trio.lowlevel.open_process(
            [sys.executable, str(Path(__file__).with_name("mortal_server.py")), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PYTHONPATH": ":".join(sys.path), **preload},
        )

    async def _end(self, process: trio.Process) -> None:
        """Stop the process cleanly if it lives, so that it writes everything pending."""
        assert process.stdin is not None
        await process.stdin.aclose()
        await process.wait()

    async def _live(self, process: trio.Process, point: str) -> None:
        if point == "anywhere":
            with trio.move_on_after(self.chance.uniform(0.05, 0.6)):
                await process.wait()
            process.kill()
        code = await process.wait()
        assert code == -signal.SIGKILL, f"the server ended with status {code}"


async def play(
    data: Path, tables: int, target: int, kills: int, library: Path | None, seed: int, fair: bool = False
) -> tuple[Any, ...]:
    """Play a match at each table; what was seen there, and what the killer did."""
    killer = Killer(data, 0, library, random.Random(seed), kills, fair)
    seen = [Seen() for _ in range(tables)]
    async with trio.open_nursery() as nursery:
        port = await nursery.start(killer.run)
        async with trio.open_nursery() as playing:
            for number, table in enumerate(seen):
                for seat in SEATS:
                    playing.start_soon(Bot(table, f"bot {number}{seat}", seat, port, target, fair).run)
        nursery.cancel_scope.cancel()
    await killer.one_more_life()
    return seen, killer


def kept(data: Path) -> dict[str, Record]:
    """The record of each match, by the name of its table."""
    with closing(ReadOnlyFile(data)) as file:
        rows = file.rows("SELECT name, lines FROM matches JOIN records USING (match)")
    return {name: read_record(zlib.decompress(lines).decode().split("\n")) for name, lines in rows}


def records(data: Path) -> dict[str, tuple[Any, ...]]:
    """The packs and actions of each match, by the name of its table."""
    return {name: _played(record) for name, record in kept(data).items()}


def _played(record: Record) -> tuple[Any, ...]:
    return tuple(entry for entry in record.entries if isinstance(entry, DealLine | ActionLine))


def proves_nothing(record: Record) -> bool:
    """Return whether the record fails to prove its packs; print the number of substitute shares."""
    try:
        shown = proven(record)
    except (RecordDiffers, RecordUnproven) as wrong:
        print(f"\n{wrong}")
        return True
    print(f"\n{sum(shown.fair.values())} shuffles, {len(shown.substitutes)} substitutes")
    return not shown.fair


def _without_kills(data: Path, tables: int, target: int, seed: int) -> dict[str, tuple[Any, ...]]:
    trio.run(play, data, tables, target, 0, None, seed)
    return records(data)


def lost(seen: Seen, record: tuple[Any, ...]) -> int:
    """The number of acknowledged actions that are missing from the record or out of order."""
    missing = 0
    for seat in SEATS:
        played = iter(str(line.action) for line in record if isinstance(line, ActionLine) and line.seat == seat)
        missing += sum(said not in played for each, said in seen.acknowledged if each == seat)
    return missing


def compiled(directory: Path) -> Path | None:
    """The preloaded library; None without a compiler."""
    source = directory / "syncs.c"
    source.write_text(_COUNTER)
    with suppress(FileNotFoundError, subprocess.CalledProcessError):
        subprocess.run(["cc", "-shared", "-fPIC", "-o", directory / "syncs.so", source, "-ldl"], check=True)
        return directory / "syncs.so"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--target", type=int, default=16_000, help="points: the matches have to outlast the kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fair", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        here = Path(directory)
        library = compiled(here)
        run = (options.tables, options.target)
        seen, killer = trio.run(play, here / "killed", *run, options.kills, library, options.seed, options.fair)
        proofs, killed = kept(here / "killed"), records(here / "killed")
        whole = {} if options.fair else _without_kills(here / "whole", *run, options.seed)
    names = [f"bot {number}N" for number in range(options.tables)]
    wrong = {
        "acknowledged actions lost": sum(
            lost(table, killed.get(name, ())) for table, name in zip(seen, names, strict=True)
        ),
        "tables that did not go on": sum(name not in killed for name in names),
        "events that changed": sum(table.changed + (len(table.events) != max(table.events)) for table in seen),
        "records that differ": sum(killed.get(name) != record for name, record in whole.items()),
        "kills that found the matches over": options.kills - sum(killer.tally.values()),
    }
    if options.fair:
        wrong["records that prove nothing"] = sum(map(proves_nothing, proofs.values()))
    acts = sum(len(table.acknowledged) for table in seen)
    print(
        f"\n{sum(killer.tally.values())} kills: {dict(killer.tally)}; {acts} acknowledged actions at {len(seen)} tables"
    )
    print(f"restart to listening: median {sorted(killer.restarts)[len(killer.restarts) // 2]:.2f} s")
    print(
        "each group of the journal with a wait for the disk of its own" if library else "no compiler: waits not counted"
    )
    for what, count in wrong.items():
        print(f"{what}: {count}")
    return int(any(wrong.values()))


if __name__ == "__main__":
    raise SystemExit(main())
