"""The store of everything that outlives a table's memory.

`MemoryStore` keeps it no longer than the server lives; `journal.Journal` keeps it on a disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import get_args

import trio

from coinche.server import limits
from coinche.server.match.entries import Entry, MatchBegun, MatchPlayed, OfMatch, TableOpened

from .budget import Budget, TableUsage, stored_size
from .serialization import StoredSession, decode_entry, encode_entry

EntryRow = tuple[str, int, bytes]
"""An entry as it is stored: its table, its number there, and its bytes."""

_OF_MATCH = frozenset(get_args(OfMatch))


@dataclass(slots=True)
class MatchEntries:
    """The entries of a match as bytes, which take memory until the match is archived.

    The table was opened from that origin.
    """

    table: str
    origin: str
    entries: list[bytes] = field(default_factory=list)
    size: int = 0


@dataclass(slots=True)
class _TableEntries:
    """The entries of one table in numbers, and those of its running match."""

    count: int = 0
    usage: TableUsage | None = None
    match: MatchEntries | None = None
    archiving: int = 0
    """The number of matches that are over and not archived yet."""
    closed: bool = False
    history: list[bytes] | None = None
    """All of them, at a practice table: what is taken back there is left out of them."""

    def release(self, match: MatchEntries) -> None:
        """Give back the memory of a match."""
        if self.usage is not None:
            self.usage.take_memory(-match.size)

    def end_match(self) -> None:
        """Let go of a match that was not played to its end."""
        if self.match is not None:
            self.release(self.match)
            self.match = None


class Step:
    """All that one task does between two awaits. What is said in it waits until what is handed over in it is durable.

    `end` is the position of the last item that was handed over by now. It grows until the step is over, for what is
    said first may depend on what is kept afterwards; no other task runs meanwhile. Then it stays as it is.
    """

    __slots__ = ("end",)

    def __init__(self, end: int = 0) -> None:
        self.end = end


class _TaskSteps(trio.abc.Instrument):
    """Begins a step of the store whenever trio lets a task run, whichever task that is."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self._store.begin_step()


class Store(ABC):
    """Takes what is to be kept, in order, and gives each item the next position.

    Whatever the server says has to wait until everything that was handed over before, or in the same `step`, is on the
    disk: until `durable` has reached the end of the step. It waits for nothing that is handed over later.

    A store counts the entries of tables in the budget. It hands each match that ends to the archive, except boards and
    matches at practice tables, and keeps the entries of a closed table until its matches are archived.

    What is not abstract here is right for a store without a disk: nothing waits, and nothing comes back.
    """

    lasts = False
    """True if the store outlives the server, so that tables continue after a restart."""
    durable = 0
    """The position up to which all items are on the disk."""
    trouble: str | None = None
    """The reason why the disk takes nothing now; None while it does."""

    def __init__(self) -> None:
        self.step = Step()
        self.listeners: dict[str, Callable[[Entry], None]] = {}
        """By table, what hears each of its entries when it is kept; it is let go with the table."""
        self._numbered = 0
        self._tables: defaultdict[str, _TableEntries] = defaultdict(_TableEntries)
        self._budget = Budget()
        self._archive: trio.MemorySendChannel[MatchEntries] | None = None

    @property
    def position(self) -> int:
        """The position of the last item that was handed over."""
        return self.step.end

    def begin_step(self) -> None:
        """Begin another step: what was said before waits for nothing that is handed over from now on."""
        self.step = Step(self.step.end)

    def connect(self, budget: Budget, archive: trio.MemorySendChannel[MatchEntries]) -> None:
        """Count in that budget, and send matches to the archive, which calls `archived` once it is done with one."""
        self._budget = budget
        self._archive = archive

    @abstractmethod
    def write(self, row: EntryRow) -> None:
        """Keep the row."""

    @abstractmethod
    def remove(self, table: str) -> None:
        """Remove the entries of a table."""

    @abstractmethod
    def entries(self, table: str) -> tuple[Entry, ...]:
        """The entries of that table; ValueError or others where they are damaged."""

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry as the table's next."""
        body = encode_entry(entry)
        kept = self._tables[table]
        kept.count += 1
        self.write((table, kept.count, body))
        self._count(table, kept, entry, body)
        if (hear := self.listeners.get(table)) is not None:
            hear(entry)

    def recall(self, table: str, entries: Iterable[Entry]) -> None:
        """Count the entries of a table that comes back after a restart, and collect those of its matches."""
        kept = self._tables[table]
        for entry in entries:
            self._count(table, kept, entry, encode_entry(entry))

    def _count(self, table: str, kept: _TableEntries, entry: Entry, body: bytes) -> None:
        if kept.usage is None:
            kept.usage = self._budget.of(table)
        if kept.usage is not None:
            kept.usage.keep(stored_size(len(body)) if self.lasts else limits.ENTRY_MEMORY + len(body))
        if isinstance(entry, TableOpened) and entry.options.practice:
            kept.history = []
        if kept.history is not None:
            kept.history.append(body)
            if kept.usage is not None:
                kept.usage.take_memory(len(body) + limits.BODY_MEMORY)
            return  # and nothing of its matches is kept
        if type(entry) not in _OF_MATCH:
            return
        if isinstance(entry, MatchBegun):
            kept.end_match()
            kept.match = None if entry.board else MatchEntries(table, entry.origin)
        if (match := kept.match) is None:
            return
        match.entries.append(body)
        memory = len(body) + limits.BODY_MEMORY
        match.size += memory
        if kept.usage is not None:
            kept.usage.take_memory(memory)
        if isinstance(entry, MatchPlayed):
            kept.match = None
            kept.archiving += 1
            if self._archive is None:
                self.archived(match)
            else:
                self._archive.send_nowait(match)

    def archived(self, match: MatchEntries) -> None:
        """Let go of a match that was handed to the archive, and of its table if that waited only for this."""
        if (kept := self._tables.get(match.table)) is not None:
            kept.release(match)
            kept.archiving -= 1
            self._remove_closed(match.table, kept)

    def close(self, table: str) -> None:
        """Remove the entries of a table that is over, as soon as its matches are archived."""
        self.listeners.pop(table, None)
        kept = self._tables[table]
        kept.end_match()
        kept.closed = True
        self._remove_closed(table, kept)

    def _remove_closed(self, table: str, kept: _TableEntries) -> None:
        if kept.closed and not kept.archiving:
            del self._tables[table]
            self.remove(table)
            self._budget.close(table)

    def set_aside(self, table: str, why: str) -> None:
        """Remove the entries of a table that cannot be replayed; keep a copy for the operator."""
        self._tables.pop(table, _TableEntries()).end_match()
        self._budget.close(table)

    def history(self, table: str) -> tuple[Entry, ...]:
        """All entries of a practice table so far, those included that the disk does not have yet."""
        return tuple(map(decode_entry, self._tables[table].history or ()))

    def length(self, table: str) -> int:
        """The number of a table's entries."""
        return self._tables[table].count

    def number(self) -> int:
        """The number of a new table; no other has had it."""
        self._numbered += 1
        return self._numbered

    def flows(self, table: str) -> bool:
        """Return whether the table may go on: not too much is waiting for the disk."""
        return True

    async def flowing(self, table: str) -> None:
        """Wait while the table may not go on: until `flows`."""
        await trio.lowlevel.checkpoint()

    async def changed(self) -> None:
        """Wait until `durable` or `trouble` changes."""
        await trio.sleep_forever()

    async def trouble_changed(self) -> None:
        """Wait until `trouble` begins or ends."""
        await trio.sleep_forever()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Write what is handed over until the block is left, and then the rest. In the block, steps are those of tasks.

        The block is for everything that uses the store. It is left before the store ends, even where all is cancelled
        from outside, so nothing is handed over that is never written, and what waits for it can still be said.
        """
        steps, scope = _TaskSteps(self), trio.CancelScope(shield=True)
        trio.lowlevel.add_instrument(steps)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._run_in, scope)
                try:
                    yield
                finally:
                    scope.cancel()
        finally:
            trio.lowlevel.remove_instrument(steps)

    async def _run_in(self, scope: trio.CancelScope) -> None:
        with scope:
            await self.run()

    async def run(self) -> None:
        """Write what is handed over, until cancelled."""
        await trio.lowlevel.checkpoint()

    def remember(self, session: StoredSession) -> None:  # noqa: B027
        """Keep the session as it is now."""

    def forget(self, session: str) -> None:  # noqa: B027
        """Remove the session of that id."""

    def tables(self) -> Iterable[str]:
        """The tables that an earlier server has left."""
        return ()

    def sessions(self) -> Iterable[StoredSession]:
        """The sessions that an earlier server has left."""
        return ()


class MemoryStore(Store):
    """A store in memory, of the entries of tables in progress."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: defaultdict[str, list[bytes]] = defaultdict(list)

    def write(self, row: EntryRow) -> None:
        table, _, body = row
        self._rows[table].append(body)

    def remove(self, table: str) -> None:
        self._rows.pop(table, None)

    def entries(self, table: str) -> tuple[Entry, ...]:
        return tuple(map(decode_entry, self._rows.get(table, ())))
