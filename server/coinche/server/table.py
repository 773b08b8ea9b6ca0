"""A table: one task that owns one match and reads one inbox. Nobody else touches it, so there are no locks.

Knows the order of things: four seats, match, deal, turn, the store before the news, pauses where people sit. Refuses
to know rules (`coinche.engine`), bytes (`feed`), who comes and goes (`company`), and how one is asked (`turns`).
"""

from __future__ import annotations

import math
from contextlib import suppress

import trio

from coinche.engine.events import Event, MatchStarted, TrickWon
from coinche.engine.match import MatchOver, State, apply, gathered, new_match, next_deal, to_act
from coinche.engine.view import Phase, phase_of
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    ClientMessage,
    Decline,
    GoOn,
    Join,
    Leave,
    Ok,
    RecapStarted,
    Role,
    TableInfo,
    Watch,
    WentOn,
)

from . import limits
from .agreed import changes
from .chairs import Chair
from .clock import Clock as Time
from .company import Company, House
from .feed import Feed, Observer
from .log import sentence
from .options import TableOptions
from .packs import PackSource
from .posted import Back, FillUp, Gone, Lost, Posted, ProviderGone, ProviderHere
from .session import Session
from .store import MatchBegun, PackLaid, Store
from .turns import Abandoned, Endless, Turns


class Table:
    """One table. `run` is its task; `post` is the only way in. A `kept` table is not closed for want of company."""

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
    ) -> None:
        self.id = table
        self.options = options
        self._changes = changes(options)
        self._packs = packs
        self._house = house
        self._store = store
        self._feed = Feed(table, time, observer)
        self._company = Company(table, options, house, self._feed, self._ask)
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
        self._post, self._inbox = trio.open_memory_channel[tuple[Session, Posted]](math.inf)
        self._kept = kept
        self._recap: set[Session] | None = None
        self._told = 0
        self.phase = Phase.WAITING

    def post(self, session: Session, message: Posted) -> bool:
        """Leave a message for the table; False when too many are waiting, or the table is over.

        What the server itself posts is never refused, so that nobody's coming and going is lost; nor is a provider,
        which plays at many tables at once.
        """
        if isinstance(message, ClientMessage) and session.role is not Role.PROVIDER:
            crowded = self._post.statistics().current_buffer_used >= limits.INBOX and session.table != self.id
            if crowded or session.pending >= limits.PENDING:
                return False
        try:
            self._post.send_nowait((session, message))
        except trio.ClosedResourceError:
            return False
        session.pending += 1
        return True

    def _ask(self, chair: Chair) -> None:
        self._turns.ask(chair)

    def fill_with(self, bot: str) -> None:
        """Have the free seats filled with bots of that kind. For whoever opens the table, before it runs."""
        self._company.fill(bot)

    def info(self) -> TableInfo:
        """The table as the lobby shows it."""
        return TableInfo(
            table=self.id,
            name=self.options.name,
            preset=self.options.preset,
            base=self.options.base,
            options=self._changes,
            target=self.options.rules.match.target,
            phase=self.phase,
            seats=tuple(chair.info() for chair in self._company.chairs),
            spectators=self._feed.spectators,
            clock=self.options.clock_for(people=self._company.chairs.paced),
            strict=self.options.strict,
            private=self.options.key is not None,
            delay_s=self.options.delay_s,
            delay_deals=self.options.delay_deals,
        )

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait for four, play what was agreed, and close."""
        reason, why = "fault", ""
        try:
            await self._wait_for_four()
            self._company.begin()
            for match in range(1, self.options.matches + 1):
                await self._play_match(match)
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
            self._company.close(reason)
            self._refuse_the_rest()
            self._house.say(f"{self.id}: closed ({reason}{why})")

    def _refuse_the_rest(self) -> None:
        """Whoever posted after the end is told so."""
        self._post.close()
        with suppress(trio.EndOfChannel):
            while True:
                session, message = self._inbox.receive_nowait()
                session.pending -= 1
                session.catching_up = False
                if session.table == self.id:
                    self._house.left(session)
                if isinstance(message, ClientMessage):
                    session.refuse(ErrorCode.NO_SUCH_TABLE, f"{self.id} is over", re=message.id)

    async def _wait_for_four(self) -> None:
        while not self._company.chairs.filled:
            await self._attend_no_act(math.inf)

    async def _play_match(self, match: int) -> None:
        rules, first_dealer = self.options.rules, self._packs.first_dealer(match)
        names = tuple((chair.seat, chair.name) for chair in self._company.chairs)
        begun = MatchBegun(match=match, rules=rules, first_dealer=first_dealer, board=self.options.board, names=names)
        await self._store.append(self.id, begun)
        self._turns.begin_match()
        state, events = new_match(rules, first_dealer, match=match, board=self.options.board)
        self._tell(state, events)
        while not isinstance(state.phase, MatchOver):
            pack = gathered(state) or self._packs.pack(match, state.deal + 1)
            await self._store.append(self.id, PackLaid(pack))
            state, events = next_deal(state, pack)
            self._tell(state, events)
            state = await self._play_deal(state)
            await self._let_recap_be_read()

    async def _play_deal(self, state: State) -> State:
        while (seat := to_act(state)) is not None:
            seat, action = await self._turns.decide(state, seat)
            state, events = apply(state, seat, action)
            self._tell(state, events)
            if any(isinstance(event, TrickWon) for event in events):
                await self._pause(self.options.pace.trick)
        return state

    def _tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Tell everybody; the operator hears in a line what no card is hidden in. Endless where it is too much."""
        for event in events:
            self._feed.tell(event)
            self._told = 0 if isinstance(event, MatchStarted) else self._told + 1
            if not self.options.board and (line := sentence(event, state)):
                self._house.say(f"{self.id}: {line}")
        if (phase := phase_of(state)) is not self.phase:
            self.phase = phase
            self._house.changed()
        if self._told > limits.EVENTS:
            raise Endless(f"the match has more than {limits.EVENTS} events")

    # --- waiting -------------------------------------------------------------------------------------

    async def _attend(self, deadline: float = math.inf) -> tuple[Session, Posted] | None:
        """Wait for the next message and do what it asks, unless it is an act; None at the deadline."""
        with trio.move_on_at(deadline):
            session, message = await self._inbox.receive()
            session.pending -= 1
            self._handle(session, message)
            if self._company.abandoned and not self._kept:
                raise Abandoned
            return session, message
        return None

    def _handle(self, session: Session, message: Posted) -> None:
        match message:
            case Join():
                self._company.join(session, message)
            case Watch():
                self._company.watch(session, message)
            case Leave():
                self._company.leave(session, message)
            case AddBot():
                self._company.add_bot(session, message)
            case FillUp():
                self._company.fill(message.bot)
            case Accept():
                self._company.accept(session, message.seat)
            case Gone():
                self._company.gone(session)
            case Lost():
                self._company.lost(session)
            case Back():
                self._company.back(session, message.after, was_away=message.away)
            case ProviderHere():
                self._company.provider_here()
            case ProviderGone():
                self._company.provider_gone(session)
            case GoOn():
                self._go_on(session, message)
            case Decline() | Act():
                pass

    async def _pause(self, seconds: float) -> None:
        """Let people look, where people sit. Acts that come meanwhile answer nothing."""
        end = trio.current_time() + seconds
        while trio.current_time() < end and self._company.chairs.paced:
            await self._attend_no_act(end)

    async def _attend_no_act(self, deadline: float) -> None:
        """Wait while nothing is asked of anybody."""
        posted = await self._attend(deadline)
        if posted is not None and isinstance(posted[1], Act):
            self._turns.stray(posted[0], posted[1])

    async def _let_recap_be_read(self) -> None:
        """Until every person present has gone on, or the pace's limit (no pause where no person sits)."""
        if not self._company.chairs.paced:
            return
        end = trio.current_time() + self.options.pace.recap
        self._recap = set()
        self._feed.tell(RecapStarted(int(self.options.pace.recap * 1000)))
        while trio.current_time() < end and not self._all_have_gone_on():
            await self._attend_no_act(end)
        self._recap = None

    def _all_have_gone_on(self) -> bool:
        people = self._company.chairs.people
        return bool(people) and self._recap is not None and self._recap.issuperset(people)

    def _go_on(self, session: Session, message: GoOn) -> None:
        chair = self._company.chairs.of(session)
        if self._recap is None or chair is None:
            session.refuse(ErrorCode.FORBIDDEN, "there is no recap to go on from", re=message.id)
            return
        session.answer(Ok(), message.id)
        if session not in self._recap:
            self._recap.add(session)
            self._feed.tell(WentOn(chair.seat))
