"""Check and repair of a server's data directory.

A check yields findings: what is wrong, what can be done, and a function that does it, where that needs no decision of
the operator's. It only reads, also beside a server that runs; repairs need the lock. The checks go from the outside in,
files, keys, pages, rows, tables, and each trusts what has passed those before.

Nothing is ever thrown away. Damaged rows and tables go to a quarantine file. A data file whose pages are damaged is
written anew (`damaged_file`) and stays beside the new one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from coinche.server import limits
from coinche.server.archive.record import kept_record_key
from coinche.server.match.entries import TableOpened
from coinche.server.match.replay import MatchReplay
from coinche.server.sessions.bans import BANS_FILE, Bans, BansDamaged, BansFailed
from coinche.server.storage import damaged_rows
from coinche.server.storage.damaged_file import write_anew
from coinche.server.storage.damaged_rows import DamagedRow, Quarantine
from coinche.server.storage.data_dir import DataFailed, UnusableKey, others_may_read
from coinche.server.storage.database import DATA_FILE, KEYS, DataFile, Erasure, ReadOnlyFile, has_room, size_of
from coinche.server.storage.schema import SET_ASIDE, OtherVersion
from coinche.server.storage.serialization import decode_entry
from coinche.server.time_and_entropy import Entropy
from coinche.server.transport.tls import kept_certificate

_WORTH_IT = 1024 * 1024  # unused bytes of the data file that are worth making it smaller
OLDEST = 2  # the oldest version of the data file with the tables of today's
_RESTORE = "has to be restored from a backup; see 'A copy of everything' in docs/running-a-server.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that is wrong, and what can be done about it: by a `repair`, or else by the operator."""

    wrong: str
    remedy: str
    repair: Callable[[], str | None] | None = None
    """Applies the remedy; returns the outcome where that is not what the remedy says."""


def facts(directory: Path) -> Iterator[str]:
    """Yield lines that describe the files there."""
    path = directory / DATA_FILE
    size, log, free = size_of(path), size_of(directory / f"{DATA_FILE}-wal"), shutil.disk_usage(directory).free
    yield f"{path}: {_sized(size)}, and {_sized(log)} in its log; {_sized(free)} free on the disk"
    for left in (*damaged_rows.quarantine_files(directory), *sorted(directory.glob("*.damaged*"))):
        yield f"{left.name}: set aside because it was damaged; remove it when you no longer need it"
    for left in sorted(directory.glob(f"*{SET_ASIDE}")):
        yield f"{left.name}: left from an earlier version; remove it when you no longer need it"


def findings(directory: Path) -> Iterator[Finding]:
    """Yield everything that is wrong there."""
    yield from _of_files(directory)
    yield from _of_keys(directory)
    yield from _of_bans(directory)
    yield from _of_data(directory)


def _of_files(directory: Path) -> Iterator[Finding]:
    for path in sorted(directory.iterdir()):
        if path.is_file() and path.name in (*KEYS, DATA_FILE, BANS_FILE) and others_may_read(path):
            what = f"{path.name} can be read by others on this machine"
            yield Finding(wrong=what, remedy="make it readable by its owner alone", repair=partial(path.chmod, 0o600))
        if path.is_file() and path.name.startswith(tuple(f".{name}." for name in (*KEYS, BANS_FILE))):
            what = f"{path.name} was left half written by a server that was killed"
            yield Finding(wrong=what, remedy="remove it", repair=path.unlink)


def _of_keys(directory: Path) -> Iterator[Finding]:
    readers: tuple[Callable[[], str], ...] = (
        lambda: f"clients know it by {kept_certificate(directory).fingerprint} now",
        lambda: f"its records are signed by {kept_record_key(directory, Entropy()).signer.hex()} now",
    )
    for name, read in zip(KEYS, readers, strict=True):
        path = directory / name
        if not path.exists():
            what = f"{name} is missing"
            yield Finding(wrong=what, remedy=_MISSING_KEY[name], repair=read)
        elif not others_may_read(path):
            try:
                read()
            except UnusableKey as wrong:
                yield Finding(wrong=str(wrong), remedy=f"it {_RESTORE}; or move it away: --repair makes a new one then")


_MISSING_KEY = {
    KEYS[0]: "make a new one, with which clients that know the server refuse it as another one until their players say "
    "otherwise; better restore it from a backup: tar -xf FILE server.pem",
    KEYS[1]: "make a new one, which nobody knows: older records were signed with another; better restore it from a "
    "backup: tar -xf FILE record-key.pem",
}


def _of_bans(directory: Path) -> Iterator[Finding]:
    try:
        Bans(directory)
    except BansDamaged as wrong:
        remedy = f"move it to {BANS_FILE}.damaged, which lifts all bans; look into it, and ban anew"
        path = directory / BANS_FILE
        yield Finding(wrong=str(wrong), remedy=remedy, repair=lambda: os.replace(path, f"{path}.damaged"))
    except BansFailed as wrong:
        yield Finding(wrong=str(wrong), remedy=f"make it a file that the server's user can read; or it {_RESTORE}")


def _of_data(directory: Path) -> Iterator[Finding]:
    anew = partial(write_anew, directory)
    if size_of(directory / DATA_FILE) == 0:
        remedy = "begin a new one, in which no name belongs to anybody and no table goes on; better restore a backup"
        yield Finding(wrong=f"{DATA_FILE} is missing or empty", remedy=remedy, repair=anew)
        return
    try:
        with closing(ReadOnlyFile(directory, oldest=OLDEST)) as reader:
            if sick := _damage(reader):
                yield Finding(wrong=sick, remedy=_UNREADABLE, repair=anew)
                return
            for check in (_of_rows, _of_tables, _of_size):
                yield from check(directory, reader)
    except OtherVersion as wrong:
        yield Finding(wrong=str(wrong), remedy="nothing is touched")
    except DataFailed as wrong:
        yield Finding(wrong=str(wrong), remedy=_UNREADABLE, repair=anew)


_UNREADABLE = (
    "write a new file with all rows that can still be read, and keep the old one beside it; better restore a backup"
)


def _damage(reader: ReadOnlyFile) -> str | None:
    """Describe the damage to the pages of the file; None if they are sound."""
    if missing := reader.missing_parts():
        return f"{DATA_FILE} lacks {', '.join(missing)}"
    said = [line for (line,) in reader.raw_rows("PRAGMA integrity_check(3)")]
    return None if said == ["ok"] else f"{DATA_FILE} is damaged: {'; '.join(said).replace(chr(10), ' ')}"


def _of_rows(directory: Path, reader: ReadOnlyFile) -> Iterator[Finding]:
    rows = tuple(_damaged_rows(reader))
    for table in dict.fromkeys(row.table for row in rows):
        mine = [row for row in rows if row.table == table]
        remedy = "set them aside" + ("; their names are free for whoever comes first then" if table == "owners" else "")
        what = f"damaged rows of {table}: {len(mine)} (the first: {mine[0].why})"
        yield Finding(wrong=what, remedy=remedy, repair=partial(_set_aside, directory, table))
    if damaged_rows.room_is_wrong(reader):
        what = "the size of the kept matches is counted wrong"
        yield Finding(wrong=what, remedy="count it anew", repair=partial(_count_anew, directory))


def _damaged_rows(reader: DataFile | ReadOnlyFile) -> Iterator[DamagedRow]:
    yield from damaged_rows.damaged_rows(reader)
    for table in ("owners", "records"):
        yield from damaged_rows.damaged_in(reader, table)
    for table in damaged_rows.OF_MATCHES:
        for values in damaged_rows.rows_of(reader, table, "match NOT IN (SELECT match FROM matches)", ()):
            yield DamagedRow(table=table, values=values, why="its match is not kept")


def _set_aside(directory: Path, table: str) -> str:
    damaged = Quarantine(directory)
    with closing(DataFile(directory)) as file, file.transaction():
        # looked for again: some have gone with the rows of another table
        rows = [row for row in _damaged_rows(file) if row.table == table]
        damaged.move(file, rows)
    return f"they are in {damaged.name} now" if rows else "they have gone with those of their matches"


def _count_anew(directory: Path) -> str:
    with closing(DataFile(directory)) as file:
        damaged_rows.repair(file, lambda line: None)
    return "counted anew"


def _of_tables(directory: Path, reader: ReadOnlyFile) -> Iterator[Finding]:
    rows = reader.raw_rows("SELECT tab, seq, entry FROM journal ORDER BY tab, seq")
    for table, each in groupby(rows, key=itemgetter(0)):
        why = _why_not(list(each))
        if why is not None:
            repair = partial(_set_table_aside, directory, table, why)
            yield Finding(wrong=f"the table {table!r} cannot come back: {why}", remedy="set it aside", repair=repair)


def _why_not(rows: list[tuple[str, int, bytes]]) -> str | None:
    """Return why a table cannot come back, as far as a replay of its match shows; None if it can."""
    if not _is_whole(rows):
        return "some of its entries are missing or damaged"
    replay = MatchReplay()
    try:
        entries = [decode_entry(entry) for _, _, entry in rows]
        for entry in entries:
            replay.take(entry)
    except Exception as wrong:  # damaged entries fail anywhere in the engine
        return f"its entries do not play: {type(wrong).__name__}"
    return None if isinstance(entries[0], TableOpened) else "its beginning is missing"


def _is_whole(rows: list[tuple[Any, ...]]) -> bool:
    tables, numbers, entries = zip(*rows, strict=True)
    named = isinstance(tables[0], str) and tables[0].isascii() and tables[0] != ""
    return named and numbers == tuple(range(1, len(rows) + 1)) and all(isinstance(entry, bytes) for entry in entries)


def _set_table_aside(directory: Path, table: str, why: str) -> str:
    damaged = Quarantine(directory)
    with closing(DataFile(directory)) as file, file.transaction():
        damaged.move_table(table, why, file)
    return f"its entries are in {damaged.name} now"


def _of_size(directory: Path, reader: ReadOnlyFile) -> Iterator[Finding]:
    sizes = [reader.rows(f"PRAGMA {pragma}")[0][0] for pragma in ("page_size", "freelist_count", "page_count")]
    unused, size = sizes[0] * sizes[1], sizes[0] * sizes[2]
    if not has_room(directory, 2 * size):
        need = _sized(2 * size + limits.ROOM_LEFT)
        yield Finding(wrong="the disk is nearly full", remedy=f"make room: to work on the file takes {need}")
    elif unused >= _WORTH_IT:
        what = f"{_sized(unused)} of {DATA_FILE} are not used"
        yield Finding(wrong=what, remedy="make the file smaller", repair=partial(_shrink, directory))


def _shrink(directory: Path) -> str:
    os.environ["SQLITE_TMPDIR"] = str(directory)  # on the disk that has been looked at
    with closing(DataFile(directory)) as file:
        done = file.erase_removed()
    if done is not Erasure.DONE:
        raise DataFailed(f"{DATA_FILE} is as big as before: {done}")
    return f"it has {_sized(size_of(directory / DATA_FILE))} now"


def _sized(size: int) -> str:
    return f"{size / 2**20:.1f} MB"
