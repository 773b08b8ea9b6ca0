"""Works for the archive: has matches kept as they end, and answers who asks about them, one after the other.

Knows who may ask, and how often, and that what was kept of a table goes only when its matches are kept. Refuses to know
rows (`archive`) and what is answered (`inquiry`), and to keep a table waiting: whatever takes a while happens aside.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable
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
    GetRecord,
    GetStatistics,
    ListMatches,
    Matches,
    Occupant,
    OfTheArchive,
    RecordPage,
    Role,
    Statistics,
)
from coinche.server import limits
from coinche.server.log import Happening, Log, News, report_fault
from coinche.server.match.entries import MatchBegun, OfMatch
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.sessions import Session
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import Aside, Thread, found
from coinche.server.storage.store import GatheredMatch, unpacked
from coinche.server.transport.peer import Peer

from .archive import Archive, Volume, bound
from .summary import RecordKey, told


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match that is over; `one_of_many` where too many have come from where its table was opened."""

    match: GatheredMatch
    one_of_many: bool

    @property
    def table(self) -> str:
        """Where it was played."""
        return self.match.table


@dataclass(frozen=True, slots=True)
class _Closed:
    """A table is over; `let_go` is for when its matches are kept."""

    table: str
    let_go: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What somebody wants to know, to be answered over the connection on which he has asked."""

    peer: Peer
    inquiry: Inquiry


class Archivist:
    """The one task that uses the archive.

    It signs records with `key`; `say` takes a line for the operator where something cannot be done.
    """

    def __init__(self, archive: Archive, key: RecordKey, say: Log, aside: Aside | None = None) -> None:
        self._archive = archive
        self._key = key
        self._say = say
        self._aside = aside or Thread()
        self._post, self._inbox = trio.open_memory_channel[_Ended | _Closed | _Asked](math.inf)
        self._waiting: Counter[str] = Counter()
        """Matches that are not kept yet, by their tables."""
        self._kept_from = Buckets(limits.MATCHES_OF_PEOPLE)
        self._asked_by = Buckets(limits.QUESTIONS)
        self._asked_from = Buckets(limits.QUESTIONS_PER_ADDRESS)

    # --- what is wanted ------------------------------------------------------------------------------

    def keep(self, match: GatheredMatch) -> None:
        """Have the match kept soon."""
        self._waiting[match.table] += 1
        self._post.send_nowait(_Ended(match, one_of_many=not self._may_keep(match.origin)))

    def close(self, table: str, let_go: Callable[[], None]) -> None:
        """The table is over; `let_go` is called as soon as all its matches are kept."""
        if self._waiting[table]:
            self._post.send_nowait(_Closed(table, let_go))
        else:
            let_go()

    async def settled(self) -> None:
        """Return once all matches that are over so far are kept, and safe."""
        kept = trio.Event()
        self._post.send_nowait(_Closed("", kept.set))
        await kept.wait()
        await self._archive.writer.settled()

    def _may_keep(self, origin: str) -> bool:
        """Whether a match from there may be kept as long as people's are; anybody can say that he is a person."""
        return not origin or self._kept_from.take(origin, trio.current_time())

    def ask(self, session: Session, message: OfTheArchive) -> None:
        """Have the question answered soon."""
        if session.peer is None:
            return
        if session.role is Role.PROVIDER:
            _refuse(session.peer, message, ErrorCode.FORBIDDEN, "a provider plays, and asks nothing of past matches")
        elif not self._may_ask(session.id, session.peer.origin):
            _refuse(session.peer, message, ErrorCode.RATE, "you have asked too often about matches; wait a moment")
        elif self._inbox.statistics().current_buffer_used >= limits.QUESTIONS_WAITING:
            _refuse(session.peer, message, ErrorCode.RATE, "too many others ask about matches; try again")
        else:
            inquiry = Inquiry(session.who, session.name, session.occupant, message)
            self._post.send_nowait(_Asked(session.peer, inquiry))

    def _may_ask(self, client: str, origin: str) -> bool:
        """Use one question of the client and of its address; False where none is left.

        A question that is refused uses nothing of what the address may ask.
        """
        now = trio.current_time()
        return self._asked_by.take(client, now) and self._asked_from.take(origin, now)

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Do what is wanted, in the order in which it came; at the end, keep the matches that still wait for it."""
        try:
            while True:
                wanted = await self._inbox.receive()
                if isinstance(wanted, _Asked):
                    await self._let_settle()
                await self._do(wanted)
        finally:
            while self._inbox.statistics().current_buffer_used:
                if not isinstance(left := self._inbox.receive_nowait(), _Asked):
                    await self._do(left)

    async def _let_settle(self) -> None:
        """Matches that were over before are safe first, and so found; no question waits for a broken disk for ever."""
        with trio.move_on_after(limits.SETTLED):
            await self._archive.writer.settled()

    async def _do(self, wanted: _Ended | _Closed | _Asked) -> None:
        """The one supervisor: what cannot be done is said, and the next thing done."""
        with trio.CancelScope(shield=True):  # a disk is slow, but not for ever
            try:
                await self._done(wanted)
            except DataFailed as wrong:
                self._failed(wanted, str(wrong))
            except Exception as wrong:
                report_fault(self._say, "a fault of the server in the archive", wrong)
                self._failed(wanted, "a fault of the server")

    async def _done(self, wanted: _Ended | _Closed | _Asked) -> None:
        match wanted:
            case _Ended():
                try:
                    self._archive.keep(await found(self._aside, partial(_bound, wanted, self._key)))
                finally:
                    self._waiting -= Counter((wanted.table,))
                    wanted.match.let_go(wanted.match)
            case _Closed():
                wanted.let_go()
            case _Asked():
                wanted.peer.send(await found(self._aside, partial(answer, self._archive, wanted.inquiry)))
            case _:
                assert_never(wanted)

    def _failed(self, wanted: _Ended | _Closed | _Asked, why: str) -> None:
        if isinstance(wanted, _Asked):
            self._say(News(Happening.NOT_ANSWERED, f"a question about matches is not answered: {why}", why=why))
            sentence = "the matches cannot be looked up just now; try again, and tell the server's operator"
            _refuse(wanted.peer, wanted.inquiry.message, ErrorCode.RATE, sentence)
        else:
            line = f"{wanted.table}: the match is not kept: {why}"
            self._say(News(Happening.NOT_KEPT, line, table=wanted.table, why=why))


def _bound(ended: _Ended, key: RecordKey) -> Volume:
    entries = tuple(entry for body in ended.match.entries if isinstance(entry := unpacked(body), OfMatch))
    begun, match = entries[0], told(entries, key)
    assert isinstance(begun, MatchBegun)
    return bound(dataclasses.replace(match, people=match.people and not ended.one_of_many), begun.id)


def _refuse(peer: Peer, message: OfTheArchive, code: ErrorCode, sentence: str) -> None:
    peer.send(Error.of(code, sentence, re=message.id))


# --- inquiry --------------------------------------------------------------------------------------
# What somebody asks about matches that are over, and what he is answered, frame by frame.
#
# Knows how much goes into one frame. Refuses to know who may ask how often (`archivist`), and where matches are kept.


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question, and whose it is."""

    who: str
    name: str
    occupant: Occupant
    message: OfTheArchive


def answer(archive: Archive, asked: Inquiry) -> FromServer:
    """What the archive has for him. DataFailed where it cannot be read."""
    message, re = asked.message, asked.message.id
    match message:
        case ListMatches():
            matches, more = archive.matches(asked.who, None if message.before is UNSET else message.before)
            found: FromServer = Matches(matches=matches, more=more)
        case GetRecord():
            found = _page(archive.record(asked.who, message.match), message)
        case GetStatistics():
            found = Statistics(players=archive.statistics(asked.who, asked.name, asked.occupant))
        case _:
            assert_never(message)
    return found if re is UNSET else replace(found, re=re)


def _page(lines: tuple[str, ...] | None, message: GetRecord) -> FromServer:
    """The lines that follow those that he has, as many as go into a frame in any tongue."""
    if lines is None:
        return Error.of(ErrorCode.NO_SUCH_MATCH, f"no match {message.match} is kept here")
    end, size = message.after, 0
    while end < len(lines) and (size + len(lines[end]) <= limits.RECORD_PAGE or end == message.after):
        size += len(lines[end])
        end += 1
    return RecordPage(match=message.match, after=message.after, lines=lines[message.after : end], more=end < len(lines))
