"""The matches that are over: what is kept of each, who may read it, and what they all come to.

Knows rows and bounds. Refuses to know how a match is told (`chronicle`) and kept (`shelving`), who asks, and in which
thread (`archivist`).
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self

from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo, Occupant, PlayerStatistics
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile, Value
from coinche.server.storage.journal import AtOnce, Writer

from .summary import Chronicle, Deed

_OPEN_TO = "(NOT private OR EXISTS (SELECT 1 FROM sat WHERE sat.match = matches.match AND who = ?))"
"""The matches that somebody may know of."""

_SUMS = f"""
    SELECT played.name, occupant, {", ".join(f"SUM(played.{deed}) AS {deed}" for deed in Deed)}, MAX(played.match)
    FROM played JOIN matches USING (match) WHERE {_OPEN_TO} {{which}}
    GROUP BY same, occupant ORDER BY {Deed.MATCHES} DESC, {Deed.DEALS} DESC, same, occupant LIMIT ?
"""
"""What players have done, under the name as it was written last."""


class ArchiveFailed(DataFailed):
    """What is kept cannot be read."""


class Archive:
    """The matches that are kept. Whatever it is asked, it raises DataFailed where the file cannot be used.

    It may be asked from any thread, one question at a time. Records have so much `room`, in bytes, None as usual.
    """

    room: int | None = None

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None) -> None:
        """Those of that file, which its writer writes, or nobody else; without one they go with the archive.

        The archive owns the connections that it opens itself: it is used in a `with`, which closes them.
        """
        with ExitStack() as opened:
            used = opened.enter_context(closing(DataFile())) if file is None else file
            self.writer = writer or AtOnce(used)
            self.reader = opened.enter_context(closing(used.reader()))
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def keep(self, match: Volume) -> None:
        """Have the match kept."""
        self.writer.do(partial(shelve, match, room=self.room))

    def matches(self, who: str, before: int | None = None) -> tuple[tuple[MatchInfo, ...], bool]:
        """The newest that he may know of, before that number if one is given; and whether there are older ones."""
        columns = "match, at, name, preset, target, deals, n, e, s, w, ns, ew"
        found = self.reader.rows(
            f"SELECT {columns} FROM matches WHERE {_OPEN_TO} AND (? IS NULL OR match < ?) ORDER BY match DESC LIMIT ?",
            (who, before, before, limits.MATCHES_LISTED + 1),
        )
        return tuple(map(_info, found[: limits.MATCHES_LISTED])), len(found) > limits.MATCHES_LISTED

    def record(self, who: str, match: int) -> tuple[str, ...] | None:
        """The lines of the match's record; None where there is none that he may know of."""
        found = self.reader.rows(
            f"SELECT lines FROM records JOIN matches USING (match) WHERE match = ? AND {_OPEN_TO}", (match, who)
        )
        if not found:
            return None
        try:
            return tuple(zlib.decompress(found[0][0]).decode().split("\n"))
        except (zlib.error, UnicodeDecodeError) as wrong:
            raise ArchiveFailed(f"match {match} of {self.reader.called} is damaged: {wrong}") from None

    def statistics(self, who: str, name: str, occupant: Occupant) -> tuple[PlayerStatistics, ...]:
        """What the matches come to that he may know of: who has played most, and the player of that name himself."""
        most = self._sums("", (who, limits.PLAYERS_LISTED))
        himself = self._sums("AND same = ? AND occupant = ?", (who, same_name(name), occupant, 1))
        others = [player for player in most if player not in himself]
        return tuple(most) if len(others) < len(most) else (*most[: limits.PLAYERS_LISTED - len(himself)], *himself)

    def _sums(self, which: str, values: Sequence[str | int]) -> list[PlayerStatistics]:
        return [_player(row) for row in self.reader.rows(_SUMS.format(which=which), values)]


def _info(row: tuple[Any, ...]) -> MatchInfo:
    match, at, name, preset, target, deals, *rest = row
    return MatchInfo(
        match=match,
        at=at,
        table=name,
        preset=preset,
        target=target,
        deals=deals,
        seats=dict(zip(Seat, rest[:4], strict=True)),
        score=dict(zip(Team, rest[4:], strict=True)),
    )


def _player(row: tuple[Any, ...]) -> PlayerStatistics:
    name, occupant, *counts, _newest = row
    deeds = {deed.value: count for deed, count in zip(Deed, counts, strict=True)}
    return PlayerStatistics(name=name, occupant=Occupant(occupant), **deeds)


# --- shelving -------------------------------------------------------------------------------------
# A match that is over, put among those that are kept, where there may be room for it only once others have gone.
#
# Knows how it is bound, which takes a while, and rows, which take none. Refuses to know who reads them (`archive`).


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
