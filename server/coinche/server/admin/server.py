"""Orders about the server as a whole: to say something to everybody, to close a table, to end, at once or in time.

Knows lobby and tables. Refuses to know how a server ends (`ending`).
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

import msgspec
import trio

from coinche.engine.view import Phase
from coinche.protocol.messages import Notice, Topic
from coinche.protocol.names import InvalidText, checked_text
from coinche.server.connections.connections import Connections
from coinche.server.lobby.lobby import LobbyRoom
from coinche.server.log import BoundedLog
from coinche.server.metrics import Meter
from coinche.server.storage.journal import Journal
from coinche.server.storage.store import Store

from .orders import Answer, Order, Refused, Words
from .shutdown import Why

LOOK = 0.25
"""Seconds between two looks whether the server is to end."""
TEXT = 500
"""Characters of what is said to everybody."""

DRAINING = Notice(
    topic=Topic.DRAINING, text="this server opens no new tables, and ends once those that there are have ended"
)
STAYS = Notice(topic=Topic.OPERATOR, text="the server goes on after all: tables can be opened again")


class Steering:
    """One server's wheel. `end` has it end."""

    def __init__(self, lobby: LobbyRoom, end: Callable[[Why], None]) -> None:
        self._lobby = lobby
        self._end = end
        self._stopping = False
        self._ordered = trio.Event()

    @property
    def orders(self) -> tuple[Order, ...]:
        """What can be ordered."""
        return (
            Order(
                name="close", takes="TABLE", does="closes a table; its match is over without a result", do=self._close
            ),
            Order(name="say", takes="TEXT", does="tells everybody who is signed in", do=self._say),
            Order(
                name="drain",
                takes="[--cancel]",
                does="no new tables; the server ends once all are over (--cancel: it does not)",
                do=self._drain,
            ),
            Order(name="stop", does="ends the server now; tables go on where they were once it is back", do=self._stop),
        )

    async def run(self) -> None:
        """End the server once it is to stop, which who has ordered it hears before; or is drained, and nobody plays."""
        while True:
            await self._ordered.wait()
            await trio.sleep(LOOK)
            if self._stopping:
                self._end(Why.ORDERED)
            elif self._lobby.draining and not self._lobby.tables:
                self._end(Why.DRAINED)
            elif not self._lobby.draining:
                self._ordered = trio.Event()

    async def _close(self, words: Words) -> Answer:
        await self._lobby.all_awake()
        table = self._lobby.tables.get(words[0])
        if table is None or len(words) > 1:
            there = ", ".join(self._lobby.tables) or "none"
            raise Refused(f"no table {' '.join(words)!r}; there are: {there}"[:1000])
        table.end()
        return Answer((f"{table.id} is closed",), {"closed": [table.id]})

    async def _say(self, words: Words) -> Answer:
        try:
            text = checked_text(" ".join(words)[:TEXT])
        except InvalidText as wrong:
            raise Refused(str(wrong)) from None
        told = self._lobby.notify(Notice(topic=Topic.OPERATOR, text=text))
        return Answer((f"{told} have been told",), {"told": told})

    async def _drain(self, words: Words) -> Answer:
        if words == ("--cancel",):
            return self._go_on()
        if words:
            raise Refused("it is: drain [--cancel]")
        self._lobby.farewell = DRAINING
        await self._lobby.all_awake()
        self._ordered.set()
        self._lobby.notify(DRAINING)
        for table in tuple(self._lobby.tables.values()):
            if not table.in_a_match:
                table.end()
        left = [table.id for table in self._lobby.tables.values() if table.in_a_match]
        still = f"{len(left)} {'is' if len(left) == 1 else 'are'} still played at, then the server ends"
        return Answer((f"no new tables; {still}",), {"tables": left})

    def _go_on(self) -> Answer:
        if not self._lobby.draining:
            raise Refused("the server does not drain")
        self._lobby.farewell = None
        self._lobby.notify(STAYS)
        return Answer(("tables can be opened again",))

    async def _stop(self, _words: Words) -> Answer:
        self._stopping = True
        self._ordered.set()
        return Answer(("the server ends",))


# --- figures --------------------------------------------------------------------------------------
# The figures that matter of a running server: who is there, how fast it is, what the disk does, what it costs.
#
# Knows how each is found without keeping any table waiting. Refuses to know who asks.


class OfDisk(msgspec.Struct, frozen=True, kw_only=True):
    """How the journal does: what was entrusted to it, what of that is safe, how long the last group took."""

    position: int
    durable: int
    backlog: int
    last_commit_ms: float
    trouble: str | None


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """All figures. Times in seconds unless the name says ms, sizes in bytes; None where there is nothing to measure."""

    version: str
    since: str
    up: int
    draining: bool
    connections: int
    people: int
    programs: int
    spectators: int
    away: int
    tables: dict[str, int]
    acts_per_second: float
    act_to_sent_p50_ms: float | None
    act_to_sent_p99_ms: float | None
    journal: OfDisk | None
    rss: int | None
    cpu: float
    logs: int
    """What tables take in memory, of so much that they may."""
    logs_at_most: int
    kept: int
    """The same of what is kept of them; without a data directory it is the same memory."""
    kept_at_most: int
    refused: dict[str, int]


class Figures:
    """What one server is measured by."""

    def __init__(self, lobby: LobbyRoom, connections: Connections, store: Store, meter: Meter, log: BoundedLog) -> None:
        self._lobby = lobby
        self._connections = connections
        self._store = store
        self._meter = meter
        self._log = log
        self._unix_ms = lobby.unix_ms()
        self._since = datetime.fromtimestamp(self._unix_ms / 1000, UTC)

    @property
    def orders(self) -> tuple[Order, ...]:
        """What can be asked."""
        return (Order(name="status", does="the figures that matter", do=self._tell, noted=False),)

    async def _tell(self, _words: Words) -> Answer:
        status = self.status()
        width = max(len(label) for label, _ in _told(status))
        lines = tuple(f"{label:<{width}}  {said}" for label, said in _told(status))
        return Answer(lines, msgspec.to_builtins(status))

    @property
    def in_a_line(self) -> str:
        """For a place that holds one line."""
        status = self.status()
        playing = f"{sum(status.tables.values())} tables, {status.people} people, {status.programs} programs"
        disk = (
            f"; THE DISK TAKES NOTHING: {status.journal.trouble}" if status.journal and status.journal.trouble else ""
        )
        return f"{playing}, {status.acts_per_second:.1f} acts/s{'; draining' if status.draining else ''}{disk}"

    def status(self) -> Status:
        """All of them now."""
        sessions = tuple(self._lobby.sessions.values())
        here = [session for session in sessions if session.peer is not None]
        budget = self._lobby.budget
        rate = self._meter.rate(trio.current_time())
        return Status(
            version=metadata.version("coinche"),
            since=self._since.isoformat(timespec="seconds"),
            up=(self._lobby.unix_ms() - self._unix_ms) // 1000,
            draining=self._lobby.draining,
            connections=self._connections.count,
            people=sum(not session.program for session in here),
            programs=sum(session.program for session in here),
            spectators=sum(table.spectators for table in self._lobby.tables.values()),
            away=len(sessions) - len(here),
            tables=self._tables(),
            acts_per_second=round(rate.per_second, 2),
            act_to_sent_p50_ms=_ms(rate.p50),
            act_to_sent_p99_ms=_ms(rate.p99),
            journal=_of_disk(self._store),
            rss=_rss(),
            cpu=round(time.process_time(), 2),
            logs=budget.memory.used,
            logs_at_most=budget.memory.size,
            kept=budget.kept.used,
            kept_at_most=budget.kept.size,
            refused=dict(self._log.refused.most_common()),
        )

    def _tables(self) -> dict[str, int]:
        found = Counter(table.phase for table in self._lobby.tables.values())
        return {phase.value: found[phase] for phase in Phase if found[phase]}


def _told(status: Status) -> Iterator[tuple[str, str]]:
    """The same for people: what each is called, and what it is."""
    disk, draining = status.journal, " (no new ones: the server ends with them)" if status.draining else ""
    yield "version", status.version
    yield "since", f"{status.since} ({timedelta(seconds=status.up)})"
    yield "connections", str(status.connections)
    yield "people", f"{status.people} ({status.away} more are away)"
    yield "programs", str(status.programs)
    yield "spectators", str(status.spectators)
    yield "tables", f"{sum(status.tables.values())}{_listed(status.tables)}{draining}"
    yield "acts", f"{status.acts_per_second:.2f}/s in the last minute"
    yield "act to sent", f"p50 {_shown(status.act_to_sent_p50_ms)}, p99 {_shown(status.act_to_sent_p99_ms)}"
    if disk is None:
        yield "journal", "none: nothing outlives the server"
    else:
        yield "journal", f"{disk.position}, {disk.backlog} of them not safe yet"
        yield "last commit", _shown(disk.last_commit_ms)
        yield "disk", disk.trouble or "well"
    yield "memory", "unknown" if status.rss is None else f"{status.rss / 2**20:.1f} MiB"
    yield "tables take", f"{_mib(status.logs, status.logs_at_most)} of memory"
    yield "are kept in", _mib(status.kept, status.kept_at_most)
    yield "processor", f"{status.cpu:.2f} s"
    yield "refused", f"{sum(status.refused.values())}{_listed(status.refused)}"


def _mib(used: int, most: int) -> str:
    return f"{used / 2**20:.1f} of {most / 2**20:.0f} MiB"


def _listed(counts: dict[str, int]) -> str:
    return f" ({', '.join(f'{count} {what}' for what, count in counts.items())})" if counts else ""


def _shown(ms: float | None) -> str:
    return "none" if ms is None else f"{ms:.2f} ms"


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 3)


def _of_disk(store: Store) -> OfDisk | None:
    if not isinstance(store, Journal):
        return None
    return OfDisk(
        position=store.position,
        durable=store.durable,
        backlog=store.backlog,
        last_commit_ms=round(store.commit_ms, 3),
        trouble=store.trouble,
    )


def _rss() -> int | None:
    """What the process holds of the machine's memory, where the system says it in a file."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
