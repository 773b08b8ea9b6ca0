"""The statistics of players: sums over all archived matches that a client may know of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from coinche.protocol.messages import Occupant, PlayerMatch, PlayerPage, PlayerPair, PlayerStatistics
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.storage.database import DataReader, Value

from .tally import OF_PAIRS, Count, PlayerKey

Row = TypeVar("Row")

OPEN_TO = "(NOT private OR EXISTS (SELECT 1 FROM sat WHERE sat.match = matches.match AND who = ?))"
"""The condition for matches that a client may see."""


_AS_ONE = f"""
    WITH mine(same) AS (VALUES {{mine}}), me(same, name) AS (VALUES (?, ?)),
    played AS (SELECT match, {{same}} AS same, {{name}} AS name, occupant, {", ".join(Count)} FROM main.played),
    pairs AS (
        SELECT match, {{same}} AS same, occupant, partner, {{other}} AS other, other_occupant, {{other_name}} AS name,
        {", ".join(OF_PAIRS)} FROM main.pairs
    )
"""
"""The counts as if the client had always had the name that it has now."""


@dataclass(frozen=True, slots=True)
class _CountsReader:
    """Reads the counts; those under any of the `names` of the client who asks are its own."""

    reader: DataReader
    asks: PlayerKey
    names: Collection[str]

    def rows(self, words: str, values: Sequence[Value]) -> list[tuple[Any, ...]]:
        """The rows of a query about `played` or `pairs`."""
        mine = sorted({same_name(self.asks.name), *map(same_name, self.names)})
        if len(mine) == 1 or self.asks.occupant is not Occupant.PERSON:
            return list(self.reader.rows(words, values))
        with_mine = _AS_ONE.format(
            mine=", ".join("(?)" for _ in mine),
            same=_if_mine("same", "occupant", "same"),
            name=_if_mine("same", "occupant", "name"),
            other=_if_mine("other", "other_occupant", "same", "other"),
            other_name=_if_mine("other", "other_occupant", "name"),
        )
        return list(self.reader.rows(with_mine + words, (*mine, same_name(self.asks.name), self.asks.name, *values)))

    def present(self, player: PlayerKey) -> PlayerKey:
        """The player under the name that it has now."""
        earlier = player.occupant is self.asks.occupant and same_name(player.name) in map(same_name, self.names)
        return self.asks if earlier else player


def _if_mine(column: str, occupant: str, present: str, otherwise: str = "") -> str:
    """The present name in the rows of the client, and what the column has in others."""
    is_mine = f"{occupant} = '{Occupant.PERSON}' AND {column} IN (SELECT same FROM mine)"
    return f"CASE WHEN {is_mine} THEN (SELECT {present} FROM me) ELSE {otherwise or present} END"


_SUMS = f"""
    SELECT played.name, occupant, {", ".join(f"SUM(played.{count}) AS {count}" for count in Count)}, MAX(played.match)
    FROM played JOIN matches USING (match) WHERE {OPEN_TO} {{which}}
    GROUP BY same, occupant ORDER BY {Count.MATCHES} DESC, {Count.DEALS} DESC, same, occupant LIMIT ?
"""
"""The sums of each player's counts, under the name as it was written last."""

_OF_MATCHES = f"""
    SELECT match, at, {", ".join(f"SUM(played.{count})" for count in OF_PAIRS)}
    FROM played JOIN matches USING (match) WHERE {OPEN_TO} AND same = ? AND occupant = ?
    GROUP BY match ORDER BY match DESC LIMIT ?
"""

_PAIRS = f"""
    SELECT pairs.name, other_occupant, {", ".join(f"SUM(pairs.{count}) AS {count}" for count in OF_PAIRS)},
    MAX(pairs.match)
    FROM pairs JOIN matches USING (match) WHERE {OPEN_TO} AND same = ? AND occupant = ? AND partner = ? {{which}}
    GROUP BY other, other_occupant {{order}} LIMIT ?
"""
"""The sums of a player's counts with each other one, under the name as it was written last."""
_MOST_DEALS = f"ORDER BY {Count.DEALS} DESC, other, other_occupant"
_BEST = f"""
    HAVING SUM(pairs.deals) >= {limits.DEALS_TOGETHER}
    ORDER BY (SUM(pairs.points) - SUM(pairs.against)) * 1.0 / SUM(pairs.deals) DESC, other, other_occupant
"""


def _player(row: tuple[Any, ...]) -> PlayerStatistics:
    name, occupant, *counts, _newest = row
    sums = {count.value: total for count, total in zip(Count, counts, strict=True)}
    return PlayerStatistics(name=name, occupant=Occupant(occupant), **sums)


def statistics(
    file: DataReader, who: str, asks: PlayerKey, names: Collection[str] = ()
) -> tuple[PlayerStatistics, ...]:
    """Sums over the matches that the client may see: for those who have played most, and for the client.

    What was played under any of the `names` counts for the client.
    """
    reader = _CountsReader(file, asks, names)
    most = _sums(reader, "", (who, limits.PLAYERS_LISTED))
    own = _sums(reader, "AND same = ? AND occupant = ?", (who, same_name(asks.name), asks.occupant, 1))
    return _with_own(most, own, limits.PLAYERS_LISTED)


def _with_own(most: list[Row], own: list[Row], listed: int) -> tuple[Row, ...]:
    """The rows of a list, the client's own among them even where it is too short for that one."""
    others = [row for row in most if row not in own]
    return tuple(most) if len(others) < len(most) else (*most[: listed - len(own)], *own)


def _sums(reader: _CountsReader, which: str, values: Sequence[Value]) -> list[PlayerStatistics]:
    return [_player(row) for row in reader.rows(_SUMS.format(which=which), values)]


def page_of(file: DataReader, who: str, asks: PlayerKey, player: PlayerKey, names: Collection[str] = ()) -> PlayerPage:
    """The page of a player, of the matches that the client who asks may see; `names` as for `statistics`."""
    reader = _CountsReader(file, asks, names)
    player = reader.present(player)
    known = (who, same_name(player.name), player.occupant)
    found = _sums(reader, "AND same = ? AND occupant = ?", (*known, 1))
    nothing = PlayerStatistics(name=player.name, occupant=player.occupant, **{count.value: 0 for count in Count})
    return PlayerPage(
        player=found[0] if found else nothing,
        matches=tuple(_match(*row) for row in reader.rows(_OF_MATCHES, (*known, limits.MATCHES_LISTED))),
        partners=_listed(reader, (*known, True), asks),
        opponents=_listed(reader, (*known, False), asks),
        best_partner=next(iter(_pairs(reader, _BEST, (*known, True, 1))), None),
    )


def _match(match: int, at: int, *counts: int) -> PlayerMatch:
    return PlayerMatch(match=match, at=at, **dict(zip(OF_PAIRS, counts, strict=True)))


def _listed(reader: _CountsReader, known: tuple[Value, ...], asks: PlayerKey) -> tuple[PlayerPair, ...]:
    """The pairs of most deals, and the one with the client who asks."""
    most = _pairs(reader, _MOST_DEALS, (*known, limits.PAIRS_LISTED))
    own = (*known, same_name(asks.name), asks.occupant, 1)
    return _with_own(
        most, _pairs(reader, _MOST_DEALS, own, "AND other = ? AND other_occupant = ?"), limits.PAIRS_LISTED
    )


def _pairs(reader: _CountsReader, order: str, values: Sequence[Value], which: str = "") -> list[PlayerPair]:
    return [_pair(*row) for row in reader.rows(_PAIRS.format(which=which, order=order), values)]


def _pair(name: str, occupant: str, *counts: int) -> PlayerPair:
    *sums, _newest = counts
    return PlayerPair(name=name, occupant=Occupant(occupant), **dict(zip(OF_PAIRS, sums, strict=True)))
