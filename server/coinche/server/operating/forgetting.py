"""A name taken out of the matches that are kept, as if nobody in particular had sat there.

Knows records and rows. A record in which a name was changed is none that the server has signed: it becomes one of the
form that nobody signs. Refuses to know who may want that.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from coinche.engine.record import ActionLine, DealLine, Entry, EventLine, Record, RecordError
from coinche.engine.record_lines import read, write
from coinche.protocol.names import same_name
from coinche.server.named import matches_of, tables_of
from coinche.server.storage.damaged import forget_in_copies
from coinche.server.storage.database import DATA_FILE, Aside, DataFile, Erasure, Reader, Thread, found
from coinche.server.storage.journal import Writer
from coinche.server.storage.schema import SET_ASIDE

SOMEBODY = "somebody"
"""Who has sat there instead."""
AT_ONCE = 50
"""Matches that are written together: more would keep the tables waiting."""

_MATCH = "SELECT match, n, e, s, w, lines FROM matches LEFT JOIN records USING (match) WHERE match = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Erased:
    """A match without the name. Its record is None where that did not name it, and empty where it cannot be read."""

    match: int
    seats: tuple[str, ...]
    record: bytes | None


class Forgetting:
    """Takes names out of one file. What takes a while is done aside."""

    def __init__(self, reader: Reader, writer: Writer, aside: Aside | None = None) -> None:
        self._reader = reader
        self._writer = writer
        self._aside = aside or Thread()

    async def forget(self, name: str, who: str | None) -> int:
        """Have the name taken out of all matches, and who had it; of how many."""
        matches = await found(self._aside, lambda: matches_of(self._reader, name))
        for first in range(0, len(matches), AT_ONCE):
            some = matches[first : first + AT_ONCE]
            erased = await found(self._aside, partial(_erased, self._reader, some, same_name(name)))
            self._writer.do(partial(_write, erased, same_name(name)))
        if who is not None:
            self._writer.do(partial(_leave, who))
        return len(matches)

    async def forget_copies(self, name: str) -> int:
        """Have rows that were set aside go where the name is in them; how many."""
        directory = self._reader.directory
        return 0 if directory is None else await found(self._aside, partial(forget_in_copies, directory, name))

    def left_alone(self) -> tuple[str, ...]:
        """Whole files from before a repair or of an earlier version, in which the name may stand."""
        directory = self._reader.directory
        found = (
            [] if directory is None else [*directory.glob(f"{DATA_FILE}.damaged-*"), *directory.glob(f"*{SET_ASIDE}")]
        )
        return tuple(sorted(path.name for path in found))

    async def erase_removed(self) -> Erasure:
        """Have nothing that was removed from the file stand anywhere any more; whether that was done."""
        return await self._writer.erase_removed()

    async def known_to(self, name: str) -> tuple[str, ...]:
        """The tables that go on and know the name."""
        return await found(self._aside, lambda: tables_of(self._reader, name))


def _erased(reader: Reader, matches: tuple[int, ...], same: str) -> list[_Erased]:
    rows = (row for match in matches for row in reader.rows(_MATCH, (match,)))
    return [
        _Erased(match=match, seats=tuple(_other(name, same) for name in names), record=_without(lines, same))
        for match, *names, lines in rows
    ]


def _without(lines: bytes | None, same: str) -> bytes | None:
    """The packed record without the name."""
    if lines is None:
        return None
    try:
        record = read(zlib.decompress(lines).decode().split("\n"))
    except (RecordError, zlib.error, UnicodeDecodeError):
        return b""
    if same not in set(map(same_name, _names(record))):
        return None
    seats = {seat: _other(name, same) for seat, name in record.header.seats.items()}
    plain = Record(replace(record.header, seats=seats, provenance=None), tuple(_plain(record)))
    return zlib.compress(write(plain).rstrip("\n").encode())


def _names(record: Record) -> Iterator[str]:
    """Whom the record names."""
    yield from record.header.seats.values()
    for entry in record.entries:
        if isinstance(entry, DealLine) and entry.fairness is not None:
            yield from entry.fairness.names.values()


def _plain(record: Record) -> Iterator[Entry]:
    """What of the record is in one that nobody signs."""
    for entry in record.entries:
        match entry:
            case DealLine():
                yield replace(entry, fairness=None)  # it was shuffled for those names
            case ActionLine() | EventLine():
                yield entry


def _other(name: str, same: str) -> str:
    return SOMEBODY if same_name(name) == same else name


def _write(erased: list[_Erased], same: str, file: DataFile) -> None:
    for match in erased:
        file.do("UPDATE matches SET n = ?, e = ?, s = ?, w = ? WHERE match = ?", (*match.seats, match.match))
        file.do("DELETE FROM played WHERE match = ? AND same = ?", (match.match, same))
        if match.record is not None:
            file.do("UPDATE matches SET size = ? WHERE match = ?", (len(match.record), match.match))
            file.do("UPDATE records SET lines = ? WHERE match = ?", (match.record, match.match))
        if match.record == b"":
            file.do("DELETE FROM records WHERE match = ?", (match.match,))


def _leave(who: str, file: DataFile) -> None:
    file.do("DELETE FROM sat WHERE who = ?", (who,))
