"""The numbered events of one table, encoded as they are sent, and the spectators who read them.

The newest events are in memory, older ones in a file where room is short. The file has no name and is gone with the
server; a table that comes back makes its events anew out of its entries.

A spectator who reads is sent each event as it comes. One who does not read costs nothing until it does: then it reads
from the log, bit by bit, what it has missed.
"""

from __future__ import annotations

import tempfile
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple
from weakref import finalize

import msgspec

from coinche.engine.events import Viewer
from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.sessions.sessions import Session
from coinche.server.storage.budget import TableUsage

Frames = bytes | dict[Viewer, bytes]
"""An encoded event: one form for everybody, or one for each who sees more, and under None that of all others."""

_EVENT = 100
"""Bytes that an event takes in memory beside its own."""

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[bytes | dict[str, bytes]])


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
        self._take(len(frames) + _EVENT if isinstance(frames, bytes) else _size(frames))
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
            for frames in self._read(block)[after - block.after : upto - block.after]:
                yield frames
                after += 1

    def sent_to(self, viewer: Viewer, after: int, upto: int) -> Iterator[bytes]:
        """The same as that viewer is sent them."""
        return (shown_to(viewer, frames) for frames in self.frames(after, upto))

    def _take(self, size: int) -> None:
        self._size += size
        self._usage.take_memory(size)

    def _move(self, directory: Path) -> None:
        """Move the oldest events to the file, until what stays in memory is half of the limit."""
        while self._size > limits.LOG_IN_MEMORY // 2 and self._newest:
            block = self._newest[: limits.LOG_BLOCK]
            written = _ENCODER.encode([_plain(frames) for frames in block])
            try:
                self._write(written, directory)
            except OSError:  # the disk is full: they stay where they are for now
                self._try_again = len(self) + limits.LOG_BLOCK
                return
            self._blocks.append(_Block(self._moved, self._end, len(written)))
            self._moved += len(block)
            self._end += len(written)
            self._usage.keep(len(written))
            self._take(-sum(map(_size, block)))
            del self._newest[: len(block)]

    def _write(self, written: bytes, directory: Path) -> None:
        if self._file is None:
            opened = ExitStack()
            self._file = opened.enter_context(tempfile.TemporaryFile(dir=directory, buffering=0))  # noqa: SIM115
            finalize(self, opened.close)  # somebody may still read from it when the table is over
        self._file.seek(self._end)
        if self._file.write(written) < len(written):
            raise OSError("the disk is full")

    def _read(self, block: _Block) -> list[Frames]:
        assert self._file is not None, "nothing was moved to the file"
        self._file.seek(block.offset)
        return [_restored(frames) for frames in _DECODER.decode(self._file.read(block.size))]


def _size(frames: Frames) -> int:
    sent = (frames,) if isinstance(frames, bytes) else frames.values()
    return sum(len(each) + _EVENT for each in sent)


def _plain(frames: Frames) -> bytes | dict[str, bytes]:
    if isinstance(frames, bytes):
        return frames
    return {"" if viewer is None else viewer.value: sent for viewer, sent in frames.items()}


def _restored(plain: bytes | dict[str, bytes]) -> Frames:
    if isinstance(plain, bytes):
        return plain
    return {Seat(viewer) if viewer else None: sent for viewer, sent in plain.items()}


@dataclass(eq=False, slots=True)
class _Behind:
    """A spectator reads from the log, up to that event."""

    upto: int


class Spectators(dict[Session, Viewer]):
    """The spectators of one table, each with the eyes through which it sees. The log may grow while it is read."""

    def __init__(self, log: EventLog) -> None:
        super().__init__()
        self._log = log
        self._behind: dict[Session, _Behind] = {}
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
            if session in self._behind:
                continue
            if session.reads:
                session.push(shown_to(eyes, frames))
            else:
                self._fall_behind(session, self._shown - 1)

    def settle(self) -> None:
        """Have all of the log ready for those who are behind: the table is over."""
        for session, behind in self._behind.items():
            session.push_log(self._log.sent_to(self[session], behind.upto, self._shown))
        self._behind.clear()

    def _fall_behind(self, session: Session, after: int) -> None:
        behind = self._behind[session] = _Behind(self._shown)
        session.push_log(self._missed(session, after, behind))

    def _missed(self, session: Session, after: int, behind: _Behind) -> Iterator[bytes]:
        """Yield what was shown meanwhile; once it is read, what was shown since, until there is nothing more."""
        yield from self._log.sent_to(self.get(session), after, behind.upto)
        if self._behind.get(session) is not behind:
            return
        del self._behind[session]
        if behind.upto < self._shown:
            self._fall_behind(session, behind.upto)
