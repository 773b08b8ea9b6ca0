"""Rows of the data file that cannot be used: found, copied to a file beside it, and only then removed from it.

A copy is a line of JSON in `damaged-<time>.jsonl`: the table of the file, why the row is no use, and the row. Whose a
name is (`register`) and who is banned (`bans`) is never set aside by a server that starts: without it others could take
the name, or come in. `coinche-server doctor --repair` does that, once its operator wants it.
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
from coinche.server.log import Happening, Log, News

from .data_dir import DataFailed, settle_file, write_private_file
from .database import DataFile, Reader, Value
from .store import owner, unpacked_session

PATTERN = "damaged-*.jsonl"

KEYS: Mapping[str, tuple[str, ...]] = {
    "journal": ("tab", "seq"),
    "sessions": ("id",),
    "counts": ("what",),
    "owners": ("same",),
    "matches": ("match",),
    "records": ("match",),
    "sat": ("match", "who"),
    "played": ("match", "name", "occupant"),
}
"""The columns by which a row of each table is found; `room` has one row, which follows from the matches."""

_OF_A_MATCH = ("records", "sat", "played")
"""They go with their match."""

_TYPES: Mapping[str, type] = {"INTEGER": int, "TEXT": str, "BLOB": bytes}
_LARGEST = 2**45
"""No number that is kept comes near it; sums of such numbers can still be made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedRow:
    """A row of that table that cannot be used."""

    table: str
    values: Mapping[str, Any]
    why: str


# --- which rows are damaged --------------------------------------------------------------------------


def damaged_rows(reader: Reader) -> Iterator[DamagedRow]:
    """Yield the damaged rows without which a server can start. Entries are looked at when their table comes back."""
    for table in ("counts", "sessions", "matches", "sat", "played"):
        yield from damaged_in(reader, table)


def damaged_in(reader: Reader, table: str) -> Iterator[DamagedRow]:
    """Yield the damaged rows of one table of the file."""
    columns = reader.rows(f"PRAGMA table_info({table})")
    names = tuple(name for _, name, *_ in columns)
    for row in reader.raw_rows(f"SELECT {', '.join(names)} FROM {table}"):
        values = dict(zip(names, row, strict=True))
        try:
            for _, name, kind, required, *_ in columns:
                _check_value(name, values[name], kind, required=bool(required))
            _CHECKS.get(table, _no_check)(values)
        except (ValueError, TypeError, msgspec.MsgspecError, zlib.error) as wrong:
            yield DamagedRow(table=table, values=values, why=str(wrong))


def _check_value(name: str, value: Any, kind: str, *, required: bool) -> None:
    if value is None and not required:
        return
    if not isinstance(value, _TYPES[kind]):
        raise ValueError(f"{name} is {type(value).__name__}, and has to be {_TYPES[kind].__name__}")
    if isinstance(value, str):
        value.encode()
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError(f"{name} is {value}")


def _check_session(values: Mapping[str, Any]) -> None:
    session = unpacked_session(values["kept"])
    if session.id != values["id"]:
        raise ValueError("it is the session of another id")
    if session.role is Role.PROVIDER:
        raise ValueError("it is of one who lends bots, and those come anew")
    if not is_line(session.name):
        raise ValueError("it has no name")


def _check_played(values: Mapping[str, Any]) -> None:
    Occupant(values["occupant"])


def _check_owner(values: Mapping[str, Any]) -> None:
    owner(**values)


def _check_record(values: Mapping[str, Any]) -> None:
    zlib.decompress(values["lines"]).decode()


def _no_check(_values: Mapping[str, Any]) -> None:
    """Its types are all that can be wrong."""


_CHECKS: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
    "sessions": _check_session,
    "played": _check_played,
    "owners": _check_owner,
    "records": _check_record,
}


def room_is_wrong(reader: Reader) -> bool:
    """Return whether the total kept for all matches differs from their sum."""
    takes = reader.rows("SELECT COUNT(*), COALESCE(SUM(size), 0) FROM matches")
    return reader.raw_rows("SELECT matches, size FROM room") != takes


# --- set aside ---------------------------------------------------------------------------------------


class DamagedFile:
    """The file to which damaged rows are copied, named after the second of its making.

    Without a directory nothing is copied.
    """

    def __init__(self, directory: Path | None) -> None:
        self.name = f"damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.jsonl"
        self._path = None if directory is None else directory / self.name

    def set_aside(self, file: DataFile, rows: Iterable[DamagedRow]) -> int:
        """Copy the rows, flush the copies to the disk, then remove the rows; return how many. Within a `changing`."""
        found = [row for damaged in rows for row in (damaged, *_with_it(file, damaged))]
        self.copy(found)
        for row in found:
            _remove(file, row)
        return len(found)

    def copy(self, rows: Sequence[DamagedRow]) -> None:
        """Copy the rows and flush the copies to the disk."""
        if rows and self._path is not None:
            append(self._path, map(_line, rows))

    def set_aside_table(self, table: str, why: str, file: DataFile) -> None:
        """Set aside all entries of a table that cannot come back."""
        where, values = _found_by({"tab": table})
        entries = file.raw_rows(f"SELECT tab, seq, entry FROM journal WHERE {where} ORDER BY seq", values)
        found = [dict(zip(("tab", "seq", "entry"), row, strict=True)) for row in entries]
        self.set_aside(file, [DamagedRow(table="journal", values=values, why=why) for values in found])


def _with_it(reader: Reader, row: DamagedRow) -> Iterator[DamagedRow]:
    """Yield the rows of other tables that belong to a damaged match."""
    if row.table != "matches":
        return
    for table in _OF_A_MATCH:
        names = reader.columns(table)
        where, values = _found_by({"match": row.values["match"]})
        for found in reader.raw_rows(f"SELECT {', '.join(names)} FROM {table} WHERE {where}", values):
            values_of = dict(zip(names, found, strict=True))
            yield DamagedRow(table=table, values=values_of, why="the row of its match is damaged")


def _remove(file: DataFile, row: DamagedRow) -> None:
    where, values = _found_by({column: row.values[column] for column in KEYS[row.table]})
    file.do(f"DELETE FROM {row.table} WHERE {where}", values)


def _found_by(key: Mapping[str, Any]) -> tuple[str, list[Value]]:
    """The condition that finds a row, whatever has become of the text in its key."""
    words, values = [], []
    for column, value in key.items():
        raw = value.encode(errors="surrogateescape") if isinstance(value, str) else value
        spoilt = isinstance(value, str) and not _is_text(raw)
        words.append(f"CAST({column} AS BLOB) IS ?" if spoilt else f"{column} IS ?")
        values.append(raw if spoilt else value)
    return " AND ".join(words), values


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def put_right(file: DataFile, say: Log) -> None:
    """Set aside all rows that a server can do without, and have what follows from others be right again."""
    damaged = DamagedFile(file.directory)
    with file.changing():
        found = tuple(damaged_rows(file))
        if found:
            damaged.set_aside(file, found)
        if found or room_is_wrong(file):
            file.do("DELETE FROM room")
            file.do("INSERT INTO room SELECT COUNT(*), COALESCE(SUM(size), 0) FROM matches")
    for table in dict.fromkeys(row.table for row in found):
        whys = [row.why for row in found if row.table == table]
        line = f"damaged rows of {table}, set aside in {damaged.name}: {len(whys)} (the first: {whys[0]})"
        say(News(Happening.SET_ASIDE, line, rows=len(whys), file=damaged.name))


# --- the copies --------------------------------------------------------------------------------------


def _line(row: DamagedRow) -> bytes:
    values = {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.values.items()
    }
    return json.dumps({"table": row.table, "why": row.why, "row": values}).encode() + b"\n"


def append(path: Path, lines: Iterable[bytes]) -> None:
    """Add the lines to that file, for its owner alone; DataFailed where they are not safe on the disk."""
    try:
        with open(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "ab") as copy:
            copy.writelines(lines)
            copy.flush()
            os.fsync(copy.fileno())
        settle_file(path)
    except OSError as wrong:
        raise DataFailed(f"cannot write {path}: {wrong.strerror}") from None


def copies(directory: Path) -> tuple[Path, ...]:
    """All such files there."""
    return tuple(sorted(directory.glob(PATTERN)))


def naming(directory: Path, name: str) -> int:
    """How many copied rows there have that name in them."""
    return sum(_names(line, same_name(name)) for path in copies(directory) for line in _lines(path))


def forget_in_copies(directory: Path, name: str) -> int:
    """Remove the copied rows that have the name in them; how many. DataFailed where that cannot be done."""
    try:
        return sum(_forget_in(path, same_name(name)) for path in copies(directory))
    except OSError as wrong:
        raise DataFailed(f"cannot remove rows from {wrong.filename}: {wrong.strerror}") from None


def _forget_in(path: Path, same: str) -> int:
    lines = _lines(path)
    kept = [line for line in lines if not _names(line, same)]
    if not kept:
        path.unlink()
    elif len(kept) < len(lines):
        write_private_file(path, b"".join(kept))
    return len(lines) - len(kept)


def _lines(path: Path) -> Sequence[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def _names(line: bytes, same: str) -> bool:
    """Return whether the name is anywhere in a copied row, however it is written there."""
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
