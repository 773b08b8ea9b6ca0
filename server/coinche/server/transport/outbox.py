"""What waits for one client, in the order in which it is to read it, taken piece by piece, and none before its time.

Knows bytes, and up to where the journal has to have come for each. Refuses to know what they say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from coinche.server import limits


class Waiting(NamedTuple):
    """A message, or a log that is read only when it is its turn: it waits until the journal is safe up to `after`."""

    after: int
    said: bytes | Iterator[bytes]


class Outbox:
    """Messages and logs: however many logs wait, they cost next to nothing."""

    def __init__(self) -> None:
        self.size = 0
        """The bytes of the messages that wait; logs are not counted."""
        self._waiting: deque[Waiting] = deque()

    def __bool__(self) -> bool:
        """Whether anything may be waiting."""
        return bool(self._waiting)

    def due(self, durable: int) -> bool:
        """Whether what waits first may be said, now that so much is safe."""
        return bool(self._waiting) and self._waiting[0].after <= durable

    def put(self, said: bytes, after: int = 0) -> None:
        """Have that said after all that waits."""
        self.size += len(said)
        self._waiting.append(Waiting(after, said))

    def put_first(self, said: bytes) -> None:
        """Have that said before all that waits."""
        self.size += len(said)
        self._waiting.appendleft(Waiting(0, said))

    def put_log(self, log: Iterator[bytes], after: int = 0) -> None:
        """Have all that said which it then gives."""
        self._waiting.append(Waiting(after, log))

    def take(self, durable: int) -> bytes:
        """A piece about as long as the limit of what may be said; nothing where nothing may."""
        said: list[bytes] = []
        room = limits.PIECE
        while room > 0 and self.due(durable):
            frames = self._next(self._waiting[0].said)
            said.append(frames)
            room -= len(frames)
        return b"".join(said)

    def _next(self, first: bytes | Iterator[bytes]) -> bytes:
        if isinstance(first, bytes):
            self._waiting.popleft()
            self.size -= len(first)
            return first
        said = next(first, None)
        if said is None:
            self._waiting.popleft()
        return said or b""
