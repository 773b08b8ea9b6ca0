"""The tables of a server: opened, supervised, and brought back as they were before a restart.

A table never waits; it has a deadline. One task for each table sleeps until then and wakes it. A message reaches a
table in the task that brings it, most often a connection's read loop, so an act and its effects take no switch of
tasks. A failure in a table ends that table alone, and not the task that called it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVarTuple

import trio

from coinche.protocol.messages import TableClosed
from coinche.server.log import Happening, News, explain_fault, report_fault
from coinche.server.match.entries import Entry, TableOpened, Told
from coinche.server.match.packs import PackSource, RandomPacks
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.sessions import ServerContext, Session
from coinche.server.storage.data_dir import DataFailed
from coinche.server.table.dispatch import Input
from coinche.server.table.match_log import aim
from coinche.server.table.table import Table

Arguments = TypeVarTuple("Arguments")


class Tables(dict[str, Table]):
    """The tables that are awake, by their ids. Those from before a restart sleep until they are wanted.

    The tasks run in the `nursery` of the lobby.
    """

    def __init__(self, server: ServerContext) -> None:
        super().__init__()
        self.nursery: trio.Nursery | None = None
        self._server = server
        self._store = server.store
        self._timers: dict[str, trio.CancelScope] = {}
        self._asleep: dict[str, None] = {}
        self._sessions: Mapping[str, Session] = {}
        self._were_at: defaultdict[str | None, list[Session]] = defaultdict(list)
        self._all_awake = trio.Event()
        self._all_awake.set()

    @property
    def count(self) -> int:
        """The number of tables, those that sleep included."""
        return len(self) + len(self._asleep)

    def has(self, number: str | None) -> bool:
        """Return whether there is a table of that id, awake or asleep."""
        return number in self or number in self._asleep

    def find(self, number: str | None) -> Table | None:
        """The table of that id, if there is one; it is woken from its sleep."""
        if number is not None and number in self._asleep:
            self._bring_back(number)
        return self.get(number or "")

    def open(
        self, options: TableOptions, packs: PackSource | None = None, *, kept: bool = True, origin: str = ""
    ) -> Table:
        """Open a table. The packs are shuffled unless they are given.

        A `kept` table is the operator's: it is not closed for want of company. Others are opened from an `origin`.
        """
        packs = packs or RandomPacks(self._server.entropy)
        table = Table(f"t{self._store.number()}", options, packs, self._server, kept=kept, origin=origin)
        table.open()
        line = f"{table.id}: {options.name!r} is open, {options.preset} {aim(options.rules.match)}"
        facts = {"table": table.id, "name": options.name, "preset": options.preset, "origin": origin}
        self._server.say(News(Happening.TABLE_OPEN, line, **facts))
        self._start(table)
        return table

    # --- running -------------------------------------------------------------------------------------

    def deliver(self, table: Table, session: Session, message: Input) -> None:
        """Have a table handle a message, and all that follows from it."""
        self._call(table, table.receive, session, message, trio.current_time())

    def end(self, table: Table, reason: str = "operator", why: str = "") -> None:
        """Close a table, wherever its match is, by its server's operator unless it is for another reason."""
        self._call(table, table.close, reason, why)

    def _start(self, table: Table) -> None:
        assert self.nursery is not None, "the lobby is not running"
        self[table.id] = table
        self._server.changed()
        self.nursery.start_soon(self._tend, table, name=table.id)

    async def _tend(self, table: Table) -> None:
        """Wake the table whenever its deadline has come, or the disk takes again what it waits for."""
        try:
            while not table.closed:
                if table.stalled:
                    await self._store.flowing(table.id)
                else:
                    with trio.CancelScope(deadline=table.deadline) as timer:
                        self._timers[table.id] = timer
                        await trio.sleep_forever()
                if not table.closed:
                    self._call(table, table.wake, trio.current_time())
        except trio.Cancelled:
            if not self._store.lasts:
                self.end(table, "shutdown")
            raise

    def _call(self, table: Table, method: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Call a method of the table; set its timer for what it waits for then, or remove it if it is over."""
        try:
            method(*arguments)
        except Exception as wrong:
            self._fail(table, wrong)
        timer = self._timers.get(table.id)
        if table.closed:
            self._timers.pop(table.id, None)
            if self.pop(table.id, None) is not None:
                self._server.changed()
        if timer is not None and (table.closed or table.stalled):
            timer.cancel()
        elif timer is not None and table.deadline < timer.deadline:
            timer.deadline = table.deadline

    def _fail(self, table: Table, wrong: Exception) -> None:
        """Close a table in which the server has made a mistake, with the traceback in the log."""
        try:
            table.close("fault")
        except Exception as again:
            explain_fault(self._server.say, again, table=table.id)
        report_fault(self._server.say, f"{table.id}: ended by a fault of the server", wrong, table=table.id)

    # --- coming back ---------------------------------------------------------------------------------

    def recall(self, kept: Iterable[str], sessions: Mapping[str, Session]) -> None:
        """Take the tables from before a restart. Each comes back when it is wanted, or in its turn."""
        self._asleep.update(dict.fromkeys(kept))
        self._sessions = sessions
        for session in sessions.values():
            self._were_at[session.table].append(session)
        self._all_awake = trio.Event()
        assert self.nursery is not None, "the lobby is not running"
        self.nursery.start_soon(self._bring_all_back)

    async def _bring_all_back(self) -> None:
        """Bring the tables back one after the other; at least half of the time is for all who are there."""
        for number in tuple(self._asleep):
            began = trio.current_time()
            self.find(number)
            await trio.sleep(trio.current_time() - began)
        self._all_awake.set()

    async def all_awake(self) -> None:
        """Wait until no table sleeps."""
        await self._all_awake.wait()

    def _bring_back(self, number: str) -> None:
        del self._asleep[number]
        try:
            self._recall(number, self._store.entries(number))
        except DataFailed:  # pages of the file are damaged, and more than this table with them: the server ends
            raise
        except Exception as wrong:  # damaged entries fail anywhere in the engine; what they say may name cards
            self._store.set_aside(number, f"its entries do not play: {type(wrong).__name__}")
            explain_fault(self._server.say, wrong, table=number)

    def _recall(self, number: str, entries: Sequence[Entry]) -> None:
        opened = entries[0]
        assert isinstance(opened, TableOpened), "every table begins with how it was opened"
        packs = RandomPacks(self._server.entropy)
        table = Table(number, opened.options, packs, self._server, origin=opened.origin)
        closed = isinstance(entries[-1], Told) and isinstance(entries[-1].event, TableClosed)
        if not closed:
            table.recall(entries, self._sessions, self._were_at.pop(number, []), trio.current_time())
        self._store.recall(number, entries)
        if closed:  # and everybody was told so; its last match was still to be kept
            self._store.close(number)
        else:
            self._start(table)
