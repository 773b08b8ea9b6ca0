"""A copy of all that a server keeps, in one file from which it can be restored, also while it runs.

Knows which files there are, and that the data file has to be copied by SQLite. Refuses to know what is in them.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from coinche.protocol.names import same_name
from coinche.server.archive.summary import Count
from coinche.server.storage.data_dir import LOCK_FILE as LOCK
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DATA_FILE, DataReader, ReadOnlyFile
from coinche.server.storage.quarantine import count_naming, damaged_in
from coinche.server.storage.schema import SET_ASIDE
from coinche.server.storage.serialization import decode_session

from .names import matches_of, tables_of

_NOT_COPIED = (DATA_FILE, f"{DATA_FILE}-wal", f"{DATA_FILE}-shm", LOCK)
"""What is copied by other means, or of no use elsewhere."""


def back_up(directory: Path, path: Path) -> tuple[str, ...]:
    """Put the copy there, for its owner alone, whole or not at all; the names of what is in it.

    DataFailed where that cannot be done, or something is there already.
    """
    if path.exists():
        raise DataFailed(f"{path} is there already; name another file, or remove it")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as aside:  # made with mode 0700
            with closing(ReadOnlyFile(directory)) as reader:
                reader.copy(Path(aside, DATA_FILE))
            log = Path(aside, f"{DATA_FILE}-wal")
            log.write_bytes(b"")  # it takes the place of an older one, which SQLite would play into the restored file
            files = [Path(aside, DATA_FILE), log, *_others(directory)]
            made = Path(aside, "all")
            _pack(files, made)
            os.replace(made, path)
    except OSError as wrong:
        raise DataFailed(f"cannot write {path}: {wrong.strerror or wrong}") from None
    return tuple(file.name for file in files)


def _others(directory: Path) -> Iterator[Path]:
    """The files beside the data: certificate, keys, bans. None that is half written, or from before."""
    for path in sorted(directory.iterdir()):
        passing = path.name.startswith(".") or path.name.endswith(SET_ASIDE)
        if path.is_file() and path.name not in _NOT_COPIED and not passing:
            yield path


def _pack(files: list[Path], path: Path) -> None:
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
        with tarfile.open(fileobj=out, mode="w") as archive:
            for file in files:
                archive.add(file, arcname=file.name, filter=_owners_alone)
        out.flush()
        os.fsync(out.fileno())


def _owners_alone(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Restored by whoever it is, it is his alone."""
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


# --- export ---------------------------------------------------------------------------------------
# Everything that is kept about a name, as plain values.
#
# Knows where a name may stand. Refuses to know who asks: with it goes the address from which somebody came.


_OWNER = "SELECT name, key, token, provider FROM owners WHERE same = ?"
_COLUMNS = ("match", "at", "name", "preset", "target", "deals", "n", "e", "s", "w", "ns", "ew", "private")
_MATCH = f"SELECT {', '.join(_COLUMNS)}, lines FROM matches LEFT JOIN records USING (match) WHERE match = ?"
_SUMS = f"""
    SELECT name, occupant, {", ".join(f"SUM({deed})" for deed in Count)} FROM played WHERE same = ?
    GROUP BY name, occupant ORDER BY name, occupant
"""


def exported(reader: DataReader, name: str) -> dict[str, Any]:
    """What is kept about it, part by part; parts that are empty say that nothing is."""
    same = same_name(name)
    return {
        "name": name,
        "owner": next(_owner(reader, same), None),
        "sessions": list(_sessions(reader, same)),
        "statistics": [
            dict(zip(("name", "occupant", *Count), row, strict=True)) for row in reader.rows(_SUMS, (same,))
        ],
        "matches": [_match(*row) for match in matches_of(reader, name) for row in reader.rows(_MATCH, (match,))],
        "tables": list(tables_of(reader, name)),
        "set_aside": 0 if reader.directory is None else count_naming(reader.directory, name),
    }


def _owner(reader: DataReader, same: str) -> Iterator[dict[str, Any]]:
    for name, key, token, provider in reader.rows(_OWNER, (same,)):
        hashed = None if token is None else token.hex()
        yield {"name": name, "key": key, "token_sha256": hashed, "provider": bool(provider)}


def _sessions(reader: DataReader, same: str) -> Iterator[dict[str, Any]]:
    damaged = {row.values["id"] for row in damaged_in(reader, "sessions")}
    for number, kept in reader.raw_rows("SELECT id, kept FROM sessions ORDER BY id"):
        if number in damaged:
            continue
        session = decode_session(kept)
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
