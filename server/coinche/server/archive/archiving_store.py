"""The store as tables use it: what each keeps is counted in the budget, and matches are archived when they end."""

from __future__ import annotations

from collections.abc import Iterable

from coinche.server import limits
from coinche.server.match.entries import Entry, MatchBegun, MatchPlayed, OfMatch
from coinche.server.storage.budget import Budget, stored_size
from coinche.server.storage.serialization import encode_entry
from coinche.server.storage.store import Store

from .service import ArchiveService, MatchEntries


class ArchivingStore:
    """Hands everything on to another store, and the entries of each finished match to the archive service.

    Boards are not archived. The service removes a table that is over from the other store and from the budget: not
    before its matches are archived.
    """

    def __init__(self, store: Store, budget: Budget, archive: ArchiveService) -> None:
        self._store = store
        self._budget = budget
        self._archive = archive
        self._matches: dict[str, MatchEntries] = {}
        self.number = store.number
        self.remember, self.forget = store.remember, store.forget
        self.flowing, self.changed, self.run = store.flowing, store.changed, store.run
        self.tables, self.entries, self.sessions = store.tables, store.entries, store.sessions

    @property
    def position(self) -> int:
        return self._store.position

    @property
    def durable(self) -> int:
        return self._store.durable

    @property
    def trouble(self) -> str | None:
        return self._store.trouble

    @property
    def lasts(self) -> bool:
        return self._store.lasts

    def flows(self, table: str) -> bool:
        return self._store.flows(table)

    def append(self, table: str, entry: Entry) -> bytes:
        """Keep the entry as the table's next; return its bytes."""
        body = self._store.append(table, entry)
        self._count(table, entry, body)
        return body

    def recall(self, table: str, entries: Iterable[Entry]) -> None:
        """Count the entries of a table that comes back after a restart, and collect those of its matches."""
        for entry in entries:
            self._count(table, entry, encode_entry(entry))

    def _count(self, table: str, entry: Entry, body: bytes) -> None:
        if (usage := self._budget.of(table)) is not None:
            usage.keep(stored_size(len(body)) if self.lasts else limits.ENTRY_MEMORY + len(body))
        if isinstance(entry, OfMatch):
            self._collect(table, entry, body)

    def _collect(self, table: str, entry: OfMatch, body: bytes) -> None:
        if isinstance(entry, MatchBegun) and not entry.board:
            self._drop(table)
            self._matches[table] = MatchEntries(table, entry.origin, self._budget)
        if (match := self._matches.get(table)) is None:
            return
        match.add(body)
        if isinstance(entry, MatchPlayed):
            self._archive.keep(self._matches.pop(table))

    def _drop(self, table: str) -> None:
        """Drop a match that was not played to its end."""
        if (match := self._matches.pop(table, None)) is not None:
            match.release()

    def set_aside(self, table: str, why: str) -> None:
        """Remove the entries of a table that cannot be replayed; keep a copy for the operator."""
        self._drop(table)
        self._store.set_aside(table, why)
        self._budget.close(table)

    def close(self, table: str) -> None:
        """Remove the entries of a table that is over, as soon as its matches are archived."""
        self._drop(table)
        self._archive.close(table)
