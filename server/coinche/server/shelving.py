"""A match that is over, put among those that are kept, where there may be room for it only once others have gone.

Knows how it is bound, which takes a while, and rows, which take none. Refuses to know who reads them (`archive`).
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from dataclasses import dataclass

from coinche.engine.seats import Seat, Team
from coinche.protocol.names import same_name

from . import limits
from .chronicle import Chronicle
from .storage.data_dir import DataFailed
from .storage.database import DataFile, Value
from .tallies import Deed

_ROOM = "SELECT matches, size FROM room"
_NEXT_TO_GO = "DELETE FROM matches WHERE match = (SELECT match FROM matches ORDER BY people, match LIMIT 1)"
"""The oldest, and first of all those in which only programs played."""


class TooLong(DataFailed):
    """A match cannot be kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """A match as rows: that of itself, those of who knows of it and who played it; and its record, packed."""

    row: dict[str, Value]
    lines: bytes
    sat: tuple[str, ...]
    players: tuple[tuple[Value, ...], ...]


def bound(match: Chronicle, unique: str | None = None) -> Volume:
    """The match ready to be kept; by its `unique` id it is known should it come again. TooLong if it is."""
    text = "\n".join(match.lines).encode()
    if len(text) > limits.RECORD:
        raise TooLong(f"its record has {len(text)} bytes, and {limits.RECORD} are kept at most")
    lines = zlib.compress(text)
    return Volume(
        row=_row(match, unique, len(lines)),
        lines=lines,
        sat=match.sat if match.private else (),
        players=tuple(
            (same_name(player.name), player.name, player.occupant, *(getattr(player, deed) for deed in Deed))
            for player in match.players
        ),
    )


def _row(match: Chronicle, unique: str | None, size: int) -> dict[str, Value]:
    return {
        "id": unique,
        "at": match.at_ms,
        "name": match.table,
        "preset": match.preset,
        "target": match.target,
        "deals": match.deals,
        **{seat.lower(): match.names[seat] for seat in Seat},
        **{team.lower(): match.score[team] for team in Team},
        "private": match.private,
        "people": match.people,
        "size": size,
    }


def shelve(volume: Volume, file: DataFile, *, room: int | None = None) -> None:
    """Keep it, unless it is there already. Others may have to go for it where records have no more room than that."""
    columns, values = ", ".join(volume.row), tuple(volume.row.values())
    new = file.do(f"INSERT OR IGNORE INTO matches ({columns}) VALUES ({_places(values)})", values)
    if new:
        ((number,),) = file.rows("SELECT last_insert_rowid()")
        file.do("INSERT INTO records VALUES (?, ?)", (number, volume.lines))
        for who in volume.sat:
            file.do("INSERT OR IGNORE INTO sat VALUES (?, ?)", (number, who))
        for player in volume.players:
            file.do(f"INSERT OR IGNORE INTO played VALUES (?, {_places(player)})", (number, *player))
        _make_room(file, limits.ARCHIVE if room is None else room)


def _make_room(file: DataFile, room: int) -> None:
    while True:
        ((matches, size),) = file.rows(_ROOM)
        if matches <= limits.MATCHES and size <= room:
            return
        file.do(_NEXT_TO_GO)


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
