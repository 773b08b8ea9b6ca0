"""A socket that is read where there is something to read and written where there is room, in one system call each.

trio's own stream tries first and waits then, which suits who expects an answer; a server mostly waits.
Knows descriptors. Refuses to know bytes.
"""

from __future__ import annotations

import socket

import trio
from trio.abc import HalfCloseableStream


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
