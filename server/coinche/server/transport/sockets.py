"""Lets so many through in each step of the program: when a thousand come or go at once, others have turns in between.

Knows steps. Refuses to know who passes.
"""

from __future__ import annotations

import errno
import socket
from collections import deque
from collections.abc import Awaitable, Callable

import trio
from trio.abc import HalfCloseableStream

from coinche.server import limits
from coinche.server.log import Happening, Log, News


class Turnstile:
    """One way in or out, for all."""

    def __init__(self) -> None:
        self._waiting: deque[trio.Event] = deque()
        self._wake = trio.Event()

    async def wait(self) -> None:
        """Wait for one's turn."""
        turn = trio.Event()
        self._waiting.append(turn)
        self._wake.set()
        await turn.wait()

    async def run(self) -> None:
        """Give turns until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            for _ in range(min(limits.AT_A_TIME, len(self._waiting))):
                self._waiting.popleft().set()
            if self._waiting:
                self._wake.set()


# --- doorway --------------------------------------------------------------------------------------
# Where connections are accepted: many in one step, so that who comes in peace never queues behind a crowd.
#
# Knows sockets, and that the system may have no descriptor left. Refuses to know who comes.


Serve = Callable[[trio.SocketStream], Awaitable[object]]


class Doorway:
    """One listening socket. `say` hears once that there is no room for more."""

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
        """Whether there may be more."""
        try:
            accepted, _ = self._socket.accept()
        except BlockingIOError:
            return False
        except OSError as wrong:
            if wrong.errno != errno.ECONNABORTED:  # who is gone already
                await self._wait_for_room(wrong)
            return False
        self._full = False
        nursery.start_soon(serve, trio.SocketStream(trio.socket.from_stdlib_socket(accepted)))
        return True

    async def _wait_for_room(self, wrong: OSError) -> None:
        if not self._full:
            self._full = True
            self._say(News(Happening.SAID, f"no more connections can be accepted just now: {wrong.strerror}"))
        await trio.sleep(limits.NO_ROOM)


# --- ready ----------------------------------------------------------------------------------------
# A socket that is read where there is something to read and written where there is room, in one system call each.
#
# trio's own stream tries first and waits then, which suits who expects an answer; a server mostly waits.
# Knows descriptors. Refuses to know bytes.


class ReadySocket(HalfCloseableStream):
    """The stream over the same socket. `send_now` writes what is taken without waiting, until `part` is called.

    OSError where the client is gone already.
    """

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        its = stream.socket
        self._raw = socket.socket(its.family, its.type, its.proto, fileno=its.fileno())
        self._raw.setblocking(False)
        self._parted = False

    def send_now(self, data: bytes) -> int:
        """How many bytes were taken; BlockingIOError for none, OSError where nobody is there."""
        if self._parted:
            raise BrokenPipeError
        return self._raw.send(data)

    def part(self) -> None:
        """From now on only those write who wait."""
        self._parted = True

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """What has come, nothing at the end; BrokenResourceError where the other side is gone."""
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
        """Write all of it, however long the other side takes."""
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """Until there is room."""
        await self._stream.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        """Say that nothing more comes."""
        await self._stream.send_eof()

    async def aclose(self) -> None:
        """Close the socket."""
        self._parted = True
        self._raw.detach()
        await self._stream.aclose()
