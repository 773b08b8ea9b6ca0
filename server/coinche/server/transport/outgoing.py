"""The outgoing side of one connection as a state machine, without I/O: messages go in, bytes for its socket come out.

              put                 written
    WRITTEN ──────▶ QUEUED ───────────────────▶ WRITTEN, or QUEUED while more waits
                      │ blocked             ▲
                      ▼                     │ nothing more may go
                    STUCK ──────────────────┘
    WRITTEN, QUEUED, STUCK ── finish ──▶ CLOSING
    any of them ── broken ──▶ CLOSED

    input          WRITTEN    QUEUED              STUCK                         CLOSING           CLOSED
    put…           QUEUED     is queued           is queued                     is ignored        is ignored
    data_to_send   –          what is due         the rest, then what is due    as STUCK          nothing
    … is nothing   –          QUEUED              QUEUED, WRITTEN               CLOSING           CLOSED
    written        –          QUEUED, WRITTEN     STUCK                         CLOSING           –
    blocked        –          STUCK               –                             –                 –

Two tasks write, never both in the same state: in QUEUED the one that delivers for everybody, which gives the socket a
piece and does not wait; in STUCK and CLOSING the connection's own, which waits until the socket takes it.

Each message carries the step of the store in which it was said, and is due once the store is durable up to its end: no
client hears of anything that is not kept. Messages are queued as plain bytes. A log is queued as an iterator and
read piece by piece when it is its turn, so that it takes no memory and keeps no other connection waiting. A piece is
encrypted just before it is sent, and goes out to its last byte then: the socket is never given part of a frame and
then something else. If a write fails or is cancelled halfway, the machine is therefore CLOSED.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import takewhile

from coinche.server import limits
from coinche.server.storage.store import Step

from .tls import ServerTls


@dataclass(slots=True)
class Receipt:
    """The time at which a message was first written, on the server's clock in ms; None until then.

    A message also counts as written when it could not be, because its client does not read.
    """

    written_ms: int | None = None


class WriteState(IntEnum):
    """The progress in writing what was said to a client."""

    WRITTEN = 0
    """The socket has taken everything."""
    QUEUED = 1
    """Something waits for its turn, or for the store."""
    STUCK = 2
    """The socket has taken a part of a piece: the client does not read as fast as it is written to."""
    CLOSING = 3
    """The last message is queued; what is said from now on is ignored."""
    CLOSED = 4
    """Nothing can be written any more."""


WRITTEN, QUEUED, STUCK, CLOSING, CLOSED = WriteState
"""Each by itself, for the look-up of a member in its enum costs more than a call."""

AT_ONCE = Step()
"""The step of what depends on nothing that is kept."""


class Outgoing:
    """The queue of what one client is still to be sent. Positions are the store's, times trio's.

    There is one for each connection, and mostly nothing waits: an empty list takes a tenth of an empty deque.
    """

    __slots__ = ("_rest", "overdue", "queue", "receipts", "size", "state", "tls")

    def __init__(self) -> None:
        self.state = WRITTEN
        self.tls: ServerTls | None = None
        self.queue: list[tuple[Step, bytes | Iterator[bytes]]] = []
        """Messages and logs, each with the step of the store in which it was said."""
        self.size = 0
        """The bytes of the messages that wait. Logs are not counted: their length is no fault of the client's."""
        self.receipts: list[tuple[Step, Receipt | str]] = []
        """The receipts of waiting messages that need one; a ping's is its data."""
        self.overdue = math.inf
        """The time by which the client must have read something, or else is given up."""
        self._rest = b""  # of the piece that is being written

    def put(self, frames: bytes, step: Step, receipt: Receipt | str | None = None) -> None:
        """Queue frames until the store is durable up to the end of that step."""
        if self.state < CLOSING:
            self.size += len(frames)
            self.queue.append((step, frames))
            if receipt is not None:
                self.receipts.append((step, receipt))
            if self.state is WRITTEN:
                self.state = QUEUED

    def put_first(self, frames: bytes, receipt: str | None = None) -> None:
        """Queue urgent frames: before all others but those that were urgent earlier. They depend on nothing kept."""
        if self.state < CLOSING:
            self.size += len(frames)
            self.queue.insert(_urgent(self.queue), (AT_ONCE, frames))
            if receipt is not None:
                self.receipts.insert(_urgent(self.receipts), (AT_ONCE, receipt))
            self.speak()

    def put_log(self, log: Iterator[bytes], step: Step) -> None:
        """Queue all that the log will give, to be read when it is its turn."""
        if self.state < CLOSING:
            self.queue.append((step, log))
            self.speak()

    def speak(self) -> None:
        """Have a piece written, be it only what TLS itself has to say."""
        if self.state is WRITTEN:
            self.state = QUEUED

    def finish(self, now: float) -> None:
        """Take no more; what waits has to be read within the limit."""
        if self.state < CLOSING:
            self.state = CLOSING
            self.overdue = min(self.overdue, now + limits.SEND)

    @property
    def overfull(self) -> bool:
        """True if more waits than a client may leave unread."""
        return self.size > limits.OUTBOX

    @property
    def waits_for(self) -> int:
        """The position that lets the first in the queue go; 0 if nothing waits."""
        return self.queue[0][0].end if self.queue else 0

    def data_to_send(self, durable: int) -> bytes:
        """Return the next bytes for the socket, nothing if none may go; TlsFailed if they cannot be encrypted."""
        if not self._rest and self.state is not CLOSED:
            plain = self._piece(durable)
            self._rest = plain if self.tls is None else self.tls.encrypted(plain)
            if not self._rest and self.state is STUCK:
                self.state = QUEUED if self.queue else WRITTEN
                self.overdue = math.inf
        return self._rest

    def _piece(self, durable: int) -> bytes:
        """Take about a piece of what may go."""
        piece: list[bytes] = []
        room, over = limits.PIECE, 0
        for step, waiting in self.queue:
            if step.end > durable or room <= 0:
                break
            if isinstance(waiting, bytes):
                piece.append(waiting)
                room -= len(waiting)
                self.size -= len(waiting)
            else:
                while room > 0 and (read := next(waiting, None)) is not None:
                    piece.append(read)
                    room -= len(read)
                if room <= 0:
                    break  # there may be more
            over += 1
        del self.queue[:over]
        return piece[0] if len(piece) == 1 else b"".join(piece)

    def written(self) -> None:
        """The socket has taken all of the piece."""
        self._rest = b""
        if self.state is QUEUED and not self.queue:
            self.state = WRITTEN

    def blocked(self, taken: int, now: float) -> None:
        """The socket has taken so many bytes of the piece, and takes no more for the time being."""
        self._rest = self._rest[taken:]
        self.state = STUCK
        self.overdue = now + limits.SEND

    def progressed(self, now: float) -> None:
        """The client has read a part of what was stuck; once the connection is closing, that wins it no time."""
        if self.state is STUCK:
            self.overdue = now + limits.SEND

    def broken(self) -> None:
        """The socket takes nothing any more, or an unknown part of a piece was written."""
        self.state = CLOSED
        self.queue.clear()
        self._rest, self.size = b"", 0


def _urgent(waiting: Iterable[tuple[Step, object]]) -> int:
    """Return how many urgent items there are at the head of a queue."""
    return sum(1 for _ in takewhile(lambda item: item[0] is AT_ONCE, waiting))
