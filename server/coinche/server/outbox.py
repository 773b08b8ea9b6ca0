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
        self._messages: list[bytes] = []  # those that wait behind no log
        self._behind: deque[bytes | Iterator[bytes]] = deque()  # all from the first log on

    def __bool__(self) -> bool:
        """Whether anything may be waiting."""
        return bool(self._messages or self._behind)

    def put(self, said: bytes) -> None:
        """Have that said after all that waits."""
        self.size += len(said)
        if self._behind:
            self._behind.append(said)
        else:
            self._messages.append(said)

    def put_log(self, log: Iterator[bytes]) -> None:
        """Have all that said which it then gives."""
        self._behind.append(log)

    def take(self) -> bytes:
        """What waits before any log, or else a piece about as long as the limit; nothing when nothing waits."""
        if not self._messages:
            return self._piece() if self._behind else b""
        said = b"".join(self._messages)
        self._messages.clear()
        self.size -= len(said)
        return said

    def _piece(self) -> bytes:
        piece: list[bytes] = []
        room = limits.PIECE
        while self._behind and room > 0:
            said = self._next(self._behind[0])
            piece.append(said)
            room -= len(said)
        return b"".join(piece)

    def _next(self, first: bytes | Iterator[bytes]) -> bytes:
        if isinstance(first, bytes):
            self._behind.popleft()
            self.size -= len(first)
            return first
        said = next(first, None)
        if said is None:
            self._behind.popleft()
        return said or b""
