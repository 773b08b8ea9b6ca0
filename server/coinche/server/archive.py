"""The matches that are over, in a SQLite file: what is kept of each, who may read it, and what they all come to.

Knows rows and bounds. Refuses to know how a match is told (`chronicle`), who asks, and in which thread (`archivist`).
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo, Occupant, PlayerStatistics
from coinche.protocol.names import same_name

from . import limits
from .archive_tables import TABLES, VERSION
from .chronicle import Chronicle
from .datafile import DataFailed, Value
from .separate import SeparateFile
from .tallies import Deed

FILE = "archive.db"

_OPEN_TO = "(NOT private OR EXISTS (SELECT 1 FROM sat WHERE sat.match = matches.match AND who = ?))"
"""The matches that somebody may know of."""

_TOO_MANY = """
    DELETE FROM matches WHERE match IN (
        SELECT match FROM (
            SELECT match, ROW_NUMBER() OVER newest AS place, SUM(size) OVER newest AS total FROM matches
            WINDOW newest AS (ORDER BY people DESC, match DESC)
        ) WHERE place > ? OR total > ?
    )
"""
"""Those for which there is no room: the oldest, and first of all those in which only programs played."""

_SUMS = f"""
    SELECT played.name, occupant, {", ".join(f"SUM(played.{deed}) AS {deed}" for deed in Deed)}, MAX(played.match)
    FROM played JOIN matches USING (match) WHERE {_OPEN_TO} {{which}}
    GROUP BY same, occupant ORDER BY {Deed.MATCHES} DESC, {Deed.DEALS} DESC, same, occupant LIMIT ?
"""
"""What players have done, under the name as it was written last."""


class ArchiveFailed(DataFailed):
    """A match cannot be kept, or what is kept cannot be read."""


class Archive:
    """The matches that are kept. Whatever it is asked, it raises ArchiveFailed where its file cannot be used.

    It may be asked from any thread, one question at a time.
    """

    def __init__(self, directory: Path | None = None) -> None:
        """Open that directory's, made now if there is none; without a directory, one that is not kept."""
        self._file = SeparateFile(directory, FILE, "the archive", failed=ArchiveFailed, wait=limits.ARCHIVE_WAIT)
        try:
            self._file.do("PRAGMA foreign_keys = ON")
            if self._version == 0:
                self._prepare()
            self._file.refuse_newer(self._version, VERSION)
        except ArchiveFailed:
            self.close()
            raise

    @property
    def _version(self) -> int:
        ((version,),) = self._file.rows("PRAGMA user_version")
        return int(version)

    def _prepare(self) -> None:
        with self._file.changing():
            if self._version == 0:  # nobody else has been faster
                for statement in TABLES:
                    self._file.do(statement)
                self._file.do(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    # --- keeping -------------------------------------------------------------------------------------

    def keep(self, match: Chronicle) -> int:
        """Keep the match; the number by which it is known from now on. Others may have to go for it."""
        text = "\n".join(match.lines).encode()
        if len(text) > limits.RECORD:
            raise ArchiveFailed(f"its record has {len(text)} bytes, and {limits.RECORD} are kept at most")
        packed = zlib.compress(text)
        with self._file.changing():
            number = self._add_match(match, len(packed))
            self._file.do("INSERT INTO records VALUES (?, ?)", (number, packed))
            for who in match.sat if match.private else ():
                self._file.do("INSERT INTO sat VALUES (?, ?)", (number, who))
            for player in match.players:
                self._add_player(number, player)
            self._file.do(_TOO_MANY, (limits.MATCHES, limits.ARCHIVE))
        return number

    def _add_match(self, match: Chronicle, size: int) -> int:
        row: dict[str, Value] = {
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
        return self._file.add(f"INSERT INTO matches ({', '.join(row)}) VALUES ({_places(row)})", tuple(row.values()))

    def _add_player(self, number: int, player: PlayerStatistics) -> None:
        deeds = (getattr(player, deed) for deed in Deed)
        row = (number, same_name(player.name), player.name, player.occupant, *deeds)
        self._file.do(f"INSERT INTO played VALUES ({_places(row)})", row)

    # --- reading -------------------------------------------------------------------------------------

    def matches(self, who: str, before: int | None = None) -> tuple[tuple[MatchInfo, ...], bool]:
        """The newest that he may know of, before that number if one is given; and whether there are older ones."""
        columns = "match, at, name, preset, target, deals, n, e, s, w, ns, ew"
        found = self._file.rows(
            f"SELECT {columns} FROM matches WHERE {_OPEN_TO} AND (? IS NULL OR match < ?) ORDER BY match DESC LIMIT ?",
            (who, before, before, limits.MATCHES_LISTED + 1),
        )
        return tuple(map(_info, found[: limits.MATCHES_LISTED])), len(found) > limits.MATCHES_LISTED

    def record(self, who: str, match: int) -> tuple[str, ...] | None:
        """The lines of the match's record; None where there is none that he may know of."""
        found = self._file.rows(
            f"SELECT lines FROM records JOIN matches USING (match) WHERE match = ? AND {_OPEN_TO}", (match, who)
        )
        if not found:
            return None
        try:
            return tuple(zlib.decompress(found[0][0]).decode().split("\n"))
        except (zlib.error, UnicodeDecodeError) as wrong:
            raise ArchiveFailed(f"match {match} of {self._file.called} is damaged: {wrong}") from None

    def statistics(self, who: str, name: str, occupant: Occupant) -> tuple[PlayerStatistics, ...]:
        """What the matches come to that he may know of: who has played most, and the player of that name himself."""
        most = self._sums("", (who, limits.PLAYERS_LISTED))
        himself = self._sums("AND same = ? AND occupant = ?", (who, same_name(name), occupant, 1))
        others = [player for player in most if player not in himself]
        return tuple(most) if len(others) < len(most) else (*most[: limits.PLAYERS_LISTED - len(himself)], *himself)

    def _sums(self, which: str, values: Sequence[str | int]) -> list[PlayerStatistics]:
        return [_player(row) for row in self._file.rows(_SUMS.format(which=which), values)]


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


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
