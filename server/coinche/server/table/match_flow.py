"""The course of the matches at one table: each step follows from where the match stands.

`next` enters the next step and returns what the table waits for then: players, shares for a shuffle, a decision, the
disk. A table that comes back after a restart goes on by the same rule as any other.

`ShareCollector` asks players for their shares of a shuffle, or puts a substitute in their place. A player who is not
there or cannot answer costs the others no time, one who is late `limits.SHARES` at most.
"""

from __future__ import annotations

from coinche.engine.cards import Card
from coinche.engine.events import TrickWon
from coinche.engine.fair import SHARE_BYTES, Context
from coinche.engine.match import State, gathered, next_dealer, to_act
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Capability, Ok, Pledge, Share, Shares, ShareStage
from coinche.server import limits
from coinche.server.match.entries import (
    ActionTaken,
    DealPlayed,
    DealSealed,
    DealShown,
    MatchBegun,
    MatchPlayed,
    PackLaid,
    PledgeTaken,
    SeatHolder,
    ShareTaken,
)
from coinche.server.match.options import TableOptions
from coinche.server.match.replay import FairShuffle, PackSource, sealed
from coinche.server.seating.feed import Feed
from coinche.server.seating.members import Members
from coinche.server.seating.seats import TableSeat, TableSeats
from coinche.server.sessions.sessions import ServerContext, Session
from coinche.server.turns.turns import Turns

from .agreements import Agreements, Recap
from .match_log import MatchLog
from .states import AwaitingShares, Closed, Deciding, Gathering, RecapShown, Stalled, TrickShown, Waiting


class MatchFlow:
    """The matches of one table, with packs from that source. A `kept` table plays those of its options, and no more."""

    def __init__(
        self,
        options: TableOptions,
        packs: PackSource,
        server: ServerContext,
        feed: Feed,
        log: MatchLog,
        members: Members,
        turns: Turns,
        shares: ShareCollector,
        agreements: Agreements,
        *,
        kept: bool,
        origin: str,
    ) -> None:
        self._options = options
        self._packs = packs
        self._server = server
        self._feed = feed
        self._log = log
        self._members = members
        self._seats = members.seats
        self._turns = turns
        self._shares = shares
        self._agreements = agreements
        self._kept = kept
        self._origin = origin

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

    # --- a match -------------------------------------------------------------------------------------

    def begin_match(self, match: int) -> None:
        """Begin the first match of a row, the next, or another because all people want one."""
        if match == 1 or match > self._options.matches:
            self._members.begin_match()
        begun = self._begun(match, self._packs.first_dealer(match))
        self._log.keep(begun)
        self._turns.begin_match(begun)
        self._agreements.begin_match()
        self._members.systems.begin_match()

    def _begun(self, match: int, first_dealer: Seat) -> MatchBegun:
        options = self._options
        return MatchBegun(
            at=self._server.time.unix_ms(),
            id=self._server.entropy.draw(32).hex(),
            called=options.name,
            origin=self._origin,
            preset=options.preset,
            private=options.key is not None,
            match=match,
            rules=options.rules,
            first_dealer=first_dealer,
            board=options.board,
            names=tuple((place.seat, place.name) for place in self._seats.values()),
            bank_ms=options.clock_for(people=self._seats.has_people).bank_ms,
        )

    # --- a deal --------------------------------------------------------------------------------------

    def _shuffle(self, state: State, now: float) -> Waiting:
        """Deal the next pack if it is known, or have it shuffled."""
        pack = gathered(state) or self._packs.pack(state.match, state.deal + 1)
        if pack is None:
            self._shares.begin(state)
            return AwaitingShares()
        self.deal(pack)
        return self.next(now)

    def deal(self, pack: tuple[Card, ...]) -> None:
        """Deal that pack to those who sit there."""
        self._members.begin_deal()
        self._members.unasked.clear()  # nothing is asked of anybody yet
        self._log.keep(PackLaid(self._server.time.unix_ms(), pack))

    def acted(self, taken: ActionTaken, now: float) -> Waiting:
        """Tell what comes of an action, and let people look at a trick that is over."""
        if self._seats[taken.seat].votes:
            self._agreements.votes.acted(taken.seat)
        events = self._log.follow(taken, self._turns.known(self._log.replay.state))
        if self._turns.claimed is None and self._seats.has_people:
            for event in events:
                if isinstance(event, TrickWon):
                    return TrickShown(now + self._options.pace.trick)
        return self.next(now)

    def _after_deal(self, state: State, now: float) -> Waiting:
        """Reveal the secrets of a deal that is over, keep its end, and let people read the recap."""
        self._agreements.pauses.forget()
        self._shares.reveal()
        self._members.systems.deal_over()
        if not self._log.replay.deal_kept:
            self._keep_end()
        self._members.deal_over()
        self._members.unasked.clear()
        if not self._seats.has_people:
            return self.after_recap(now, again=False)
        last = self._options.matches <= state.match < self._options.matches + limits.REMATCHES
        more = self._feed.n <= limits.EVENTS // 2 and not (self._kept or self._server.draining)
        final = last and self._log.replay.over and more
        return RecapShown(Recap(self._seats, self._feed, self._options.pace, now, final=final))

    def _keep_end(self) -> None:
        """Keep whose deal it was that is over, and that the match is, if it is."""
        holders = tuple(SeatHolder(place.seat, place.name, place.occupant) for place in self._seats.values())
        self._log.keep(DealPlayed(holders))
        if self._log.replay.over:
            self._log.keep(MatchPlayed(self._server.time.unix_ms(), self._members.sat))

    def after_recap(self, now: float, *, again: bool) -> Waiting:
        """Deal again, begin another match, or close."""
        state = self._log.replay.state
        assert state is not None, "a recap follows a deal"
        if not self._log.replay.over:
            return self._shuffle(state, now)
        if again or state.match < self._options.matches:
            self.begin_match(state.match + 1)
            return self.next(now)
        return Closed()


_STAGES: dict[type[Pledge | Share], ShareStage] = {Pledge: ShareStage.PLEDGE, Share: ShareStage.SHARE}


class ShareCollector:
    """Collects the shares of each pack. The server is bound to its own secret by its signing key."""

    def __init__(self, seats: TableSeats, log: MatchLog, server: ServerContext, shares: Shares) -> None:
        self.until = 0.0
        """The moment at which the time for the shares that are wanted now is up (trio's clock)."""
        self._seats = seats
        self._log = log
        self._server = server
        self._shares = shares
        self._stage: ShareStage | None = None
        self._waits_for_away = False

    def begin(self, state: State) -> None:
        """Begin the next shuffle, or go on with one from before a restart: then absent players may be on their way."""
        self._waits_for_away = self._log.replay.shuffling is not None
        self._stage = None
        if self._log.replay.shuffling is None:
            self._log.keep(self._sealed(state))

    def _sealed(self, state: State) -> DealSealed:
        context = Context(
            signer=self._server.signer,
            match=bytes.fromhex(self._log.replay.match_id),
            deal=state.deal + 1,
            dealer=next_dealer(state),
            names={place.seat: place.name for place in self._seats.values()},
            shares=self._shares,
        )
        return sealed(self._server.time.unix_ms(), context, state.match, self._server.entropy.draw(SHARE_BYTES))

    def pack(self, now: float) -> tuple[Card, ...] | None:
        """The pack, once there is everybody's share or a substitute; None while shares are waited for."""
        making = self._log.replay.shuffling
        assert making is not None, "no shuffle has been begun"
        while making.missing:
            stage = making.stage
            if stage is not self._stage:
                self._stage, self.until = stage, now + limits.SHARES
                for seat in making.missing:
                    self.ask(self._seats[seat], now)
            if now < self.until and self._is_awaited(making):
                return None
            for seat in making.missing:
                self._log.keep(making.substitute(self._server.time.unix_ms(), seat))
        return making.pack

    def _is_awaited(self, making: FairShuffle) -> bool:
        return any(_can_answer(self._seats[seat], away=self._waits_for_away) for seat in making.missing)

    def ask(self, place: TableSeat, now: float) -> None:
        """Ask the client that sits there for what is wanted of it, if anything is: also when it has come back."""
        making = self._log.replay.shuffling
        if making is None or place.owner is None or place.seat not in making.missing or not _can_answer(place):
            return
        ms = max(0, round(1000 * (self.until - now)))
        place.owner.send(making.wanted(self._seats.table, place.seat, ms))

    def hear(self, session: Session, said: Pledge | Share) -> None:
        """Take a pledge or a share if it is wanted, and is what the player has pledged."""
        place, making = self._seats.of(session), self._log.replay.shuffling
        if place is None:
            session.refuse(ErrorCode.FORBIDDEN, "only who plays has a share", re=said.id)
        elif making is None or not making.is_for(said):
            session.refuse(ErrorCode.FORBIDDEN, "nothing is wanted for that deal, or no longer", re=said.id)
        elif making.again(place.seat, said):
            session.answer(Ok(), said.id)
        elif (why := _unwanted(making, place.seat, said)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, why, re=said.id)
        else:
            self._log.keep(_taken(self._server.time.unix_ms(), place.seat, said))
            session.answer(Ok(), said.id)

    def reveal(self) -> None:
        """Tell the secrets on which nothing hidden depends any longer."""
        for deal in self._log.replay.due:
            self._log.keep(DealShown(self._server.time.unix_ms(), deal))


def _can_answer(place: TableSeat, *, away: bool = False) -> bool:
    """Return whether a client that takes part in fair deals sits there, or is `away`; bots that are lent do not."""
    owner = place.owner
    return owner is not None and (away or owner.present) and Capability.FAIR in owner.capabilities


def _unwanted(making: FairShuffle, seat: Seat, said: Pledge | Share) -> str | None:
    """The sentence that says why it is not taken; None where it is."""
    if seat not in making.missing or making.stage is not _STAGES[type(said)]:
        return f"no {_STAGES[type(said)]} of yours is wanted now"
    return None if making.fits(seat, said) else "that is not the share that you have pledged"


def _taken(at: int, seat: Seat, said: Pledge | Share) -> PledgeTaken | ShareTaken:
    if isinstance(said, Pledge):
        return PledgeTaken(at=at, seat=seat, pledge=said.pledge)
    return ShareTaken(at=at, seat=seat, share=said.share, substitute=False)
