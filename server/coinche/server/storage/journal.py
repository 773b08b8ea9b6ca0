"""The journal: everything that tables entrust to the server, in SQLite, in the order in which it came.

Whatever comes while one group is written is the next group: one transaction, one wait for the disk, for all of it.
Nothing is dropped where the disk takes nothing: it is tried again, and until then nobody hears of it.
Knows positions and groups. Refuses to know what entries mean, and who waits for what (`peer`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple, Protocol

import trio

from coinche.server import limits
from coinche.server.log import Happening, Log, News
from coinche.server.match.entries import Entry

from .damaged import DamagedFile
from .data_dir import DataFailed
from .database import Aside, DataFile, Erasure, Thread, Value, found
from .store import Load, Packed, Remembered, packed, packed_session, unpacked_session


class _Row(NamedTuple):
    """An entry as it is written."""

    table: str
    seq: int
    entry: bytes


_APPEND = "INSERT INTO journal (tab, seq, entry) VALUES (?, ?, ?)"
_CLOSE = "DELETE FROM journal WHERE tab = ?"
_NUMBER = "INSERT OR REPLACE INTO counts (what, number) VALUES ('tables', ?)"
_NUMBERED = "SELECT number FROM counts WHERE what = 'tables'"
_HIGHEST = "SELECT MAX(CAST(SUBSTR(tab, 2) AS INTEGER)) FROM journal"
_TABLES = """
    SELECT tab, COUNT(*), MIN(seq) = 1 AND MAX(seq) = COUNT(*)
        AND SUM(typeof(seq) = 'integer') = COUNT(*) AND SUM(typeof(entry) = 'blob') = COUNT(*)
    FROM journal GROUP BY tab
"""
"""The tables, and of each whether those are all of its entries."""
_ENTRIES = "SELECT entry FROM journal WHERE tab = ? ORDER BY seq"
_REMEMBER = "INSERT OR REPLACE INTO sessions (id, kept) VALUES (?, ?)"
_FORGET = "DELETE FROM sessions WHERE id = ?"


class Journal:
    """The journal over a file that nobody else writes. `say` takes a line for the operator."""

    lasts = True

    def __init__(self, file: DataFile, say: Log, aside: Aside | None = None) -> None:
        self.position = 0
        self.durable = 0
        self.commits = 0
        self.commit_ms = 0.0
        """How long the last group took to be safe."""
        self.trouble: str | None = None
        """Why the disk takes nothing just now."""
        self._file = file
        self._say = say
        self._aside = aside or Thread()
        self._damaged = DamagedFile(file.directory)
        self._numbered = _numbered(file)
        self._next: defaultdict[str, int] = defaultdict(int)
        self._waiting: list[_Row | Job] = []
        self._wake = trio.Event()
        self._safer = trio.Event()

    # --- what is entrusted to it ---------------------------------------------------------------------

    def number(self) -> int:
        """The number of a new table, which no other in this file has had."""
        self._numbered += 1
        self.do(statement(_NUMBER, self._numbered))
        return self._numbered

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry as the table's next."""
        self._next[table] += 1
        self._entrust(_Row(table, self._next[table], packed(entry)))

    def close(self, table: str) -> None:
        """Let go what was kept of a table that is over."""
        self._next.pop(table, None)
        self.do(statement(_CLOSE, table))

    def remember(self, session: Remembered) -> None:
        """Keep the session as it is now."""
        self.do(statement(_REMEMBER, session.id, packed_session(session)))

    def forget(self, session: str) -> None:
        """Let go the session of that id."""
        self.do(statement(_FORGET, session))

    def do(self, job: Job) -> None:
        """Have something else written, in order with the rest."""
        self._entrust(job)

    def _entrust(self, what: _Row | Job) -> None:
        self.position += 1
        self._waiting.append(what)
        self._wake.set()

    @property
    def backlog(self) -> int:
        """How much is not safe yet."""
        return self.position - self.durable

    @property
    def flows(self) -> bool:
        """False while the disk takes nothing, or too much is waiting for it."""
        return self.trouble is None and self.backlog <= limits.JOURNAL_WAITING

    async def flowing(self, table: str) -> None:
        """Wait until it `flows`."""
        while not self.flows:
            await self._safer.wait()

    async def settled(self) -> None:
        """Wait until all that was entrusted so far is safe."""
        position = self.position
        while self.durable < position:
            await self._safer.wait()

    async def erase_removed(self) -> Erasure:
        """Have nothing that was removed from the file stand anywhere any more; whether that was done."""
        return await found(self._aside, partial(self._file.erase_removed, at_most=limits.WRITTEN_ANEW))

    # --- what was entrusted to an earlier server -----------------------------------------------------

    def tables(self) -> dict[str, Load]:
        """What reads the entries of each table that was not over, in their order, as they are kept.

        All of them together may be more than memory is for. Those of a table of which some are missing are set aside.
        """
        kept: dict[str, Load] = {}
        for table, count, whole in self._file.raw_rows(_TABLES):
            if whole and isinstance(table, str) and table.isascii() and table != "":
                kept[table] = partial(self._entries, table)
                self._next[table] = count
            else:
                self.set_aside(table, "some of its entries are missing or damaged")
        return kept

    def _entries(self, table: str) -> Packed:
        return tuple(entry for (entry,) in self._file.rows(_ENTRIES, (table,)))

    def set_aside(self, table: str, why: str) -> None:
        """Copy the entries of a table that cannot come back to a file, and let go of them."""
        self._next.pop(table, None)
        self.do(partial(self._damaged.set_aside_table, table, why))
        line = f"{table!r} cannot come back ({why}); its entries are set aside in {self._damaged.name}"
        self._say(News(Happening.SET_ASIDE, line, table=str(table), file=self._damaged.name))

    def sessions(self) -> Iterator[Remembered]:
        """Those who were signed in."""
        for (kept,) in self._file.rows("SELECT kept FROM sessions"):
            yield unpacked_session(kept)

    # --- the task ------------------------------------------------------------------------------------

    async def run(self, safe: Callable[[], None], news: Callable[[str | None], None]) -> None:
        """Write group after group. `safe` is called after each; `news` with what is wrong with the disk, or None.

        When it is cancelled, what waits is written once more.
        """
        group: list[_Row | Job] = []
        before: set[str] = set()
        try:
            while True:
                await self._wake.wait()
                self._wake = trio.Event()
                group, self._waiting = self._waiting, []
                position, began = self.position, trio.current_time()
                while not await self._write(group, news):
                    await trio.sleep(limits.DISK_AGAIN)
                tables, group = {what.table for what in group if isinstance(what, _Row)}, []
                self._is_safe(position, safe)
                others = min(len(tables | before), limits.GATHER_FOR) - 1
                before = tables
                await trio.sleep_until(began + max(0, others) * limits.GATHER)
        finally:
            with trio.CancelScope(shield=True):
                if await self._write([*group, *self._waiting], news):
                    self._is_safe(self.position, safe)

    def _is_safe(self, position: int, safe: Callable[[], None]) -> None:
        self.durable = position
        safer, self._safer = self._safer, trio.Event()
        safer.set()
        safe()

    async def _write(self, group: list[_Row | Job], news: Callable[[str | None], None]) -> bool:
        """Whether the group is safe now."""
        began = trio.current_time()
        try:
            await self._aside(partial(_write_group, self._file, group))
        except DataFailed as wrong:
            self._take_note(str(wrong), news)
            return False
        self.commits += 1
        self.commit_ms = 1000 * (trio.current_time() - began)
        self._take_note(None, news)
        return True

    def _take_note(self, trouble: str | None, news: Callable[[str | None], None]) -> None:
        """Tell everybody when the disk stops taking anything, and when it goes on."""
        if (trouble is None) is (self.trouble is None):
            return
        self.trouble = trouble
        if trouble:
            self._say(News(Happening.STORAGE, f"the tables stand still: {trouble}", why=trouble))
        else:
            self._say(News(Happening.GOING_ON, "the tables go on: the disk takes what is kept"))
        news(trouble)


def _numbered(file: DataFile) -> int:
    """The highest number that a table has had; where that cannot be read, the highest of those that go on."""
    for (number,) in file.raw_rows(_NUMBERED):
        if isinstance(number, int):
            return number
    ((highest,),) = file.rows(_HIGHEST)
    return int(highest or 0)


def _write_group(file: DataFile, group: list[_Row | Job]) -> None:
    """All of the group, in its order, or nothing."""
    with file.changing():
        for rows, each in groupby(group, key=lambda what: isinstance(what, _Row)):
            if rows:
                file.do_many(_APPEND, [what for what in each if isinstance(what, _Row)])
            else:
                for job in each:
                    if not isinstance(job, _Row):
                        job(file)


# --- writer ---------------------------------------------------------------------------------------
# Who has things written to the data file, and what he is given to do.
#
# Knows that jobs are done in order, each whole and once. Refuses to know what they are, and in which thread that is.


Job = Callable[[DataFile], None]
"""Something to be written. It must be quick, must not fail for reasons of its own, and may have to be done again
where the file did not take it."""


def statement(words: str, *values: Value) -> Job:
    """The job that is one statement, with these values."""

    def done(file: DataFile) -> None:
        file.do(words, values)

    return done


class Writer(Protocol):
    """The one that uses the connection which writes."""

    def do(self, job: Job) -> None:
        """Have it done soon, after all that was to be done before."""

    async def settled(self) -> None:
        """Return once all that was to be done so far is safe."""

    async def erase_removed(self) -> Erasure:
        """Have nothing that was removed from the file stand anywhere any more; whether that was done."""


class AtOnce:
    """The writer of a file that nobody else uses, or that is not kept: it does what it is given then and there."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def do(self, job: Job) -> None:
        """Do it; DataFailed where the file takes nothing."""
        with self._file.changing():
            job(self._file)

    async def settled(self) -> None:
        """It is."""
        await trio.lowlevel.checkpoint()

    async def erase_removed(self) -> Erasure:
        """Do it."""
        await trio.lowlevel.checkpoint()
        return self._file.erase_removed(at_most=limits.WRITTEN_ANEW)
