"""One connection's outgoing side: a bounded outbox, written at once where the socket takes it.

Knows bytes and back-pressure. A table never waits for a client: it pushes, and a client that does not read is dropped.
Refuses to know when it is whose turn, and what is safe (`mailer`). What is pushed in one step of the program goes out
in one write. A scope and a queue for each write would cost more than all the rest of a message, so one task delivers
for everybody, and a peer's own wakes only when it is stuck.
What waits is plain; it is encrypted, where there is TLS, once it is its turn, and goes out to its last byte then. It
goes piece by piece, so that a long log keeps nobody else waiting.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import trio
from msgspec import UNSET, UnsetType
from trio.abc import HalfCloseableStream, Stream

from coinche.protocol.connection import ServerConnection
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Error, ErrorData, FromServer, ServerPing, ServerPong
from coinche.server import limits
from coinche.server.addresses import origin
from coinche.server.rate_limit import Bucket

from .latency import RoundTrip
from .outbox import Outbox
from .tls import ServerTls, TlsFailed


@dataclass(slots=True)
class Receipt:
    """When a message was first written, on the server's clock in ms; None until then.

    A message also counts as written when it could not be, because its client does not read.
    """

    written_ms: int | None = None


class Delivery(Protocol):
    """What a peer needs of the one who delivers for everybody (`mailer`)."""

    @property
    def durable(self) -> int:
        """Up to where all is safe."""

    @property
    def position(self) -> int:
        """What has to be safe before anything is heard that is said now."""

    def post(self, peer: Peer) -> None:
        """Have the peer's outbox delivered soon."""

    def hold(self, peer: Peer) -> None:
        """Have the peer's outbox delivered when more is safe."""

    def now_ms(self) -> int:
        """The server's clock."""

    def dropped(self, peer: Peer, code: ErrorCode, sentence: str) -> None:
        """The peer's connection ends, and that is why."""

    async def safer(self) -> None:
        """Wait until more is safe than now."""


class Peer:
    """Where messages for one client go. `push` never blocks. `send_now` writes what a socket takes without waiting."""

    def __init__(
        self, address: str, delivery: Delivery, send_now: Callable[[bytes], int], round_trip: RoundTrip
    ) -> None:
        self.address = address
        self.origin = origin(address)
        """What the address counts as."""
        self.round_trip = round_trip
        self.patient = False
        """Whether others are told before him."""
        self.nonce = ""
        """What the client's proofs are made with, from the welcome on."""
        self.allowance = Bucket(limits.MESSAGES, trio.current_time())
        """What the client may still say."""
        self.protocol = ServerConnection()
        self.tls: ServerTls | None = None
        """Set once the client has opened with TLS."""
        self.overdue = math.inf
        """When what is being written must be through: a client that does not read by then is given up."""
        self._delivery = delivery
        self._send_now = send_now
        self._outbox = Outbox()
        self._rest = b""  # of what the socket took a part of
        self._to_stamp: deque[tuple[int, Receipt | str]] = deque()
        self._posted = False
        self._held: float | None = None
        self._stuck = False
        self._parting = False
        self._wake = trio.Event()
        self.closing = False
        self._torn = False
        self._writing = trio.CancelScope()

    def received(self, data: bytes) -> bytes:
        """What the client says in these bytes; TlsFailed where that cannot be known."""
        if self.tls is None:
            return data
        try:
            return self.tls.received(data)
        finally:
            if self.tls.has_to_speak:
                self._post_anyhow()

    @property
    def reads(self) -> bool:
        """Whether the socket has taken all that was written to it."""
        return not self._stuck

    @property
    def heard_out(self) -> bool:
        """Whether the client has said that nothing more comes, though its end of the socket is open."""
        return self.tls is not None and self.tls.ended

    def charge(self, cost: int) -> None:
        """Have the client pay, whether it can or not; one that owes too much is sent away."""
        now = trio.current_time()
        self.allowance.charge(now, cost)
        if self.allowance.owed(now) > limits.OWED:
            self.drop(ErrorCode.FLOOD, "you have said far more than your allowance")

    def push(self, frames: bytes, receipt: Receipt | None = None) -> None:
        """Send the frames soon, as the client reads them. A client with too much waiting is dropped instead.

        The receipt is filled in when they have been written, or could not be because the client does not read.
        """
        self._push(self.protocol.translated(frames), receipt)

    def push_log(self, frames: Iterator[bytes]) -> None:
        """Send what was missed, however long it is: that is no fault of the client's, who reads it bit by bit."""
        if not self.closing:
            self._outbox.put_log(map(self.protocol.translated, frames), self._delivery.position)
            self._post()

    def send(self, message: FromServer) -> None:
        """Send the message soon."""
        self._push(self.protocol.send(message))

    def notify(self, message: FromServer) -> None:
        """Send at once, before all that waits, what has nothing to do with what is kept."""
        if not self.closing:
            self._outbox.put_first(self.protocol.send(message))
            self._post()

    def _push(self, said: bytes, receipt: Receipt | str | None = None) -> None:
        if self.closing:
            return
        if self._outbox.size > limits.OUTBOX:
            self.give_up(ErrorCode.SLOW_CONSUMER, "too much was waiting for you to read")
            return
        after = self._delivery.position
        self._outbox.put(said, after)
        if receipt is not None:
            self._to_stamp.append((after, receipt))
        self._post()

    def _post(self) -> None:
        if self._outbox.due(self._delivery.durable):
            self._post_anyhow()
        else:
            self._hold()

    def _post_anyhow(self) -> None:
        if not self._posted:
            self._posted = True
            self._delivery.post(self)

    def released(self) -> None:
        """More is safe than when the outbox was held."""
        self._held = None
        self._post()

    def ping(self) -> None:
        """Have the client show that it is there, and how far away."""
        data = self.round_trip.new_ping(trio.current_time())
        said = self.protocol.send(ServerPing(data=data))
        if self._stalled:
            self._outbox.put_first(said)
            self._to_stamp.appendleft((0, data))
            self._post()
        else:
            self._push(said, data)

    def pong(self, message: ServerPong) -> None:
        """Answer a ping: in its place, or at once where nothing else may be said for long, so that we are not lost."""
        if self._stalled:
            self.notify(message)
        else:
            self.send(message)

    @property
    def _stalled(self) -> bool:
        """Whether the disk has taken nothing for so long that the client might think us gone."""
        held = self._held is not None and trio.current_time() - self._held >= limits.STALLED
        return held and not self.closing and self._outbox.size <= limits.OUTBOX

    def ask(self, request: bytes, receipt: Receipt) -> None:
        """Send a request, behind a ping where the round trip has to be measured anew."""
        if self.round_trip.due(trio.current_time()):
            self.ping()
        self.push(request, receipt)

    def drop(
        self, code: ErrorCode, sentence: str, *, data: ErrorData | None = None, re: int | UnsetType = UNSET
    ) -> None:
        """Tell the client why, as far as it still listens, and end the connection."""
        if not self.closing:
            self._outbox.put(self.protocol.send(Error.of(code, sentence, re=re, data=data)), self._delivery.position)
            self.finish()
            self._delivery.dropped(self, code, sentence)

    def give_up(self, code: ErrorCode, sentence: str) -> None:
        """The same for a client that does not read: what is being written to it is not waited for."""
        self.drop(code, sentence)
        self.abort()

    def abort(self) -> None:
        """Wait for no write any longer."""
        self._writing.cancel()

    def finish(self) -> None:
        """End the connection once everything is written, or cannot be within the limit."""
        self.closing = True
        self.overdue = min(self.overdue, trio.current_time() + limits.SEND)
        self._wake.set()

    def deliver(self) -> None:
        """Write a piece of what waits, if the socket takes it now; what it does not take is left to `write`."""
        self._posted = False
        self._write_now()
        if not (self._stuck or self.closing or self._parting):
            if self._outbox.due(self._delivery.durable):
                self._post()
                return
            self._hold()
        while self._to_stamp and self._to_stamp[0][0] <= self._delivery.durable:
            self._stamp(self._to_stamp.popleft()[1])

    def _stamp(self, written: Receipt | str) -> None:
        """Note when a message, or the ping with that data, has been written."""
        if isinstance(written, str):
            self.round_trip.pinged(written, trio.current_time())
        elif written.written_ms is None:
            written.written_ms = self._delivery.now_ms()

    def _hold(self) -> None:
        if self._outbox and self._held is None:
            self._held = trio.current_time()
            self._delivery.hold(self)

    def _write_now(self) -> None:
        if self._stuck or self._parting:
            return
        try:
            data = self._taken()
            sent = self._send_now(data) if data else 0
        except BlockingIOError:
            sent = 0
        except (OSError, TlsFailed):  # gone; the reader finds out how
            self.finish()
            return
        self._rest = data[sent:]
        if self._rest:
            self._stuck = True
            self.overdue = min(self.overdue, trio.current_time() + limits.SEND)
            self._wake.set()

    def _taken(self) -> bytes:
        """A piece of what waits, as it goes over the wire; TlsFailed where it cannot."""
        plain = self._outbox.take(self._delivery.durable)
        return plain if self.tls is None else self.tls.encrypted(plain)

    async def write(self, stream: Stream) -> None:
        """Write what could not be written at once, until the connection is to end."""
        with self._writing:
            while not self.closing:
                await self._wake.wait()
                self._wake = trio.Event()
                if not self._writing.cancel_called:  # a frame that is not begun is not torn
                    await self._flush(stream)
                    self._hold()

    async def part(self, stream: HalfCloseableStream) -> None:
        """Write what is left to be written, once it is safe, and that nothing more comes."""
        self._parting = True
        await self._flush(stream)
        while self._outbox and not self._torn:
            await self._delivery.safer()
            await self._flush(stream)
        if self.tls is not None and not self._torn:
            await stream.send_all(self.tls.closing())
        await stream.send_eof()

    async def _flush(self, stream: Stream) -> None:
        """Write what is waiting; nothing more once a write was cancelled in the middle of a frame."""
        self._stuck = True
        while not self._torn and (data := self._rest or self._taken()):
            self._rest = b""
            self._torn = True
            for at in range(0, len(data), limits.WRITE):
                await stream.send_all(memoryview(data)[at : at + limits.WRITE])
                if not self.closing:
                    self.overdue = trio.current_time() + limits.SEND
            self._torn = False
        self._stuck = False
        if not self.closing:
            self.overdue = math.inf
