"""A match that is over, told out of what was kept of it: its record, how it ended, and what each player did.

Knows that the entries of a table, played again by the engine, are the whole of a match. Refuses to know where it is
kept, and who may read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coinche.engine.actions import parse_action
from coinche.engine.events import Event
from coinche.engine.match import MatchOver, State
from coinche.engine.record import Header, Provenance
from coinche.engine.record_lines import action_line, deal_line, entry_line, header_line, seal_line
from coinche.engine.replay import results
from coinche.engine.seats import Points, Seat
from coinche.protocol.messages import Occupant, PlayerStatistics, TableEvent
from coinche.protocol.signed import sealed

from .match.entries import ActionTaken, DealPlayed, Entry, Holder, MatchBegun, MatchPlayed, PackLaid
from .match.replay import Course
from .proofs import Proofs
from .signing import RecordKey
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
    """The record, without the events, signed."""
    players: tuple[PlayerStatistics, ...]


def told(entries: Sequence[Entry], key: RecordKey) -> Chronicle:
    """The chronicle of a match, out of all that was kept of it from its beginning to its end; its record is signed."""
    begun, *rest, ended = entries
    assert isinstance(begun, MatchBegun)
    assert isinstance(ended, MatchPlayed)
    match = _Retelling(begun, key.signer)
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
        lines=(*match.lines, seal_line(sealed(match.lines, key.private))),
        players=players,
    )


class _Retelling:
    """A match played again, entry by entry."""

    def __init__(self, begun: MatchBegun, signer: bytes) -> None:
        header = Header(
            rules=begun.rules,
            seats=dict(begun.names),
            dealer=begun.first_dealer,
            match=begun.match,
            board=begun.board,
            provenance=Provenance(bytes.fromhex(begun.id), signer),
        )
        self.lines = [header_line(header)]
        self.tallies = Tallies()
        self._course = Course()
        self._proofs = Proofs()
        self._packs: dict[int, PackLaid] = {}
        """By where their lines stand."""
        self._n = 1
        self._deal: list[Event] = []
        self._holders: Sequence[Holder] = ()
        self.take(begun)

    @property
    def state(self) -> State:
        """The match as far as it is told."""
        assert self._course.state is not None
        return self._course.state

    def take(self, entry: Entry) -> None:
        """The next entry; strikes are no part of a record."""
        events = self._course.take(entry)
        match entry:
            case PackLaid():
                self._packs[len(self.lines)] = entry
                self.lines.append(deal_line(self.state.deal, entry.pack))
            case ActionTaken():
                self.lines.append(action_line(self._n, entry.seat, parse_action(entry.action)))
                self.lines += map(entry_line, results(self.state))
            case DealPlayed():
                self.tallies.deal(self._deal, entry.holders)
                self._deal, self._holders = [], entry.holders
        for event in events:
            self._tell(event)

    def _tell(self, event: Event | TableEvent) -> None:
        self._proofs.hear(event)
        if isinstance(event, Event):
            self._n += 1
            self._deal.append(event)

    def end(self) -> None:
        """The match is over: whoever held the seats in its last deal has played it, and all secrets are shown."""
        assert isinstance(self.state.phase, MatchOver), "the match goes on"
        self.tallies.match(self.state.phase.winner, self._holders)
        for deal, (at, laid) in enumerate(self._packs.items(), 1):
            self.lines[at] = deal_line(deal, laid.pack, self._proofs.of(deal))
