"""A data file whose pages are damaged, written anew with all rows that can still be read.

A copy of the old file gets a sound header, so that SQLite opens it at all. Each table is read by key from both ends
until the damage, since one unreadable page stops a scan but hides little. The old file stays beside the new one, and
rows that the new one does not take go to a quarantine file.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import damaged_rows
from .damaged_rows import DamagedRow, Quarantine
from .data_dir import DataFailed, settle_file
from .database import DATA_FILE, DataFile, has_room, size_of
from .schema import COUNT_ANEW

_HEADER, _FORM, _PAGES, _VERSION = 100, 24, 28, 60
"""The lengths of the header and of its part that is the same in all files; the places of the numbers of pages and
version."""

_MAGIC = b"SQLite format 3\0"

_BY_KEY = ("journal", "sat", "played", "pairs")  # tables whose rows have no rowid
_TABLES = ("counts", "owners", "sessions", "matches", *damaged_rows.OF_MATCHES, "invitations", "ladder", "journal")
"""Matches come before the rows that refer to them."""
_SINCE = {"ladder": 7}
"""The version that brought a table."""


def write_anew(directory: Path) -> str:
    """Replace the data file by a new one with all readable rows of the old one; return the outcome in words.

    DataFailed where that cannot be done; the old one is untouched then.
    """
    path = directory / DATA_FILE
    if not has_room(directory, 3 * size_of(path)):
        raise DataFailed(f"the disk has no room to write {path} anew; make room for {3 * size_of(path)} bytes")
    try:
        with tempfile.TemporaryDirectory(dir=directory, prefix=f".{DATA_FILE}.") as aside:
            with closing(DataFile(Path(aside))) as new, closing(_damaged_file(path, Path(aside))) as damaged:
                refused, gaps = Quarantine(directory), dict[str, None]()
                saved = {table: _copy_rows(damaged, table, new, refused, gaps) for table in _tables(path)}
                _count_again(damaged, new)
                lost = _lost(path, gaps)
            old = _exchange(directory, Path(aside, DATA_FILE))
    except OSError as wrong:
        raise DataFailed(f"cannot write {path} anew: {wrong.strerror}") from None
    rows = ", ".join(f"{table} {count}" for table, count in saved.items())
    if old is None:
        return "begun anew, without a row: there was no file"
    return f"written anew with the rows that could be read ({rows}); {lost}; the old file is kept as {old}"


def _tables(path: Path) -> Iterator[str]:
    """Yield the tables of the file that are to be read: one of an earlier version has no ladder."""
    with suppress(OSError), path.open("rb") as file:
        header = file.read(_HEADER)
        version = int.from_bytes(header[_VERSION : _VERSION + 4], "big") if header.startswith(_MAGIC) else 0
        without = {table for table, since in _SINCE.items() if 0 < version < since}
        return (table for table in _TABLES if table not in without)
    return iter(_TABLES)


def _count_again(damaged: sqlite3.Connection, new: DataFile) -> None:
    """Have the matches of a file of an earlier version counted again."""
    with suppress(sqlite3.Error):
        if not damaged.execute("PRAGMA table_info(uncounted)").fetchall():
            new.execute(COUNT_ANEW)


def _lost(path: Path, gaps: Collection[str]) -> str:
    """Describe what is missing in the new file, as far as the old one tells."""
    missing, pages = _missing_pages(path)
    said = [f"{missing} of its {pages} pages are gone"] if missing else []
    if gaps:
        said.append(f"rows of {', '.join(gaps)} are missing")
    if not said:
        return "no row is known to be missing"
    said.append("how many rows that were cannot be known")
    if missing or "journal" in gaps:
        said.append("tables may be gone or stand where they stood earlier")
    return ", ".join(said)


def _missing_pages(path: Path) -> tuple[int, int]:
    """Return how many pages the file lacks at its end, and how many its header says it has."""
    length = size_of(path)
    if length < _HEADER:
        return 0, 0
    with path.open("rb") as file:
        header = file.read(_HEADER)
    size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[_PAGES : _PAGES + 4])
    sound = header.startswith(_MAGIC) and size >= 512
    return (max(0, pages - length // size), pages) if sound else (0, 0)


def _damaged_file(path: Path, aside: Path) -> sqlite3.Connection:
    """Open a copy of the old file; damaged parts of its schema are skipped."""
    damaged = sqlite3.connect(_copy_with_sound_header(path, aside), isolation_level=None)
    with suppress(sqlite3.Error):
        damaged.execute("PRAGMA writable_schema = ON")
    damaged.text_factory = lambda raw: raw.decode(errors="surrogateescape")
    return damaged


def _copy_with_sound_header(path: Path, aside: Path) -> Path:
    """Copy the old file and its log; the copy's header is sound, whatever stood there."""
    copy = aside / "old"
    if not path.is_file():
        return copy
    shutil.copyfile(path, copy)
    log = path.with_name(f"{DATA_FILE}-wal")
    if log.is_file():
        shutil.copyfile(log, aside / "old-wal")
    sound = (aside / DATA_FILE).read_bytes()[:_HEADER]  # no other process has that file open
    with copy.open("r+b") as file:
        if file.read(_FORM) != sound[:_FORM]:
            file.seek(0)
            file.write(sound)
        file.seek(_PAGES)
        file.write(bytes(4))  # then SQLite takes the number of pages from the length
    return copy


def _exchange(directory: Path, new: Path) -> str | None:
    """Put the new file in the place of the old one; return the new name of that, None if there was none."""
    old = directory / f"{DATA_FILE}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
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


def _copy_rows(
    damaged: sqlite3.Connection, table: str, new: DataFile, refused: Quarantine, gaps: dict[str, None]
) -> int:
    """Copy the readable rows of a table; return how many the new file has taken."""
    names = _common_columns(damaged, table, new)
    places = ", ".join("?" * len(names))
    count, lost = 0, []
    for row in _readable(damaged, table, names, gaps):
        try:
            with new.transaction():
                count += new.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({places})", row)
        except (DataFailed, UnicodeEncodeError) as wrong:
            lost.append(DamagedRow(table=table, values=dict(zip(names, row, strict=True)), why=str(wrong)))
    refused.copy(lost)
    return count


def _common_columns(damaged: sqlite3.Connection, table: str, new: DataFile) -> tuple[str, ...]:
    """Return the columns of a table that the old file has, too: one of an earlier version lacks some."""
    names, had = new.columns(table), set[str]()
    with suppress(sqlite3.Error, UnicodeEncodeError):
        had = {str(name) for _, name, *_ in damaged.execute(f"PRAGMA table_info({table})")}
    return tuple(name for name in names if name in had) or names


def _readable(
    damaged: sqlite3.Connection, table: str, columns: tuple[str, ...], gaps: dict[str, None]
) -> Iterator[tuple[Any, ...]]:
    """Yield the readable rows: by the keys from the first to the damage, and back from the last; note a gap."""

    def until_damage(words: str, key: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            yield from damaged.execute(words, key)
        except (sqlite3.Error, UnicodeEncodeError):
            gaps[table] = None

    keys = damaged_rows.KEYS[table] if table in _BY_KEY else ("rowid",)
    found: dict[tuple[Any, ...], None] = {}
    for order in ("ASC", "DESC"):
        by = ", ".join(f"{key} {order}" for key in keys)
        found |= dict.fromkeys(until_damage(f"SELECT {', '.join(keys)} FROM {table} ORDER BY {by}"))
    words = f"SELECT {', '.join(columns)} FROM {table} WHERE {' AND '.join(f'{key} IS ?' for key in keys)}"
    for key in found:
        yield from until_damage(words, key)
