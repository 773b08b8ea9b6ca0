"""The tables of a server: who may open one, the supervision of each, and how long deserted ones are kept.

A table never waits; it has a deadline. One task for each table sleeps until then and wakes it. A message reaches a
table in the task that brings it, most often a connection's read loop, so an act and its effects take no switch of
tasks. A failure in a table ends that table alone, and not the task that called it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVarTuple

import trio
from msgspec import UnsetType

from coinche.engine.practice import ImpossiblePosition
from coinche.engine.rules import InvalidRules
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import CreateTable, ErrorData, Role
from coinche.server import limits
from coinche.server.log import Happening, LogEntry, explain_fault, report_fault
from coinche.server.match.entries import Entry
from coinche.server.match.packs import PackSource, packs_for
from coinche.server.match.practice import check_position
from coinche.server.match.table_options import TableOptions, agreed, not_for_practice
from coinche.server.rate_limit import position_cost
from coinche.server.seating.bots import unknown_bot
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import COMES_TOO_OFTEN, Refusal, Session
from coinche.server.storage.budget import Growth
from coinche.server.storage.data_dir import DataFailed
from coinche.server.table.dispatch import Back, Input
from coinche.server.table.match_log import aim
from coinche.server.table.table import Deserted, Table

from .table_recovery import TableRecovery

Arguments = TypeVarTuple("Arguments")


class Tables(dict[str, Table]):
    """The tables that are awake, by their ids. Those from before a restart sleep until they are wanted."""

    nursery: trio.Nursery
    """The nursery of the lobby, once it runs; the tasks of the tables run in it."""

    def __init__(self, server: ServerContext) -> None:
        super().__init__()
        self._server = server
        self._store = server.store
        self._timers: dict[str, trio.CancelScope] = {}
        self._recovery = TableRecovery(server, (), {})
        self._recovery.over.set()

    @property
    def count(self) -> int:
        """The number of tables, those that sleep included."""
        return len(self) + len(self._recovery.asleep)

    @property
    def practising(self) -> int:
        """The number of practice tables that are awake."""
        return sum(table.options.practice for table in self.values())

    def has(self, number: str | None) -> bool:
        """Return whether there is a table of that id, awake or asleep."""
        return number in self or self.sleeps(number)

    def sleeps(self, number: str | None) -> bool:
        """Return whether the table of that id is still in the store alone."""
        return number in self._recovery.asleep

    def find(self, number: str | None) -> Table | None:
        """The table of that id, if there is one that is awake."""
        return None if number is None else self.get(number)

    def bring_back(self, number: str | None) -> Table | None:
        """The table of that id, if there is one; it is read from the store if it sleeps. DataFailed ends the server."""
        if number is not None and self.sleeps(number):
            try:
                table = self._recovery.bring_back(number)
            except DataFailed as wrong:  # more than this table is lost with the file, whoever wanted the table
                self.nursery.start_soon(_end_server, wrong)
                raise
            if table is not None:
                self._start(table)
                if table.options.is_contest:  # the one who has its packs is gone
                    self.end(table, "abandoned")
        return self.find(number)

    def open(
        self, options: TableOptions, packs: PackSource | None = None, *, kept: bool = True, origin: str = ""
    ) -> Table:
        """Open a table. The packs are shuffled unless they are given.

        A `kept` table is the operator's: it is not closed for want of company. Others are opened from an `origin`.
        """
        packs = packs or packs_for(options, self._server.entropy)
        table = Table(f"t{self._store.number()}", options, packs, self._server, kept=kept, origin=origin)
        table.open()
        length = f"{options.matches} boards" if options.board else aim(options.rules.match)
        line = f"{table.id}: {options.name!r} is open, {options.preset} {length}"
        facts = {"table": table.id, "name": options.name, "preset": options.preset, "origin": origin}
        self._server.say(LogEntry(Happening.TABLE_OPEN, line, **facts))
        self._start(table)
        return table

    def fork(self, table: Table, entries: Sequence[Entry], session: Session, re: int | UnsetType) -> None:
        """Open another table where only those entries of the table have happened; its player goes there, and it ends.

        The log of a table is numbered and only grows, so that whoever has seen a part of it can ask for the rest: what
        is taken back is left out of another one. All of it is one step, kept whole or not at all.
        """
        packs, kept = packs_for(table.options, self._server.entropy), (*entries, table.seating)
        forked = Table(f"t{self._store.number()}", table.options, packs, self._server, origin=table.origin)
        session.table = forked.id
        self.end(table, "undone")
        self._start(forked)
        if self._call(forked, forked.fork, kept, table.id, trio.current_time()):
            self.deliver(forked, session, Back(after=0, away=False, re=re))

    def deliver(self, table: Table, session: Session, message: Input) -> bool:
        """Have a table handle a message, and all that follows from it; False where a fault has ended the table."""
        return self._call(table, table.receive, session, message, trio.current_time())

    def wake(self, table: Table) -> None:
        """Have a table see that something is there for which it waits without a deadline."""
        self._call(table, table.wake, trio.current_time())

    def end(self, table: Table, reason: str = "operator", why: str = "") -> None:
        """Close a table, wherever its match is, by its server's operator unless it is for another reason."""
        self._call(table, table.close, reason, why)

    def _start(self, table: Table) -> None:
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

    def _call(self, table: Table, method: Callable[[*Arguments], None], *arguments: *Arguments) -> bool:
        """Call a method of the table; set its timer for what it waits for then, or remove it if it is over.

        False where that was a mistake of the server, which has ended the table.
        """
        whole = True
        try:
            method(*arguments)
        except Exception as wrong:
            self._fail(table, wrong)
            whole = False
        timer = self._timers.get(table.id)
        if table.closed:
            self._timers.pop(table.id, None)
            if self.pop(table.id, None) is not None:
                self._server.changed()
        if timer is not None and (table.closed or table.stalled):
            timer.cancel()
        elif timer is not None and table.deadline < timer.deadline:
            timer.deadline = table.deadline
        return whole

    def _fail(self, table: Table, wrong: Exception) -> None:
        """Close a table in which the server has made a mistake, with the traceback in the log.

        Nobody is there afterwards: neither who was only coming, nor whom a close that fails has not reached.
        """
        try:
            table.close("fault")
        except Exception as again:
            explain_fault(self._server.say, again, table=table.id)
        for session in tuple(self._server.sessions.values()):
            if session.table == table.id:
                self._server.left(session)
        report_fault(self._server.say, f"{table.id}: ended by a fault of the server", wrong, table=table.id)

    def recall(self, kept: Iterable[str], sessions: Mapping[str, Session]) -> None:
        """Take the tables from before a restart. Each comes back when it is wanted, or in its turn."""
        self._recovery = TableRecovery(self._server, kept, sessions)
        self.nursery.start_soon(self._bring_all_back)

    async def _bring_all_back(self) -> None:
        """Bring the tables back one after the other; at least half of the time is for all who are there."""
        for number in tuple(self._recovery.asleep):
            began = trio.current_time()
            self.bring_back(number)
            await trio.sleep(trio.current_time() - began)
        self._recovery.over.set()

    async def all_awake(self) -> None:
        """Wait until no table sleeps."""
        await self._recovery.over.wait()


async def _end_server(wrong: DataFailed) -> None:
    """Raise it in the nursery of the server's tasks, which no caller of `Tables` does."""
    raise wrong


class TableOpening:
    """Opens tables for clients. They are as the `defaults`, unless the client says otherwise; rules are `presets`."""

    def __init__(self, server: ServerContext, tables: Tables, defaults: TableOptions, presets: tuple[str, ...]) -> None:
        self._server = server
        self._tables = tables
        self._defaults = defaults
        self._presets = presets

    def open(self, session: Session, message: CreateTable, now: float) -> Table | None:
        """Open the table that the client asks for; None where that is refused."""
        if (refusal := self._refusal(session, message, now)) is not None:
            session.refuse(message, *refusal)
            return None
        try:
            options = agreed(message, self._defaults)
            if options.position is not None:
                session.charge(position_cost(len(options.position.actions)))
                check_position(options.position, options.rules)
        except InvalidRules as wrong:
            session.refuse(message, str(wrong), ErrorCode.INVALID_RULES)
            return None
        except ImpossiblePosition as wrong:
            data: ErrorData = {} if wrong.at is None else {"at": wrong.at, "reason": wrong.reason}
            session.refuse(message, str(wrong), ErrorCode.INVALID_POSITION, data)
            return None
        return self._tables.open(options, kept=False, origin=session.counted_as)

    def _refusal(self, session: Session, message: CreateTable, now: float) -> Refusal | None:
        if session.role is not Role.PLAYER or session.table is not None:
            return Refusal("only a player who is at no table opens one")
        if isinstance(message.preset, str) and message.preset not in self._presets:
            what = f"no preset {message.preset!r}; there are: {', '.join(self._presets)}"
            return Refusal(what, ErrorCode.INVALID_RULES, {"presets": self._presets})
        if (unfit := not_for_practice(message)) is not None:
            return Refusal(unfit)
        if (unknown := unknown_bot(message.bots, self._server.bots)) is not None:
            return unknown
        if self._server.draining:
            what = "no new tables: the server ends once those that there are have ended"
            return Refusal(what, data={"reason": "draining"})
        if self._tables.count >= limits.TABLES:
            return Refusal(f"there are {limits.TABLES} tables already")
        if message.practice and self._tables.practising >= limits.PRACTICE_TABLES:
            return Refusal(f"there are {limits.PRACTICE_TABLES} practice tables already")
        if (full := self._server.budget.refusal(session.counted_as, Growth.TABLE)) is not None:
            return Refusal(full, data={"reason": "full"})
        return None if session.may_come(now) else COMES_TOO_OFTEN


class DesertedTables:
    """The times since which tables have been deserted."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def expired(self, deserted: Collection[Deserted], now: float) -> set[str]:
        """The tables, of all that are deserted now, that are kept no longer; the oldest where there are too many."""
        self._since = {one.table: self._since.get(one.table, now) for one in deserted}
        oldest_first: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for one in sorted(deserted, key=lambda one: self._since[one.table]):
            oldest_first[one.origin, one.people].append(one.table)
        expired: set[str] = set()
        for (_, people), tables in oldest_first.items():
            kept = limits.DESERTED_BY_PEOPLE if people else limits.DESERTED_BY_PROGRAMS
            expired.update(tables[: max(0, len(tables) - kept.tables)])
            expired.update(table for table in tables if now - self._since[table] >= kept.seconds)
        return expired
