"""Sockets as the server uses them: accepted in crowds, read when something has come, written without waiting.

trio's own stream tries first and waits then, which suits a client that expects an answer. A server mostly waits, and
writes to many clients in one step: so `ReadySocket` waits before it reads, and can write what the socket takes at once,
in one system call each.
"""

from __future__ import annotations

import errno
import socket
from abc import abstractmethod
from collections.abc import Awaitable, Callable

import trio
from trio.abc import HalfCloseableStream

from coinche.server import limits
from coinche.server.log import Happening, Log, LogEntry


class ReadyStream(HalfCloseableStream):
    """A stream that can also be written to without waiting."""

    @abstractmethod
    def send_now(self, data: bytes) -> int:
        """Return how many bytes were taken; BlockingIOError for none, OSError if the connection is gone."""


class ReadySocket(ReadyStream):
    """A stream of this kind over the socket of a trio stream. OSError if the client is already gone."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        its = stream.socket
        self._raw = socket.socket(its.family, its.type, its.proto, fileno=its.fileno())
        self._raw.setblocking(False)

    def send_now(self, data: bytes) -> int:
        return self._raw.send(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return what has come, nothing at the end; BrokenResourceError if the other side is gone."""
        assert max_bytes is not None
        while True:
            await trio.lowlevel.wait_readable(self._raw)
            try:
                return self._raw.recv(max_bytes)
            except BlockingIOError:
                continue
            except OSError as gone:
                raise trio.BrokenResourceError("the connection is gone") from gone

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        await self._stream.send_eof()

    async def aclose(self) -> None:
        self._raw.detach()
        await self._stream.aclose()


Serve = Callable[[trio.SocketStream], Awaitable[object]]


class Acceptor:
    """One listening socket, which accepts many connections in one step, so that nobody queues behind a crowd."""

    def __init__(self, listener: trio.SocketListener, say: Log) -> None:
        its = listener.socket
        self._listener = listener
        self._socket = socket.socket(its.family, its.type, its.proto, fileno=its.fileno())
        self._socket.setblocking(False)
        self._say = say
        self._full = False

    async def run(self, serve: Serve, nursery: trio.Nursery) -> None:
        """Accept until cancelled, and have each connection served in the nursery."""
        try:
            while True:
                await trio.lowlevel.wait_readable(self._socket)
                for _ in range(limits.AT_A_TIME):
                    if not await self._accept(serve, nursery):
                        break
        finally:
            self._socket.detach()
            await trio.aclose_forcefully(self._listener)

    async def _accept(self, serve: Serve, nursery: trio.Nursery) -> bool:
        """Accept one connection; False if there is none, or no room for it."""
        try:
            accepted, _ = self._socket.accept()
        except BlockingIOError:
            return False
        except OSError as wrong:
            if wrong.errno != errno.ECONNABORTED:  # else the client is gone already
                if not self._full:  # the operator is told once, until there is room
                    self._full = True
                    self._say(
                        LogEntry(Happening.SAID, f"no more connections can be accepted just now: {wrong.strerror}")
                    )
                await trio.sleep(limits.NO_ROOM)
            return False
        self._full = False
        nursery.start_soon(serve, trio.SocketStream(trio.socket.from_stdlib_socket(accepted)))
        return True


class Throttle:
    """Lets so many tasks go on in each step: when a thousand come or go at once, the others have turns in between."""

    def __init__(self) -> None:
        self._waiting = trio.lowlevel.ParkingLot()
        self._wake = trio.Event()

    async def wait(self) -> None:
        """Wait for one's turn."""
        self._wake.set()
        await self._waiting.park()

    async def run(self) -> None:
        """Give turns until cancelled."""
        while True:
            await self._wake.wait()
            self._waiting.unpark(count=limits.AT_A_TIME)
            if not self._waiting:
                self._wake = trio.Event()
