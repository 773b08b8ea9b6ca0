"""A damaged data file written anew out of what of it can still be read.

The old one stays, as `coinche.sqlite.damaged-<time>`; rows of it that cannot be kept are set aside (`damaged`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from coinche.server.storage.data_dir import DataFailed, settle_file
from coinche.server.storage.database import DATA_FILE, DataFile, has_room, size_of
from coinche.server.storage.quarantine import KEYS, DamagedRow, Quarantine

OLD = f"{DATA_FILE}.damaged-"
"""The prefix of the names of old files."""

_HEADER, _FORM, _PAGES = 100, 24, 28
"""How long the header of a file is, the part of it that is the same in all, and where the number of pages stands."""

_MAGIC = b"SQLite format 3\0"

_BY_KEY = ("journal", "sat", "played")
"""Tables whose rows have no number of their own."""
_TABLES = ("counts", "owners", "sessions", "matches", "records", "sat", "played", "journal")
"""Matches come before what belongs to them."""


def write_anew(directory: Path) -> str:
    """Have a new file take the place of the old one, with what can be read of that; what has come of it, in words.

    DataFailed where that cannot be done; the old one is untouched then.
    """
    path = directory / DATA_FILE
    if not has_room(directory, 3 * size_of(path)):
        raise DataFailed(f"the disk has no room to write {path} anew; make room for {3 * size_of(path)} bytes")
    try:
        with tempfile.TemporaryDirectory(dir=directory, prefix=f".{DATA_FILE}.") as aside:
            with closing(DataFile(Path(aside))) as new:
                legible = _made_legible(path, Path(aside))
                damaged, gaps = Quarantine(directory), list[str]()
                saved = {table: _copied(legible, table, new, damaged, gaps) for table in _TABLES}
                lost = _lost(path, gaps)
            old = _exchange(directory, Path(aside, DATA_FILE))
    except OSError as wrong:
        raise DataFailed(f"cannot write {path} anew: {wrong.strerror}") from None
    rows = ", ".join(f"{table} {count}" for table, count in saved.items())
    if old is None:
        return "begun anew, without a row: there was no file"
    return f"written anew with the rows that could be read ({rows}); {lost}; the old file is kept as {old}"


def _lost(path: Path, gaps: list[str]) -> str:
    """What is missing in the new file, as far as the old one tells, in words."""
    missing, pages = _missing_pages(path)
    said = [f"{missing} of its {pages} pages are gone"] if missing else []
    if gaps:
        said.append(f"rows of {', '.join(dict.fromkeys(gaps))} are missing")
    if not said:
        return "no row is known to be missing"
    said.append("how many rows that were cannot be known")
    if missing or "journal" in gaps:
        said.append("tables may be gone or stand where they stood earlier")
    return ", ".join(said)


def _missing_pages(path: Path) -> tuple[int, int]:
    """How many pages the file lacks at its end, of how many that its header speaks of."""
    if size_of(path) < _HEADER:
        return 0, 0
    with path.open("rb") as file:
        header = file.read(_HEADER)
    size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[_PAGES : _PAGES + 4])
    if not header.startswith(_MAGIC) or size < 512:
        return 0, 0
    return max(0, pages - size_of(path) // size), pages


def _made_legible(path: Path, aside: Path) -> Path:
    """A copy of the old file, with its log, whose first bytes say what SQLite wants to read, whatever stood there."""
    copy = aside / "old"
    if not path.is_file():
        return copy
    shutil.copyfile(path, copy)
    log = path.with_name(f"{DATA_FILE}-wal")
    if log.is_file():
        shutil.copyfile(log, aside / "old-wal")
    sound = (aside / DATA_FILE).read_bytes()[:_HEADER]  # in no other process is a connection to that file
    with copy.open("r+b") as file:
        if file.read(_FORM) != sound[:_FORM]:
            file.seek(0)
            file.write(sound)
        file.seek(_PAGES)
        file.write(bytes(4))  # how many pages there are follows from the length then
    return copy


def _exchange(directory: Path, new: Path) -> str | None:
    """Put the new file in the place of the old one; what that is called now, None if there was none."""
    old = directory / f"{OLD}{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    path, log = directory / DATA_FILE, directory / f"{DATA_FILE}-wal"
    if log.exists():  # it would be taken for the new file's
        os.replace(log, old.with_name(f"{old.name}-wal"))
    (directory / f"{DATA_FILE}-shm").unlink(missing_ok=True)
    existed = path.exists()
    if existed:
        os.replace(path, old)
    os.replace(new, path)
    settle_file(path)
    return old.name if existed else None


def _copied(path: Path, table: str, new: DataFile, damaged: Quarantine, gaps: list[str]) -> int:
    """How many rows of that table could be taken over; the table is put into `gaps` where some could not be read."""
    names = new.columns(table)
    places = ", ".join("?" * len(names))
    count, lost = 0, []
    for row in _readable(path, table, names, gaps):
        try:
            with new.transaction():
                count += new.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({places})", row)
        except (DataFailed, UnicodeEncodeError) as wrong:
            lost.append(DamagedRow(table=table, values=dict(zip(names, row, strict=True)), why=str(wrong)))
    damaged.copy(lost)
    return count


def _readable(path: Path, table: str, names: tuple[str, ...], gaps: list[str]) -> Iterator[tuple[Any, ...]]:
    """The rows that can be read, each by its key: the keys from the first on to the damage, and back from the last."""
    keys = KEYS[table] if table in _BY_KEY else ("rowid",)
    with _opened(path) as old:
        found: dict[tuple[Any, ...], None] = {}
        for order in ("ASC", "DESC"):
            by = ", ".join(f"{key} {order}" for key in keys)
            found |= dict.fromkeys(
                _until_damage(old, f"SELECT {', '.join(keys)} FROM {table} ORDER BY {by}", (table, gaps))
            )
        words = f"SELECT {', '.join(names)} FROM {table} WHERE {' AND '.join(f'{key} IS ?' for key in keys)}"
        for key in found:
            yield from _until_damage(old, words, (table, gaps), key)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        with suppress(sqlite3.Error):
            old.execute("PRAGMA writable_schema = ON")  # what of the schema is damaged is passed over
        old.text_factory = lambda raw: raw.decode(errors="surrogateescape")
        yield old


def _until_damage(
    old: sqlite3.Connection, words: str, noted: tuple[str, list[str]], key: tuple[Any, ...] = ()
) -> Iterator[tuple[Any, ...]]:
    """The rows up to the first that cannot be read, which is noted: the table is put into the list."""
    table, gaps = noted
    try:
        yield from old.execute(words, key)
    except (sqlite3.Error, UnicodeEncodeError):
        gaps.append(table)
