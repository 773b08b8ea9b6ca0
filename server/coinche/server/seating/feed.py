"""The event feed of one table: numbers each event, and sends it to every follower as that follower may see it.

An event is encoded once for all who may see the same. Players get it at once, spectators as late as the table's delay
wants. Nothing is held back from spectators before the first match begins, or once the table is over. What they have
been shown is kept, and after a restart all else waits for the whole delay again: the clock on the wall may have jumped.

The log has all events as they were sent: the newest in memory, older ones in a file where room is short. The file has
no name and is gone with the server; a table that comes back makes its events anew out of its entries. A spectator who
does not read costs nothing until it does: then it reads from the log, bit by bit, what it has missed.
"""

from __future__ import annotations

import math
import tempfile
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain, takewhile
from pathlib import Path
from typing import IO, NamedTuple
from weakref import finalize

import msgspec

from coinche.engine.events import DealScored, Event, MatchStarted, ThrownIn, Viewer, seen_by
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.messages import Envelope, TableEvent
from coinche.server import limits
from coinche.server.match.entries import Entry, Shown, Told
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.storage.budget import TableUsage

Frames = bytes | dict[Viewer, bytes]
"""An encoded event: one form for everybody, or one for each who sees more, and under None that of all others."""

_EVENT = 100
"""Bytes that an event takes in memory beside its own."""

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[Frames])


def shown_to(viewer: Viewer, frames: Frames) -> bytes:
    """The form of the event that is sent to that viewer."""
    return frames if isinstance(frames, bytes) else frames.get(viewer, frames[None])


class _Block(NamedTuple):
    """Events that were moved to the file together, the first after event `after`."""

    after: int
    offset: int
    size: int


class EventLog:
    """The log of one table. `usage` says when older events have to leave the memory."""

    def __init__(self, usage: TableUsage) -> None:
        self._usage = usage
        self._newest: list[Frames] = []
        self._size = 0
        self._blocks: list[_Block] = []
        self._moved = 0
        self._file: IO[bytes] | None = None
        self._end = 0
        self._try_again = 0

    def __len__(self) -> int:
        return self._moved + len(self._newest)

    def append(self, frames: Frames) -> None:
        """Add the next event."""
        self._newest.append(frames)
        size = _size(frames)
        self._size += size
        self._usage.take_memory(size)
        if self._size > limits.LOG_IN_MEMORY and len(self) >= self._try_again and self._usage.spill is not None:
            self._move(self._usage.spill)

    def frames(self, after: int, upto: int) -> Iterator[Frames]:
        """Yield the events after one number, up to another. The log may grow meanwhile."""
        while after < upto:
            if after >= self._moved:
                yield self._newest[after - self._moved]
                after += 1
                continue
            block = self._blocks[bisect_right(self._blocks, after, key=lambda block: block.after) - 1]
            assert self._file is not None, "nothing was moved to the file"
            self._file.seek(block.offset)
            moved = _DECODER.decode(self._file.read(block.size))
            for frames in moved[after - block.after : upto - block.after]:
                yield frames
                after += 1

    def sent_to(self, viewer: Viewer, after: int, upto: int) -> Iterator[bytes]:
        """The same as that viewer is sent them."""
        return (shown_to(viewer, frames) for frames in self.frames(after, upto))

    def _move(self, directory: Path) -> None:
        """Move the oldest events to the file, until what stays in memory is half of the limit."""
        while self._size > limits.LOG_IN_MEMORY // 2 and self._newest:
            block = self._newest[: limits.LOG_BLOCK]
            written = _ENCODER.encode(block)
            try:
                self._write(written, directory)
            except OSError:  # the disk is full: they stay where they are for now
                self._try_again = len(self) + limits.LOG_BLOCK
                return
            self._blocks.append(_Block(self._moved, self._end, len(written)))
            self._moved += len(block)
            self._end += len(written)
            self._usage.keep(len(written))
            left = sum(map(_size, block))
            self._size -= left
            self._usage.take_memory(-left)
            del self._newest[: len(block)]

    def _write(self, written: bytes, directory: Path) -> None:
        if self._file is None:
            opened = ExitStack()
            self._file = opened.enter_context(tempfile.TemporaryFile(dir=directory, buffering=0))  # noqa: SIM115
            finalize(self, opened.close)  # somebody may still read from it when the table is over
        self._file.seek(self._end)
        if self._file.write(written) < len(written):
            raise OSError("the disk is full")


def _size(frames: Frames) -> int:
    if isinstance(frames, bytes):
        return len(frames) + _EVENT
    return sum(len(sent) + _EVENT for sent in frames.values())


class Spectators(dict[Session, Viewer]):
    """The spectators of one table, each with the eyes through which it sees. The log may grow while it is read."""

    def __init__(self, log: EventLog) -> None:
        super().__init__()
        self._log = log
        self._behind: dict[Session, int] = {}
        """The sessions that read from the log, each up to that event: a later one whenever the session falls behind."""
        self._shown = 0

    def add(self, session: Session, eyes: Viewer, after: int) -> None:
        """Send the session everything after that number, and whatever comes."""
        self.expect(session, eyes)
        session.push_log(self._log.sent_to(eyes, after, self._shown))

    def expect(self, session: Session, eyes: Viewer = None) -> None:
        """Let the session watch, but send it nothing of what is over."""
        self[session] = eyes
        self._behind.pop(session, None)

    def remove(self, session: Session) -> None:
        """Let the session watch no longer."""
        self.pop(session, None)
        self._behind.pop(session, None)

    def show(self, frames: Frames) -> None:
        """Send the next event to all who are not behind."""
        self._shown += 1
        for session, eyes in self.items():
            peer = session.peer
            if peer is None or session in self._behind:
                continue
            if peer.reads:
                peer.push(shown_to(eyes, frames))
            else:
                self._fall_behind(session, self._shown - 1)

    def settle(self) -> None:
        """Have all of the log ready for those who are behind: the table is over."""
        for session, upto in self._behind.items():
            session.push_log(self._log.sent_to(self[session], upto, self._shown))
        self._behind.clear()

    def _fall_behind(self, session: Session, after: int) -> None:
        self._behind[session] = self._shown
        session.push_log(self._missed(session, after, self._shown))

    def _missed(self, session: Session, after: int, upto: int) -> Iterator[bytes]:
        """Yield what was shown meanwhile; once it is read, what was shown since, until there is nothing more."""
        yield from self._log.sent_to(self.get(session), after, upto)
        if self._behind.get(session) == upto:
            del self._behind[session]
            if upto < self._shown:
                self._fall_behind(session, upto)


class _Held(NamedTuple):
    """An event that spectators do not see before that time, and before that many deals of the table have ended."""

    until: float
    deals: int


class Feed:
    """The feed of one table. Numbers are dense from 1 and the same for every viewer."""

    def __init__(self, table: str, server: ServerContext, usage: TableUsage, options: TableOptions) -> None:
        self._table = table
        self._server = server
        self.n = 0
        """The number of the last event."""
        self._log = EventLog(usage)
        self._players: dict[Session, Seat] = {}
        self.spectators = Spectators(self._log)
        self._options = options
        self._delays = bool(options.delay_s or options.delay_deals)
        self._holding = False
        self._held: deque[_Held] = deque()
        self._deals_ended = 0
        self._kept_shown = 0
        """The last event of which it is kept that spectators have been shown it."""

    @property
    def followers(self) -> tuple[Session, ...]:
        """All who are sent events."""
        return (*self._players, *self.spectators)

    def tell(self, event: TableEvent, by: str = "") -> None:
        """Keep an event of the table, with the one who caused it (`Session.who`) where that counts, and send it."""
        told = Told(self._server.time.unix_ms(), event, by)
        self._server.store.append(self._table, told)
        self.pass_on(told.at, event)

    def pass_on(self, at: int, event: Event | TableEvent) -> None:
        """Send an event that follows from an entry of that time (ms of the Unix clock), which has been kept."""
        frames = self._frames(Envelope(self._table, self.n + 1, at, event))
        self._log.append(frames)
        self.n += 1
        delayed = self._delays and self._delay_from(event)
        for session, seat in self._players.items():
            if (peer := session.peer) is not None:
                push = peer.push_with_next if session.program else peer.push
                push(shown_to(seat, frames))
        if not delayed:
            self.spectators.show(frames)

    def _frames(self, envelope: Envelope) -> Frames:
        event = envelope.event
        if isinstance(event, TableEvent):
            return encode(envelope)
        public = seen_by(event, None)
        if public is event:  # hides nothing from anybody
            return encode(envelope)
        views = {seat: seen for seat in Seat if (seen := seen_by(event, seat)) != public}
        return {viewer: encode(replace(envelope, event=seen)) for viewer, seen in ((None, public), *views.items())}

    def _delay_from(self, event: Event | TableEvent) -> bool:
        """Queue the event for spectators if it is delayed, and return True then.

        All events are delayed from the first match on. The end of a deal is one of the deals that it waits for.
        """
        self._holding = self._holding or isinstance(event, MatchStarted)
        if self._holding:
            now = self._server.time.now()
            until = now + self._options.delay_s
            self._held.append(_Held(until, self._deals_ended + self._options.delay_deals))
            self._deals_ended += isinstance(event, DealScored | ThrownIn)
            self.release(now)
        return self._holding

    @property
    def due(self) -> float:
        """The time at which spectators may see the next event (trio's clock); infinity until the deal ends."""
        if not self._held or self._held[0].deals > self._deals_ended:
            return math.inf
        return self._held[0].until

    def release(self, now: float) -> None:
        """Send spectators what they may see by now."""
        due = sum(1 for _ in takewhile(lambda held: held.until <= now and held.deals <= self._deals_ended, self._held))
        if due and self.spectators:
            self._keep_shown(self._shown + due)
        for _ in range(due):
            self._release_next()

    def release_all(self) -> None:
        """Send spectators all that was held back: the table is over."""
        while self._held:
            self._release_next()
        self.spectators.settle()

    def recall(self, entry: Entry) -> None:
        """Restore what spectators had been shown before a restart."""
        if isinstance(entry, Shown):
            self._kept_shown = entry.n
            while self._held and self._shown < entry.n:
                self._release_next()

    def _keep_shown(self, n: int) -> None:
        """Keep that somebody is shown everything up to that event, before they are."""
        if self._holding and n > self._kept_shown:
            self._kept_shown = n
            self._server.store.append(self._table, Shown(n))

    def _release_next(self) -> None:
        frames = next(self._log.frames(self._shown, self.n))
        self._held.popleft()
        self.spectators.show(frames)

    @property
    def _shown(self) -> int:
        """The number of the last event that spectators have seen."""
        return self.n - len(self._held)

    def follow(
        self, session: Session, seat: Seat | None, after: int = 0, *, eyes: Viewer = None, since: int = 0
    ) -> None:
        """Send the session everything after that number that it may see by now, and whatever comes.

        On a seat it sees what was dealt there after event `since`, and before it what everybody sees. Without a seat it
        sees with those `eyes`, as late as a spectator.
        """
        if session.peer is not None:
            session.peer.patient = seat is None
        if seat is not None:
            self.spectators.remove(session)
            self._players[session] = seat
            past, own = self._log.sent_to(None, after, since), self._log.sent_to(seat, max(after, since), self.n)
            session.push_log(chain(past, own))
        else:
            self._keep_shown(self._shown)
            self.spectators.add(session, eyes, after)

    def follows(self, session: Session) -> bool:
        """Return whether the session is sent events."""
        return session in self._players or session in self.spectators

    def leave(self, session: Session) -> None:
        """Send the session no more."""
        self._players.pop(session, None)
        self.spectators.remove(session)
