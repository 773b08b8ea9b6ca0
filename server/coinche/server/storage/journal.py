"""The store on a disk: everything that tables hand over, written to the data file in the order in which it came.

Items that come while one group is written form the next group: one transaction and one wait for the disk for all of
them (group commit). If the disk takes nothing, nothing is dropped: the journal tries to write the group again,
`trouble` gives the reason, and tables stop before their next decision until it is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import trio

from coinche.server import limits
from coinche.server.log import Happening, Log, LogEntry
from coinche.server.match.entries import Entry

from .damaged_rows import Quarantine
from .data_dir import DataFailed
from .database import DataFile, Erasure, Job, WorkerThread, statement
from .serialization import StoredSession, decode_entry, decode_session, encode_session
from .store import EntryRow, Store

_TABLES = """
    SELECT tab, COUNT(*), MIN(seq) = 1 AND MAX(seq) = COUNT(*)
        AND SUM(typeof(seq) = 'integer') = COUNT(*) AND SUM(typeof(entry) = 'blob') = COUNT(*)
    FROM journal GROUP BY tab
"""
"""The tables, each with the number of its entries and whether none is missing."""


class Journal(Store):
    """The journal of a data file that nothing else writes; it is the file's `Writer`, too."""

    lasts = True

    def __init__(self, file: DataFile, say: Log, worker: WorkerThread | None = None) -> None:
        super().__init__()
        self.commits = 0
        self.commit_ms = 0.0
        """The time that the last group took to be written."""
        self._file = file
        self._reader = file.open_reader()
        """The connection that writes may be busy until the disk has a group."""
        self._say = say
        self._worker = worker or WorkerThread()
        self._quarantine = Quarantine(file.directory)
        self._numbered = _numbered(file)
        self._waiting: list[EntryRow | Job] = []
        self._wake = trio.Event()
        self._changed = trio.Event()
        self._trouble_changed = trio.Event()

    @property
    def backlog(self) -> int:
        """The number of items that are not on the disk yet."""
        return self.position - self.durable

    def flows(self, table: str) -> bool:
        return self.trouble is None and self.backlog <= limits.JOURNAL_WAITING

    async def flowing(self, table: str) -> None:
        await super().flowing(table)
        while not self.flows(table):
            await self._changed.wait()

    async def changed(self) -> None:
        await self._changed.wait()

    async def trouble_changed(self) -> None:
        await self._trouble_changed.wait()

    async def settled(self) -> None:
        position = self.position
        await trio.lowlevel.checkpoint()
        while self.durable < position:
            await self._changed.wait()

    def write(self, job: EntryRow | Job) -> None:
        self.step.end += 1
        if not self._waiting:
            self._wake.set()
        self._waiting.append(job)

    def number(self) -> int:
        number = super().number()
        self.write(statement("INSERT OR REPLACE INTO counts (what, number) VALUES ('tables', ?)", number))
        return number

    def remove(self, table: str) -> None:
        self.write(statement("DELETE FROM journal WHERE tab = ?", table))

    def set_aside(self, table: str, why: str) -> None:
        super().set_aside(table, why)
        self.write(partial(self._quarantine.move_table, table, why))
        line = f"{table!r} cannot come back ({why}); its entries are set aside in {self._quarantine.name}"
        self._say(LogEntry(Happening.SET_ASIDE, line, table=str(table), file=self._quarantine.name))

    def remember(self, session: StoredSession) -> None:
        insert = "INSERT OR REPLACE INTO sessions (id, kept) VALUES (?, ?)"
        self.write(statement(insert, session.id, encode_session(session)))

    def forget(self, session: str) -> None:
        self.write(statement("DELETE FROM sessions WHERE id = ?", session))

    async def erase_removed(self) -> Erasure:
        return await self._worker.run(partial(self._file.erase_removed, at_most=limits.WRITTEN_ANEW))

    def tables(self) -> tuple[str, ...]:
        """The tables that were not over; tables with missing entries are set aside."""
        found = []
        for table, count, whole in self._file.raw_rows(_TABLES):
            if whole and isinstance(table, str) and table.isascii() and table != "":
                found.append(table)
                self._tables[table].count = count
            else:
                self.set_aside(table, "some of its entries are missing or damaged")
        return tuple(found)

    def entries(self, table: str) -> tuple[Entry, ...]:
        """The entries of one table; all tables together may be more than memory has room for."""
        rows = self._reader.rows("SELECT entry FROM journal WHERE tab = ? ORDER BY seq", (table,))
        return tuple(decode_entry(entry) for (entry,) in rows)

    def sessions(self) -> Iterator[StoredSession]:
        for (kept,) in self._file.rows("SELECT kept FROM sessions"):
            yield decode_session(kept)

    async def run(self) -> None:
        """Write group after group. When it is cancelled, it tries once more to write what waits.

        After each group it waits a moment for each other table that has had entries in the last two, up to a bound:
        the more tables play, the larger the groups, while a table that plays alone waits for nobody.
        """
        group: list[EntryRow | Job] = []
        before: set[str] = set()
        try:
            while True:
                await self._wake.wait()
                self._wake = trio.Event()
                group, self._waiting = self._waiting, []
                position, began = self.position, trio.current_time()
                while not await self._commit(group, position):
                    await trio.sleep(limits.DISK_AGAIN)
                tables, group = {item[0] for item in group if isinstance(item, tuple)}, []
                others = min(len(tables | before), limits.GATHER_FOR) - 1
                before = tables
                await trio.sleep_until(began + max(0, others) * limits.GATHER)
        finally:
            with trio.CancelScope(shield=True):
                await self._commit([*group, *self._waiting], self.position)

    async def _commit(self, group: list[EntryRow | Job], position: int) -> bool:
        """Write the group; return whether it is on the disk, and with it everything up to that position."""
        began = trio.current_time()
        try:
            await self._worker.run(partial(_write_group, self._file, group))
        except DataFailed as wrong:
            self._note_trouble(str(wrong))
            return False
        self.commits += 1
        self.commit_ms = 1000 * (trio.current_time() - began)
        self.durable = position
        self._note_trouble(None)
        self._wake_waiting()
        return True

    def _note_trouble(self, trouble: str | None) -> None:
        before, self.trouble = self.trouble, trouble
        if (trouble is None) is (before is None):
            return
        changed, self._trouble_changed = self._trouble_changed, trio.Event()
        changed.set()
        if trouble:
            self._say(LogEntry(Happening.STORAGE, f"the tables stand still: {trouble}", why=trouble))
            self._wake_waiting()
        else:
            self._say(LogEntry(Happening.GOING_ON, "the tables go on: the disk takes what is kept"))

    def _wake_waiting(self) -> None:
        changed, self._changed = self._changed, trio.Event()
        changed.set()


def _numbered(file: DataFile) -> int:
    """The highest number that a table has had; where that cannot be read, the highest of those in the journal."""
    for (number,) in file.raw_rows("SELECT number FROM counts WHERE what = 'tables'"):
        if isinstance(number, int):
            return number
    ((highest,),) = file.rows("SELECT MAX(CAST(SUBSTR(tab, 2) AS INTEGER)) FROM journal")
    return int(highest or 0)


def _write_group(file: DataFile, group: list[EntryRow | Job]) -> None:
    """Write the group; rows that follow each other are inserted with one call."""
    with file.transaction():
        for kind, items in groupby(group, type):
            if kind is tuple:
                rows = [item for item in items if isinstance(item, tuple)]
                file.execute_many("INSERT INTO journal (tab, seq, entry) VALUES (?, ?, ?)", rows)
            else:
                for item in items:
                    if not isinstance(item, tuple):
                        item(file)
