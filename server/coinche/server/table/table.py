"""A table: one task that owns one match and reads one inbox. Nobody else touches it, so there are no locks.

Knows the order of things: four seats, match, deal, turn, where people sit time to look.
What is next follows from where the match stands, so that a table that comes back goes on as any other.
Refuses to know rules (`coinche.engine`), what comes of an entry (`ledger`), who comes and goes (`company`), how one is
asked (`turns`), and what else comes in (`reception`).
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from typing import assert_never

import trio

from coinche.engine.events import TrickWon
from coinche.engine.match import State, gathered, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Admit,
    Begin,
    Chat,
    Claim,
    ClearSeat,
    ClientMessage,
    DeclareSystem,
    Decline,
    GoOn,
    Join,
    Leave,
    Pause,
    Pledge,
    Rematch,
    Share,
    SwapSeats,
    TableInfo,
    VoteOut,
    Watch,
)
from coinche.server import limits
from coinche.server.clock import Entropy, Time
from coinche.server.log import Happening, News
from coinche.server.match.entries import (
    DealPlayed,
    Entry,
    MatchBegun,
    MatchPlayed,
    PackLaid,
    SeatHolder,
    Seating,
    TableOpened,
)
from coinche.server.match.options import TableOptions, changes
from coinche.server.match.replay import PackSource
from coinche.server.seating.feed import Delay, Feed, Observer
from coinche.server.seating.members import Company
from coinche.server.seating.premises import House
from coinche.server.seating.seats import Chair
from coinche.server.sessions.sessions import Deserted, Session
from coinche.server.storage.budget import Growth, TableUsage
from coinche.server.storage.store import Store
from coinche.server.turns.inbox import (
    Abandoned,
    Back,
    Endless,
    FillUp,
    Gone,
    Inbox,
    Letter,
    Lost,
    Posted,
    ProviderGone,
    ProviderHere,
)
from coinche.server.turns.turns import Turns

from .agreements import Pauses, Recap, Talk, Votes
from .joining import Arrivals, Hosting
from .match_log import Ledger
from .shares import Fairness


class Table:
    """One table. `run` is its task; `post` is the only way in. A `kept` table is not closed for want of company.

    It has no host either. Others were opened from that `origin`.
    """

    def __init__(
        self,
        table: str,
        options: TableOptions,
        packs: PackSource,
        *,
        house: House,
        store: Store,
        time: Time,
        entropy: Entropy,
        observer: Observer | None = None,
        kept: bool = False,
        origin: str = "",
    ) -> None:
        self.id = table
        self._usage = house.budget.open(table, origin, bounded=not kept)
        self.origin = origin
        self.options = options
        self._changes = changes(options)
        self._packs = packs
        self._house = house
        self._store = store
        self._time = time
        self._entropy = entropy
        self._feed = Feed(table, store, time, self._usage, observer, Delay(options.delay_s, options.delay_deals))
        self._ledger = Ledger(table, options, self._feed, house, store, kept=kept)
        self._course = self._ledger.course
        self._company = Company(table, options, house, self._feed, store, self._ask, hosted=not kept)
        self._kept = kept
        self._turns = self._new_turns()
        self._fairness = self._new_fairness()
        self._inbox = Inbox(table, time, self._turns.is_asked)
        self._reception = self._new_reception()
        self._expects_until = -math.inf
        self._recalled = False
        self._open = trio.CancelScope()
        self._ended_by = "operator", ""

    def _new_turns(self) -> Turns:
        return Turns(
            self.options,
            self._company,
            self._feed,
            house=self._house,
            store=self._store,
            time=self._time,
            attend=self._attend,
            kept=self._kept,
        )

    def _new_fairness(self) -> Fairness:
        return Fairness(
            self.id,
            self._company.chairs,
            self._ledger,
            shares=self.options.shares,
            signer=self._house.signer,
            time=self._time,
            entropy=self._entropy,
            attend=self._attend_shares,
        )

    def _new_reception(self) -> Reception:
        return Reception(
            self._inbox,
            self._company,
            self._feed,
            self._turns,
            self._fairness,
            self._ledger,
            self.options,
            time=self._time,
            usage=self._usage,
            kept=self._kept,
        )

    def post(self, session: Session, message: Posted) -> bool:
        """Leave a message for the table; False when too many are waiting, or the table is over."""
        return self._inbox.post(session, message)

    def _ask(self, chair: Chair) -> None:
        if self._reception.pauses.until is None:
            self._turns.ask(chair)
            self._fairness.ask(chair)

    def _attend_shares(self, deadline: float) -> Awaitable[None]:
        return self._reception.attend_no_act(deadline)

    def _attend(self, deadline: float) -> Awaitable[Letter | None]:
        return self._reception.attend(deadline)

    @property
    def phase(self) -> Phase:
        """Where its match is."""
        return self._ledger.phase

    @property
    def in_a_match(self) -> bool:
        """Whether a match is played there; not before the first, nor while another is only on offer."""
        return self.phase is not Phase.WAITING and not self._reception.offers_rematch

    @property
    def spectators(self) -> int:
        """How many watch."""
        return self._feed.spectators

    def end(self, reason: str = "operator", why: str = "") -> None:
        """Have the table closed, wherever its match is, by its server's operator unless it is for another reason."""
        self._ended_by = reason, why
        self._open.cancel()

    def waits_for(self, session: Session) -> bool:
        """Whether that is somebody who has a seat in a match, present or away; before one his seat is free again."""
        return self._company.playing and self._company.chairs.of(session) is not None

    @property
    def deserted(self) -> Deserted | None:
        """Whether nobody is there, though there are seats kept for some; the operator's table does not mind.

        Nor does one that has come back with the server: all of them come at once, before anybody can.
        """
        if self._kept or trio.current_time() < self._expects_until or not self._company.deserted:
            return None
        return Deserted(self.id, self.origin, people=self._company.chairs.has_people)

    def info(self) -> TableInfo:
        """The table as the lobby shows it."""
        return TableInfo(
            table=self.id,
            name=self.options.name,
            preset=self.options.preset,
            base=self.options.base,
            options=self._changes,
            target=self.options.rules.match.target,
            phase=self._shown_phase,
            seats=tuple(chair.info() for chair in self._company.chairs),
            spectators=self._feed.spectators,
            clock=self.options.clock_for(people=self._company.chairs.has_people),
            strict=self.options.strict,
            private=self.options.key is not None,
            delay_s=self.options.delay_s,
            delay_deals=self.options.delay_deals,
            host=self._company.host.seat,
            hold=self.options.hold,
            shares=self.options.shares,
        )

    @property
    def _shown_phase(self) -> Phase:
        """Where the match is, as everybody may know; who watches with a delay does not see the pace elsewhere."""
        delayed = self.options.delay_s or self.options.delay_deals
        return Phase.PLAYING if delayed and self.phase is not Phase.WAITING else self.phase

    # --- coming back ---------------------------------------------------------------------------------

    def open(self) -> None:
        """The table is new."""
        self._store.append(self.id, TableOpened(options=self.options, origin=self.origin))

    def recall(self, entries: Iterable[Entry], sessions: Mapping[str, Session], were_here: Sequence[Session]) -> None:
        """The table is one that was there before the server was started again: all that was done there.

        Of the sessions some `were_here`, on a seat or to watch.
        """
        self._expects_until = trio.current_time() + limits.RETURN
        self._recalled = True
        seating: Seating | None = None
        for entry in entries:
            seating = entry if isinstance(entry, Seating) else seating
            self._recall_entry(entry)
        if seating is not None:
            self._company.recall(seating, sessions, playing=self._course.state is not None)
        owners = {chair.owner for chair in self._company.chairs if chair.owner is not None}
        for session in owners:
            session.table = self.id
        for session in were_here:
            if session not in owners and session.table == self.id:
                self._feed.watched_before(session)
        line = f"{self.id}: {self.options.name!r} is back, event {self._feed.n}"
        self._house.say(News(Happening.TABLE_BACK, line, table=self.id, n=self._feed.n))

    def _recall_entry(self, entry: Entry) -> None:
        if isinstance(entry, PackLaid):
            self._company.dealt_after = self._feed.n
        self._ledger.follow(entry, news=False)
        self._feed.recall(entry)
        self._reception.pauses.recall(entry)
        self._reception.votes.recall(entry)
        self._reception.talk.recall(entry)
        self._company.systems.recall(entry)
        self._company.reservations.recall(entry)
        self._turns.recall(entry)

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait for four, play what was agreed, and close. A table that lasts is not over when the server ends."""
        reason, why = "fault", ""
        try:
            with self._open:
                await self._play()
            reason, why = self._ended_by if self._open.cancelled_caught else ("match_over", "")
        except Abandoned:
            reason = "abandoned"
        except Endless as sentence:
            reason, why = "endless", f": {sentence}"
        except trio.Cancelled:
            reason = "shutdown"
            raise
        finally:
            if reason != "shutdown" or not self._store.lasts:
                self._close(reason, why)

    def _close(self, reason: str, why: str) -> None:
        self._company.close(reason, self._turns.forfeits)
        self._store.close(self.id)
        self._refuse_the_rest()
        line = f"{self.id}: closed ({reason}{why})"
        self._house.say(News(Happening.TABLE_CLOSED, line, table=self.id, reason=reason))

    def _refuse_the_rest(self) -> None:
        """Whoever posted after the end is told so."""
        for letter in self._inbox.close():
            session, message = letter.session, letter.message
            session.catching_up = False
            if session.table == self.id:
                self._house.left(session)
            if isinstance(message, ClientMessage):
                session.refuse(ErrorCode.NO_SUCH_TABLE, f"{self.id} is over", re=message.id)

    async def _play(self) -> None:
        """One thing after the other, as the match wants it, until nothing more is played here."""
        if self._recalled and self._company.abandoned and not self._kept:
            raise Abandoned  # it was opened, and the server ended before anybody sat down
        if self._reception.pauses.until is not None:
            await self._reception.stand_still()
        while await self._go_on():
            await self._store.flowing(self.id)

    async def _go_on(self) -> bool:
        """The next thing; whether there is another."""
        state = self._course.state
        if state is None:
            await self._wait_to_begin()
            self._begin_match(1)
        elif (seat := to_act(state)) is not None:
            await self._have_acted(state, seat)
        elif state.deal == 0 or self._course.shuffling is not None:
            await self._deal(state)
        else:
            return await self._after_deal(state)
        return True

    async def _wait_to_begin(self) -> None:
        """Wait for four players, and for the host where he wants that."""
        while self._reception.hosting.held or not self._company.chairs.filled:
            await self._reception.attend_no_act()
            self._ledger.bound()

    def _begin_match(self, match: int) -> None:
        """One that was agreed on, or another because all people want one. The operator's table has no more."""
        if match == 1 or match > self.options.matches:
            self._company.begin()
        begun = self._begun(match, self._packs.first_dealer(match))
        self._ledger.keep(begun)
        self._turns.begin_match(begun)
        self._reception.pauses.begin_match()
        self._reception.votes.begin_match()
        self._company.systems.begin_match()

    def _begun(self, match: int, first_dealer: Seat) -> MatchBegun:
        options = self.options
        return MatchBegun(
            at=self._time.unix_ms(),
            id=self._entropy.draw(32).hex(),
            called=options.name,
            origin=self.origin,
            preset=options.preset,
            private=options.key is not None,
            match=match,
            rules=options.rules,
            first_dealer=first_dealer,
            board=options.board,
            names=tuple((chair.seat, chair.name) for chair in self._company.chairs),
            bank_ms=options.clock_for(people=self._company.chairs.has_people).bank_ms,
        )

    async def _deal(self, state: State) -> None:
        pack = gathered(state) or self._packs.pack(state.match, state.deal + 1) or await self._fairness.shuffled(state)
        self._company.begin_deal()
        self._ledger.keep(PackLaid(self._time.unix_ms(), pack))

    async def _have_acted(self, state: State, seat: Seat) -> None:
        """Have somebody do what is to be done, and let people look at a trick that is over."""
        taken = await self._turns.decide(state, seat)
        self._reception.votes.acted(taken.seat)
        events = self._ledger.follow(taken)
        if self._turns.claimed is None and any(isinstance(event, TrickWon) for event in events):
            await self._reception.let_trick_lie()

    async def _after_deal(self, state: State) -> bool:
        """Show its secret and new systems, keep its end, let people read, and deal again; or begin another match."""
        self._reception.pauses.forget()
        self._fairness.show()
        self._company.systems.deal_over()
        if not self._course.deal_kept:
            self._keep_end()
        self._company.deal_over()
        last = self.options.matches <= state.match < self.options.matches + limits.REMATCHES
        more = self._feed.n <= limits.EVENTS // 2 and not (self._kept or self._house.draining)
        final = last and self._course.over and more
        again = await self._reception.let_recap_be_read(final=final)
        if not self._course.over:
            await self._deal(state)
        elif again or state.match < self.options.matches:
            self._begin_match(state.match + 1)
        else:
            return False
        return True

    def _keep_end(self) -> None:
        """Keep whose deal it was that is over, and that the match is, if it is."""
        holders = tuple(SeatHolder(chair.seat, chair.name, chair.occupant) for chair in self._company.chairs)
        self._ledger.keep(DealPlayed(holders))
        if self._course.over:
            self._ledger.keep(MatchPlayed(self._time.unix_ms(), self._company.sat))


# --- reception ------------------------------------------------------------------------------------
# What comes in to a table, letter by letter: whatever one asks for is done, unless it answers a request.
#
# Knows how to wait: for a letter, for a trick to be looked at and a recap to be read, for a pause to end. Refuses to
# know
# the game, and what is asked of anybody (`turns`).


_IN_A_DEAL = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


class Reception:
    """The reception of one table."""

    def __init__(
        self,
        inbox: Inbox,
        company: Company,
        feed: Feed,
        turns: Turns,
        fairness: Fairness,
        ledger: Ledger,
        options: TableOptions,
        *,
        time: Time,
        usage: TableUsage,
        kept: bool,
    ) -> None:
        self._usage = usage
        self._inbox = inbox
        self._company = company
        self._arrivals = Arrivals(company, feed, options)
        self.hosting = Hosting(company, options)
        self._feed = feed
        self._turns = turns
        self._fairness = fairness
        self._ledger = ledger
        self._pace = options.pace
        self._time = time
        self._kept = kept
        self.talk = Talk(company.chairs, feed, strict=options.strict)
        self.pauses = Pauses(company.chairs, feed, strict=options.strict)
        self.votes = Votes(company, feed, turns.stalls, strict=options.strict)
        self._recap: Recap | None = None

    # --- waiting -------------------------------------------------------------------------------------

    async def attend(self, deadline: float) -> Letter | None:
        """Wait for the next letter and do what it asks, unless it is an act; None at the deadline."""
        letter = await self._receive(deadline)
        if letter is not None:
            self._take(letter)
            if self.pauses.until is not None:
                await self.stand_still()
        return letter

    async def attend_no_act(self, deadline: float = math.inf) -> None:
        """Wait while nothing is asked of anybody."""
        letter = await self.attend(deadline)
        if letter is not None and isinstance(letter.message, Act | Claim):
            self._turns.hear(letter, letter.message)

    async def let_trick_lie(self) -> None:
        """Let people look, where people sit. Acts that come meanwhile answer nothing."""
        end = trio.current_time() + self._pace.trick
        while trio.current_time() < end and self._company.chairs.has_people:
            await self.attend_no_act(end)

    async def let_recap_be_read(self, *, final: bool) -> bool:
        """Until all people present have gone on, or time is up. Whether all of them want another match instead."""
        if not self._company.chairs.has_people:
            return False
        recap = self._recap = Recap(self._company.chairs, self._feed, self._pace, final=final)
        while not recap.over:
            await self.attend_no_act(recap.until)
            for person in recap.leaving:
                self._company.let_go(person)
            recap.look_round()
        self._recap = None
        return recap.again

    @property
    def offers_rematch(self) -> bool:
        """Whether the last match is over and another may be asked for."""
        return self._recap is not None and self._recap.final

    async def _receive(self, deadline: float) -> Letter | None:
        """The next letter; meanwhile spectators get what they may see by then."""
        while (due := self._feed.due) < deadline:
            letter = await self._inbox.next(due)
            self._feed.release()
            if letter is not None:
                return letter
        return await self._inbox.next(deadline)

    async def stand_still(self) -> None:
        """A pause. All is done as ever, but answers to requests wait for its end; then what is live is asked again."""
        began_ms = self._time.now_ms()
        while (until := self.pauses.until or 0.0) > trio.current_time() and self._company.chairs.has_people:
            letter = await self._receive(until)
            if letter is not None and isinstance(letter.message, Act | Claim):
                self._inbox.lay_aside(letter)
            elif letter is not None:
                self._take(letter)
        self.pauses.end()
        self._inbox.take_up()
        self._turns.stood_still(self._time.now_ms() - began_ms)
        for chair in self._company.chairs:
            self._turns.ask(chair)

    # --- doing ---------------------------------------------------------------------------------------

    def _take(self, letter: Letter) -> None:
        self._handle(letter.session, letter.message)
        if self._company.abandoned and not self._kept:
            raise Abandoned

    def _handle(self, session: Session, message: Posted) -> None:
        match message:
            case Act() | Claim() | Decline():
                pass
            case Join():
                self._arrivals.join(session, message, dealt=self._in_a_deal)
            case Watch():
                self._arrivals.watch(session, message)
            case Leave():
                self._company.leave(session, message)
            case SwapSeats():
                self.hosting.swap(session, message)
            case ClearSeat():
                self.hosting.clear(session, message)
            case Begin():
                self.hosting.begin(session, message)
            case Gone():
                self._company.gone(session)
            case Lost():
                self._company.lost(session)
            case Back():
                self._company.back(session, message.after, was_away=message.away)
            case AddBot() | FillUp() | Accept() | ProviderHere() | ProviderGone():
                self._handle_bots(session, message)
            case GoOn():
                self._go_on(session, message)
            case Pause():
                self.pauses.ask(session, message, playing=self._in_a_deal)
            case Rematch():
                self._rematch(session, message)
            case Pledge() | Share():
                self._fairness.hear(session, message)
            case VoteOut():
                self.votes.cast(session, message, playing=self._in_a_deal and self.pauses.until is None)
            case Admit():
                self._company.admit(session, message)
            case DeclareSystem():
                self._company.systems.declare(session, message, self._ledger.course.state)
            case Chat():
                self.talk.say(session, message)
            case _:
                assert_never(message)

    @property
    def _in_a_deal(self) -> bool:
        return self._ledger.phase in _IN_A_DEAL

    def _handle_bots(self, session: Session, message: AddBot | FillUp | Accept | ProviderHere | ProviderGone) -> None:
        stand_ins = self._company.stand_ins
        match message:
            case AddBot():
                stand_ins.add(session, message, playing=self._company.playing, dealt=self._in_a_deal)
            case FillUp():
                stand_ins.fill(message.bot)
            case Accept():
                stand_ins.accept(session, message.seat)
            case ProviderHere():
                stand_ins.provider_here()
            case ProviderGone():
                stand_ins.provider_gone(session)
            case _:
                assert_never(message)

    def _go_on(self, session: Session, message: GoOn) -> None:
        if self.pauses.until is not None:
            self.pauses.go_on(session, message)
        elif self._recap is not None:
            self._recap.go_on(session, message)
        else:
            session.refuse(ErrorCode.FORBIDDEN, "there is no recap and no pause to go on from", re=message.id)

    def _rematch(self, session: Session, message: Rematch) -> None:
        if self._recap is None:
            session.refuse(ErrorCode.FORBIDDEN, "another match is asked for when the last deal is over", re=message.id)
        elif (full := self._usage.refusal(Growth.REMATCH)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, full, re=message.id, data={"reason": "full"})
        else:
            self._recap.rematch(session, message)
