"""The service that archives matches and answers questions about those that are over.

The store hands over each match that ends. One task archives matches and answers questions in order. Whatever takes a
while happens in a thread, so no table waits. A failure is logged, and the task goes on with the next item.
"""

from __future__ import annotations

import dataclasses
import math
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import assert_never

import trio
from msgspec import UNSET
from msgspec.structs import replace

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Error,
    FromServer,
    GetPlayer,
    GetRecord,
    GetStatistics,
    GetValues,
    ListMatches,
    Matches,
    OfTheArchive,
    RecordPage,
    Role,
    Statistics,
)
from coinche.server import limits
from coinche.server.log import Happening, Log, LogEntry, report_fault
from coinche.server.match.entries import MatchBegun
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.questions import PendingQuestion, ProviderQuestions, ValuesTopic
from coinche.server.sessions.session import Session
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import WorkerThread
from coinche.server.storage.serialization import decode_entry
from coinche.server.storage.store import MatchEntries, Store
from coinche.server.transport.peer import Peer

from .archive import Archive
from .positions import MatchPositions, OpenPosition, no_such_match
from .record import MatchSummary, RecordKey, summarize
from .statistics import page_of, statistics
from .tally import PlayerKey


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, to be answered over the connection on which it came."""

    peer: Peer
    session: Session
    message: OfTheArchive
    names: tuple[str, ...] = ()
    """The names whose matches are the client's own."""
    question: PendingQuestion | None = None
    """With `get_values`: what is open until it is answered."""


_Item = MatchEntries | _Asked | trio.Event
"""An item of the service's queue; an event is set when everything before it is done."""


class ArchiveService:
    """Archives the matches of the store, with records signed by `key`, and answers questions about past matches."""

    def __init__(
        self,
        archive: Archive,
        key: RecordKey,
        store: Store,
        say: Log,
        questions: ProviderQuestions,
        register: Register,
    ) -> None:
        self._archive = archive
        self._register = register
        self._questions = questions
        self._key = key
        self._store = store
        self._say = say
        self._worker = WorkerThread()
        self._positions = MatchPositions(archive)
        self.queue, self._received = trio.open_memory_channel[_Item](math.inf)
        self._kept_from = Buckets(limits.MATCHES_OF_PEOPLE)
        self._asked_by = Buckets(limits.QUESTIONS)
        self._asked_from = Buckets(limits.QUESTIONS_PER_ADDRESS)

    async def settled(self) -> None:
        """Wait until all matches that are over so far are archived, and on the disk."""
        await self.caught_up()
        await self._archive.writer.settled()

    async def caught_up(self) -> None:
        """Wait until everything that is in the queue now has been handled."""
        reached = trio.Event()
        self.queue.send_nowait(reached)
        await reached.wait()

    def ask(self, session: Session, message: OfTheArchive) -> None:
        """Answer the question soon, or refuse it."""
        if session.peer is None:
            return
        now = trio.current_time()
        if session.role is Role.PROVIDER:
            _refuse(session.peer, message, ErrorCode.FORBIDDEN, "a provider plays, and asks nothing of past matches")
        elif not (self._asked_by.take(session.id, now) and self._asked_from.take(session.counted_as, now)):
            # a question beyond the client's own limit does not count against its address
            _refuse(session.peer, message, ErrorCode.RATE, "you have asked too often about matches; wait a moment")
        elif self._received.statistics().current_buffer_used >= limits.QUESTIONS_WAITING:
            _refuse(session.peer, message, ErrorCode.RATE, "too many others ask about matches; try again")
        elif not isinstance(message, GetValues):
            names = self._register.names_of_only_owner(session.who)
            self.queue.send_nowait(_Asked(session.peer, session, message, names))
        elif (question := self._questions.open(session, message, now)) is not None:
            self.queue.send_nowait(_Asked(session.peer, session, message, question=question))

    async def run(self) -> None:
        """Handle the items of the queue. A match that is left in it at the end is archived after the restart."""
        while True:
            item: _Item | None = None
            with trio.move_on_after(limits.RECOUNTED_EVERY if self._archive.may_recount else math.inf):
                item = await self._received.receive()
            if isinstance(item, _Asked | None):
                with trio.move_on_after(limits.SETTLED):  # so that earlier matches are found, unless the disk fails
                    await self._archive.writer.settled()
            await self._do(item)

    async def _do(self, item: _Item | None) -> None:
        """Handle an item, or count an older match anew, and log a failure: the one supervisor of the task."""
        with trio.CancelScope(shield=True):  # a disk may be slow, but it answers in the end
            try:
                match item:
                    case MatchEntries():
                        await self._keep(item)
                    case _Asked():
                        now = trio.current_time()
                        answer = partial(_answer, self._archive, self._positions, item, now)
                        self._reply(item, await self._worker.run(answer))
                    case trio.Event():
                        item.set()
                    case None:
                        if (job := await self._worker.run(self._archive.next_recount)) is not None:
                            self._archive.writer.write(job)
                    case _:
                        assert_never(item)
            except DataFailed as wrong:
                self._failed(item, str(wrong))
            except Exception as wrong:
                report_fault(self._say, "a fault of the server in the archive", wrong)
                self._failed(item, "a fault of the server")
            if isinstance(item, MatchEntries):
                self._store.archived(item)

    def _reply(self, asked: _Asked, found: FromServer | OpenPosition) -> None:
        """Send the answer; what the cards of a position are worth is first asked of a provider."""
        message, question, questions = asked.message, asked.question, self._questions
        if question is None or not isinstance(found, OpenPosition) or asked.session.peer is not asked.peer:
            self._close(asked)
            if not isinstance(found, OpenPosition):
                asked.peer.send(found)
        else:
            assert isinstance(message, GetValues)
            topic = ValuesTopic(match=message.match, after=message.after, legal=found.legal)
            questions.ask(question, topic, found.wanted, questions.providers, trio.current_time())

    def _close(self, asked: _Asked) -> None:
        if asked.question is not None:
            self._questions.close(asked.question)

    async def _keep(self, match: MatchEntries) -> None:
        """Archive the match. If too many come from one origin, it counts as one of programs, which are removed first.

        Anybody can claim to be a person. A match that is archived already costs its origin nothing.
        """
        summary = await self._worker.run(partial(_summarized, self._archive, match, self._key))
        if summary is not None:
            excess = bool(match.origin) and not self._kept_from.take(match.origin, trio.current_time())
            self._archive.keep(dataclasses.replace(summary, people=summary.people and not excess))

    def _failed(self, item: _Item | None, why: str) -> None:
        if item is None:
            self._archive.may_recount = False
            self._say(LogEntry(Happening.NOT_RECOUNTED, f"older matches are not counted anew: {why}", why=why))
        if isinstance(item, _Asked):
            self._close(item)
            self._say(LogEntry(Happening.NOT_ANSWERED, f"a question about matches is not answered: {why}", why=why))
            sentence = "the matches cannot be looked up just now; try again, and tell the server's operator"
            _refuse(item.peer, item.message, ErrorCode.RATE, sentence)
        elif isinstance(item, MatchEntries):
            line = f"{item.table}: the match is not kept: {why}"
            self._say(LogEntry(Happening.NOT_KEPT, line, table=item.table, why=why))


def _summarized(archive: Archive, match: MatchEntries, key: RecordKey) -> MatchSummary | None:
    """Summarize a match; None where it is archived already. A table that comes back hands over all that it has had.

    One that cannot be looked up is summarized: to insert it again would change nothing.
    """
    begun = decode_entry(match.entries[0])
    assert isinstance(begun, MatchBegun), "a match begins with its first entry"
    with suppress(DataFailed):
        if archive.has(begun.id):
            return None
    return summarize(tuple(map(decode_entry, match.entries)), key)


def _refuse(peer: Peer, message: OfTheArchive, code: ErrorCode, sentence: str) -> None:
    peer.send(Error.of(code, sentence, re=message.id))


def _answer(archive: Archive, positions: MatchPositions, asked: _Asked, now: float) -> FromServer | OpenPosition:
    session, message, re = asked.session, asked.message, asked.message.id
    asks = PlayerKey(session.name, session.occupant)
    match message:
        case ListMatches():
            matches, more = archive.matches(session.who, None if message.before is UNSET else message.before)
            found: FromServer = Matches(matches=matches, more=more)
        case GetRecord():
            found = _page(archive.record(session.who, message.match), message)
        case GetValues():
            position = positions.find(session.who, session.counted_as, message, now)
            if isinstance(position, OpenPosition):
                return position
            found = position
        case GetStatistics():
            found = Statistics(players=statistics(archive.reader, session.who, asks, asked.names))
        case GetPlayer():
            player = PlayerKey(message.name, message.occupant)
            found = page_of(archive.reader, session.who, asks, player, asked.names)
        case _:
            assert_never(message)
    return found if re is UNSET else replace(found, re=re)


def _page(lines: tuple[str, ...] | None, message: GetRecord) -> FromServer:
    """The lines that follow those the client has, as many as fit into a frame in any encoding."""
    if lines is None:
        return no_such_match(message)
    end, size = message.after, 0
    while end < len(lines) and (size + len(lines[end]) <= limits.RECORD_PAGE or end == message.after):
        size += len(lines[end])
        end += 1
    return RecordPage(match=message.match, after=message.after, lines=lines[message.after : end], more=end < len(lines))
