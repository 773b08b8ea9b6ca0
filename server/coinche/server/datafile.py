"""The file in which a server keeps all that it keeps, or one that is not kept: opened, read, and changed as a whole.

Knows SQLite, and that one connection alone may write. Refuses to know what is in the file, and when it is written.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from . import limits
from .migration import TooNew, bring_up_to_date, version_of
from .private_file import others_may_read
from .schema import VERSION

FILE = "coinche.sqlite"

Value = str | int | bytes | None
Rows = list[tuple[Any, ...]]

_PRAGMAS = (
    "synchronous = FULL",  # a commit returns when the disk has it
    f"wal_autocheckpoint = {limits.CHECKPOINT}",
    "secure_delete = ON",  # what is forgotten is gone from the file, too
    "foreign_keys = ON",
)


_NEWER = "{} was made by a newer coinche-server (its version is {})"


class DataFailed(Exception):
    """The file cannot be used; the message says what is wrong with it."""


class Reader(Protocol):
    """What is in the file, for whoever only reads."""

    called: str

    def rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """What the statement finds."""

    def close(self) -> None:
        """Let the file go."""


class _Opened:
    """A connection to a file. It may be used from any thread; they wait for one another."""

    def __init__(self, path: str, called: str, *, uri: bool = False) -> None:
        self.called = called
        self._lock = threading.RLock()
        with self._reporting():
            self._file = sqlite3.connect(
                path, timeout=limits.DATA_WAIT, isolation_level=None, check_same_thread=False, uri=uri
            )

    def close(self) -> None:
        """Let the file go."""
        with self._reporting():
            self._file.close()

    def rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """What the statement finds."""
        with self._reporting():
            found: Rows = self._file.execute(statement, values).fetchall()
        return found

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except (OSError, sqlite3.Error) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise DataFailed(f"cannot use {self.called}: {reason}") from None


class ReadOnly(_Opened):
    """A connection that cannot write. It waits for nobody who does, and holds nobody up."""

    def __init__(self, directory: Path) -> None:
        """Open that directory's file; DataFailed where there is none, or none of this version."""
        path = directory / FILE
        super().__init__(f"{path.absolute().as_uri()}?mode=ro", str(path), uri=True)
        try:
            self.rows("PRAGMA query_only = ON")
            ((version,),) = self.rows("PRAGMA user_version")
            if version > VERSION:
                raise DataFailed(_NEWER.format(path, version))
            if version < VERSION:
                raise DataFailed(f"{path} is of an earlier version; start the server once: it brings it up to date")
        except DataFailed:
            self._file.close()
            raise

    def copy(self, path: Path) -> None:
        """Put a copy of the file there, whole, as it is at one moment."""
        with self._reporting():
            copy = sqlite3.connect(path)
            try:
                self._file.backup(copy)
            finally:
                copy.close()


class DataFile(_Opened):
    """The one connection that writes. Whatever is done with it raises DataFailed where the file cannot be used."""

    def __init__(self, directory: Path | None = None) -> None:
        """Open that directory's, made now if there is none; without a directory, one that is not kept."""
        path = ":memory:" if directory is None else str(directory / FILE)
        self._directory = directory
        self.called = "the data" if directory is None else path
        self._make(directory)
        super().__init__(path, self.called)
        try:
            self._prepare()
        except BaseException:
            self._file.close()
            raise

    def _make(self, directory: Path | None) -> None:
        """Have the file there, and for its owner alone: who reads the hash of a token can sign in with it."""
        if directory is None:
            return
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(directory / FILE, os.O_CREAT | os.O_RDWR, 0o600))
            for file in filter(Path.exists, (directory / f"{FILE}{part}" for part in ("", "-wal", "-shm"))):
                if others_may_read(file):  # it may have been put back there by hand
                    file.chmod(0o600)
        except OSError as wrong:
            raise DataFailed(f"cannot use {self.called}: {wrong.strerror}") from None

    def _prepare(self) -> None:
        with self._reporting():
            try:
                version = version_of(self._file, self._directory)
                self._set_up()
                bring_up_to_date(self._file, self._directory, version)
            except TooNew as newer:
                raise DataFailed(_NEWER.format(newer.path or self.called, newer.version)) from None

    def _set_up(self) -> None:
        """What has to be said to each new connection."""
        ((mode,),) = self._file.execute("PRAGMA journal_mode = WAL").fetchall()
        if mode not in ("wal", "memory"):
            raise DataFailed(f"cannot use {self.called}: its file system is not fit for it; choose another --data")
        for pragma in _PRAGMAS:
            self._file.execute(f"PRAGMA {pragma}")

    def reader(self) -> Reader:
        """A connection of one's own to read with; of a file that is not kept, this one."""
        return _Shared(self) if self._directory is None else ReadOnly(self._directory)

    def do(self, statement: str, values: Sequence[Value] = ()) -> int:
        """How many rows the statement has changed."""
        with self._reporting():
            return self._file.execute(statement, values).rowcount

    def do_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Do the statement for each of the rows."""
        with self._reporting():
            self._file.executemany(statement, rows)

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


class _Shared:
    """The reading of a file that is not kept, and that its owner closes."""

    def __init__(self, file: DataFile) -> None:
        self.called = file.called
        self.rows = file.rows

    def close(self) -> None:
        """It is not ours."""
