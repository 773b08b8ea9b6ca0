"""The archiving store, which collects matches as they are played, and the service that archives them.

`ArchivingStore` is the store as tables use it. It counts their entries in the budget, and hands each match that ends to
the `ArchiveService`: one task, which archives matches and answers questions about them in order. Whatever takes a while
happens in a thread, so no table waits. A failure is logged, and the next thing done.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never

import trio
from msgspec import UNSET
from msgspec.structs import replace

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Error,
    FromServer,
    GetRecord,
    GetStatistics,
    ListMatches,
    Matches,
    OfTheArchive,
    RecordPage,
    Role,
    Statistics,
)
from coinche.server import limits
from coinche.server.log import Happening, Log, News, report_fault
from coinche.server.match.entries import Entry, MatchBegun, MatchPlayed, OfMatch
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.sessions import Session
from coinche.server.storage.budget import Budget, stored_size
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import WorkerThread
from coinche.server.storage.store import Store, decode_entry, encode_entry
from coinche.server.transport.peer import Peer

from .archive import Archive
from .record import MatchSummary, RecordKey, summarize


@dataclass(slots=True)
class MatchEntries:
    """The entries of a match as bytes, which count in the budget. The table was opened from that origin."""

    table: str
    origin: str
    budget: Budget
    entries: list[bytes] = field(default_factory=list)
    _size: int = 0

    def add(self, body: bytes) -> None:
        self.entries.append(body)
        self._take(len(body) + limits.BODY_MEMORY)

    def release(self) -> None:
        """Give back what they take of the budget, once they are needed no longer."""
        self._take(-self._size)

    def _take(self, size: int) -> None:
        self._size += size
        if (usage := self.budget.of(self.table)) is not None:
            usage.take_memory(size)


class ArchivingStore:
    """Hands everything on to another store, and the entries of each finished match to the archive service.

    Boards are not archived. The service removes a table that is over from the other store and from the budget: not
    before its matches are archived.
    """

    def __init__(self, store: Store, budget: Budget, archive: ArchiveService) -> None:
        self._store = store
        self._budget = budget
        self._archive = archive
        self._matches: dict[str, MatchEntries] = {}
        self.lasts, self.number = store.lasts, store.number
        self.remember, self.forget = store.remember, store.forget
        self.flows, self.flowing, self.changed, self.run = store.flows, store.flowing, store.changed, store.run
        self.tables, self.entries, self.sessions = store.tables, store.entries, store.sessions

    @property
    def position(self) -> int:
        return self._store.position

    @property
    def durable(self) -> int:
        return self._store.durable

    @property
    def trouble(self) -> str | None:
        return self._store.trouble

    def append(self, table: str, entry: Entry) -> bytes:
        body = self._store.append(table, entry)
        self._count(table, entry, body)
        return body

    def recall(self, table: str, entries: Iterable[Entry]) -> None:
        """Count the entries of a table that comes back after a restart, and collect those of its matches."""
        for entry in entries:
            self._count(table, entry, encode_entry(entry))

    def _count(self, table: str, entry: Entry, body: bytes) -> None:
        if (usage := self._budget.of(table)) is not None:
            usage.keep(stored_size(len(body)) if self.lasts else limits.ENTRY_MEMORY + len(body))
        if isinstance(entry, MatchBegun) and not entry.board:
            self._drop(table)
            self._matches[table] = MatchEntries(table, entry.origin, self._budget)
        if isinstance(entry, OfMatch) and (match := self._matches.get(table)) is not None:
            match.add(body)
        if isinstance(entry, MatchPlayed) and table in self._matches:
            self._archive.keep(self._matches.pop(table))

    def _drop(self, table: str) -> None:
        """Drop a match that was not played to its end."""
        if (match := self._matches.pop(table, None)) is not None:
            match.release()

    def set_aside(self, table: str, why: str) -> None:
        self._drop(table)
        self._store.set_aside(table, why)
        self._budget.close(table)

    def close(self, table: str) -> None:
        """Remove the entries of a table that is over, as soon as its matches are archived."""
        self._drop(table)
        self._archive.close(table)


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match that is over; `one_of_many` where too many have come from the origin of its table."""

    match: MatchEntries
    one_of_many: bool


@dataclass(frozen=True, slots=True)
class _Closed:
    table: str


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, to be answered over the connection on which it came."""

    peer: Peer
    session: Session
    message: OfTheArchive


_Item = _Ended | _Closed | _Asked | trio.Event
"""The things in the service's queue; an event is set when all before it are done."""


class ArchiveService:
    """Archives matches, their records signed by `key`; removes closed tables; answers questions about past matches."""

    def __init__(self, archive: Archive, key: RecordKey, store: Store, budget: Budget, say: Log) -> None:
        self._archive = archive
        self._key = key
        self._store = store
        self._budget = budget
        self._say = say
        self._worker = WorkerThread()
        self._queue, self._received = trio.open_memory_channel[_Item](math.inf)
        self._waiting: Counter[str] = Counter()
        """The number of matches that are not archived yet, by their tables."""
        self._kept_from = Buckets(limits.MATCHES_OF_PEOPLE)
        self._asked_by = Buckets(limits.QUESTIONS)
        self._asked_from = Buckets(limits.QUESTIONS_PER_ADDRESS)

    def keep(self, match: MatchEntries) -> None:
        """Archive the match soon.

        Beyond a bound on matches from one origin it counts as one of programs, which are removed first: anybody can
        claim to be a person.
        """
        self._waiting[match.table] += 1
        may_keep = not match.origin or self._kept_from.take(match.origin, trio.current_time())
        self._queue.send_nowait(_Ended(match, one_of_many=not may_keep))

    def close(self, table: str) -> None:
        """Remove the table from store and budget, as soon as all its matches are archived."""
        if self._waiting[table]:
            self._queue.send_nowait(_Closed(table))
        else:
            self._remove(table)

    def _remove(self, table: str) -> None:
        self._store.close(table)
        self._budget.close(table)

    async def settled(self) -> None:
        """Wait until all matches that are over so far are archived, and on the disk."""
        reached = trio.Event()
        self._queue.send_nowait(reached)
        await reached.wait()
        await self._archive.writer.settled()

    def ask(self, session: Session, message: OfTheArchive) -> None:
        """Answer the question soon, or refuse it."""
        if session.peer is None:
            return
        now = trio.current_time()
        if session.role is Role.PROVIDER:
            _refuse(session.peer, message, ErrorCode.FORBIDDEN, "a provider plays, and asks nothing of past matches")
        elif not (self._asked_by.take(session.id, now) and self._asked_from.take(session.peer.origin, now)):
            # what the client's own limit refuses uses nothing of what its address may ask
            _refuse(session.peer, message, ErrorCode.RATE, "you have asked too often about matches; wait a moment")
        elif self._received.statistics().current_buffer_used >= limits.QUESTIONS_WAITING:
            _refuse(session.peer, message, ErrorCode.RATE, "too many others ask about matches; try again")
        else:
            self._queue.send_nowait(_Asked(session.peer, session, message))

    async def run(self) -> None:
        """Do what is in the queue; at the end, archive the matches that are still in it."""
        try:
            while True:
                item = await self._received.receive()
                if isinstance(item, _Asked):
                    with trio.move_on_after(limits.SETTLED):  # so that earlier matches are found; a disk may be broken
                        await self._archive.writer.settled()
                await self._do(item)
        finally:
            while self._received.statistics().current_buffer_used:
                if not isinstance(left := self._received.receive_nowait(), _Asked):
                    await self._do(left)

    async def _do(self, item: _Item) -> None:
        """The one supervisor: log what fails, and return."""
        with trio.CancelScope(shield=True):  # a disk is slow, but not for ever
            try:
                await self._done(item)
            except DataFailed as wrong:
                self._failed(item, str(wrong))
            except Exception as wrong:
                report_fault(self._say, "a fault of the server in the archive", wrong)
                self._failed(item, "a fault of the server")

    async def _done(self, item: _Item) -> None:
        match item:
            case _Ended():
                try:
                    self._archive.keep(await self._worker.run(partial(_summarized, item, self._key)))
                finally:
                    self._waiting -= Counter((item.match.table,))
                    item.match.release()
            case _Closed():
                self._remove(item.table)
            case _Asked():
                item.peer.send(await self._worker.run(partial(_answer, self._archive, item)))
            case trio.Event():
                item.set()
            case _:
                assert_never(item)

    def _failed(self, item: _Item, why: str) -> None:
        if isinstance(item, _Asked):
            self._say(News(Happening.NOT_ANSWERED, f"a question about matches is not answered: {why}", why=why))
            sentence = "the matches cannot be looked up just now; try again, and tell the server's operator"
            _refuse(item.peer, item.message, ErrorCode.RATE, sentence)
        elif isinstance(item, _Ended):
            table = item.match.table
            self._say(News(Happening.NOT_KEPT, f"{table}: the match is not kept: {why}", table=table, why=why))


def _summarized(ended: _Ended, key: RecordKey) -> MatchSummary:
    match = summarize(tuple(map(decode_entry, ended.match.entries)), key)
    return dataclasses.replace(match, people=match.people and not ended.one_of_many)


def _refuse(peer: Peer, message: OfTheArchive, code: ErrorCode, sentence: str) -> None:
    peer.send(Error.of(code, sentence, re=message.id))


def _answer(archive: Archive, asked: _Asked) -> FromServer:
    session, message, re = asked.session, asked.message, asked.message.id
    match message:
        case ListMatches():
            matches, more = archive.matches(session.who, None if message.before is UNSET else message.before)
            found: FromServer = Matches(matches=matches, more=more)
        case GetRecord():
            found = _page(archive.record(session.who, message.match), message)
        case GetStatistics():
            found = Statistics(players=archive.statistics(session.who, session.name, session.occupant))
        case _:
            assert_never(message)
    return found if re is UNSET else replace(found, re=re)


def _page(lines: tuple[str, ...] | None, message: GetRecord) -> FromServer:
    """The lines after those that the client has, as many as fit into a frame in any encoding."""
    if lines is None:
        return Error.of(ErrorCode.NO_SUCH_MATCH, f"no match {message.match} is kept here")
    end, size = message.after, 0
    while end < len(lines) and (size + len(lines[end]) <= limits.RECORD_PAGE or end == message.after):
        size += len(lines[end])
        end += 1
    return RecordPage(match=message.match, after=message.after, lines=lines[message.after : end], more=end < len(lines))
