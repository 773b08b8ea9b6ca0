"""A connection in memory: the client's end, and the end that the server is given."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import trio

from coinche.server.transport.sockets import ReadyStream

from .pipe import Pipe

Tapped = Callable[[bytes], None]


class Line:
    """One connection. `fate` is how many bytes of the server it lives, and how it dies then; 0 for no such fate."""

    def __init__(self, number: int, address: str, inward: Pipe, outward: Pipe, chance: Random) -> None:
        self.number = number
        self.address = address
        self.inward = inward
        """From the client to the server."""
        self.outward = outward
        self.chance = chance
        self.shy = 0.0
        """The probability that a non-blocking write is taken only in part, or not at all."""
        self.lives = 0
        self.dies: Callable[[Line], None] = Line.cut
        self.tap: Tapped = lambda data: None
        self.overheard: Tapped = lambda data: None
        self.closed = False

    def cut(self) -> None:
        """Break it in both directions at once."""
        self.inward.cut()
        self.outward.cut()

    def fall_silent(self) -> None:
        """Nothing arrives any more, and nobody is told."""
        self.inward.silent = self.outward.silent = True

    def hang_up(self) -> None:
        """The client goes; what it has said arrives."""
        self.inward.end()
        self.outward.silent = True

    # --- the client's end --------------------------------------------------------------------------

    def say(self, data: bytes) -> None:
        """The client writes."""
        self.overheard(data)
        self.inward.put(data)

    async def hear(self) -> bytes:
        """The next bytes for the client; empty at any kind of end."""
        try:
            return await self.outward.take(65536)
        except trio.BrokenResourceError:
            return b""

    # --- the server's end --------------------------------------------------------------------------

    def written(self, data: bytes) -> int:
        """The server writes; how many bytes are on their way. What it has said cannot be taken back."""
        if self.outward.broken or self.outward.ended:
            raise BrokenPipeError
        taken = min(self.outward.free, len(data)) if not self.outward.silent else len(data)
        self.tap(data[:taken])
        self.outward.put(data[:taken])
        if self.lives:
            self.lives -= taken
            if self.lives <= 0:
                self.lives = 0
                self.dies(self)
        return taken


class ServerEnd(ReadyStream):
    """The stream that the server serves."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def send_now(self, data: bytes) -> int:
        """The number of bytes taken; BlockingIOError for none, OSError if the other end is gone."""
        line = self._line
        if line.closed or line.outward.broken:
            raise ConnectionResetError
        if line.shy and line.chance.random() < line.shy:
            data = data[: line.chance.randint(0, len(data))]
        taken = line.written(data) if data else 0
        if not taken:
            raise BlockingIOError
        return taken

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Write all of it, however long the other side takes."""
        rest = bytes(data)
        await trio.lowlevel.checkpoint_if_cancelled()
        while rest:
            await self._line.outward.until_room()
            try:
                rest = rest[self._line.written(rest) :]
            except OSError as gone:
                raise trio.BrokenResourceError("the connection is cut") from gone

    async def wait_send_all_might_not_block(self) -> None:
        """Until there is room."""
        await self._line.outward.until_room()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """The bytes that have arrived; empty at the end."""
        assert max_bytes is not None
        return await self._line.inward.take(max_bytes)

    async def send_eof(self) -> None:
        """Say that nothing more comes."""
        self._line.outward.end()
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        """Close it; what was written arrives."""
        self._line.closed = True
        self._line.outward.end()
        self._line.inward.cut()
        await trio.lowlevel.checkpoint()
