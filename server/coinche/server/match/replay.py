"""Derives the state of a match, and its events, from the entries of a table."""

from __future__ import annotations

from coinche.engine.actions import Legal, parse_action
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
from .packs import FairShuffle

Events = tuple[Event | TableEvent, ...]


class MatchReplay:
    """The matches of one table, entry by entry. `state` is None before the first match."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.match_id = ""
        """The id of the last match that has begun: 32 random bytes, in hexadecimal."""
        self.shuffling: FairShuffle | None = None
        """The shuffle that is being made."""
        self._sealed: dict[int, FairShuffle] = {}
        self.shown: dict[int, FairShuffle] = {}
        """The shuffles of this match whose secrets have been told, by their deals."""
        self.deal_kept = True
        """True once the end of the last finished deal has an entry."""

    @property
    def over(self) -> bool:
        return self.state is not None and isinstance(self.state.phase, MatchOver)

    @property
    def due(self) -> tuple[int, ...]:
        """The deals whose secrets can be told now: nothing hidden depends on their shuffles any longer.

        Where the pack is shuffled before every deal, that is at the end of the deal; elsewhere the next pack is
        gathered from the cards of the last, and secrets are told when the match is over.
        """
        if not self.over and self._playing.rules.table.shuffle is not Shuffle.EVERY_DEAL:
            return ()
        return tuple(self._sealed)

    def take(self, entry: Entry, known: Legal | None = None) -> Events:
        """Take the next entry; return its events, in the order in which they are told.

        `known` is what was legal for the seat of an action, where that has been computed already.
        """
        match entry:
            case ActionTaken():
                return self._acted(entry, known)
            case Told():
                return (entry.event,)
            case DealSealed() | PledgeTaken() | ShareTaken():
                return (self._shuffled(entry),)
            case DealShown():
                self.shown[entry.deal] = shuffle = self._sealed.pop(entry.deal)
                return (DealRevealed(self._playing.match, entry.deal, shuffle.secret),)
            case MatchBegun():
                self.match_id, self.shown = entry.id, {}
                self.state, begun = new_match(entry.rules, entry.first_dealer, match=entry.match, board=entry.board)
                return begun
            case PackLaid():
                self.shuffling = None
                self.state, dealt = next_deal(self._playing, entry.pack)
                self.deal_kept = False
                return dealt
            case DealPlayed():
                self.deal_kept = True
        return ()

    def _shuffled(self, entry: DealSealed | PledgeTaken | ShareTaken) -> TableEvent:
        if isinstance(entry, DealSealed):
            self.shuffling = self._sealed[entry.told.deal] = FairShuffle(entry, self._playing.rules)
            return entry.told
        assert self.shuffling is not None, "no shuffle is being made"
        self.shuffling.take(entry)
        if isinstance(entry, PledgeTaken):
            return SharePledged(entry.seat, entry.pledge)
        return ShareGiven(entry.seat, entry.share, entry.substitute)

    def _acted(self, taken: ActionTaken, known: Legal | None) -> Events:
        self.state, events = apply(self._playing, taken.seat, parse_action(taken.action), known)
        told: Events = (Claimed(taken.seat), *events) if taken.claims else events
        return (TimedOut(taken.seat), *told) if taken.timed_out else told

    @property
    def _playing(self) -> State:
        assert self.state is not None, "no match has begun"
        return self.state
