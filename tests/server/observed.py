"""A store that observes every event of its tables, hidden cards included, as their entries are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from coinche.engine.events import Event
from coinche.protocol.messages import TableEvent
from coinche.server.match.entries import Entry
from coinche.server.match.replay import MatchReplay
from coinche.server.storage.store import MemoryStore


class ObservedStore(MemoryStore):
    """Gives `hear` each event that comes of the entries."""

    def __init__(self, hear: Callable[[Event | TableEvent], None]) -> None:
        super().__init__()
        self._hear = hear
        self._replays: defaultdict[str, MatchReplay] = defaultdict(MatchReplay)

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry, and hear what comes of it."""
        super().append(table, entry)
        for event in self._replays[table].take(entry):
            self._hear(event)
