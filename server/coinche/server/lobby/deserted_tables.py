"""Tables at which nobody is: how long each of them is kept, and how many of those opened from one address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from coinche.server import limits
from coinche.server.table.table import Deserted


class DesertedTables:
    """Since when tables have been deserted."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def expired(self, deserted: Collection[Deserted], now: float) -> set[str]:
        """The tables, of all that are deserted now, that are kept no longer; the oldest where there are too many."""
        self._since = {one.table: self._since.get(one.table, now) for one in deserted}
        oldest_first: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for one in sorted(deserted, key=lambda one: self._since[one.table]):
            oldest_first[one.origin, one.people].append(one.table)
        expired: set[str] = set()
        for (_, people), tables in oldest_first.items():
            kept = limits.DESERTED_BY_PEOPLE if people else limits.DESERTED_BY_PROGRAMS
            expired.update(tables[: max(0, len(tables) - kept.tables)])
            expired.update(table for table in tables if now - self._since[table] >= kept.seconds)
        return expired
