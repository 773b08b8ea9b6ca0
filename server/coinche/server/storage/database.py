"""The data file: one SQLite file, opened, read, changed in transactions, and cleaned of what was removed.

One connection writes, the `DataFile`; all others hand jobs to its `Writer`. Any number of `ReadOnlyFile` connections
read without waiting for it. Without a directory, a `DataFile` is in memory and is not kept.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import trio

from coinche.server import limits

from .data_dir import DataFailed, damage_advice, others_may_read
from .schema import VERSION, OtherVersion, migrate, missing_parts, newer_version, transaction, version_of

DATA_FILE = "coinche.sqlite"
RECORD_KEY = "record-key.pem"
"""A server makes it right after the data file (`archive.record`): if only the key is there, the data file is lost."""
KEYS = ("server.pem", RECORD_KEY)
"""An operator may have put the first there, so that clients recognize a new server as an old one (`transport.tls`)."""

Value = str | int | bytes | None
Rows = list[tuple[Any, ...]]
Result = TypeVar("Result")

_PRAGMAS = (
    "synchronous = FULL",  # a commit returns when the disk has it
    f"wal_autocheckpoint = {limits.CHECKPOINT}",
    "secure_delete = ON",  # deleted content is overwritten in the file, too
    "foreign_keys = ON",
)

_LOST = "{} is missing or empty, though a server has kept its key for records beside it; {}"
_LONE_LOG = "{0} is missing or empty. Its log {0}-wal is still there, and has a part of what was kept; {1}"
_OWNERSHIP = "the directory and its files have to be those of the user who runs the server"
_DAMAGE = ("malformed", "not a database", "decode to UTF-8")
"""Words by which SQLite, and Python for text, report damage."""
_REFUSALS = ("unable to open", "readonly")


class Erasure(StrEnum):
    """The outcome of erasing everything that was removed from the file."""

    DONE = "done"
    STILL_READ = "somebody reads what was there before"
    TOO_BIG = "the file is too big to be written anew while tables wait"
    NO_ROOM = "the disk has no room to write the file anew"


def is_a_servers(directory: Path) -> bool:
    """Return whether a server has kept anything in that directory."""
    return any((directory / name).exists() for name in (*KEYS, DATA_FILE))


def size_of(path: Path) -> int:
    """The size of the file in bytes; 0 where there is none."""
    return path.stat().st_size if path.exists() else 0


def has_room(directory: Path, size: int) -> bool:
    """Return whether the disk takes so many bytes more, and still has some left."""
    return shutil.disk_usage(directory).free > size + limits.ROOM_LEFT


class DataReader:
    """A connection to a data file that reads; DataFailed where the file cannot be used.

    Any thread may use it; threads wait for one another. `directory` is None for a file in memory.
    """

    def __init__(self, path: str, called: str, directory: Path | None, *, uri: bool = False) -> None:
        self.called = called
        """The file's name in sentences."""
        self.directory = directory
        self._lock = threading.RLock()
        with self._reporting():
            self._file = sqlite3.connect(
                path, timeout=limits.DATA_WAIT, isolation_level=None, check_same_thread=False, uri=uri
            )
        try:
            with self._reporting():
                self._prepare()
        except BaseException:
            self._file.close()
            raise

    def _prepare(self) -> None:
        """Check the file that was opened, and set the connection up."""

    def close(self) -> None:
        with self._reporting():
            self._file.close()

    def rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """All rows of the statement's result."""
        with self._reporting():
            return self._file.execute(statement, values).fetchall()

    def raw_rows(self, statement: str, values: Sequence[Value] = ()) -> Rows:
        """The same for text that may be damaged: bytes that are not UTF-8 become lone surrogates."""
        with self._reporting():
            self._file.text_factory = partial(bytes.decode, errors="surrogateescape")
            try:
                return self._file.execute(statement, values).fetchall()
            finally:
                self._file.text_factory = str

    def columns(self, table: str) -> tuple[str, ...]:
        """The names of that table's columns."""
        return tuple(name for _, name, *_ in self.rows(f"PRAGMA table_info({table})"))

    def missing_parts(self) -> tuple[str, ...]:
        """The tables with their columns, indexes and triggers that the file lacks."""
        with self._reporting():
            return missing_parts(self._file)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except (OSError, sqlite3.Error) as wrong:
            said = str(wrong.strerror if isinstance(wrong, OSError) else wrong)
            if any(word in said for word in _DAMAGE):
                said += f"; {damage_advice(self.directory)}"
            elif any(word in said for word in _REFUSALS):
                said += f"; {_OWNERSHIP}"
            raise DataFailed(f"cannot use {self.called}: {said}") from None


class ReadOnlyFile(DataReader):
    """A connection that cannot write. It neither waits for a writer nor blocks one."""

    def __init__(self, directory: Path, *, oldest: int = VERSION) -> None:
        """Open that directory's file; DataFailed where there is none, OtherVersion if newer or older than `oldest`."""
        path = directory / DATA_FILE
        if not path.exists():
            raise DataFailed(f"{path} is missing; {damage_advice(directory)}")
        self._oldest = oldest
        super().__init__(f"{path.absolute().as_uri()}?mode=ro", str(path), directory, uri=True)

    def _prepare(self) -> None:
        self.rows("PRAGMA query_only = ON")
        ((version,),) = self.rows("PRAGMA user_version")
        if version > VERSION:
            raise newer_version(self.called, version)
        if version < self._oldest:
            earlier = f"{self.called} is of an earlier version"
            raise OtherVersion(f"{earlier}; start the server once: it brings it up to date")

    def copy(self, path: Path) -> None:
        """Copy the whole file to that path, as it is at one moment.

        SQLite does not say which of the two files failed, except for damage, which only the one that is read can have.
        """
        with self._reporting(), closing(sqlite3.connect(path)) as copy:
            try:
                self._file.backup(copy)
            except sqlite3.Error as wrong:
                if any(word in str(wrong) for word in _DAMAGE):
                    raise
                raise DataFailed(f"cannot copy {self.called} to {path}: {wrong}") from None


class DataFile(DataReader):
    """The one connection that writes."""

    def __init__(self, directory: Path | None = None, *, anew: bool = False) -> None:
        """Open that directory's file; create it if there is none.

        Where the record key in the directory shows that the file is lost, it is created only with `anew`.
        """
        self._readers: list[DataReader] = []
        self._may_be_new = anew or directory is None or not (directory / RECORD_KEY).exists()
        if directory is None:
            super().__init__(":memory:", "the data", None)
        else:
            self._create(directory, called := str(directory / DATA_FILE))
            super().__init__(called, called, directory)

    def _create(self, directory: Path, called: str) -> None:
        """Ensure that the file exists, for its owner alone: the hash of a token in it is enough to sign in."""
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            if size_of(directory / DATA_FILE) == 0 and size_of(directory / f"{DATA_FILE}-wal") > 0:
                # SQLite would remove a log that has lost its file
                raise DataFailed(_LONE_LOG.format(called, damage_advice(directory)))
            os.close(os.open(directory / DATA_FILE, os.O_CREAT | os.O_RDWR, 0o600))
            for file in filter(Path.exists, (directory / f"{DATA_FILE}{part}" for part in ("", "-wal", "-shm"))):
                if others_may_read(file):  # it may have been put back there by hand
                    file.chmod(0o600)
        except OSError as wrong:
            raise DataFailed(f"cannot use {called}: {wrong.strerror}") from None

    def _prepare(self) -> None:
        version = version_of(self._file, self.directory)
        if version > VERSION:
            raise newer_version(self.called, version)
        if version == 0 and not self._may_be_new:
            raise DataFailed(_LOST.format(self.called, damage_advice(self.directory)))
        ((mode,),) = self._file.execute("PRAGMA journal_mode = WAL").fetchall()
        if mode not in ("wal", "memory"):
            raise DataFailed(f"cannot use {self.called}: its file system is not fit for it; choose another --data")
        for pragma in _PRAGMAS:
            self._file.execute(f"PRAGMA {pragma}")
        migrate(self._file, self.directory, version)
        if missing := self.missing_parts():
            raise DataFailed(f"{self.called} lacks {', '.join(missing)}; {damage_advice(self.directory)}")

    def open_reader(self) -> DataReader:
        """Open another connection, to read with, which closes with this one; for a file in memory, return this one.

        Who reads again and again keeps it: a process that may open no more files can still read with it.
        """
        if self.directory is None:
            return self
        self._readers.append(reader := ReadOnlyFile(self.directory))
        return reader

    def close(self) -> None:
        while self._readers:
            self._readers.pop().close()
        super().close()

    def execute(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Execute the statement; return how many rows it has changed."""
        with self._reporting():
            return self._file.execute(statement, values).rowcount

    def execute_many(self, statement: str, rows: Sequence[Sequence[Value]]) -> None:
        """Execute the statement once for each row of values."""
        with self._reporting():
            self._file.executemany(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all changes of the context, or none of them."""
        with self._reporting(), transaction(self._file, "BEGIN IMMEDIATE"):
            yield

    def erase_removed(self, *, at_most: int | None = None) -> Erasure:
        """Erase what was removed from the file everywhere: in the log (`-wal`) and in unused parts of pages.

        SQLite overwrites what it deletes, but not what it has moved to another page before. So the whole file is
        written anew, as small as it can be, unless it has more than `at_most` bytes.
        """
        size = 0 if self.directory is None else size_of(self.directory / DATA_FILE)
        if at_most is not None and size > at_most:
            return Erasure.TOO_BIG
        if self.directory is not None and not has_room(self.directory, 2 * size):
            return Erasure.NO_ROOM
        with self._reporting():
            self._file.execute(f"PRAGMA temp_store = {'DEFAULT' if at_most is None else 'MEMORY'}")
            try:
                self._file.execute("VACUUM")
            finally:
                self._file.execute("PRAGMA temp_store = DEFAULT")
            ((busy, _, _),) = self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return Erasure.STILL_READ if busy else Erasure.DONE


class WorkerThread:
    """A thread that runs one task after the other while the tables continue."""

    def __init__(self) -> None:
        self._one = trio.CapacityLimiter(1)

    async def run(self, task: Callable[[], Result]) -> Result:
        return await trio.to_thread.run_sync(task, limiter=self._one)


Job = Callable[[DataFile], object]
"""A unit of work on the file, done in one transaction and again if that fails. It is quick and cannot fail itself."""


def statement(words: str, *values: Value) -> Job:
    """The job that executes one statement."""
    return lambda file: file.execute(words, values)


class Writer(Protocol):
    """Does jobs on the data file in their order, each completely and once."""

    def write(self, job: Job) -> None:
        """Do the job soon, after all earlier ones."""

    async def settled(self) -> None:
        """Wait until all jobs handed over so far are on the disk."""

    async def erase_removed(self) -> Erasure:
        """Erase what was removed from the file everywhere."""


class ImmediateWriter:
    """The writer of a file that nothing else uses: it does each job at once, or raises DataFailed."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def write(self, job: Job) -> None:
        with self._file.transaction():
            job(self._file)

    async def settled(self) -> None:
        await trio.lowlevel.checkpoint()

    async def erase_removed(self) -> Erasure:
        await trio.lowlevel.checkpoint()
        return self._file.erase_removed(at_most=limits.WRITTEN_ANEW)
