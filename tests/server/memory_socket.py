"""A connection's socket in memory that takes a set number of bytes without waiting."""

from __future__ import annotations

import math

from trio.abc import HalfCloseableStream
from trio.testing import memory_stream_pair

from coinche.server.act_meter import ActMeter
from coinche.server.log import ConnectionLog
from coinche.server.storage.store import MemoryStore, Store
from coinche.server.time_and_entropy import Time
from coinche.server.transport.latency import RoundTrip
from coinche.server.transport.peer import Delivery, Peer
from coinche.server.transport.sockets import ReadyStream


class MemorySocket(ReadyStream):
    """The server's end. What is not taken at once goes over the `stream`, which waits."""

    def __init__(self, room: float = math.inf, stream: HalfCloseableStream | None = None) -> None:
        self.room = room
        self.written = b""
        self._stream = memory_stream_pair()[0] if stream is None else stream

    def send_now(self, data: bytes) -> int:
        if not self.room:
            raise BlockingIOError
        taken = data if len(data) <= self.room else data[: int(self.room)]
        self.room -= len(taken)
        self.written += taken
        return len(taken)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._stream.receive_some(max_bytes)

    async def send_eof(self) -> None:
        await self._stream.send_eof()

    async def aclose(self) -> None:
        await self._stream.aclose()


def new_delivery(store: Store | None = None, time: Time | None = None) -> Delivery:
    """A delivery to peers, over a store in memory."""
    return Delivery(store or MemoryStore(), time or Time(), ActMeter(), ConnectionLog(print))


def new_peer(delivery: Delivery, stream: ReadyStream, address: str = "192.0.2.1") -> Peer:
    """A peer whose pings nobody foresees."""
    return Peer(address, delivery, stream, RoundTrip(b"secret"))
