"""The rows of archived matches in the data file, and the service that archives matches and answers questions.

The store hands over each match that ends. One task archives matches and answers questions in order. Whatever takes a
while happens in a thread, so no table waits. A failure is logged, and the task goes on with the next item.
"""

from __future__ import annotations

import dataclasses
import math
import zlib
from collections.abc import Collection, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, assert_never

import trio
from msgspec import UNSET
from msgspec.structs import replace

from coinche.engine.record import RecordError
from coinche.engine.seats import Seat, Team
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
    MatchInfo,
    Occupant,
    OfTheArchive,
    PlayerStatistics,
    RecordPage,
    Role,
    Statistics,
    Values,
)
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.log import Happening, Log, LogEntry, report_fault
from coinche.server.match.entries import MatchBegun
from coinche.server.rate_limit import Buckets
from coinche.server.sessions.questions import ProviderQuestions, ValuesTopic
from coinche.server.sessions.session import Session
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile, ImmediateWriter, Job, Rows, Value, WorkerThread, Writer
from coinche.server.storage.serialization import decode_entry, unpack_record
from coinche.server.storage.store import MatchEntries, Store
from coinche.server.transport.peer import Peer

from .position import OpenPosition, open_position
from .record import MatchSummary, RecordKey, summarize
from .statistics import OPEN_TO, page_of, statistics
from .tally import OF_PAIRS, Count, PairKey, PlayerKey, PlayerTally, recount

_FITS = "SELECT 1 FROM room WHERE matches <= ? AND size <= ?"
_REMOVE_NEXT = "DELETE FROM matches WHERE match = (SELECT match FROM matches ORDER BY people, match LIMIT 1)"
"""Removes the oldest match, but those in which only programs played before all others."""
_SHOWN = "at, name, preset, target, deals, n, e, s, w, ns, ew"
"""The columns that `MatchInfo` shows, with the seats and the teams in their order."""
_UNCOUNTED = "SELECT match, lines FROM uncounted LEFT JOIN records USING (match) ORDER BY match DESC LIMIT 1"
_COUNTED = f"SELECT name, occupant, {', '.join(Count)} FROM played WHERE match = ?"
_RECOUNT = (
    f"UPDATE played SET {', '.join(f'{count} = ?' for count in Count)} WHERE match = ? AND name = ? AND occupant = ?"
)


class Archive(ExitStack):
    """The archived matches of a data file; DataFailed where the file or a record cannot be used.

    Any thread may ask, one question at a time. `room` bounds the bytes of records. To leave the archive as a context
    closes a file that it has opened itself.
    """

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None) -> None:
        """Use that file and its writer; by default a file in memory, and a writer that writes at once."""
        super().__init__()
        self.room = limits.ARCHIVE
        used = self.enter_context(closing(DataFile())) if file is None else file
        self.writer = writer or ImmediateWriter(used)
        self.reader = used.open_reader()
        self.may_recount = bool(self.reader.rows("SELECT 1 FROM uncounted LIMIT 1"))
        """False once no match is left of which an earlier version has counted less."""

    def keep(self, match: MatchSummary) -> None:
        """Insert the match soon."""
        self.writer.write(partial(insert, match, room=self.room))

    def has(self, match: str) -> bool:
        """Return whether the match of that id, which it has had since it began, is archived."""
        return bool(self.reader.rows("SELECT 1 FROM matches WHERE id = ?", (match,)))

    def next_recount(self) -> Job | None:
        """The job that counts the newest match of an earlier version anew; None where none is left.

        A match whose record does not allow it keeps its counts, and 0 for what nobody has counted. A match whose rows
        change before the job is done is left for the next time.
        """
        left = self.reader.rows(_UNCOUNTED)
        self.may_recount = bool(left)
        for match, lines in left:
            counted, tally = self.reader.rows(_COUNTED, (match,)), None
            if lines is not None:
                with suppress(RecordError, zlib.error, UnicodeDecodeError):
                    tally = recount(unpack_record(lines), tuple(_statistics(*row) for row in counted))
            return partial(_insert_recount, match, counted, tally)
        return None

    def matches(self, who: str, before: int | None = None) -> tuple[tuple[MatchInfo, ...], bool]:
        """The newest matches that the client may see, or those before that number, and True if there are older ones."""
        shown = f"SELECT match, {_SHOWN} FROM matches WHERE {OPEN_TO} AND (? IS NULL OR match < ?)"
        values = (who, before, before, limits.MATCHES_LISTED + 1)
        found = self.reader.rows(f"{shown} ORDER BY match DESC LIMIT ?", values)
        return tuple(map(_info, found[: limits.MATCHES_LISTED])), len(found) > limits.MATCHES_LISTED

    def record(self, who: str, match: int) -> tuple[str, ...] | None:
        """The lines of the match's record; None where there is none that the client may see."""
        found = self.reader.rows(
            f"SELECT lines FROM records JOIN matches USING (match) WHERE match = ? AND {OPEN_TO}", (match, who)
        )
        if not found:
            return None
        try:
            return unpack_record(found[0][0])
        except (zlib.error, UnicodeDecodeError) as wrong:
            raise DataFailed(f"match {match} of {self.reader.called} is damaged: {wrong}") from None


def _info(row: tuple[Any, ...]) -> MatchInfo:
    match, at, name, preset, target, deals, *rest = row
    seats, score = dict(zip(Seat, rest[:4], strict=True)), dict(zip(Team, rest[4:], strict=True))
    return MatchInfo(
        match=match, at=at, table=name, preset=preset, target=target, deals=deals, seats=seats, score=score
    )


def insert(match: MatchSummary, file: DataFile, *, room: int) -> None:
    """Insert the match unless it is there already; remove others while records take more than `room`."""
    names, score = [match.names[seat] for seat in Seat], [match.score[team] for team in Team]
    shown: tuple[Value, ...] = (match.at_ms, match.table, match.preset, match.target, match.deals, *names, *score)
    row = (match.id, *shown, match.private, match.people, len(match.record))
    columns = f"id, {_SHOWN}, private, people, size"
    if not file.execute(f"INSERT OR IGNORE INTO matches ({columns}) VALUES ({_places(row)})", row):
        return
    ((number,),) = file.rows("SELECT last_insert_rowid()")
    file.execute("INSERT INTO records VALUES (?, ?)", (number, match.record))
    for who in match.sat if match.private else ():
        file.execute("INSERT OR IGNORE INTO sat VALUES (?, ?)", (number, who))
    for player in match.players:
        counts = (getattr(player, count) for count in Count)
        played = (number, same_name(player.name), player.name, player.occupant, *counts)
        file.execute(f"INSERT OR IGNORE INTO played VALUES ({_places(played)})", played)
    _insert_pairs(number, match.pairs, file)
    while not file.rows(_FITS, (limits.MATCHES, room)):
        file.execute(_REMOVE_NEXT)


def _insert_pairs(match: int, pairs: Mapping[PairKey, Mapping[Count, int]], file: DataFile) -> None:
    for key, counts in pairs.items():
        player, other = key.player, key.other
        known = (match, same_name(player.name), player.occupant, key.partner, same_name(other.name), other.occupant)
        row: tuple[Value, ...] = (*known, other.name, *(counts.get(count, 0) for count in OF_PAIRS))
        file.execute(f"INSERT OR IGNORE INTO pairs VALUES ({_places(row)})", row)


def _statistics(name: str, occupant: str, *counts: int) -> PlayerStatistics:
    return PlayerStatistics(name=name, occupant=Occupant(occupant), **dict(zip(Count, counts, strict=True)))


def _insert_recount(match: int, counted: Rows, tally: PlayerTally | None, file: DataFile) -> None:
    """Insert what a match was counted again to, unless its rows have changed since they were read."""
    if file.rows(_COUNTED, (match,)) != counted:
        return
    file.execute("DELETE FROM uncounted WHERE match = ?", (match,))
    if tally is not None:
        for player in tally.players:
            counts = (getattr(player, count) for count in Count)
            file.execute(_RECOUNT, (*counts, match, player.name, player.occupant))
        _insert_pairs(match, tally.pairs, file)


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, to be answered over the connection on which it came."""

    peer: Peer
    session: Session
    message: OfTheArchive


_Item = MatchEntries | _Asked | trio.Event
"""An item of the service's queue; an event is set when everything before it is done."""


class ArchiveService:
    """Archives the matches of the store, with records signed by `key`, and answers questions about past matches."""

    def __init__(self, archive: Archive, key: RecordKey, store: Store, say: Log, questions: ProviderQuestions) -> None:
        self._archive = archive
        self._questions = questions
        self._key = key
        self._store = store
        self._say = say
        self._worker = WorkerThread()
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
        elif not (self._asked_by.take(session.id, now) and self._asked_from.take(session.peer.origin, now)):
            # a question beyond the client's own limit does not count against its address
            _refuse(session.peer, message, ErrorCode.RATE, "you have asked too often about matches; wait a moment")
        elif self._received.statistics().current_buffer_used >= limits.QUESTIONS_WAITING:
            _refuse(session.peer, message, ErrorCode.RATE, "too many others ask about matches; try again")
        else:
            self.queue.send_nowait(_Asked(session.peer, session, message))

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
                        self._reply(item, await self._worker.run(partial(_answer, self._archive, item)))
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
        session, message = asked.session, asked.message
        if not isinstance(found, OpenPosition):
            asked.peer.send(found)
        elif isinstance(message, GetValues) and session.peer is asked.peer:
            topic = ValuesTopic(match=message.match, after=message.after, legal=found.legal)
            questions = self._questions
            questions.ask(session, message, topic, found.wanted, questions.providers, trio.current_time())

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


def _answer(archive: Archive, asked: _Asked) -> FromServer | OpenPosition:
    session, message, re = asked.session, asked.message, asked.message.id
    asks = PlayerKey(session.name, session.occupant)
    match message:
        case ListMatches():
            matches, more = archive.matches(session.who, None if message.before is UNSET else message.before)
            found: FromServer = Matches(matches=matches, more=more)
        case GetRecord():
            found = _page(archive.record(session.who, message.match), message)
        case GetValues():
            position = _position(archive.record(session.who, message.match), message)
            if isinstance(position, OpenPosition):
                return position
            found = position
        case GetStatistics():
            found = Statistics(players=statistics(archive.reader, session.who, asks))
        case GetPlayer():
            found = page_of(archive.reader, session.who, asks, PlayerKey(message.name, message.occupant))
        case _:
            assert_never(message)
    return found if re is UNSET else replace(found, re=re)


def _no_such_match(message: GetRecord | GetValues) -> Error:
    return Error.of(ErrorCode.NO_SUCH_MATCH, f"no match {message.match} is kept here")


def _position(lines: tuple[str, ...] | None, message: GetValues) -> FromServer | OpenPosition:
    """The position that is asked about, or the answer at once where there is none."""
    if lines is None:
        return _no_such_match(message)
    try:
        position = open_position(lines, message.after)
    except RecordError as wrong:
        raise DataFailed(f"the record of match {message.match} cannot be played again: {wrong}") from None
    return position or Values(match=message.match, after=message.after, cards={})


def _page(lines: tuple[str, ...] | None, message: GetRecord) -> FromServer:
    """The lines that follow those the client has, as many as fit into a frame in any encoding."""
    if lines is None:
        return _no_such_match(message)
    end, size = message.after, 0
    while end < len(lines) and (size + len(lines[end]) <= limits.RECORD_PAGE or end == message.after):
        size += len(lines[end])
        end += 1
    return RecordPage(match=message.match, after=message.after, lines=lines[message.after : end], more=end < len(lines))
