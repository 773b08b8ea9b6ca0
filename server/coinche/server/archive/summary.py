"""The summary of a finished match, out of its entries: how it ended, its record, and the counts of each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from coinche.engine.events import Coinched, ContractSettled, DealScored, Event, Result
from coinche.engine.match import MatchOver
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import Occupant, PlayerStatistics
from coinche.server.match.entries import DealPlayed, Entry, MatchBegun, MatchPlayed, SeatHolder
from coinche.server.match.replay import MatchReplay

from .record import RecordKey, RecordLines


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSummary:
    """A match that is over. `sat` are those who sat there, by `Session.who`; `people` is True if a person played."""

    at_ms: int
    table: str
    preset: str
    target: int
    deals: int
    names: Mapping[Seat, str]
    score: Points
    private: bool
    people: bool
    sat: tuple[str, ...]
    lines: tuple[str, ...]
    """The record, without the events, signed."""
    players: tuple[PlayerStatistics, ...]


def summarize(entries: Sequence[Entry], key: RecordKey) -> MatchSummary:
    """Replay all entries of a match, from its beginning to its end; sign its record."""
    begun, ended = entries[0], entries[-1]
    assert isinstance(begun, MatchBegun)
    assert isinstance(ended, MatchPlayed)
    replay, record, tally = MatchReplay(), RecordLines(begun, key.signer), PlayerTally()
    deal: list[Event] = []
    holders: Sequence[SeatHolder] = ()
    for entry in entries:
        events = replay.take(entry)
        record.take(entry, replay, events)
        if isinstance(entry, DealPlayed):
            holders = entry.holders
            tally.deal(deal, holders)
            deal = []
        deal += (event for event in events if isinstance(event, Event))
    assert replay.state is not None
    assert isinstance(replay.state.phase, MatchOver), "the match goes on"
    tally.match(replay.state.phase.winner, holders)
    return MatchSummary(
        at_ms=ended.at_ms,
        table=begun.called,
        preset=begun.preset,
        target=begun.rules.match.target,
        deals=replay.state.deal,
        names=dict(begun.names),
        score=replay.state.standing.totals,
        private=begun.private,
        people=any(player.occupant is Occupant.PERSON for player in tally.players),
        sat=ended.sat,
        lines=record.signed(key, replay.shown),
        players=tally.players,
    )


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
        """The counts of each player."""
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
