"""Personal data: everything that is kept about a name, to be exported or forgotten.

A name stands in its owner's row, in invitations, in sessions, in matches and their signed records, in statistics, in
results of the ladder, in the entries of tables that go on, and in rows set aside as damaged. To forget it puts
`somebody` into the matches; a record that named it loses the server's signature, since its words have changed, and
stays readable. Entries of a table that goes on cannot be changed, as its match is replayed from them: the operator is
told to forget the name again later.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import MsgspecError

from coinche.engine.record import ActionLine, DealLine, EventLine, Record, RecordError
from coinche.engine.record_lines import read_record, write_record
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.archive.tally import OF_PAIRS, Count
from coinche.server.ladder.results import COLUMNS
from coinche.server.match.entries import DealPlayed, Entry, MatchBegun, Told
from coinche.server.storage.damaged_rows import count_naming, damaged_in, remove_naming
from coinche.server.storage.database import DATA_FILE, DataFile, DataReader, Value, WorkerThread, statement
from coinche.server.storage.schema import SET_ASIDE
from coinche.server.storage.serialization import decode_entry, decode_session, pack_record, unpack_record

SOMEBODY = "somebody"
"""The name in place of one that is forgotten."""

_COLUMNS = ("match", "at", "name", "preset", "target", "deals", "n", "e", "s", "w", "ns", "ew", "private")
_OWNER = "SELECT name, key, token, provider, identity FROM owners WHERE same = ?"
_INVITATIONS = "SELECT name, key, member, at, until, used FROM invitations ORDER BY same"
_LADDER = f"SELECT {COLUMNS} FROM ladder ORDER BY at, tab"
_SESSIONS = "SELECT id, kept FROM sessions ORDER BY id"
_MATCH = f"SELECT {', '.join(_COLUMNS)}, lines FROM matches LEFT JOIN records USING (match) WHERE match = ?"
_NAMES_OF_MATCH = "SELECT match, n, e, s, w, lines FROM matches LEFT JOIN records USING (match) WHERE match = ?"
_SEATED = "SELECT match, n, e, s, w FROM matches ORDER BY match"
_PLAYED = "SELECT match FROM played WHERE same = ?"
_ENTRIES = "SELECT CAST(entry AS BLOB) FROM journal WHERE tab = ?"
_SUMS = f"""
    SELECT name, occupant, {", ".join(f"SUM({count})" for count in Count)} FROM played WHERE same = ?
    GROUP BY name, occupant ORDER BY name, occupant
"""

_PAIRED = ("occupant", "partner", "name", "other_occupant", *OF_PAIRS)
_PAIRS = f"""
    SELECT occupant, partner, MAX(name), other_occupant, {", ".join(f"SUM({count})" for count in OF_PAIRS)}
    FROM pairs WHERE same = ? GROUP BY occupant, partner, other, other_occupant ORDER BY 1, 2, 3, 4
"""


def _matches_of(reader: DataReader, name: str) -> tuple[int, ...]:
    """Return the numbers of the matches in which that name sat at the beginning, or played."""
    same = same_name(name)
    sat = {match for match, *names in reader.rows(_SEATED) if same in map(same_name, names)}
    return tuple(sorted(sat | {match for (match,) in reader.rows(_PLAYED, (same,))}))


def _tables_of(reader: DataReader, name: str) -> tuple[str, ...]:
    """Return the tables that go on whose entries have that name; one table at a time is in memory."""
    tables = [table for (table,) in reader.rows("SELECT DISTINCT tab FROM journal ORDER BY tab")]
    same = same_name(name)
    return tuple(table for table in tables if any(_knows(body, same) for (body,) in reader.rows(_ENTRIES, (table,))))


def _knows(body: bytes, same: str) -> bool:
    """Return whether an entry has the name; in a damaged one all text is searched."""
    try:
        return same in map(same_name, _names_of(decode_entry(body)))
    except (ValueError, LookupError, TypeError, MsgspecError):
        return same in same_name(body.decode(errors="replace"))


def _names_of(entry: Entry) -> Iterator[str]:
    match entry:
        case MatchBegun():
            yield from (name for _, name in entry.names)
        case DealPlayed():
            yield from (holder.name for holder in entry.holders)
        case Told():
            yield getattr(entry.event, "name", "")


def export(reader: DataReader, name: str) -> dict[str, Any]:
    """Return everything that is kept about a name as plain values, each part empty where nothing is kept."""
    same = same_name(name)
    sums = reader.rows(_SUMS, (same,))
    return {
        "name": name,
        "owner": next((_owner(*row) for row in reader.rows(_OWNER, (same,))), None),
        "invitations": list(_invitations(reader, same)),
        "sessions": list(_sessions(reader, same)),
        "statistics": [dict(zip(("name", "occupant", *Count), row, strict=True)) for row in sums],
        "pairs": [dict(zip(_PAIRED, row, strict=True)) for row in reader.rows(_PAIRS, (same,))],
        "matches": [_match(*row) for match in _matches_of(reader, name) for row in reader.rows(_MATCH, (match,))],
        "tables": list(_tables_of(reader, name)),
        "ladder": list(_ladder(reader, same)),
        "set_aside": 0 if reader.directory is None else count_naming(reader.directory, name),
    }


def _ladder(reader: DataReader, same: str) -> Iterator[dict[str, Any]]:
    """Yield the results of the name's tables of the ladder."""
    for row in reader.rows(_LADDER):
        found = dict(zip(COLUMNS.split(", "), row, strict=True))
        if same in (same_name(found["ns"]), same_name(found["ew"])):
            yield found


def _owner(name: str, key: str | None, token: bytes | None, provider: int, identity: str | None) -> dict[str, Any]:
    hashed = None if token is None else token.hex()
    return {"name": name, "key": key, "token_sha256": hashed, "provider": bool(provider), "identity": identity}


def _invitations(reader: DataReader, same: str) -> Iterator[dict[str, Any]]:
    """Yield the invitations to the name, and those that its owner has made for others."""
    for name, key, member, at, until, used in reader.rows(_INVITATIONS):
        if same in map(same_name, (name, member or "")):
            sha256, was = key.hex(), bool(used)
            yield {"name": name, "sha256": sha256, "member": member, "at": at, "until": until, "used": was}


def _sessions(reader: DataReader, same: str) -> Iterator[dict[str, Any]]:
    damaged = {row.values["id"] for row in damaged_in(reader, "sessions")}
    for number, kept in reader.raw_rows(_SESSIONS):
        if number not in damaged and same_name((session := decode_session(kept)).name) == same:
            fields = ("id", "who", "name", "role", "program", "origin", "table")
            yield {field: getattr(session, field) for field in fields}


def _match(*row: Any) -> dict[str, Any]:
    *values, packed = row
    match: dict[str, Any] = dict(zip(_COLUMNS, values, strict=True))
    lines: tuple[str, ...] = ()
    with suppress(zlib.error, UnicodeDecodeError):
        lines = () if packed is None else unpack_record(packed)
    return {**match, "private": bool(match["private"]), "record": lines}


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """Places where a name stood: so many matches and set-aside rows; the tables that go on, where it still stands."""

    matches: int
    copies: int
    tables: tuple[str, ...]
    old_files: tuple[str, ...]
    """Whole files from before a repair or of an earlier version, in which the name may stand."""


async def forget(archive: Archive, worker: WorkerThread, name: str, identities: Iterable[str]) -> Forgotten:
    """Take the name out of all matches and set-aside rows, and the identities out of the seats.

    Reading and rewriting records is work for the thread.
    """
    reader, writer = archive.reader, archive.writer
    matches = await worker.run(partial(_matches_of, reader, name))
    for first in range(0, len(matches), limits.FORGOTTEN_AT_ONCE):
        some = matches[first : first + limits.FORGOTTEN_AT_ONCE]
        writer.write(partial(_execute, await worker.run(partial(_anonymizing, reader, some, same_name(name)))))
    for identity in identities:
        writer.write(statement("DELETE FROM sat WHERE who = ?", identity))
    copies, old = 0, list[Path]()
    if (directory := reader.directory) is not None:
        copies = await worker.run(partial(remove_naming, directory, name))
        old = sorted((*directory.glob(f"{DATA_FILE}.damaged-*"), *directory.glob(f"*{SET_ASIDE}")))
    tables, files = await worker.run(partial(_tables_of, reader, name)), tuple(path.name for path in old)
    return Forgotten(matches=len(matches), copies=copies, tables=tables, old_files=files)


_Statement = tuple[str, tuple[Value, ...]]


def _anonymizing(reader: DataReader, matches: tuple[int, ...], same: str) -> list[_Statement]:
    """Return the statements that take the name out of those matches."""
    statements: list[_Statement] = []
    rows = (row for number in matches for row in reader.rows(_NAMES_OF_MATCH, (number,)))
    for match, *names, lines in rows:
        seats = (_other(name, same) for name in names)
        statements.append(("UPDATE matches SET n = ?, e = ?, s = ?, w = ? WHERE match = ?", (*seats, match)))
        statements.append(("DELETE FROM played WHERE match = ? AND same = ?", (match, same)))
        statements.append(("DELETE FROM pairs WHERE match = ? AND (same = ? OR other = ?)", (match, same, same)))
        if (record := _without(lines, same)) is not None:
            statements.append(("UPDATE matches SET size = ? WHERE match = ?", (len(record), match)))
            statements.append(("UPDATE records SET lines = ? WHERE match = ?", (record, match)))
        if record == b"":
            statements.append(("DELETE FROM records WHERE match = ?", (match,)))
    return statements


def _execute(statements: list[_Statement], file: DataFile) -> None:
    for words, values in statements:
        file.execute(words, values)


def _without(lines: bytes | None, same: str) -> bytes | None:
    """Return the packed record without name and signature: None where it had not the name, empty if unreadable."""
    if lines is None:
        return None
    try:
        record = read_record(unpack_record(lines))
    except (RecordError, zlib.error, UnicodeDecodeError):
        return b""
    if same not in set(map(same_name, _names(record))):
        return None
    seats = {seat: _other(name, same) for seat, name in record.header.seats.items()}
    # a deal was shuffled for those names, and the lines of the signature are of those words
    kept = (entry for entry in record.entries if isinstance(entry, DealLine | ActionLine | EventLine))
    entries = tuple(replace(entry, fairness=None) if isinstance(entry, DealLine) else entry for entry in kept)
    unsigned = Record(replace(record.header, seats=seats, provenance=None), entries)
    return pack_record(write_record(unsigned).rstrip("\n").split("\n"))


def _names(record: Record) -> Iterator[str]:
    yield from record.header.seats.values()
    for entry in record.entries:
        if isinstance(entry, DealLine) and entry.fairness is not None:
            yield from entry.fairness.names.values()


def _other(name: str, same: str) -> str:
    return SOMEBODY if same_name(name) == same else name
