"""The trace of a run in order: a hash, and lines for a reader on request."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import trio


class Trace:
    """The trace of one run. `write` takes its lines; without, none are made."""

    def __init__(self, write: Callable[[str], None] | None = None) -> None:
        self._write = write
        self._hash = hashlib.blake2b(digest_size=8)
        self.bytes = 0

    @property
    def read(self) -> bool:
        """True when somebody reads the lines."""
        return self._write is not None

    @property
    def hash(self) -> str:
        """The hash that two runs of the same seed have in common."""
        return self._hash.hexdigest()

    def carried(self, line: int, mark: bytes, data: bytes) -> None:
        """Bytes have gone over a connection, in the direction that the mark says."""
        self.bytes += len(data)
        self._hash.update(b"%d%s%d:%d:" % (line, mark, int(1e6 * trio.current_time()), len(data)))
        self._hash.update(data)

    def say(self, who: object, what: object) -> None:
        """A line; what is said counts for the hash only as bytes that are carried."""
        if self._write is not None:
            self._write(f"{trio.current_time():12.6f} {who!s:>14} {what}")

    def happened(self, what: str) -> None:
        """Something that is no message: a crash, a fault, a line of the server's log."""
        self._hash.update(what.encode())
        self.say("--", what)
