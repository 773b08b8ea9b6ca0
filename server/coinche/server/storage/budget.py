"""The budget of memory and disk for all tables, divided by the origin from which they were opened.

An origin may take as much as remains free afterwards: one alone gets half, two get a third each, and any number of
greedy origins leave room for another. A quarter of everything is a reserve for what already runs: new tables, systems
and rematches get none of it. When the reserve is used up, too, the largest table of the origin that takes most ends.
"""

from __future__ import annotations

import gc
from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from pathlib import Path

from coinche.server import limits

PAGE, LONG, ROW = 4096, 1000, 40
"""Sizes in bytes: a page of the data file; the least entry with pages of its own; a row without its entry."""

_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}


class Growth(StrEnum):
    """A kind of growth that is refused where there is no room for it; its value is part of the refusal."""

    TABLE = "another table"
    SYSTEM = "another system"
    REMATCH = "another match"


class Capacity:
    """A number of bytes that may be taken, and the bytes that each origin takes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.used = 0
        self._used_by: Counter[str] = Counter()

    def take(self, origin: str, size: int) -> None:
        """Count so many bytes more for the origin, or fewer where `size` is negative."""
        self.used += size
        self._used_by[origin] += size
        if not self._used_by[origin]:
            del self._used_by[origin]

    def has_room(self, origin: str, size: int = 0) -> bool:
        """Return whether the origin may take so many more: afterwards it must have no more than remains free."""
        free = self.size * (1 - limits.RESERVE) - self.used
        return self._used_by[origin] + size <= free - size


@dataclass(eq=False, slots=True)
class TableUsage:
    """The memory and disk that one table takes. The operator's tables are not `bounded`: nothing is refused to them."""

    table: str
    origin: str
    bounded: bool
    budget: Budget
    memory: int = 0
    kept: int = 0
    ends: bool = False
    """True once the table has been told to end."""

    def take_memory(self, size: int) -> None:
        self.memory += size
        self.budget.memory.take(self.origin, size)

    def keep(self, size: int) -> None:
        """Count so many bytes more of entries and old frames."""
        self.kept += size
        self.budget.kept.take(self.origin, size)

    @property
    def spill(self) -> Path | None:
        """The directory for old frames; None while they may stay in memory, or have to."""
        return None if self.budget.memory.has_room(self.origin) else self.budget.directory

    def refusal(self, growth: Growth) -> str | None:
        """The reason why the table may not grow so; None where it may."""
        return self.budget.refusal(self.origin, growth) if self.bounded else None


class Budget:
    """The budget of one server. Without a `directory`, entries are kept in memory and count there."""

    def __init__(
        self, memory: int = limits.MEMORY_BUDGET, disk: int = limits.DISK_BUDGET, directory: Path | None = None
    ) -> None:
        self.directory = directory
        self.archive = min(limits.ARCHIVE, int(disk * limits.ARCHIVE_SHARE))
        """The bound on the bytes of records of matches, which count for no table."""
        self.memory = Capacity(memory)
        self.kept = self.memory if directory is None else Capacity(disk - self.archive)
        self._usages: dict[str, TableUsage] = {}
        self._uncollected = 0

    def open(self, table: str, origin: str, *, bounded: bool) -> TableUsage:
        """The usage of a table that is new or comes back after a restart."""
        usage = self._usages.get(table)
        if usage is None:
            usage = self._usages[table] = TableUsage(table, origin, bounded, self)
            usage.take_memory(limits.TABLE_MEMORY)
        return usage

    def of(self, table: str) -> TableUsage | None:
        """The usage of the table; None before it opens and after it closes."""
        return self._usages.get(table)

    def close(self, table: str) -> None:
        """Give back everything that the table has taken; collect garbage once finished tables have left much of it.

        Their objects refer to one another. Python starts its search for such garbage by the number of objects, and a
        log is a few large ones.
        """
        if (usage := self._usages.pop(table, None)) is None:
            return
        self._uncollected += usage.memory + usage.kept
        if self._uncollected > limits.UNCOLLECTED:
            gc.collect()
            self._uncollected = 0
        usage.take_memory(-usage.memory)
        usage.keep(-usage.kept)

    def refusal(self, origin: str, growth: Growth) -> str | None:
        """The reason why nothing of that origin may grow so; None where it may."""
        needed = growth is Growth.TABLE
        in_memory = self.memory.has_room(origin, limits.TABLE_MEMORY * needed)
        if in_memory and self.kept.has_room(origin, limits.TABLE_KEPT * needed):
            return None
        return f"no room for {growth}: the tables opened from your address take all that they may; wait until one ends"

    def beyond(self) -> Iterator[str]:
        """Yield the tables that have to end because nothing is left: the largest ones of the origin that takes most."""
        yield from self._beyond(self.memory, attrgetter("memory"))
        if self.kept is not self.memory:
            yield from self._beyond(self.kept, attrgetter("kept"))

    def _beyond(self, capacity: Capacity, size: Callable[[TableUsage], int]) -> Iterator[str]:
        excess = capacity.used - capacity.size - sum(size(usage) for usage in self._usages.values() if usage.ends)
        playing = [usage for usage in self._usages.values() if usage.bounded and not usage.ends]
        taken = Counter[str]()
        for usage in playing:
            taken[usage.origin] += size(usage)
        while excess > 0 and playing:
            largest = max(playing, key=lambda usage: (taken[usage.origin], size(usage)))
            playing.remove(largest)
            largest.ends = True
            taken[largest.origin] -= size(largest)
            excess -= size(largest)
            yield largest.table


def stored_size(entry: int) -> int:
    """Estimate the bytes that an entry of this size takes in the data file, whose pages are half full."""
    pages = -(-entry // PAGE) * PAGE if entry > LONG else 0
    return pages + (min(entry, LONG) + ROW) * 3 // 2


def parse_size(text: str) -> int:
    """Parse `300M`, `2G` or a plain number as bytes; ArgumentTypeError where it is none of these."""
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if not number.isascii() or not number.isdigit() or unit not in _UNITS:
        raise ArgumentTypeError(f"{text!r} is no size such as 256M or 2G")
    if (found := int(number) * _UNITS[unit]) < limits.LEAST_BUDGET:
        raise ArgumentTypeError(f"{text} is too little; {limits.LEAST_BUDGET // _UNITS['M']}M is the least")
    return found
