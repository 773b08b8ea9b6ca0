"""The statistics of players: what is counted of each in a match that is over, and the sums over all matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from coinche.engine.events import Coinched, ContractSettled, DealScored, Event, Result
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import Occupant, PlayerStatistics
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.match.entries import SeatHolder
from coinche.server.storage.database import DataReader


class Count(StrEnum):
    """A number that statistics have of a player, by its name in the data file and in `PlayerStatistics`."""

    MATCHES = "matches"
    WON = "won"
    DEALS = "deals"
    TAKEN = "taken"
    MADE = "made"
    COINCHES = "coinches"
    BEATEN = "beaten"
    POINTS = "points"
    AGAINST = "against"


class PlayerTally:
    """The counts of one match, for each name and kind of occupant; a player who holds two seats counts for both."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, Occupant], Counter[Count]] = {}

    def deal(self, events: Sequence[Event], holders: Sequence[SeatHolder]) -> None:
        """Count a deal for those who held the seats at its end; one that was thrown in counts for nobody."""
        scored = next((event for event in events if isinstance(event, DealScored)), None)
        if scored is None:
            return
        for holder in holders:
            team = holder.seat.team
            self._count(holder, Count.DEALS)
            self._count(holder, Count.POINTS, scored.scores[team])
            self._count(holder, Count.AGAINST, scored.scores[team.other])
            for count, seat in _achievements(events, scored.result):
                if seat is holder.seat:
                    self._count(holder, count)

    def match(self, winner: Team | None, holders: Sequence[SeatHolder]) -> None:
        """Count the match for those who held the seats at its end."""
        for holder in holders:
            self._count(holder, Count.MATCHES)
            if holder.seat.team is winner:
                self._count(holder, Count.WON)

    def _count(self, holder: SeatHolder, count: Count, times: int = 1) -> None:
        self._of.setdefault((holder.name, holder.occupant), Counter())[count] += times

    @property
    def players(self) -> tuple[PlayerStatistics, ...]:
        return tuple(
            PlayerStatistics(name=name, occupant=occupant, **{count.value: counts[count] for count in Count})
            for (name, occupant), counts in self._of.items()
        )


def _achievements(events: Sequence[Event], result: Result) -> Iterator[tuple[Count, Seat]]:
    """Yield the achievements in a deal, with the seat of each."""
    coinched: Seat | None = None
    for event in events:
        match event:
            case Coinched():
                coinched = event.seat
                yield Count.COINCHES, coinched
            case ContractSettled():
                yield Count.TAKEN, event.bidder
                if result is Result.MADE:
                    yield Count.MADE, event.bidder
                if result is Result.FAILED and event.multiplier > 1 and coinched is not None:
                    yield Count.BEATEN, coinched


OPEN_TO = "(NOT private OR EXISTS (SELECT 1 FROM sat WHERE sat.match = matches.match AND who = ?))"
"""The condition for matches that a client may see."""


_SUMS = f"""
    SELECT played.name, occupant, {", ".join(f"SUM(played.{count}) AS {count}" for count in Count)}, MAX(played.match)
    FROM played JOIN matches USING (match) WHERE {OPEN_TO} {{which}}
    GROUP BY same, occupant ORDER BY {Count.MATCHES} DESC, {Count.DEALS} DESC, same, occupant LIMIT ?
"""
"""The sums of each player's counts, under the name as it was written last."""


def _player(row: tuple[Any, ...]) -> PlayerStatistics:
    name, occupant, *counts, _newest = row
    sums = {count.value: total for count, total in zip(Count, counts, strict=True)}
    return PlayerStatistics(name=name, occupant=Occupant(occupant), **sums)


def statistics(reader: DataReader, who: str, name: str, occupant: Occupant) -> tuple[PlayerStatistics, ...]:
    """Sums over the matches that the client may see: for those who have played most, and for the client."""
    most = _sums(reader, "", (who, limits.PLAYERS_LISTED))
    own = _sums(reader, "AND same = ? AND occupant = ?", (who, same_name(name), occupant, 1))
    others = [player for player in most if player not in own]
    return tuple(most) if len(others) < len(most) else (*most[: limits.PLAYERS_LISTED - len(own)], *own)


def _sums(reader: DataReader, which: str, values: Sequence[str | int]) -> list[PlayerStatistics]:
    return [_player(row) for row in reader.rows(_SUMS.format(which=which), values)]
