"""The course of the matches at one table: each step follows from where the match stands.

    Starting ─▶ Gathering ──four sit, the host begins──▶ AwaitingShares ◀──────────┐
                                                            │ pack                 │ the next deal or match
                                                            ▼                      │
                                        TrickShown ◀──▶ Deciding ──deal over──▶ RecapShown ──match over──▶ Closed

    BetweenBoards, at the ladder: in place of RecapShown   Pace.board says for how long
    AwaitingPack, in a contest: in place of AwaitingShares   the arena hands over each pack
    any of them ◀──▶ InPause: all people want a pause      any ◀──▶ Stalled: too much waits for the disk
    any of them ──▶ Closed: nobody is left, an order, a match without end, a fault of the server

`next` enters the next step and returns what the table waits for then: players, shares for a shuffle, a decision, the
disk. A table that comes back after a restart goes on by the same rule as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from coinche.engine.cards import Card
from coinche.engine.events import TrickWon
from coinche.engine.match import State, gathered, to_act
from coinche.engine.seats import Seat, Team
from coinche.protocol.codec import rules_hash
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, DealPlayed, MatchBegun, MatchPlayed, PackLaid, SeatHolder
from coinche.server.match.ladder_board import LadderBoard, LadderFaults, LadderSides
from coinche.server.match.packs import PackSource
from coinche.server.seating.table_context import TableContext
from coinche.server.turns.decision import UNASKED
from coinche.server.turns.turns import Turns

from .agreements import Pauses, Recap, Votes
from .match_log import MatchLog
from .shuffle_shares import ShareCollector


@dataclass(frozen=True, slots=True)
class Starting:
    """The table waits for nothing: it has just been opened, or has come back."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """The table waits for four players, and for the host if it is held."""


@dataclass(frozen=True, slots=True)
class AwaitingShares:
    """The table waits for the players' shares of the next shuffle."""


@dataclass(frozen=True, slots=True)
class AwaitingPack:
    """The table waits for the pack of its next board, which is handed over."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """The table waits for the seat on turn, and for those who may act out of turn."""


@dataclass(frozen=True, slots=True)
class TrickShown:
    """The table waits while people look at a trick that is over."""

    until: float


@dataclass(frozen=True, slots=True)
class RecapShown:
    """The table waits while people read the recap of a deal, and perhaps ask for another match."""

    recap: Recap


@dataclass(frozen=True, slots=True)
class BetweenBoards:
    """The table of the ladder waits after a board, so that programs do not take the whole machine."""

    until: float


@dataclass(frozen=True, slots=True)
class Stalled:
    """The table waits for the disk: too much is not safe yet. Acts that come meanwhile are heard when it flows."""


@dataclass(frozen=True, slots=True)
class InPause:
    """The table waits for people to end a pause. Acts that come meanwhile are heard at its end."""

    before: Waiting
    began_ms: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The table waits for nothing any more."""


Waiting = (
    Starting
    | Gathering
    | AwaitingShares
    | AwaitingPack
    | Deciding
    | TrickShown
    | RecapShown
    | BetweenBoards
    | Stalled
    | InPause
    | Closed
)


class MatchFlow:
    """The matches of one table, with packs from that source. A kept table plays those of its options, and no more."""

    def __init__(
        self,
        context: TableContext,
        packs: PackSource,
        log: MatchLog,
        turns: Turns,
        shares: ShareCollector,
        pauses: Pauses,
        votes: Votes,
    ) -> None:
        self._context = context
        self._options = context.options
        self._packs = packs
        self._server = context.server
        self._log = log
        self._members = context.members
        self._seats = context.seats
        self._turns = turns
        self._shares = shares
        self._pauses = pauses
        self._votes = votes
        self._faults = FaultCounter()

    def next(self, now: float) -> Waiting:
        """Enter what is next."""
        state = self._log.replay.state
        if state is None:
            return Gathering()
        if not self._server.store.flows(self._members.table):
            return Stalled()
        seat = to_act(state)
        if seat is not None:
            taken = self._turns.next_action(state, seat, now)
            return Deciding() if taken is None else self.acted(taken, now)
        if state.deal == 0 or self._log.replay.shuffling is not None:
            return self._shuffle(state, now)
        return self._after_deal(state, now)

    def begin_match(self, match: int) -> None:
        """Begin the first match of a row, the next, or another because all people want one."""
        if match == 1 or match > self._options.matches:
            self._members.begin_match()
        options, first_dealer = self._options, self._packs.first_dealer(match)
        begun = MatchBegun(
            at=self._server.time.unix_ms(),
            id=self._server.entropy.draw(32).hex(),
            called=options.name,
            origin=self._context.origin,
            preset=options.preset,
            private=options.key is not None,
            match=match,
            rules=options.rules,
            first_dealer=first_dealer,
            board=options.board,
            names=tuple((place.seat, place.name) for place in self._seats.values()),
            bank_ms=options.clock_for(people=self._seats.has_people).bank_ms,
        )
        self._log.keep(begun)
        self._turns.begin_match(begun)
        self._pauses.begin_match()
        self._votes.begin_match()
        self._members.systems.begin_match()

    def _shuffle(self, state: State, now: float) -> Waiting:
        """Deal the next pack if it is known, or have it shuffled."""
        pack = gathered(state) or self._packs.pack(state.match, state.deal + 1)
        if pack is None and self._packs.comes_later:
            return AwaitingPack()
        if pack is None:
            self._shares.begin(state)
            return AwaitingShares()
        self.deal(pack, now)
        return self.next(now)

    @property
    def has_pack(self) -> bool:
        """True if the pack of the next board has been handed over."""
        state = self._log.replay.state
        assert state is not None, "a deal belongs to a match"
        return self._packs.pack(state.match, state.deal + 1) is not None

    def deal(self, pack: tuple[Card, ...], now: float) -> None:
        """Deal that pack to those who sit there, and take the actions that are given with it."""
        self._members.begin_deal(now)
        self._members.unasked.clear()  # nothing is asked of anybody yet
        self._log.keep(PackLaid(self._server.time.unix_ms(), pack))
        state = self._log.replay.state
        assert state is not None, "a deal belongs to a match"
        for action in self._packs.opening(state.match, state.deal):
            self._log.keep(self._turns.given(action))

    def acted(self, taken: ActionTaken, now: float) -> Waiting:
        """Tell what comes of an action, and let people look at a trick that is over."""
        if self._seats[taken.seat].votes:
            self._votes.acted(taken.seat)
        if self._options.ladder is not None:
            self._faults.count(taken, present=self._seats[taken.seat].present)
        events = self._log.follow(taken, self._turns.known(self._log.replay.state))
        if self._turns.claimed is None and self._seats.has_people:
            for event in events:
                if isinstance(event, TrickWon):
                    return TrickShown(now + self._options.pace.trick)
        return self.next(now)

    def _after_deal(self, state: State, now: float) -> Waiting:
        """Reveal the secrets of a deal that is over, keep its end, and let people read the recap."""
        self._pauses.forget()
        self._shares.reveal()
        self._members.systems.deal_over()
        if not self._log.replay.deal_kept:
            holders = (SeatHolder(place.seat, place.name, place.occupant) for place in self._seats.values())
            self._log.keep(DealPlayed(tuple(holders)))
            if self._log.replay.over:
                self._log.keep(MatchPlayed(self._server.time.unix_ms(), tuple(self._members.history.held)))
                if self._options.ladder is not None and not self._options.is_contest:
                    self._keep_for_ladder(state, self._options.ladder)
        self._members.deal_over()
        self._members.unasked.clear()
        if not self._seats.has_people:
            pause = 0.0 if self._server.ladder.is_over(self._members.table) else self._options.pace.board
            return BetweenBoards(now + pause) if pause > 0 else self.after_recap(now, again=False)
        last = self._options.matches <= state.match < self._options.matches + limits.REMATCHES
        more = self._context.feed.n <= limits.EVENTS // 2 and not (self._context.kept or self._server.draining)
        final = last and self._log.replay.over and more
        return RecapShown(Recap(self._context, now, final=final))

    def _keep_for_ladder(self, state: State, sides: LadderSides) -> None:
        """Keep the result of a board of the ladder, in the step in which its end is kept."""
        ns, ew = self._faults.take(self._turns.strikes)
        board = LadderBoard(
            table=self._members.table,
            sides=sides,
            at=self._server.time.unix_ms(),
            points=state.standing.totals,
            ns_faults=ns,
            ew_faults=ew,
        )
        self._server.ladder.keep(board, rules_hash(self._options.rules))
        self._server.standings.bump()

    def after_recap(self, now: float, *, again: bool) -> Waiting:
        """Deal again, begin another match, or close."""
        state = self._log.replay.state
        assert state is not None, "a recap follows a deal"
        if not self._log.replay.over:
            return self._shuffle(state, now)
        if again or (state.match < self._options.matches and not self._server.ladder.is_over(self._members.table)):
            self.begin_match(state.match + 1)
            return self.next(now)
        return Closed()


class FaultCounter:
    """Counts the faults of the players of one board of the ladder, by seat, while it is played.

    They are not kept with the entries: after a restart those of the running board count from there.
    """

    def __init__(self) -> None:
        self._timed_out: Counter[Seat] = Counter()
        self._absent: Counter[Seat] = Counter()

    def count(self, taken: ActionTaken, *, present: bool) -> None:
        """Note an action; after a claim nobody is asked, and nobody is to blame."""
        if taken.request == UNASKED:
            return
        self._timed_out[taken.seat] += taken.timed_out and present
        self._absent[taken.seat] += not present

    def take(self, strikes: Mapping[Seat, int]) -> tuple[LadderFaults, LadderFaults]:
        """The faults of North and South, and of East and West, with their illegal actions; and count anew."""
        found = [
            LadderFaults(
                illegal=sum(strikes.get(seat, 0) for seat in team.seats),
                timed_out=sum(self._timed_out[seat] for seat in team.seats),
                absent=sum(self._absent[seat] for seat in team.seats),
            )
            for team in (Team.NORTH_SOUTH, Team.EAST_WEST)
        ]
        self._timed_out.clear()
        self._absent.clear()
        return found[0], found[1]
