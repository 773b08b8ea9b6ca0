"""What is kept of every table before anybody hears of it. In memory here; knows nothing of what entries mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBegun:
    """A match or board is about to start."""

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


Entry = MatchBegun | PackLaid | ActionTaken | StrikeCounted


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
