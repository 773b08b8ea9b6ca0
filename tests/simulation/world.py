"""A whole run from one number: servers and clients, network and disk; rules that hold until all tables are over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import trio

from coinche.server.log import LogEntry

from . import determinism
from .caller import Caller
from .disk import Row, SlowWorker, WatchedFile
from .faults import Faults
from .hostile import Hostile
from .knobs import Knobs, drawn
from .lender import Lender
from .line import Line
from .network import Network
from .player import Player, Watcher
from .portrait import Portraits
from .server_runs import EPOCH_MS, ServerKiller, ServerRun, paced
from .trace import Trace
from .truth import Truth
from .violation import Violation
from .wiretap import Memory, Wiretap

PATIENCE = 6 * 3600.0
"""Seconds of virtual time in which all has to end once nothing goes wrong any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of a run, the same for every run of its seed."""

    seed: int
    hash: str
    lives: int
    """The number of servers."""
    tables: int
    events: int
    bytes: int
    seconds: float
    """Of virtual time."""


class World:
    """One run. `write` takes the lines of its trace; some of what the seed decides may be `turned` otherwise."""

    def __init__(
        self, seed: int, write: Callable[[str], None] | None = None, turned: Mapping[str, Any] | None = None
    ) -> None:
        chance = Random(seed)
        self.seed = seed
        self.knobs: Knobs = replace(drawn(chance), **(turned or {}))
        self.calm = False
        self.trace = Trace(write)
        self.truth = Truth()
        self.memory = Memory(self.truth, lambda: EPOCH_MS + int(1000 * trio.current_time()))
        self.killer = ServerKiller(self._tired)
        self.server_run: ServerRun | None = None
        self._pace = paced(chance)
        self._portraits = Portraits(self.truth, Random(chance.random()))
        self._disk_chance = Random(chance.random())
        self.network = Network(self.knobs.wires, Random(chance.random()))
        self.faults = Faults(self, Random(chance.random()))
        self._file = WatchedFile(self._took)
        self._file.breaks = self.faults.breaks
        self._scope = trio.CancelScope()
        self._offence: Violation | None = None
        self._callers = self._who(Random(chance.random()))
        self._chance = chance

    def _who(self, chance: Random) -> list[Caller | Hostile]:
        """Everybody."""
        knobs = self.knobs

        def of(kind: type[Player], number: int) -> list[Player]:
            name = kind.__name__.lower()
            each = {"think": knobs.think, "muddle": knobs.muddle}
            return [
                kind(self, f"{name} {n}", Random(chance.random()), tables=chance.randint(1, knobs.tables), **each)
                for n in range(number)
            ]

        return [
            *of(Player, knobs.players),
            *of(Watcher, knobs.watchers),
            *(Lender(self, f"lender {n}", Random(chance.random()), token=self._token) for n in range(knobs.providers)),
            *(Hostile(self, f"thief {n}", Random(chance.random()), self._sessions) for n in range(knobs.hostile)),
        ]

    def _token(self) -> str:
        return "" if self.server_run is None else self.server_run.server._token

    def _sessions(self) -> tuple[str, ...]:
        return () if self.server_run is None else tuple(self.server_run.server.lobby.sessions)

    def _tired(self) -> None:
        self.offended(Violation("a run comes to an end", f"after {trio.current_time():.0f} s it still goes on"))

    # --- what is noticed -----------------------------------------------------------------------------

    def offended(self, violation: Violation) -> None:
        """Something has happened that must not: the run ends."""
        self._offence = self._offence or violation
        self.trace.happened(f"VIOLATION {violation}")
        self._scope.cancel()

    def tapped(self, who: str, line: Line) -> Wiretap:
        """Listen in on a connection of somebody who speaks frames."""
        note = partial(self.trace.say, f"{who} #{line.number} <") if self.trace.read else None
        wiretap = Wiretap(self.memory, who, note)

        def carried(data: bytes) -> None:
            self.trace.carried(line.number, b"<", data)
            try:
                wiretap.carried(data)
            except Violation as violation:
                self.offended(violation)

        line.tap = carried
        return wiretap

    def _took(self, rows: Sequence[Row]) -> None:
        try:
            self.truth.take(rows)
        except Violation as violation:
            self.offended(violation)

    def _said(self, news: LogEntry) -> None:
        line = news.sentence
        self.trace.happened(line)
        if "fault of the server" in line:
            self.offended(Violation("the server makes no mistakes", line))

    # --- the run -------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        """From its beginning to its end. Violation where something happens that must not."""
        try:
            return determinism.run(self.seed, self._run, self.killer)
        finally:
            self._file.close()

    async def _run(self) -> Outcome:
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._run_servers)
                nursery.start_soon(self.faults.run)
                await self._live()
                await self._end_well()
                nursery.cancel_scope.cancel()
        if self._offence is not None:
            raise self._offence
        tables = self.truth.tables.values()
        return Outcome(
            seed=self.seed,
            hash=self.trace.hash,
            lives=self.truth.lives,
            tables=len(tables),
            events=sum(len(table.log) for table in tables),
            bytes=self.trace.bytes,
            seconds=trio.current_time(),
        )

    async def _live(self) -> None:
        """Let every client finish its task."""
        with trio.move_on_after(self.knobs.chaos + PATIENCE) as patience:
            async with trio.open_nursery() as lenders:
                async with trio.open_nursery() as others:
                    for caller in self._callers:
                        (lenders if isinstance(caller, Lender) else others).start_soon(caller.run)
                while self.server_run is None or self.server_run.tables:
                    await trio.sleep(10.0)
                lenders.cancel_scope.cancel()
        if patience.cancelled_caught:
            self.offended(Violation("every table ends once nothing goes wrong", self._who_waits()))

    def _who_waits(self) -> str:
        waiting = [caller.name for caller in self._callers if isinstance(caller, Caller) and not caller.done]
        tables = (
            [] if self.server_run is None else [table.info() for table in self.server_run.server.lobby.tables.values()]
        )
        return f"{waiting} are still there, and {tables}"

    async def _run_servers(self) -> None:
        while True:
            self.truth.lives += 1
            self.memory.begin_again()
            worker = SlowWorker(
                self.knobs.disk, self._disk_chance, is_full=lambda: self.faults.full, calm=lambda: self.calm
            )
            server_run = ServerRun(self.truth.lives, self.seed, self._pace, self._file, worker, self._said)
            self.server_run = server_run
            server_run.ended = self._portraits.take
            await server_run.run(self.network, partial(self._portraits.compare, server_run, self.offended))
            self.network.unplug()
            await trio.sleep(self._disk_chance.uniform(0.01, 3.0))

    async def _end_well(self) -> None:
        """All that is over has left nothing behind."""
        if self._offence is not None or self.server_run is None:
            return
        await trio.sleep(30.0)
        left = [table.id for table in self.truth.tables.values() if not table.closed]
        if left or self._file.rows("SELECT tab FROM journal"):
            self.offended(Violation("every table ends once nothing goes wrong", f"{left} have not"))
