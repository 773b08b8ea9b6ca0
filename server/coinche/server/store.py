"""Where everything is kept before anybody hears of it. In memory here; `journal` keeps it on a disk.

Knows positions, and when a match is over. Refuses to know what becomes of one then, and how a disk is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from coinche.protocol.messages import Role

from .match.entries import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What of a session outlives the server: see `Session`."""

    id: str
    who: str
    name: str
    role: Role
    program: bool
    keys: tuple[bytes, ...]
    capabilities: tuple[str, ...]
    origin: str
    table: str | None


class Store(Protocol):
    """Keeps what tables entrust to it, in that order.

    Whatever the server says waits until all is safe that it was entrusted with before: until `durable` has come to
    what `position` was then.
    """

    @property
    def position(self) -> int:
        """The number of the last thing that was entrusted."""

    @property
    def durable(self) -> int:
        """The number of the last thing that is safe, and all before it."""

    @property
    def lasts(self) -> bool:
        """Whether it outlives the server, so that tables go on where they were."""

    def number(self) -> int:
        """The number of a new table, which no other has had."""

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry as the table's next."""

    def close(self, table: str) -> None:
        """The table is over; what was kept of it need not be any longer."""

    def set_aside(self, table: str, why: str) -> None:
        """The table cannot come back: keep a copy of its entries elsewhere, and let go of them."""

    def remember(self, session: Remembered) -> None:
        """Keep the session as it is now."""

    def forget(self, session: str) -> None:
        """The session of that id need not be kept any longer."""

    async def flowing(self, table: str) -> None:
        """Wait while the table may not go on: too much is waiting to be safe."""


class MemoryStore:
    """Keeps the entries of the tables in progress, and of none else; all is as safe as the server is alive."""

    position = 0
    durable = 0
    lasts = False
    _numbered = 0

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}

    def number(self) -> int:
        """The next number."""
        self._numbered += 1
        return self._numbered

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry in a list."""
        self.entries.setdefault(table, []).append(entry)

    def close(self, table: str) -> None:
        """Let the table's entries go."""
        self.entries.pop(table, None)

    def set_aside(self, table: str, why: str) -> None:
        """No table comes back."""

    def remember(self, session: Remembered) -> None:
        """A session lives as long as the server."""

    def forget(self, session: str) -> None:
        """Nothing was kept."""

    async def flowing(self, table: str) -> None:
        """Memory takes everything at once."""
