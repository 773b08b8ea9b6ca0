"""A table: one task that owns one match and reads one inbox. Nobody else touches it, so there are no locks.

Knows the order of things: four seats, match, deal, turn, where people sit time to look.
What is next follows from where the match stands, so that a table that comes back goes on as any other.
Refuses to know rules (`coinche.engine`), what comes of an entry (`ledger`), who comes and goes (`company`), how one is
asked (`turns`), and what else comes in (`reception`).
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Iterable, Mapping, Sequence

import trio

from coinche.engine.events import TrickWon
from coinche.engine.match import State, gathered, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import ClientMessage, TableInfo

from . import limits
from .clock import Entropy, Time
from .fairness import Fairness
from .ledger import Ledger
from .match.entries import DealPlayed, Entry, Holder, MatchBegun, MatchPlayed, PackLaid, Seating, TableOpened
from .match.options import TableOptions, changes
from .match.replay import PackSource
from .news import Happening, News
from .reception import Reception
from .seating.feed import Delay, Feed, Observer
from .seating.members import Company
from .seating.premises import House
from .seating.seats import Chair
from .sessions.sessions import Deserted, Session
from .storage.store import Store
from .turns.inbox import Abandoned, Endless, Inbox, Letter, Posted
from .turns.turns import Turns


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
        holders = tuple(Holder(chair.seat, chair.name, chair.occupant) for chair in self._company.chairs)
        self._ledger.keep(DealPlayed(holders))
        if self._course.over:
            self._ledger.keep(MatchPlayed(self._time.unix_ms(), self._company.sat))
