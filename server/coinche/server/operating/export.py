"""Everything that is kept about a name, as plain values.

Knows where a name may stand. Refuses to know who asks: with it goes the address from which somebody came.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from coinche.protocol.names import same_name
from coinche.server.archive.summary import Deed
from coinche.server.named import matches_of, tables_of
from coinche.server.storage.damaged import damaged_in, naming
from coinche.server.storage.database import Reader
from coinche.server.storage.store import unpacked_session

_OWNER = "SELECT name, key, token, provider FROM owners WHERE same = ?"
_COLUMNS = ("match", "at", "name", "preset", "target", "deals", "n", "e", "s", "w", "ns", "ew", "private")
_MATCH = f"SELECT {', '.join(_COLUMNS)}, lines FROM matches LEFT JOIN records USING (match) WHERE match = ?"
_SUMS = f"""
    SELECT name, occupant, {", ".join(f"SUM({deed})" for deed in Deed)} FROM played WHERE same = ?
    GROUP BY name, occupant ORDER BY name, occupant
"""


def exported(reader: Reader, name: str) -> dict[str, Any]:
    """What is kept about it, part by part; parts that are empty say that nothing is."""
    same = same_name(name)
    return {
        "name": name,
        "owner": next(_owner(reader, same), None),
        "sessions": list(_sessions(reader, same)),
        "statistics": [dict(zip(("name", "occupant", *Deed), row, strict=True)) for row in reader.rows(_SUMS, (same,))],
        "matches": [_match(*row) for match in matches_of(reader, name) for row in reader.rows(_MATCH, (match,))],
        "tables": list(tables_of(reader, name)),
        "set_aside": 0 if reader.directory is None else naming(reader.directory, name),
    }


def _owner(reader: Reader, same: str) -> Iterator[dict[str, Any]]:
    for name, key, token, provider in reader.rows(_OWNER, (same,)):
        hashed = None if token is None else token.hex()
        yield {"name": name, "key": key, "token_sha256": hashed, "provider": bool(provider)}


def _sessions(reader: Reader, same: str) -> Iterator[dict[str, Any]]:
    damaged = {row.values["id"] for row in damaged_in(reader, "sessions")}
    for number, kept in reader.raw_rows("SELECT id, kept FROM sessions ORDER BY id"):
        if number in damaged:
            continue
        session = unpacked_session(kept)
        if same_name(session.name) == same:
            yield {
                "id": session.id,
                "who": session.who,
                "name": session.name,
                "role": session.role,
                "program": session.program,
                "origin": session.origin,
                "table": session.table,
            }


def _match(*row: Any) -> dict[str, Any]:
    *values, lines = row
    match: dict[str, Any] = dict(zip(_COLUMNS, values, strict=True))
    return {**match, "private": bool(match["private"]), "record": [] if lines is None else _lines(lines)}


def _lines(packed: bytes) -> list[str]:
    try:
        return zlib.decompress(packed).decode().split("\n")
    except (zlib.error, UnicodeDecodeError):
        return []
