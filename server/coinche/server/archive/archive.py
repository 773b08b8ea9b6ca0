"""The rows of archived matches: inserted, removed when there is no more room, and read by those who may see them."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo, Occupant, PlayerStatistics
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile, ImmediateWriter, Value, Writer

from .record import MatchSummary, unpack_record
from .statistics import Count

_OPEN_TO = "(NOT private OR EXISTS (SELECT 1 FROM sat WHERE sat.match = matches.match AND who = ?))"
"""The condition for matches that a client may see."""

_SUMS = f"""
    SELECT played.name, occupant, {", ".join(f"SUM(played.{count}) AS {count}" for count in Count)}, MAX(played.match)
    FROM played JOIN matches USING (match) WHERE {_OPEN_TO} {{which}}
    GROUP BY same, occupant ORDER BY {Count.MATCHES} DESC, {Count.DEALS} DESC, same, occupant LIMIT ?
"""
"""The sums of each player's counts, under the name as it was written last."""

_FITS = "SELECT 1 FROM room WHERE matches <= ? AND size <= ?"
_REMOVE_NEXT = "DELETE FROM matches WHERE match = (SELECT match FROM matches ORDER BY people, match LIMIT 1)"
"""Removes the oldest match, but those in which only programs played before all others."""


class Archive(ExitStack):
    """The archived matches of a data file; DataFailed where the file or a record cannot be used.

    Any thread may ask, one question at a time. `room` bounds the bytes of records. To leave the archive as a context
    closes the connections that it has opened.
    """

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None) -> None:
        """Use that file and its writer; by default a file in memory, and a writer that writes at once."""
        super().__init__()
        self.room = limits.ARCHIVE
        with ExitStack() as opened:
            used = opened.enter_context(closing(DataFile())) if file is None else file
            self.writer = writer or ImmediateWriter(used)
            self.reader = opened.enter_context(used.reading())
            self.push(opened.pop_all())

    def keep(self, match: MatchSummary) -> None:
        """Insert the match soon."""
        self.writer.write(partial(insert, match, room=self.room))

    def matches(self, who: str, before: int | None = None) -> tuple[tuple[MatchInfo, ...], bool]:
        """The newest matches that the client may see, or those before that number, and True if there are older ones."""
        columns = "match, at, name, preset, target, deals, n, e, s, w, ns, ew"
        found = self.reader.rows(
            f"SELECT {columns} FROM matches WHERE {_OPEN_TO} AND (? IS NULL OR match < ?) ORDER BY match DESC LIMIT ?",
            (who, before, before, limits.MATCHES_LISTED + 1),
        )
        return tuple(map(_info, found[: limits.MATCHES_LISTED])), len(found) > limits.MATCHES_LISTED

    def record(self, who: str, match: int) -> tuple[str, ...] | None:
        """The lines of the match's record; None where there is none that the client may see."""
        found = self.reader.rows(
            f"SELECT lines FROM records JOIN matches USING (match) WHERE match = ? AND {_OPEN_TO}", (match, who)
        )
        if not found:
            return None
        try:
            return unpack_record(found[0][0])
        except (zlib.error, UnicodeDecodeError) as wrong:
            raise DataFailed(f"match {match} of {self.reader.called} is damaged: {wrong}") from None

    def statistics(self, who: str, name: str, occupant: Occupant) -> tuple[PlayerStatistics, ...]:
        """Sums over the matches that the client may see: for those who have played most, and for the client."""
        most = self._sums("", (who, limits.PLAYERS_LISTED))
        own = self._sums("AND same = ? AND occupant = ?", (who, same_name(name), occupant, 1))
        others = [player for player in most if player not in own]
        return tuple(most) if len(others) < len(most) else (*most[: limits.PLAYERS_LISTED - len(own)], *own)

    def _sums(self, which: str, values: Sequence[str | int]) -> list[PlayerStatistics]:
        return [_player(row) for row in self.reader.rows(_SUMS.format(which=which), values)]


def _info(row: tuple[Any, ...]) -> MatchInfo:
    match, at, name, preset, target, deals, *rest = row
    seats, score = dict(zip(Seat, rest[:4], strict=True)), dict(zip(Team, rest[4:], strict=True))
    return MatchInfo(
        match=match, at=at, table=name, preset=preset, target=target, deals=deals, seats=seats, score=score
    )


def _player(row: tuple[Any, ...]) -> PlayerStatistics:
    name, occupant, *counts, _newest = row
    sums = {count.value: total for count, total in zip(Count, counts, strict=True)}
    return PlayerStatistics(name=name, occupant=Occupant(occupant), **sums)


def insert(match: MatchSummary, file: DataFile, *, room: int) -> None:
    """Insert the match unless it is there already; remove others while records take more than `room`."""
    row: dict[str, Value] = {
        "id": match.id,
        "at": match.at_ms,
        "name": match.table,
        "preset": match.preset,
        "target": match.target,
        "deals": match.deals,
        **{seat.lower(): match.names[seat] for seat in Seat},
        **{team.lower(): match.score[team] for team in Team},
        "private": match.private,
        "people": match.people,
        "size": len(match.record),
    }
    if not file.execute(f"INSERT OR IGNORE INTO matches ({', '.join(row)}) VALUES ({_places(row)})", (*row.values(),)):
        return
    ((number,),) = file.rows("SELECT last_insert_rowid()")
    file.execute("INSERT INTO records VALUES (?, ?)", (number, match.record))
    for who in match.sat if match.private else ():
        file.execute("INSERT OR IGNORE INTO sat VALUES (?, ?)", (number, who))
    for player in match.players:
        counts = (getattr(player, count) for count in Count)
        played = (number, same_name(player.name), player.name, player.occupant, *counts)
        file.execute(f"INSERT OR IGNORE INTO played VALUES ({_places(played)})", played)
    while not file.rows(_FITS, (limits.MATCHES, room)):
        file.execute(_REMOVE_NEXT)


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
