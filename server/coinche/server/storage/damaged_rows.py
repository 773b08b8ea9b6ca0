"""The quarantine of damaged rows: they are copied to a file beside the data file before they are removed from it.

A copy is a line of JSON in `damaged-<time>.jsonl`: the table of the file, the reason, and the row. A server that starts
quarantines the damaged rows that it can run without. Owners of names (`sessions.name_register`) and bans
(`sessions.bans`) are not among them, since others could then take the name or sign in; only
`coinche-server doctor --repair` quarantines those.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from coinche.protocol.messages import Occupant, Role
from coinche.protocol.names import is_line, same_name
from coinche.server.log import Happening, Log, LogEntry

from .data_dir import DataFailed, settle_file, write_private_file
from .database import DataFile, DataReader, Value, size_of
from .serialization import decode_invitation, decode_owner, decode_session, unpack_record

KEYS: Mapping[str, tuple[str, ...]] = {
    "journal": ("tab", "seq"),
    "sessions": ("id",),
    "counts": ("what",),
    "owners": ("same",),
    "matches": ("match",),
    "records": ("match",),
    "sat": ("match", "who"),
    "played": ("match", "name", "occupant"),
    "pairs": ("match", "same", "occupant", "partner", "other", "other_occupant"),
    "uncounted": ("match",),
    "invitations": ("same",),
    "ladder": ("tab",),
}
"""The key columns of each table except `room`, whose one row is calculated from the matches."""

OF_MATCHES = ("records", "sat", "played", "pairs", "uncounted")
"""The tables whose rows belong to matches."""

_TYPES: Mapping[str, type] = {"INTEGER": int, "TEXT": str, "BLOB": bytes}
_LARGEST = 2**45
"""Larger than any number that is stored, and small enough for sums of such numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedRow:
    """A row that cannot be used, and the reason."""

    table: str
    values: Mapping[str, Any]
    why: str


def damaged_rows(reader: DataReader) -> Iterator[DamagedRow]:
    """Yield the damaged rows that a server can run without; entries are examined when their table comes back."""
    for table in ("counts", "sessions", "invitations", "ladder", "matches", "sat", "played", "pairs"):
        yield from damaged_in(reader, table)


def damaged_in(reader: DataReader, table: str) -> Iterator[DamagedRow]:
    """Yield the damaged rows of one table of the file."""
    columns = reader.rows(f"PRAGMA table_info({table})")
    for values in rows_of(reader, table):
        try:
            for _, name, kind, required, *_ in columns:
                if required or values[name] is not None:
                    _check_value(name, values[name], _TYPES[kind])
            if check := _CHECKS.get(table):
                check(values)
        except (ValueError, TypeError, msgspec.MsgspecError, zlib.error) as wrong:
            yield DamagedRow(table=table, values=values, why=str(wrong))


def _check_value(name: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind):
        raise ValueError(f"{name} is {type(value).__name__}, and has to be {kind.__name__}")
    if isinstance(value, str):
        value.encode()
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError(f"{name} is {value}")


def _check_session(values: Mapping[str, Any]) -> None:
    session = decode_session(values["kept"])
    if session.id != values["id"]:
        raise ValueError("it is the session of another id")
    if session.role is Role.PROVIDER:
        raise ValueError("it is the session of a provider of bots, which is never kept")
    if not is_line(session.name):
        raise ValueError("it has no name")


_CHECKS: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
    "sessions": _check_session,
    "played": lambda values: Occupant(values["occupant"]),
    "pairs": lambda values: (Occupant(values["occupant"]), Occupant(values["other_occupant"])),
    "owners": lambda values: decode_owner(**values),
    "invitations": lambda values: decode_invitation(**values),
    "records": lambda values: unpack_record(values["lines"]),
}
"""Checks of tables beyond the types of their columns; each raises where the row is damaged."""


def room_is_wrong(reader: DataReader) -> bool:
    """Return whether the total kept for all matches differs from their sum."""
    takes = reader.rows("SELECT COUNT(*), COALESCE(SUM(size), 0) FROM matches")
    return reader.raw_rows("SELECT matches, size FROM room") != takes


class Quarantine:
    """A file of damaged rows, named after the second in which it was made. Without a directory nothing is copied."""

    def __init__(self, directory: Path | None) -> None:
        self.name = f"damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.jsonl"
        self._path = None if directory is None else directory / self.name
        self._copied: set[str] = set()
        """The tables whose entries are copied."""

    def move(self, file: DataFile, rows: Iterable[DamagedRow]) -> None:
        """Copy the rows, flush the copies to the disk, then remove the rows. The caller opens a transaction."""
        found = [row for damaged in rows for row in (damaged, *_dependents(file, damaged))]
        self.copy(found)
        for row in found:
            where, values = _condition({column: row.values[column] for column in KEYS[row.table]})
            file.execute(f"DELETE FROM {row.table} WHERE {where}", values)

    def move_table(self, table: str, why: str, file: DataFile) -> None:
        """Move all entries of a table that cannot be replayed. If the job is done again, it copies no entry twice."""
        where, key = _condition({"tab": table})
        if table not in self._copied:
            found = rows_of(file, "journal", f"{where} ORDER BY seq", key)
            self.copy([DamagedRow(table="journal", values=values, why=why) for values in found])
            self._copied.add(table)
        file.execute(f"DELETE FROM journal WHERE {where}", key)

    def copy(self, rows: Sequence[DamagedRow]) -> None:
        """Copy the rows to a file that only its owner can read; DataFailed if the copies are not on the disk."""
        if not rows or self._path is None:
            return
        before = size_of(self._path)
        try:
            with open(os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "ab") as copy:
                copy.writelines(map(_line, rows))
                copy.flush()
                os.fsync(copy.fileno())
            settle_file(self._path)
        except OSError as wrong:
            with suppress(OSError):
                os.truncate(self._path, before)  # otherwise each new try would leave a part on a full disk
            raise DataFailed(f"cannot write {self._path}: {wrong.strerror}") from None


def _dependents(reader: DataReader, row: DamagedRow) -> Iterator[DamagedRow]:
    """Yield the rows of other tables that belong to a damaged match."""
    for table in OF_MATCHES if row.table == "matches" else ():
        for values in rows_of(reader, table, *_condition({"match": row.values["match"]})):
            yield DamagedRow(table=table, values=values, why="the row of its match is damaged")


def rows_of(
    reader: DataReader, table: str, where: str = "TRUE", values: Sequence[Value] = ()
) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a table of the file, by the names of its columns, even where their text is damaged."""
    names = reader.columns(table)
    found = reader.raw_rows(f"SELECT {', '.join(names)} FROM {table} WHERE {where}", values) if names else ()
    for row in found:  # a file of an earlier version has not every table
        yield dict(zip(names, row, strict=True))


def _condition(key: Mapping[str, Any]) -> tuple[str, list[Value]]:
    """The SQL condition that finds a row by its key, even where text in the key is damaged, and its values."""
    words, values = [], []
    for column, value in key.items():
        raw = value.encode(errors="surrogateescape") if isinstance(value, str) else value
        damaged = isinstance(value, str) and raw.decode(errors="replace") != value
        words.append(f"CAST({column} AS BLOB) IS ?" if damaged else f"{column} IS ?")
        values.append(raw if damaged else value)
    return " AND ".join(words), values


def repair(file: DataFile, say: Log) -> None:
    """Quarantine all damaged rows that a server can run without, and correct `room`, which is calculated."""
    quarantine = Quarantine(file.directory)
    with file.transaction():
        found = tuple(damaged_rows(file))
        quarantine.move(file, found)
        if found or room_is_wrong(file):
            file.execute("DELETE FROM room")
            file.execute("INSERT INTO room SELECT COUNT(*), COALESCE(SUM(size), 0) FROM matches")
    for table in dict.fromkeys(row.table for row in found):
        whys = [row.why for row in found if row.table == table]
        line = f"damaged rows of {table}, set aside in {quarantine.name}: {len(whys)} (the first: {whys[0]})"
        say(LogEntry(Happening.SET_ASIDE, line, rows=len(whys), file=quarantine.name))


def _line(row: DamagedRow) -> bytes:
    values = {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.values.items()
    }
    return json.dumps({"table": row.table, "why": row.why, "row": values}).encode() + b"\n"


def quarantine_files(directory: Path) -> tuple[Path, ...]:
    """The quarantine files in that directory."""
    return tuple(sorted(directory.glob("damaged-*.jsonl")))


def count_naming(directory: Path, name: str) -> int:
    """Count the quarantined rows that contain that name."""
    files = quarantine_files(directory)
    return sum(_contains(line, same_name(name)) for path in files for line in path.read_bytes().splitlines())


def remove_naming(directory: Path, name: str) -> int:
    """Remove the quarantined rows that contain that name; return how many. DataFailed where that fails."""
    try:
        return sum(_remove_in(path, same_name(name)) for path in quarantine_files(directory))
    except OSError as wrong:
        raise DataFailed(f"cannot remove rows from {wrong.filename}: {wrong.strerror}") from None


def _remove_in(path: Path, same: str) -> int:
    lines = path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if not _contains(line, same)]
    if not kept:
        path.unlink()
    elif len(kept) < len(lines):
        write_private_file(path, b"".join(kept))
    return len(lines) - len(kept)


def _contains(line: bytes, same: str) -> bool:
    """Return whether a quarantined row contains the name, however it is written."""
    try:
        row: Mapping[str, Any] = json.loads(line)["row"]
        texts = [_text(value) for value in row.values()]
    except (ValueError, TypeError, KeyError, AttributeError):
        texts = [line.decode(errors="replace")]
    return any(same in same_name(text) for text in texts)


def _text(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    raw = base64.b64decode(value["base64"])
    with suppress(zlib.error):
        raw += zlib.decompressobj().decompress(raw)  # of a record
    return raw.decode(errors="replace")
