"""What waits for one client, in the order in which it is to read it, taken piece by piece.

Knows bytes. Refuses to know what they say, and why nobody takes them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from . import limits


class Outbox:
    """Messages, and logs that are read only when it is their turn: however many wait, they cost next to nothing."""

    def __init__(self) -> None:
        self.size = 0
        """The bytes of the messages that wait; logs are not counted."""
        self._waiting: deque[bytes | Iterator[bytes]] = deque()

    def __bool__(self) -> bool:
        """Whether anything may be waiting."""
        return bool(self._waiting)

    def put(self, said: bytes) -> None:
        """Have that said after all that waits."""
        self._waiting.append(said)
        self.size += len(said)

    def put_log(self, log: Iterator[bytes]) -> None:
        """Have all that said which it then gives."""
        self._waiting.append(log)

    def take(self) -> bytes:
        """A piece, about as long as the limit; nothing when nothing waits."""
        piece: list[bytes] = []
        room = limits.PIECE
        while self._waiting and room > 0:
            said = self._next(self._waiting[0])
            piece.append(said)
            room -= len(said)
        return b"".join(piece)

    def _next(self, first: bytes | Iterator[bytes]) -> bytes:
        if isinstance(first, bytes):
            self._waiting.popleft()
            self.size -= len(first)
            return first
        said = next(first, None)
        if said is None:
            self._waiting.popleft()
        return said or b""
