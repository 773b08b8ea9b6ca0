"""One connection's outgoing side: a bounded outbox and the task that writes it.

Knows bytes and back-pressure. A table never waits for a client: it pushes, and a client that does not read is dropped.
"""

from __future__ import annotations

import trio
from trio.abc import Stream

from coinche.protocol.connection import ServerConnection
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import FromServer

from . import limits
from .refusal import Data, error


class Peer:
    """Where messages for one client go. `push` never blocks; what is pushed together is written together."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.protocol = ServerConnection()
        self._waiting: list[bytes] = []
        self._size = 0
        self._wake = trio.Event()
        self._closing = False
        self._torn = False
        self._writing = trio.CancelScope()

    def push(self, frame: bytes) -> None:
        """Send the frame soon. A client with too much waiting is dropped instead."""
        if self._closing:
            return
        if self._size + len(frame) > limits.OUTBOX:
            self.drop(ErrorCode.SLOW_CONSUMER, "too much was waiting for you to read")
            self._writing.cancel()
            return
        self._waiting.append(frame)
        self._size += len(frame)
        self._wake.set()

    def send(self, message: FromServer) -> None:
        """Send the message soon."""
        self.push(self.protocol.send(message))

    def drop(self, code: ErrorCode, sentence: str, data: Data | None = None) -> None:
        """Tell the client why, as far as it still listens, and end the connection."""
        if not self._closing:
            self._waiting.append(self.protocol.send(error(code, sentence, data=data)))
            self.finish()

    def finish(self) -> None:
        """End the connection once everything is written, or cannot be within the limit."""
        self._closing = True
        self._wake.set()

    async def write(self, stream: Stream) -> None:
        """Write what is pushed until the connection is to end; TooSlowError where the client does not read."""
        with self._writing:
            while not self._closing:
                await self._wake.wait()
                self._wake = trio.Event()
                await self.flush(stream)

    async def flush(self, stream: Stream) -> None:
        """Write what is waiting; nothing more once a write was cancelled in the middle of a frame."""
        if self._waiting and not self._torn:
            frames, self._waiting, self._size = self._waiting, [], 0
            self._torn = True
            with trio.fail_after(limits.SEND):
                await stream.send_all(b"".join(frames))
            self._torn = False
