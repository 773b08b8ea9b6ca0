"""The data file of a run with its faults: a full disk, slow commits, a machine that dies.

Each commit is reported to `truth` at that moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import TypeAlias

import trio

from coinche.server.match.entries import Entry
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile, Result, Value, WorkerThread
from coinche.server.storage.serialization import decode_entry
from tests.simulation.knobs import Disk

Row: TypeAlias = tuple[str, int, Entry]


class MachineDied(BaseException):
    """The server is no more: nothing it does has any effect, and no supervisor hears of it."""


class WatchedFile(DataFile):
    """A file that is not kept, and says what each commit has put into the journal."""

    def __init__(self, took: Callable[[Sequence[Row]], None]) -> None:
        super().__init__()
        self._took = took
        self._rows: list[Row] = []
        self.breaks: Callable[[], bool] = lambda: False
        """True when the disk fails in the middle of the next transaction."""

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Note what goes into the journal."""
        super().execute_many(statement, rows)
        if "INTO journal" in statement:
            self._rows += [(str(table), int(seq or 0), decode_entry(_bytes(entry))) for table, seq, entry in rows]
        if self.breaks():
            with self._reporting():
                raise sqlite3.OperationalError("database or disk is full")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction; its entries become true once it has succeeded, and not before."""
        self._rows = []
        with super().transaction():
            yield
        rows, self._rows = self._rows, []
        self._took(rows)


def _bytes(value: Value) -> bytes:
    assert isinstance(value, bytes)
    return value


class SlowWorker(WorkerThread):
    """The writer of one server's journal: in this thread, at moments of its own."""

    def __init__(self, disk: Disk, chance: Random, *, is_full: Callable[[], bool], calm: Callable[[], bool]) -> None:
        super().__init__()
        self._disk = disk
        self._chance = chance
        self._is_full = is_full
        self._calm = calm
        self.dead = False

    async def run(self, task: Callable[[], Result]) -> Result:
        """Have it done, slowly perhaps, or not at all."""
        slow = not self._calm() and self._chance.random() < self._disk.slow
        with trio.CancelScope(shield=True):  # as a thread is waited for
            await self._pause(slow)
            if self._is_full():
                raise DataFailed("cannot use the data: database or disk is full")
            done = task()
            await self._pause(slow)
        return done

    async def _pause(self, slow: bool) -> None:
        self._live()
        if slow:
            await trio.sleep(self._chance.uniform(0, self._disk.slowest))
        else:
            await trio.lowlevel.checkpoint()
        self._live()

    def _live(self) -> None:
        if self.dead:
            raise MachineDied
