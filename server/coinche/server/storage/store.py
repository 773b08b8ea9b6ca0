"""The store of everything that outlives a table's memory; `MemoryStore` keeps it no longer than the server lives.

The other store is `journal.Journal`, which keeps it on a disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import trio

from coinche.server.match.entries import Entry

from .serialization import StoredSession, encode_entry


class Store(Protocol):
    """Takes what is to be kept, in order, and gives each item the next position.

    Whatever the server says has to wait until everything that was handed over before is on the disk: until `durable`
    has reached the `position` of that moment.
    """

    @property
    def position(self) -> int:
        """The position of the last item that was handed over."""

    @property
    def durable(self) -> int:
        """The position up to which all items are on the disk."""

    @property
    def trouble(self) -> str | None:
        """The reason why the disk takes nothing now; None while it does."""

    @property
    def lasts(self) -> bool:
        """True if the store outlives the server, so that tables continue after a restart."""

    def flows(self, table: str) -> bool:
        """Return whether the table may go on: not too much is waiting for the disk."""

    async def flowing(self, table: str) -> None:
        """Wait while the table may not go on: until `flows`."""

    async def changed(self) -> None:
        """Wait until `durable` or `trouble` changes."""

    async def run(self) -> None:
        """Write what is handed over."""

    def number(self) -> int:
        """The number of a new table; no other has had it."""

    def append(self, table: str, entry: Entry) -> bytes:
        """Keep the entry as the table's next; return its bytes."""

    def close(self, table: str) -> None:
        """Remove the entries of a table that is over."""

    def set_aside(self, table: str, why: str) -> None:
        """Remove the entries of a table that cannot be replayed; keep a copy for the operator."""

    def remember(self, session: StoredSession) -> None:
        """Keep the session as it is now."""

    def forget(self, session: str) -> None:
        """Remove the session of that id."""

    def tables(self) -> Iterable[str]:
        """The tables that an earlier server has left."""

    def entries(self, table: str) -> tuple[Entry, ...]:
        """The entries of that table; ValueError or others where they are damaged."""

    def sessions(self) -> Iterable[StoredSession]:
        """The sessions that an earlier server has left."""


class MemoryStore:
    """Keeps the entries of the tables in progress in memory. There is no disk to wait for."""

    position = 0
    durable = 0
    trouble = None
    lasts = False
    _numbered = 0

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}

    def flows(self, table: str) -> bool:
        """Return True."""
        return True

    async def flowing(self, table: str) -> None:
        """Return at once."""

    async def changed(self) -> None:
        await trio.sleep_forever()

    async def run(self) -> None:
        """Return at once."""

    def number(self) -> int:
        self._numbered += 1
        return self._numbered

    def append(self, table: str, entry: Entry) -> bytes:
        self._entries.setdefault(table, []).append(entry)
        return encode_entry(entry)

    def close(self, table: str) -> None:
        self._entries.pop(table, None)

    def set_aside(self, table: str, why: str) -> None:
        """Do nothing: no table comes back."""

    def remember(self, session: StoredSession) -> None:
        """Do nothing: a session lives as long as the server."""

    def forget(self, session: str) -> None:
        """Do nothing."""

    def tables(self) -> Iterable[str]:
        """None."""
        return ()

    def entries(self, table: str) -> tuple[Entry, ...]:
        return tuple(self._entries.get(table, ()))

    def sessions(self) -> Iterable[StoredSession]:
        """None."""
        return ()
