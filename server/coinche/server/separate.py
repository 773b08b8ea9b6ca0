"""A SQLite file in the server's directory, or one that is not kept: how it is opened, and changed as a whole.

Knows files and what can go wrong with them. Refuses to know what is in them.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .datafile import DataFailed, Value


class SeparateFile:
    """One file. Whatever is done with it raises `failed` where it cannot be used.

    It may be used from any thread, by one at a time.
    """

    def __init__(
        self, directory: Path | None, name: str, called: str, *, failed: type[DataFailed], wait: float
    ) -> None:
        """Open that directory's, made now if there is none; without a directory, one that is not kept.

        Another process that changes it is waited for so long.
        """
        path = ":memory:" if directory is None else str(directory / name)
        self.called = called if directory is None else path
        self._failed = failed
        with self._reporting():
            if directory is not None:
                directory.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # who reads a token's hash can sign in with it
            self._file = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=False)

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """What the statement finds."""
        with self._reporting():
            found: list[tuple[Any, ...]] = self._file.execute(statement, values).fetchall()
        return found

    def do(self, statement: str, values: Sequence[Value] = ()) -> int:
        """How many rows the statement has changed."""
        with self._reporting():
            return self._file.execute(statement, values).rowcount

    def add(self, statement: str, values: Sequence[Value]) -> int:
        """The number of the row that the statement has added."""
        with self._reporting():
            return self._file.execute(statement, values).lastrowid or 0

    @contextmanager
    def changing(self) -> Iterator[None]:
        """All that is done within is done, or nothing of it."""
        with self._reporting():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def refuse_newer(self, found: int, version: int) -> None:
        """Leave alone what a later version of the server has written."""
        if found > version:
            raise self._failed(f"{self.called} was made by a newer coinche-server (its version is {found})")

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise self._failed(f"cannot use {self.called}: {reason}") from None
