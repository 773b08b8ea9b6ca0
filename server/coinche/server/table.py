"""A table: one task that owns one match and reads one inbox. Nobody else touches it, so there are no locks.

Knows the order of things: four seats, match, deal, turn, the store before the news, where people sit time to look.
Refuses to know rules (`coinche.engine`), bytes (`feed`), who comes and goes (`company`), how one is asked (`turns`),
and what else comes in (`reception`).
"""

from __future__ import annotations

from collections.abc import Awaitable

import trio

from coinche.engine.events import Event, MatchStarted, TrickWon
from coinche.engine.match import MatchOver, State, apply, gathered, new_match, next_deal, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, phase_of
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import ClientMessage, TableInfo

from . import limits
from .absences import Deserted
from .agreed import changes
from .chairs import Chair
from .clock import Time
from .company import Company, House
from .feed import Delay, Feed, Observer
from .inbox import Inbox, Letter
from .log import sentence
from .options import TableOptions
from .packs import PackSource
from .posted import Posted
from .reception import Reception
from .session import Session
from .store import DealPlayed, Holder, MatchBegun, MatchPlayed, PackLaid, Store
from .turns import Abandoned, Endless, Turns


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
        observer: Observer | None = None,
        kept: bool = False,
        origin: str = "",
    ) -> None:
        self.id = table
        self.origin = origin
        self.options = options
        self._changes = changes(options)
        self._packs = packs
        self._house = house
        self._store = store
        self._time = time
        self._feed = Feed(table, time, observer, Delay(options.delay_s, options.delay_deals))
        self._company = Company(table, options, house, self._feed, self._ask, hosted=not kept)
        self._turns = Turns(
            table,
            options,
            self._company,
            self._feed,
            house=house,
            store=store,
            time=time,
            attend=self._attend,
            kept=kept,
        )
        self._inbox = Inbox(table, time, self._turns.is_asked)
        self._reception = Reception(
            self._inbox,
            self._company,
            self._feed,
            self._turns,
            options,
            time=time,
            phase=lambda: self.phase,
            kept=kept,
        )
        self._kept = kept
        self._counted_from = 0
        self.phase = Phase.WAITING

    def post(self, session: Session, message: Posted) -> bool:
        """Leave a message for the table; False when too many are waiting, or the table is over."""
        return self._inbox.post(session, message)

    def _ask(self, chair: Chair) -> None:
        if self._reception.pauses.until is None:
            self._turns.ask(chair)

    def _attend(self, deadline: float) -> Awaitable[Letter | None]:
        return self._reception.attend(deadline)

    @property
    def deserted(self) -> Deserted | None:
        """Whether nobody is there, though there are seats kept for some; the operator's table does not mind."""
        if self._kept or not self._company.deserted:
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
        )

    @property
    def _shown_phase(self) -> Phase:
        """Where the match is, as everybody may know; who watches with a delay does not see the pace elsewhere."""
        delayed = self.options.delay_s or self.options.delay_deals
        return Phase.PLAYING if delayed and self.phase is not Phase.WAITING else self.phase

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait for four, play what was agreed, and close."""
        reason, why = "fault", ""
        try:
            await self._wait_to_begin()
            await self._play_matches()
            reason = "match_over"
        except Abandoned:
            reason = "abandoned"
        except Endless as sentence:
            reason, why = "endless", f": {sentence}"
        except trio.Cancelled:
            reason = "shutdown"
            raise
        finally:
            self._store.close(self.id)
            self._company.close(reason, self._turns.forfeits)
            self._refuse_the_rest()
            self._house.say(f"{self.id}: closed ({reason}{why})")

    def _refuse_the_rest(self) -> None:
        """Whoever posted after the end is told so."""
        for letter in self._inbox.close():
            session, message = letter.session, letter.message
            session.catching_up = False
            if session.table == self.id:
                self._house.left(session)
            if isinstance(message, ClientMessage):
                session.refuse(ErrorCode.NO_SUCH_TABLE, f"{self.id} is over", re=message.id)

    async def _wait_to_begin(self) -> None:
        """Wait for four players, and for the host where he wants that."""
        while self._reception.hosting.held or not self._company.chairs.filled:
            await self._reception.attend_no_act()
            self._bound_log()

    async def _play_matches(self) -> None:
        """Those that were agreed on, and another as long as all people want one. The operator's table has no more."""
        last, most = self.options.matches, self.options.matches + (0 if self._kept else limits.REMATCHES)
        self._company.begin()
        match = 1
        while match <= last:
            if await self._play_match(match, final=match == last < most):
                last += 1
                self._company.begin()
            match += 1

    async def _play_match(self, match: int, *, final: bool) -> bool:
        """Play it to its end; whether all people want another. None comes after one that is not `final`."""
        rules, first_dealer = self.options.rules, self._packs.first_dealer(match)
        await self._store.append(self.id, self._begun(match, first_dealer))
        self._turns.begin_match()
        self._reception.pauses.begin_match()
        state, events = new_match(rules, first_dealer, match=match, board=self.options.board)
        self._tell(state, events)
        again = False
        while not isinstance(state.phase, MatchOver):
            pack = gathered(state) or self._packs.pack(match, state.deal + 1)
            await self._store.append(self.id, PackLaid(pack))
            state, events = next_deal(state, pack)
            self._tell(state, events)
            state = await self._play_deal(state)
            await self._keep_end(state)
            last = final and isinstance(state.phase, MatchOver) and self._feed.n <= limits.EVENTS // 2
            again = await self._reception.let_recap_be_read(final=last)
        return again

    def _begun(self, match: int, first_dealer: Seat) -> MatchBegun:
        options = self.options
        return MatchBegun(
            called=options.name,
            origin=self.origin,
            preset=options.preset,
            private=options.key is not None,
            match=match,
            rules=options.rules,
            first_dealer=first_dealer,
            board=options.board,
            names=tuple((chair.seat, chair.name) for chair in self._company.chairs),
        )

    async def _keep_end(self, state: State) -> None:
        """Keep whose deal it was that is over, and that the match is, if it is."""
        holders = tuple(Holder(chair.seat, chair.name, chair.occupant) for chair in self._company.chairs)
        await self._store.append(self.id, DealPlayed(holders))
        if isinstance(state.phase, MatchOver):
            await self._store.append(self.id, MatchPlayed(self._time.unix_ms(), self._company.sat))

    async def _play_deal(self, state: State) -> State:
        while (seat := to_act(state)) is not None:
            seat, action = await self._turns.decide(state, seat)
            state, events = apply(state, seat, action)
            self._tell(state, events)
            if self._turns.claimed is None and any(isinstance(event, TrickWon) for event in events):
                await self._reception.let_trick_lie()
        self._reception.pauses.forget()
        return state

    def _tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Tell everybody; the operator hears in a line what no card is hidden in. Endless where it is too much."""
        for event in events:
            self._feed.tell(event)
            if self._kept and isinstance(event, MatchStarted):
                self._counted_from = self._feed.n
            if not self.options.board and (line := sentence(event, state)):
                self._house.say(f"{self.id}: {line}")
        if (phase := phase_of(state)) is not self.phase:
            self.phase = phase
            self._house.changed()
        self._bound_log()

    def _bound_log(self) -> None:
        """Endless once the log is too long, whatever of: everybody who comes is sent all of it."""
        if self._feed.n - self._counted_from > limits.EVENTS:
            raise Endless(f"the log has more than {limits.EVENTS} events")
