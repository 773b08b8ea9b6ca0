"""The file in which a server keeps all that it keeps, or one that is not kept: opened, read, and changed as a whole.

Knows SQLite, and that one connection alone may write. Refuses to know what is in the file, and when it is written.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol, TypeVar

import trio

from coinche.server import limits

from .data_dir import DataFailed, damage_advice, others_may_read
from .schema import VERSION, TooNew, bring_up_to_date, lacking, version_of

DATA_FILE = "coinche.sqlite"

Value = str | int | bytes | None
Rows = list[tuple[Any, ...]]

_PRAGMAS = (
    "synchronous = FULL",  # a commit returns when the disk has it
    f"wal_autocheckpoint = {limits.CHECKPOINT}",
    "secure_delete = ON",  # what is forgotten is gone from the file, too
    "foreign_keys = ON",
)


_NEWER = "{} was made by a newer coinche-server (its version is {}); use that one, or restore a backup of this one"

_DAMAGE = ("malformed", "not a database", "decode to UTF-8")
"""How SQLite, and Python for text, call it."""
_LOST = "{} is missing or empty, though a server has kept its key for records beside it; {}"
_LONE_LOG = "{} is missing or empty, and the file beside it that ends in -wal, which belongs to it, is not; {}"
_OWNERSHIP = "the directory and its files have to be those of the user who runs the server"
_REFUSALS = ("unable to open", "readonly")


RECORD_KEY = "record-key.pem"
"""A server makes it once it has made this file (`signing`): it tells that one is lost."""
KEYS = ("server.pem", RECORD_KEY)
"""The same; the first may have been put there by hand, to have a new server known as an old one (`certificate`)."""


def is_a_servers(directory: Path) -> bool:
    """Return whether a server has kept anything in that directory."""
    return any((directory / name).exists() for name in (*KEYS, DATA_FILE))


def size_of(path: Path) -> int:
    """How many bytes are in the file; 0 where there is none."""
    return path.stat().st_size if path.exists() else 0


def has_room(directory: Path, size: int) -> bool:
    """Whether the disk takes so many bytes more, and still has some."""
    return shutil.disk_usage(directory).free > size + limits.ROOM_LEFT


class Erasure(StrEnum):
    """Whether what was removed from the file stands nowhere any more."""

    DONE = "done"
    STILL_READ = "somebody reads what was there before"
    TOO_BIG = "the file is too big to be written anew while tables wait"
    NO_ROOM = "the disk has no room to write the file anew"


class OtherVersion(DataFailed):
    """The file is of a version that is not read here; there is nothing wrong with it."""


def _with_advice(wrong: OSError | sqlite3.Error, directory: Path | None) -> str:
    """What is wrong, and what can be done about it."""
    said = f"{wrong.strerror if isinstance(wrong, OSError) else wrong}"
    if any(word in said for word in _DAMAGE):
        return f"{said}; {damage_advice(directory)}"
    if any(word in said for word in _REFUSALS):
        return f"{said}; {_OWNERSHIP}"
    return said


class Reader(Protocol):
    """What is in the file, for whoever only reads."""

    called: str
    directory: Path | None
    """Where the file is; None for one that is not kept."""

    def rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """What the statement finds."""

    def raw_rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """The same where text may be damaged: what is no UTF-8 in it comes as lone surrogates."""

    def columns(self, table: str) -> tuple[str, ...]:
        """The names of that table's columns."""

    def close(self) -> None:
        """Let the file go."""


def _text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")


class _Opened:
    """A connection to a file. It may be used from any thread; they wait for one another."""

    directory: Path | None

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

    def raw_rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """The same where text may be damaged: what is no UTF-8 in it comes as lone surrogates."""
        with self._reporting():
            self._file.text_factory = _text
            try:
                found: Rows = self._file.execute(statement, values).fetchall()
            finally:
                self._file.text_factory = str
        return found

    def columns(self, table: str) -> tuple[str, ...]:
        """The names of that table's columns."""
        return tuple(name for _, name, *_ in self.rows(f"PRAGMA table_info({table})"))

    def lacking(self) -> tuple[str, ...]:
        """Tables with their columns, indexes and triggers that are not in the file."""
        with self._reporting():
            return lacking(self._file)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except (OSError, sqlite3.Error) as wrong:
            raise DataFailed(f"cannot use {self.called}: {_with_advice(wrong, self.directory)}") from None


class ReadOnly(_Opened):
    """A connection that cannot write. It waits for nobody who does, and holds nobody up."""

    def __init__(self, directory: Path, *, oldest: int = VERSION) -> None:
        """Open that directory's file; DataFailed where there is none, or one newer or before the `oldest`."""
        path = directory / DATA_FILE
        self.directory: Path | None = directory
        if not path.exists():
            raise DataFailed(f"{path} is missing; {damage_advice(directory)}")
        super().__init__(f"{path.absolute().as_uri()}?mode=ro", str(path), uri=True)
        try:
            self.rows("PRAGMA query_only = ON")
            ((version,),) = self.rows("PRAGMA user_version")
            if version > VERSION:
                raise OtherVersion(_NEWER.format(path, version))
            if version < oldest:
                raise OtherVersion(f"{path} is of an earlier version; start the server once: it brings it up to date")
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

    def __init__(self, directory: Path | None = None, *, anew: bool = False) -> None:
        """Open that directory's, made now if there is none; without a directory, one that is not kept.

        Where a server has kept its record key in the directory, the file has to be there, unless it is to be made
        `anew`.
        """
        path = ":memory:" if directory is None else str(directory / DATA_FILE)
        self.directory = directory
        self._anew = anew or directory is None or not (directory / RECORD_KEY).exists()
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
            self._refuse_lone_log(directory)
            os.close(os.open(directory / DATA_FILE, os.O_CREAT | os.O_RDWR, 0o600))
            for file in filter(Path.exists, (directory / f"{DATA_FILE}{part}" for part in ("", "-wal", "-shm"))):
                if others_may_read(file):  # it may have been put back there by hand
                    file.chmod(0o600)
        except OSError as wrong:
            raise DataFailed(f"cannot use {self.called}: {wrong.strerror}") from None

    def _refuse_lone_log(self, directory: Path) -> None:
        """SQLite would remove what was written last if the file that it belongs to is gone."""
        if size_of(directory / DATA_FILE) == 0 and size_of(directory / f"{DATA_FILE}-wal") > 0:
            raise DataFailed(_LONE_LOG.format(self.called, damage_advice(directory)))

    def _prepare(self) -> None:
        with self._reporting():
            try:
                version = version_of(self._file, self.directory)
                if version == 0 and not self._anew:
                    raise DataFailed(_LOST.format(self.called, damage_advice(self.directory)))
                self._set_up()
                bring_up_to_date(self._file, self.directory, version)
            except TooNew as newer:
                raise DataFailed(_NEWER.format(newer.path or self.called, newer.version)) from None
            if missing := self.lacking():
                raise DataFailed(f"{self.called} lacks {', '.join(missing)}; {damage_advice(self.directory)}")

    def _set_up(self) -> None:
        """What has to be said to each new connection."""
        ((mode,),) = self._file.execute("PRAGMA journal_mode = WAL").fetchall()
        if mode not in ("wal", "memory"):
            raise DataFailed(f"cannot use {self.called}: its file system is not fit for it; choose another --data")
        for pragma in _PRAGMAS:
            self._file.execute(f"PRAGMA {pragma}")

    def reader(self) -> Reader:
        """A connection of one's own to read with; of a file that is not kept, this one."""
        return _Shared(self) if self.directory is None else ReadOnly(self.directory)

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

    def erase_removed(self, *, at_most: int | None = None) -> Erasure:
        """Have nothing that was removed stand anywhere: neither in the log (`-wal`) nor in unused parts of pages.

        SQLite zeroes what it deletes, but not what it has moved to another page before; so all of it is written anew,
        unless the file has more than `at_most` so many bytes. It is as small as it can be then.
        """
        size = 0 if self.directory is None else size_of(self.directory / DATA_FILE)
        if at_most is not None and size > at_most:
            return Erasure.TOO_BIG
        if self.directory is not None and not has_room(self.directory, 2 * size):
            return Erasure.NO_ROOM
        with self._reporting():
            self._file.execute(f"PRAGMA temp_store = {'DEFAULT' if at_most is None else 'MEMORY'}")
            self._file.execute("VACUUM")
            self._file.execute("PRAGMA temp_store = DEFAULT")
            ((busy, _, _),) = self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return Erasure.STILL_READ if busy else Erasure.DONE

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
        self.directory = file.directory
        self.rows = file.rows
        self.raw_rows = file.raw_rows
        self.columns = file.columns

    def close(self) -> None:
        """It is not ours."""


# --- aside ----------------------------------------------------------------------------------------
# What takes a while is done aside, while the tables go on: in a thread, or wherever whoever runs the server wants it.
#
# Refuses to know what is done.


Found = TypeVar("Found")


class Aside(Protocol):
    """Has something done elsewhere."""

    def __call__(self, task: Callable[[], None]) -> Awaitable[None]:
        """Wait until it is done."""


class Thread:
    """A thread in which one thing is done after the other."""

    def __init__(self) -> None:
        self._one = trio.CapacityLimiter(1)

    async def __call__(self, task: Callable[[], None]) -> None:
        """Wait until it is done there."""
        await trio.to_thread.run_sync(task, limiter=self._one)


async def found(aside: Aside, task: Callable[[], Found]) -> Found:
    """What comes of it, once it is done aside."""
    come: list[Found] = []
    await aside(lambda: come.append(task()))
    return come[0]
