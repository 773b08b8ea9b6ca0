"""The store as tables see it: what each keeps is noted in the budget, and its matches are handed over as they end.

Knows matches, as bytes, and sizes. Refuses to know what becomes of a match that is over (`archivist`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from . import limits
from .budget import Budget, TableUsage, size_kept
from .kept_entries import packed
from .match.entries import Entry, MatchBegun, MatchPlayed, OfMatch
from .store import Store


@dataclass(slots=True)
class GatheredMatch:
    """The entries of a match of that table, which was opened from that origin, as bytes; and what they take in memory.

    Whoever is handed it lets it go once it is needed no more.
    """

    table: str
    origin: str
    let_go: Callable[[GatheredMatch], None]
    entries: list[bytes] = field(default_factory=list)
    size: int = 0


class Gathering:
    """Keeps entries in another store, and gives `over` all those of a match, once it is played to its end.

    What is kept of a table is noted in the `budget`. Boards are no matches. `closed` is given what lets go of a table
    that is over: not before its matches are kept.
    """

    def __init__(
        self,
        store: Store,
        budget: Budget,
        over: Callable[[GatheredMatch], None],
        closed: Callable[[str, Callable[[], None]], None],
    ) -> None:
        self._store = store
        self._budget = budget
        self._over = over
        self._closed = closed
        self._matches: dict[str, GatheredMatch] = {}
        self.number = store.number
        self.remember = store.remember
        self.forget = store.forget
        self.flowing = store.flowing

    @property
    def position(self) -> int:
        """That of the other store."""
        return self._store.position

    @property
    def durable(self) -> int:
        """That of the other store."""
        return self._store.durable

    @property
    def lasts(self) -> bool:
        """Whether the other does."""
        return self._store.lasts

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry there, and with the others of its match."""
        self._store.append(table, entry)
        self.recall(table, entry)

    def recall(self, table: str, entry: Entry) -> None:
        """The entry has been kept before: with the others of its match, too."""
        body, usage = packed(entry), self._budget.of(table)
        if usage is not None:
            usage.keep(size_kept(len(body)) if self._store.lasts else limits.ENTRY_MEMORY + len(body))
        if isinstance(entry, OfMatch):
            self._gather(table, entry, body, usage)

    def _gather(self, table: str, entry: OfMatch, body: bytes, usage: TableUsage | None) -> None:
        if isinstance(entry, MatchBegun) and not entry.board:
            self._drop(table)
            self._matches[table] = GatheredMatch(table, entry.origin, self._let_go)
        match = self._matches.get(table)
        if match is None:
            return
        match.entries.append(body)
        match.size += len(body) + limits.BODY_MEMORY
        if usage is not None:
            usage.take_memory(len(body) + limits.BODY_MEMORY)
        if isinstance(entry, MatchPlayed):
            self._over(self._matches.pop(table))

    def _let_go(self, match: GatheredMatch) -> None:
        usage = self._budget.of(match.table)
        if usage is not None:
            usage.take_memory(-match.size)

    def _drop(self, table: str) -> None:
        match = self._matches.pop(table, None)
        if match is not None:
            self._let_go(match)

    def set_aside(self, table: str, why: str) -> None:
        """The table cannot come back, nor does its match."""
        self._drop(table)
        self._store.set_aside(table, why)
        self._budget.close(table)

    def close(self, table: str) -> None:
        """The table is over, with a match that is not, perhaps."""
        self._drop(table)
        self._closed(table, lambda: self._forget_table(table))

    def _forget_table(self, table: str) -> None:
        self._store.close(table)
        self._budget.close(table)
