"""How many are in, and from where. Refuses to know who they are."""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto

import trio

from .bounds import Bounds


class Entry(Enum):
    """What becomes of a connection."""

    IN = auto()
    FULL = auto()
    """It is told that there are too many."""
    SHUT = auto()
    """It is closed at once."""


class Door:
    """Counts connections as they come and go."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._inside: Counter[str] = Counter()
        self._waiting = 0
        self._empty = trio.Event()
        self._empty.set()

    @property
    def inside(self) -> int:
        """How many have been let in."""
        return self._inside.total()

    def admit(self, address: str) -> Entry:
        """One more from there; IN and FULL are to be followed by `leave`."""
        if self.inside < self._bounds.guests and self._inside[address] < self._bounds.guests_per_address:
            self._inside[address] += 1
            if self._empty.is_set():
                self._empty = trio.Event()
            return Entry.IN
        if self._waiting < self._bounds.turned_away:
            self._waiting += 1
            return Entry.FULL
        return Entry.SHUT

    def leave(self, address: str, entry: Entry) -> None:
        """It is gone."""
        if entry is Entry.FULL:
            self._waiting -= 1
        elif entry is Entry.IN:
            self._inside[address] -= 1
            self._inside += Counter()  # without those that are none
            if not self._inside:
                self._empty.set()

    async def wait_empty(self) -> None:
        """Until nobody is in."""
        await self._empty.wait()
