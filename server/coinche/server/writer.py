"""Who has things written to the data file, and what he is given to do.

Knows that jobs are done in order, each whole and once. Refuses to know what they are, and in which thread that is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import trio

from . import limits
from .datafile import DataFile, Erasure, Value

Job = Callable[[DataFile], None]
"""Something to be written. It must be quick, must not fail for reasons of its own, and may have to be done again
where the file did not take it."""


def statement(words: str, *values: Value) -> Job:
    """The job that is one statement, with these values."""

    def done(file: DataFile) -> None:
        file.do(words, values)

    return done


class Writer(Protocol):
    """The one that uses the connection which writes."""

    def do(self, job: Job) -> None:
        """Have it done soon, after all that was to be done before."""

    async def settled(self) -> None:
        """Return once all that was to be done so far is safe."""

    async def erase_removed(self) -> Erasure:
        """Have nothing that was removed from the file stand anywhere any more; whether that was done."""


class AtOnce:
    """The writer of a file that nobody else uses, or that is not kept: it does what it is given then and there."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def do(self, job: Job) -> None:
        """Do it; DataFailed where the file takes nothing."""
        with self._file.changing():
            job(self._file)

    async def settled(self) -> None:
        """It is."""
        await trio.lowlevel.checkpoint()

    async def erase_removed(self) -> Erasure:
        """Do it."""
        await trio.lowlevel.checkpoint()
        return self._file.erase_removed(at_most=limits.WRITTEN_ANEW)
