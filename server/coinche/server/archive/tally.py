"""The counts of players in one match that is over: out of its entries, or once more out of its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from coinche.engine.belote import BeloteWord
from coinche.engine.bids import BidKind
from coinche.engine.events import BeloteSaid, Coinched, ContractSettled, DealScored, DealStarted, Event, Result
from coinche.engine.match import MatchOver
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import Occupant, PlayerStatistics
from coinche.protocol.names import same_name
from coinche.server.match.entries import SeatHolder

TRICKS = 8


class Count(StrEnum):
    """A number that statistics have of a player, by its name in the data file and in `PlayerStatistics`.

    They stand in the order of the columns: one that is added comes last.
    """

    MATCHES = "matches"
    WON = "won"
    DEALS = "deals"
    TAKEN = "taken"
    MADE = "made"
    COINCHES = "coinches"
    BEATEN = "beaten"
    POINTS = "points"
    AGAINST = "against"
    FAILED = "failed"
    COINCHED = "coinched"
    COINCHED_FAILED = "coinched_failed"
    CAPOTS = "capots"
    BELOTES = "belotes"
    GENERALES = "generales"


OF_VERSION_3 = tuple(Count)[:9]
"""The counts of matches that a server archived before version 4 of the data file."""
OF_PAIRS = (Count.MATCHES, Count.WON, Count.DEALS, Count.POINTS, Count.AGAINST)
"""The counts that statistics have of a player together with another one."""


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """A player as statistics know it: a name, and the kind of occupant."""

    name: str
    occupant: Occupant


@dataclass(frozen=True, slots=True, kw_only=True)
class PairKey:
    """A player with another one at the same table: its `partner`, or an opponent."""

    player: PlayerKey
    other: PlayerKey
    partner: bool


class PlayerTally:
    """The counts of one match, for each name and kind of occupant.

    A match and its deals count once for a name, however many seats it holds: for the side on which it holds most of
    them, North and South if there are as many on each. What its seats on that side have done, such as a contract made,
    is added up. With `each_seat` they count for every seat, as in earlier versions.
    """

    def __init__(self, *, each_seat: bool = False) -> None:
        self._each_seat = each_seat
        self._of: dict[PlayerKey, Counter[Count]] = {}
        self._pairs: dict[PairKey, Counter[Count]] = {}

    def deal(self, events: Sequence[Event], holders: Sequence[SeatHolder]) -> None:
        """Count a deal for those who held the seats at its end; one that was thrown in counts for nobody."""
        scored = next((event for event in events if isinstance(event, DealScored)), None)
        if scored is None:
            return
        sides = self._sides(holders)
        for player, team in sides:
            self._of.setdefault(player, Counter())[Count.CAPOTS] += int(scored.tricks[team] == TRICKS)
        points = {
            team: {Count.DEALS: 1, Count.POINTS: scored.scores[team], Count.AGAINST: scored.scores[team.other]}
            for team in Team
        }
        self._count(holders, points)
        keys = {holder.seat: _key(holder) for holder in holders}
        for count, seat in _achievements(events, scored.result):
            if seat in keys and (keys[seat], seat.team) in sides:
                self._of[keys[seat]][count] += 1

    def match(self, winner: Team | None, holders: Sequence[SeatHolder]) -> None:
        """Count the match for those who held the seats at its end."""
        self._count(holders, {team: {Count.MATCHES: 1, Count.WON: int(team is winner)} for team in Team})

    def _count(self, holders: Sequence[SeatHolder], counts: Mapping[Team, Mapping[Count, int]]) -> None:
        """Add the counts of a side to the players on it, and to those with each other player."""
        for player, team in self._sides(holders):
            self._of.setdefault(player, Counter()).update(counts[team])
        for pair, team in _sides_of_pairs(holders).items():
            self._pairs.setdefault(pair, Counter()).update(counts[team])

    def _sides(self, holders: Sequence[SeatHolder]) -> list[tuple[PlayerKey, Team]]:
        """The players, each with the side for which it counts."""
        seats = [(_key(holder), holder.seat.team) for holder in holders]
        if self._each_seat:
            return seats
        return [(player, max(Team, key=lambda team: seats.count((player, team)))) for player in dict(seats)]

    @property
    def players(self) -> tuple[PlayerStatistics, ...]:
        return tuple(
            PlayerStatistics(name=key.name, occupant=key.occupant, **{count.value: counts[count] for count in Count})
            for key, counts in self._of.items()
        )

    @property
    def pairs(self) -> Mapping[PairKey, Mapping[Count, int]]:
        return self._pairs


def _key(holder: SeatHolder) -> PlayerKey:
    return PlayerKey(holder.name, holder.occupant)


def _sides_of_pairs(holders: Sequence[SeatHolder]) -> dict[PairKey, Team]:
    """The pairs at the table, each with the side of its first player; two bots of a kind are one player."""
    sides: dict[PairKey, Team] = {}
    for holder, other in permutations(holders, 2):
        partner = other.seat.team is holder.seat.team
        sides.setdefault(PairKey(player=_key(holder), other=_key(other), partner=partner), holder.seat.team)
    return sides


def _achievements(events: Sequence[Event], result: Result) -> Iterator[tuple[Count, Seat]]:
    """Yield the achievements in a deal, with the seat of each."""
    coinched: Seat | None = None
    for event in events:
        match event:
            case Coinched():
                coinched = event.seat
                yield Count.COINCHES, coinched
            case ContractSettled():
                yield from ((count, event.bidder) for count in _of_contract(event, result))
                if result is Result.FAILED and event.multiplier > 1 and coinched is not None:
                    yield Count.BEATEN, coinched
            case BeloteSaid(word=BeloteWord.BELOTE):
                yield Count.BELOTES, event.seat


def _of_contract(settled: ContractSettled, result: Result) -> Iterator[Count]:
    """Yield what the contract of a deal with that result counts for its bidder."""
    coinched, made, failed = settled.multiplier > 1, result is Result.MADE, result is Result.FAILED
    yield Count.TAKEN
    if coinched:
        yield Count.COINCHED
    if made:
        yield Count.MADE
        if settled.bid.kind is BidKind.GENERALE:
            yield Count.GENERALES
    if failed:
        yield Count.FAILED
        if coinched:
            yield Count.COINCHED_FAILED


def recount(lines: Sequence[str], counted: Collection[PlayerStatistics]) -> PlayerTally | None:
    """Count a match once more out of its record; None where that does not come to what was `counted` of it.

    Earlier versions counted a match for each seat of a name. So both ways to count are compared with what was counted.
    A record has the players who sat there when the match began. So a match in which somebody left a seat cannot be
    counted again. Somebody who was forgotten since is in the record under another name, and counts for nobody.
    RecordError where the record cannot be played again.
    """
    record = read_record(lines)
    known = {same_name(player.name): PlayerKey(player.name, player.occupant) for player in counted}
    sat = {seat: known.get(same_name(name)) for seat, name in record.header.seats.items()}
    holders = [SeatHolder(seat, key.name, key.occupant) for seat, key in sat.items() if key is not None]
    tally, by_seat, deal = PlayerTally(), PlayerTally(each_seat=True), list[Event]()
    for step in replayed(record):
        for event in step.events:
            deal = [] if isinstance(event, DealStarted) else [*deal, event]
            if isinstance(event, DealScored):
                for one in (tally, by_seat):
                    one.deal(deal, holders)
        if isinstance(step.state.phase, MatchOver):
            for one in (tally, by_seat):
                one.match(step.state.phase.winner, holders)
    return tally if _of_old(counted) in (_of_old(tally.players), _of_old(by_seat.players)) else None


def _of_old(players: Iterable[PlayerStatistics]) -> set[tuple[object, ...]]:
    return {(player.name, player.occupant, *(getattr(player, count) for count in OF_VERSION_3)) for player in players}
