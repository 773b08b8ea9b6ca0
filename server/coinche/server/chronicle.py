"""A match that is over, told out of what was kept of it: its record, how it ended, and what each player did.

Knows that the entries of a table, played again by the engine, are the whole of a match. Refuses to know where it is
kept, and who may read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coinche.engine.actions import parse_action
from coinche.engine.events import Event
from coinche.engine.match import MatchOver, apply, new_match, next_deal
from coinche.engine.record import Header, action_line, deal_line, header_line
from coinche.engine.seats import Points, Seat
from coinche.protocol.messages import Occupant, PlayerStatistics

from .store import ActionTaken, DealPlayed, Entry, Holder, MatchBegun, MatchPlayed, PackLaid
from .tallies import Tallies


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """A match that is over. `sat` are those who sat there, by `Session.who`; `people` whether a person did."""

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
    """The record, without the events."""
    players: tuple[PlayerStatistics, ...]


def told(entries: Sequence[Entry]) -> Chronicle:
    """The chronicle of a match, out of all that was kept of it from its beginning to its end."""
    begun, *rest, ended = entries
    assert isinstance(begun, MatchBegun)
    assert isinstance(ended, MatchPlayed)
    match = _Retelling(begun)
    for entry in rest:
        match.take(entry)
    match.end()
    players = match.tallies.players
    return Chronicle(
        at_ms=ended.at_ms,
        table=begun.called,
        preset=begun.preset,
        target=begun.rules.match.target,
        deals=match.state.deal,
        names=dict(begun.names),
        score=match.state.standing.totals,
        private=begun.private,
        people=any(player.occupant is Occupant.PERSON for player in players),
        sat=ended.sat,
        lines=tuple(match.lines),
        players=players,
    )


class _Retelling:
    """A match played again, entry by entry."""

    def __init__(self, begun: MatchBegun) -> None:
        header = Header(
            rules=begun.rules, seats=dict(begun.names), dealer=begun.first_dealer, match=begun.match, board=begun.board
        )
        self.lines = [header_line(header)]
        self.tallies = Tallies()
        self.state, events = new_match(begun.rules, begun.first_dealer, match=begun.match, board=begun.board)
        self._n = 1 + len(events)
        self._deal: list[Event] = []
        self._holders: Sequence[Holder] = ()

    def take(self, entry: Entry) -> None:
        """The next entry; strikes are no part of a record."""
        match entry:
            case PackLaid():
                self.state, events = next_deal(self.state, entry.pack)
                self.lines.append(deal_line(self.state.deal, entry.pack))
                self._tell(events)
            case ActionTaken():
                action = parse_action(entry.action)
                self.state, events = apply(self.state, entry.seat, action)
                self.lines.append(action_line(self._n, entry.seat, action))
                self._tell(events)
            case DealPlayed():
                self.tallies.deal(self._deal, entry.holders)
                self._deal, self._holders = [], entry.holders

    def _tell(self, events: tuple[Event, ...]) -> None:
        self._n += len(events)
        self._deal += events

    def end(self) -> None:
        """The match is over, and whoever held the seats in its last deal has played it."""
        assert isinstance(self.state.phase, MatchOver), "the match goes on"
        self.tallies.match(self.state.phase.winner, self._holders)
