"""The counts of players in one match that is over: out of its entries, or once more out of its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

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
    """The counts of one match, for each name and kind of occupant; a player who holds two seats counts for both."""

    def __init__(self) -> None:
        self._of: dict[PlayerKey, Counter[Count]] = {}
        self._pairs: dict[PairKey, Counter[Count]] = {}

    def deal(self, events: Sequence[Event], holders: Sequence[SeatHolder]) -> None:
        """Count a deal for those who held the seats at its end; one that was thrown in counts for nobody."""
        scored = next((event for event in events if isinstance(event, DealScored)), None)
        if scored is None:
            return
        for holder in holders:
            team = holder.seat.team
            points = {Count.POINTS: scored.scores[team], Count.AGAINST: scored.scores[team.other]}
            capot = scored.tricks[team] == TRICKS
            self._count(holder, holders, {Count.DEALS: 1, **points})
            own = Counter(count for count, seat in _achievements(events, scored.result) if seat is holder.seat)
            self._of[_key(holder)].update({**own, Count.CAPOTS: int(capot)})

    def match(self, winner: Team | None, holders: Sequence[SeatHolder]) -> None:
        """Count the match for those who held the seats at its end."""
        for holder in holders:
            self._count(holder, holders, {Count.MATCHES: 1, Count.WON: int(holder.seat.team is winner)})

    def _count(self, holder: SeatHolder, holders: Iterable[SeatHolder], counts: Mapping[Count, int]) -> None:
        """Add the counts to a holder's, and to those with each other player; two bots of a kind are one player."""
        player = _key(holder)
        self._of.setdefault(player, Counter()).update(counts)
        others = (other for other in holders if other.seat is not holder.seat)
        pairs = {
            PairKey(player=player, other=_key(other), partner=other.seat.team is holder.seat.team) for other in others
        }
        for pair in pairs:
            self._pairs.setdefault(pair, Counter()).update(counts)

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

    A record has the players who sat there when the match began. So a match in which somebody left a seat cannot be
    counted again. Somebody who was forgotten since is in the record under another name, and counts for nobody.
    RecordError where the record cannot be played again.
    """
    record = read_record(lines)
    known = {same_name(player.name): PlayerKey(player.name, player.occupant) for player in counted}
    sat = {seat: known.get(same_name(name)) for seat, name in record.header.seats.items()}
    holders = [SeatHolder(seat, key.name, key.occupant) for seat, key in sat.items() if key is not None]
    tally, deal = PlayerTally(), list[Event]()
    for step in replayed(record):
        for event in step.events:
            deal = [] if isinstance(event, DealStarted) else [*deal, event]
            if isinstance(event, DealScored):
                tally.deal(deal, holders)
        if isinstance(step.state.phase, MatchOver):
            tally.match(step.state.phase.winner, holders)
    return tally if _of_old(tally.players) == _of_old(counted) else None


def _of_old(players: Iterable[PlayerStatistics]) -> set[tuple[object, ...]]:
    return {(player.name, player.occupant, *(getattr(player, count) for count in OF_VERSION_3)) for player in players}
