"""The rows of archived matches in the data file: matches, their records, and the counts of players."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import Any

from coinche.engine.record import RecordError
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import (
    MatchInfo,
    Occupant,
    PlayerStatistics,
)
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile, ImmediateWriter, Job, Rows, Value, Writer
from coinche.server.storage.serialization import unpack_record

from .record import MatchSummary
from .statistics import OPEN_TO
from .tally import OF_PAIRS, Count, PairKey, PlayerTally, recount

_FITS = "SELECT 1 FROM room WHERE matches <= ? AND size <= ?"
_REMOVE_NEXT = "DELETE FROM matches WHERE match = (SELECT match FROM matches ORDER BY people, match LIMIT 1)"
"""Removes the oldest match, but those in which only programs played before all others."""
_SHOWN = "at, name, preset, target, deals, n, e, s, w, ns, ew"
"""The columns that `MatchInfo` shows, with the seats and the teams in their order."""
_UNCOUNTED = "SELECT match, lines FROM uncounted LEFT JOIN records USING (match) ORDER BY match DESC LIMIT 1"
_COUNTED = f"SELECT name, occupant, {', '.join(Count)} FROM played WHERE match = ?"
_RECOUNT = (
    f"UPDATE played SET {', '.join(f'{count} = ?' for count in Count)} WHERE match = ? AND name = ? AND occupant = ?"
)


class Archive(ExitStack):
    """The archived matches of a data file; DataFailed where the file or a record cannot be used.

    Any thread may ask, one question at a time. `room` bounds the bytes of records. To leave the archive as a context
    closes a file that it has opened itself.
    """

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None) -> None:
        """Use that file and its writer; by default a file in memory, and a writer that writes at once."""
        super().__init__()
        self.room = limits.ARCHIVE
        used = self.enter_context(closing(DataFile())) if file is None else file
        self.writer = writer or ImmediateWriter(used)
        self.reader = used.open_reader()
        self.may_recount = bool(self.reader.rows("SELECT 1 FROM uncounted LIMIT 1"))
        """False once no match is left of which an earlier version has counted less."""

    def keep(self, match: MatchSummary) -> None:
        """Insert the match soon."""
        self.writer.write(partial(insert, match, room=self.room))

    def has(self, match: str) -> bool:
        """Return whether the match of that id, which it has had since it began, is archived."""
        return bool(self.reader.rows("SELECT 1 FROM matches WHERE id = ?", (match,)))

    def next_recount(self) -> Job | None:
        """The job that counts the newest match of an earlier version anew; None where none is left.

        A match whose record does not allow it keeps its counts, and 0 for what nobody has counted. A match whose rows
        change before the job is done is left for the next time.
        """
        left = self.reader.rows(_UNCOUNTED)
        self.may_recount = bool(left)
        for match, lines in left:
            counted, tally = self.reader.rows(_COUNTED, (match,)), None
            if lines is not None:
                with suppress(RecordError, zlib.error, UnicodeDecodeError):
                    tally = recount(unpack_record(lines), tuple(_statistics(*row) for row in counted))
            return partial(_insert_recount, match, counted, tally)
        return None

    def matches(self, who: str, before: int | None = None) -> tuple[tuple[MatchInfo, ...], bool]:
        """The newest matches that the client may see, or those before that number, and True if there are older ones."""
        shown = f"SELECT match, {_SHOWN} FROM matches WHERE {OPEN_TO} AND (? IS NULL OR match < ?)"
        values = (who, before, before, limits.MATCHES_LISTED + 1)
        found = self.reader.rows(f"{shown} ORDER BY match DESC LIMIT ?", values)
        return tuple(map(_info, found[: limits.MATCHES_LISTED])), len(found) > limits.MATCHES_LISTED

    def visible_id(self, who: str, match: int) -> str | None:
        """The id of the match of that number; None where there is none that the client may see."""
        found = self.reader.rows(f"SELECT id FROM matches WHERE match = ? AND {OPEN_TO}", (match, who))
        return found[0][0] if found else None

    def record(self, who: str, match: int) -> tuple[str, ...] | None:
        """The lines of the match's record; None where there is none that the client may see."""
        found = self.reader.rows(
            f"SELECT lines FROM records JOIN matches USING (match) WHERE match = ? AND {OPEN_TO}", (match, who)
        )
        if not found:
            return None
        try:
            return unpack_record(found[0][0])
        except (zlib.error, UnicodeDecodeError) as wrong:
            raise DataFailed(f"match {match} of {self.reader.called} is damaged: {wrong}") from None


def _info(row: tuple[Any, ...]) -> MatchInfo:
    match, at, name, preset, target, deals, *rest = row
    seats, score = dict(zip(Seat, rest[:4], strict=True)), dict(zip(Team, rest[4:], strict=True))
    return MatchInfo(
        match=match, at=at, table=name, preset=preset, target=target, deals=deals, seats=seats, score=score
    )


def insert(match: MatchSummary, file: DataFile, *, room: int) -> None:
    """Insert the match unless it is there already; remove others while records take more than `room`."""
    names, score = [match.names[seat] for seat in Seat], [match.score[team] for team in Team]
    shown: tuple[Value, ...] = (match.at_ms, match.table, match.preset, match.target, match.deals, *names, *score)
    row = (match.id, *shown, match.private, match.people, len(match.record))
    columns = f"id, {_SHOWN}, private, people, size"
    if not file.execute(f"INSERT OR IGNORE INTO matches ({columns}) VALUES ({_places(row)})", row):
        return
    ((number,),) = file.rows("SELECT last_insert_rowid()")
    file.execute("INSERT INTO records VALUES (?, ?)", (number, match.record))
    for who in match.sat if match.private else ():
        file.execute("INSERT OR IGNORE INTO sat VALUES (?, ?)", (number, who))
    for player in match.players:
        counts = (getattr(player, count) for count in Count)
        played = (number, same_name(player.name), player.name, player.occupant, *counts)
        file.execute(f"INSERT OR IGNORE INTO played VALUES ({_places(played)})", played)
    _insert_pairs(number, match.pairs, file)
    while not file.rows(_FITS, (limits.MATCHES, room)):
        file.execute(_REMOVE_NEXT)


def _insert_pairs(match: int, pairs: Mapping[PairKey, Mapping[Count, int]], file: DataFile) -> None:
    for key, counts in pairs.items():
        player, other = key.player, key.other
        known = (match, same_name(player.name), player.occupant, key.partner, same_name(other.name), other.occupant)
        row: tuple[Value, ...] = (*known, other.name, *(counts.get(count, 0) for count in OF_PAIRS))
        file.execute(f"INSERT OR IGNORE INTO pairs VALUES ({_places(row)})", row)


def _statistics(name: str, occupant: str, *counts: int) -> PlayerStatistics:
    return PlayerStatistics(name=name, occupant=Occupant(occupant), **dict(zip(Count, counts, strict=True)))


def _insert_recount(match: int, counted: Rows, tally: PlayerTally | None, file: DataFile) -> None:
    """Insert what a match was counted again to, unless its rows have changed since they were read."""
    if file.rows(_COUNTED, (match,)) != counted:
        return
    file.execute("DELETE FROM uncounted WHERE match = ?", (match,))
    if tally is not None:
        for player in tally.players:
            counts = (getattr(player, count) for count in Count)
            file.execute(_RECOUNT, (*counts, match, player.name, player.occupant))
        _insert_pairs(match, tally.pairs, file)


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
