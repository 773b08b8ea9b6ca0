"""Keeps the tables of a contest abreast: nobody plays on from a board while it is still played at another table.

Knows how far each table is. Refuses to know what is played.
"""

from __future__ import annotations

from collections import Counter

from trio.lowlevel import ParkingLot


class BoardBarrier:
    """So many tables. Boards count from 1."""

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self._over: Counter[int] = Counter()
        self._waiting = ParkingLot()

    def finished(self, board: int) -> None:
        """A board is over at one more table."""
        self._over[board] += 1
        self._waiting.unpark_all()

    def closed(self) -> None:
        """One table plays no more; the others do not wait for it."""
        self._tables -= 1
        self._waiting.unpark_all()

    async def begins(self, board: int) -> None:
        """Wait until the board before is over at every table."""
        while board > 1 and self._over[board - 1] < self._tables:
            await self._waiting.park()
