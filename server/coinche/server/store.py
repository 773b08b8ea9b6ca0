"""What is kept of every table before anybody hears of it. In memory here.

Knows what is kept, and when a match is over. Refuses to know what becomes of one then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import Occupant


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBegun:
    """A match or board is about to start, at a table that is `called` so and was opened from that origin."""

    called: str
    origin: str
    preset: str
    private: bool
    match: int
    rules: RuleSet
    first_dealer: Seat
    board: bool
    names: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class PackLaid:
    """The pack of the next deal, top card first."""

    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """An accepted action. `request` is 0 where it came unasked; `after` is the last event that it took into account.

    Times in ms: when the request was written and the act complete, by the server's clock, and what was charged.
    """

    request: int
    after: int
    seat: Seat
    action: str
    asked_ms: int
    heard_ms: int
    used_ms: int
    timed_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeCounted:
    """An action that was not legal, at a strict table; so many strikes the seat has now. Unasked `request` is 0."""

    request: int
    seat: Seat
    action: str
    reason: str
    strikes: int


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose a seat is: a client's, present or away, or a bot's."""

    seat: Seat
    name: str
    occupant: Occupant


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """A deal is over, and was that of those who hold the seats now."""

    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """The match is over. `sat` are all who have sat there since it began, by `Session.who`."""

    at_ms: int
    sat: tuple[str, ...]


Entry = MatchBegun | PackLaid | ActionTaken | StrikeCounted | DealPlayed | MatchPlayed


class Store(Protocol):
    """Keeps what tables entrust to it. When `append` returns, the entry is safe."""

    async def append(self, table: str, entry: Entry) -> None:
        """Keep the entry as the table's next."""

    def close(self, table: str) -> None:
        """The table is over; nothing more will be kept of it."""


class MemoryStore:
    """Keeps the entries of the tables in progress, and of none else."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}

    async def append(self, table: str, entry: Entry) -> None:
        """Keep the entry in a list."""
        self.entries.setdefault(table, []).append(entry)

    def close(self, table: str) -> None:
        """Let the table's entries go."""
        self.entries.pop(table, None)


class Gathering:
    """Keeps entries in another store, and gives `over` all those of a match, once it is played to its end.

    Boards are no matches.
    """

    def __init__(self, store: Store, over: Callable[[str, tuple[Entry, ...]], None]) -> None:
        self._store = store
        self._over = over
        self._matches: dict[str, list[Entry]] = {}

    async def append(self, table: str, entry: Entry) -> None:
        """Keep the entry there, and with the others of its match."""
        await self._store.append(table, entry)
        if isinstance(entry, MatchBegun) and not entry.board:
            self._matches[table] = []
        if table in self._matches:
            self._matches[table].append(entry)
            if isinstance(entry, MatchPlayed):
                self._over(table, tuple(self._matches.pop(table)))

    def close(self, table: str) -> None:
        """The table is over, with a match that is not, perhaps."""
        self._matches.pop(table, None)
        self._store.close(table)
