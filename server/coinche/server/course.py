"""The course of a table: what its entries come to, one after the other.

It is the one way from what was done to what happened: a table that is played, one that comes back after a crash, and
the record of a match all take it.
Knows the engine and the events of tables. Refuses to know who sits there, clocks, and where entries are kept.
"""

from __future__ import annotations

from coinche.engine.actions import parse_action
from coinche.engine.events import Event
from coinche.engine.match import MatchOver, State, apply, new_match, next_deal
from coinche.engine.rules import Shuffle
from coinche.protocol.messages import Claimed, DealRevealed, ShareGiven, SharePledged, TableEvent, TimedOut

from .entries import (
    ActionTaken,
    DealPlayed,
    DealSealed,
    DealShown,
    Entry,
    MatchBegun,
    PackLaid,
    PledgeTaken,
    ShareTaken,
    Told,
)
from .shuffling import Shuffling

Events = tuple[Event | TableEvent, ...]


class Course:
    """The course of one table. `state` is None before the first match."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.match_id = ""
        """Of the last match that has begun: 32 random bytes, in hexadecimal."""
        self.shuffling: Shuffling | None = None
        """The shuffle that is being made."""
        self._sealed: dict[int, Shuffling] = {}
        self.deal_kept = True
        """Whether the end of the last deal that is over has been kept."""

    @property
    def over(self) -> bool:
        """Whether the match is."""
        return self.state is not None and isinstance(self.state.phase, MatchOver)

    @property
    def due(self) -> tuple[int, ...]:
        """The deals on whose shuffles nothing hidden hangs any longer, and whose secrets are still to be told."""
        if not self.over and self._playing.rules.table.shuffle is not Shuffle.EVERY_DEAL:
            return ()
        return tuple(self._sealed)

    def take(self, entry: Entry) -> Events:
        """What comes of the next entry, in the order in which it is told."""
        match entry:
            case Told():
                return (entry.event,)
            case DealSealed() | PledgeTaken() | ShareTaken():
                return (self._shuffled(entry),)
            case DealShown():
                return (DealRevealed(self._playing.match, entry.deal, self._sealed.pop(entry.deal).secret),)
            case MatchBegun():
                self.match_id = entry.id
                self.state, begun = new_match(entry.rules, entry.first_dealer, match=entry.match, board=entry.board)
                return begun
            case PackLaid():
                self.shuffling = None
                self.state, dealt = next_deal(self._playing, entry.pack)
                self.deal_kept = False
                return dealt
            case ActionTaken():
                return self._acted(entry)
            case DealPlayed():
                self.deal_kept = True
        return ()

    def _shuffled(self, entry: DealSealed | PledgeTaken | ShareTaken) -> TableEvent:
        if isinstance(entry, DealSealed):
            self.shuffling = self._sealed[entry.told.deal] = Shuffling(entry, self._playing.rules)
            return entry.told
        assert self.shuffling is not None, "no shuffle is being made"
        self.shuffling.take(entry)
        if isinstance(entry, PledgeTaken):
            return SharePledged(entry.seat, entry.pledge)
        return ShareGiven(entry.seat, entry.share, entry.substitute)

    def _acted(self, taken: ActionTaken) -> Events:
        said: list[Event | TableEvent] = []
        if taken.timed_out:
            said.append(TimedOut(taken.seat))
        if taken.claims:
            said.append(Claimed(taken.seat))
        self.state, events = apply(self._playing, taken.seat, parse_action(taken.action))
        return (*said, *events)

    @property
    def _playing(self) -> State:
        assert self.state is not None, "no match has begun"
        return self.state
