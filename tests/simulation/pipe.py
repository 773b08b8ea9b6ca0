"""One direction of a connection in memory: its bytes arrive late, in pieces, or never."""

from __future__ import annotations

import math
from collections import deque
from random import Random

import trio


class Pipe:
    """A pipe with any writers and one reader. It holds `room` bytes, each on its way for `delay` s."""

    def __init__(self, chance: Random, *, room: int, delay: float, torn: bool) -> None:
        self.room = room
        self.delay = delay
        self.ended = False
        """Nothing more is written; what is on its way arrives."""
        self.broken = False
        """True when the bytes on their way are lost; both ends get an error."""
        self.silent = False
        """Whatever is written is lost, and nobody is told."""
        self._chance = chance
        self._torn = torn
        self._held = 0
        self._parcels: deque[tuple[float, bytes]] = deque()
        self._news: trio.Event | None = None

    @property
    def free(self) -> int:
        """The number of bytes that can be written now."""
        return self.room - self._held

    def put(self, data: bytes) -> int:
        """Take as many of the bytes as there is room for; how many."""
        if self.silent:
            return len(data)
        taken = min(len(data), self.free)
        if taken > 0:
            self._held += taken
            self._parcels.append((trio.current_time() + self.delay, data[:taken]))
            self._tell()
        return max(0, taken)

    def end(self) -> None:
        """Say that nothing more comes."""
        self.ended = True
        self._tell()

    def cut(self) -> None:
        """Lose what is on its way, and everything from now on."""
        self.broken = True
        self._parcels.clear()
        self._tell()

    async def take(self, most: int) -> bytes:
        """The bytes that have arrived, empty at the end; BrokenResourceError if the other end is gone."""
        await trio.lowlevel.checkpoint_if_cancelled()
        while True:
            if self.broken:
                raise trio.BrokenResourceError("the connection is cut")
            if self._parcels and self._parcels[0][0] <= trio.current_time():
                return self._arrived(most)
            if self.ended and not self._parcels:
                return b""
            await self._anything(self._parcels[0][0] if self._parcels else math.inf)

    def _arrived(self, most: int) -> bytes:
        size = min(most, self._chance.randint(1, 40)) if self._torn and self._chance.random() < 0.2 else most
        due, data = self._parcels.popleft()
        while len(data) < size and self._parcels and self._parcels[0][0] <= trio.current_time():
            data += self._parcels.popleft()[1]
        if len(data) > size:
            self._parcels.appendleft((due, data[size:]))
        self._held -= min(size, len(data))
        self._tell()
        return data[:size]

    async def until_room(self) -> None:
        """Wait until something can be written, or nothing can any more; BrokenResourceError then."""
        while not self.silent and not self.broken and self.free <= 0:
            await self._anything(math.inf)
        if self.broken:
            raise trio.BrokenResourceError("the connection is cut")

    async def _anything(self, until: float) -> None:
        if self._news is None:
            self._news = trio.Event()
        if until == math.inf:
            await self._news.wait()
        else:
            with trio.move_on_at(until):
                await self._news.wait()

    def _tell(self) -> None:
        if self._news is not None:
            self._news.set()
            self._news = None
