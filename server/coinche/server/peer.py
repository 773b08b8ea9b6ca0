"""One connection's outgoing side: a bounded outbox, written at once where the socket takes it.

Knows bytes and back-pressure. A table never waits for a client: it pushes, and a client that does not read is dropped.
What is pushed in one step of the program goes out in one write. A scope and a queue for each write would cost more
than all the rest of a message, so one task delivers for everybody, and a peer's own task wakes only when it is stuck.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import trio
from msgspec import UNSET, UnsetType
from trio.abc import Stream

from coinche.protocol.connection import ServerConnection
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import FromServer, ServerPing

from . import limits
from .refusal import Data, error
from .roundtrip import RoundTrip


class Mailer:
    """Delivers, after each step of the program, what was pushed in it."""

    def __init__(self) -> None:
        self._due: list[Peer] = []
        self._wake = trio.Event()

    def post(self, peer: Peer) -> None:
        """Have the peer's outbox delivered soon."""
        self._due.append(peer)
        self._wake.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            due, self._due = self._due, []
            for peer in due:
                peer.deliver()


class Peer:
    """Where messages for one client go. `push` never blocks. `send_now` writes what a socket takes without waiting."""

    def __init__(self, address: str, mailer: Mailer, send_now: Callable[[bytes], int], round_trip: RoundTrip) -> None:
        self.address = address
        self.round_trip = round_trip
        self.protocol = ServerConnection()
        self.overdue = math.inf
        """When what is being written must be through: a client that does not read by then is given up."""
        self._mailer = mailer
        self._send_now = send_now
        self._waiting: list[bytes] = []
        self._to_stamp: list[Callable[[], None]] = []
        self._size = 0
        self._posted = False
        self._stuck = False
        self._wake = trio.Event()
        self.closing = False
        self._replay = 0
        self._torn = False
        self._writing = trio.CancelScope()

    def push(self, frame: bytes, stamp: Callable[[], None] | None = None) -> None:
        """Send the frame soon. A client with too much waiting is dropped instead.

        `stamp` is called when it has been written, or could not be because the client does not read.
        """
        if self.closing:
            return
        if self._size + len(frame) > limits.OUTBOX + self._replay:
            self.give_up(ErrorCode.SLOW_CONSUMER, "too much was waiting for you to read")
            return
        self._waiting.append(frame)
        self._size += len(frame)
        if stamp is not None:
            self._to_stamp.append(stamp)
        if not self._posted:
            self._posted = True
            self._mailer.post(self)

    def push_log(self, frames: bytes) -> None:
        """Send what was missed, however long it is: that is no fault of the client's."""
        self._replay += len(frames)
        self.push(frames)

    def send(self, message: FromServer) -> None:
        """Send the message soon."""
        self.push(self.protocol.send(message))

    def ping(self) -> None:
        """Have the client show that it is there, and how far away."""
        data = self.round_trip.new_ping(trio.current_time())
        frame = self.protocol.send(ServerPing(data=data))
        self.push(frame, lambda: self.round_trip.pinged(data, trio.current_time()))

    def ask(self, request: bytes, stamp: Callable[[], None] | None) -> None:
        """Send a request, behind a ping where the round trip has to be measured anew."""
        if self.round_trip.due(trio.current_time()):
            self.ping()
        self.push(request, stamp)

    def drop(self, code: ErrorCode, sentence: str, *, data: Data | None = None, re: int | UnsetType = UNSET) -> None:
        """Tell the client why, as far as it still listens, and end the connection."""
        if not self.closing:
            self._waiting.append(self.protocol.send(error(code, sentence, re=re, data=data)))
            self.finish()

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
        """Write what the socket takes now; what it does not take is left to `write`."""
        self._posted = False
        self._write_now()
        stamps, self._to_stamp = self._to_stamp, []
        for stamp in stamps:
            stamp()

    def _write_now(self) -> None:
        if self._stuck or not self._waiting:
            return
        data = b"".join(self._waiting)
        self._waiting.clear()
        try:
            sent = self._send_now(data)
        except BlockingIOError:
            sent = 0
        except OSError:  # gone; the reader finds out how
            self._size = 0
            self.finish()
            return
        self._size = len(data) - sent
        if self._size:
            self._waiting.append(data[sent:])
            self._stuck = True
            self.overdue = min(self.overdue, trio.current_time() + limits.SEND)
            self._wake.set()
        else:
            self._replay = 0

    async def write(self, stream: Stream) -> None:
        """Write what could not be written at once, until the connection is to end."""
        with self._writing:
            while not self.closing:
                await self._wake.wait()
                self._wake = trio.Event()
                await self.flush(stream)

    async def flush(self, stream: Stream) -> None:
        """Write what is waiting; nothing more once a write was cancelled in the middle of a frame."""
        while self._waiting and not self._torn:
            frames, self._waiting = self._waiting, []
            self._torn = True
            await stream.send_all(b"".join(frames))
            self._torn = False
            self._size = sum(map(len, self._waiting))
        self._replay = 0
        self._stuck = False
        if not self.closing:
            self.overdue = math.inf
