"""A table: one task that owns one match and reads one inbox. Nobody else touches it, so there are no locks.

Knows the order of things: seats, requests, the store before the news, pauses where people sit. Refuses to know
rules (`coinche.engine`), bytes (`feed`), and who comes and goes (`company`).
"""

from __future__ import annotations

import math
from contextlib import suppress

import trio

from coinche.engine.actions import Action
from coinche.engine.events import Event, MatchStarted, TrickWon
from coinche.engine.match import MatchOver, State, apply, new_match, next_deal, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, phase_of
from coinche.protocol.codec import rules_hash
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    ClientMessage,
    Clock,
    Decline,
    Error,
    GoOn,
    Join,
    Leave,
    Ok,
    RecapStarted,
    TableInfo,
    TimedOut,
    Watch,
    WentOn,
)

from . import limits
from .asking import Answered, Asking
from .chairs import Chair
from .clock import Clock as Time
from .company import Company, House
from .feed import Feed, Observer
from .log import sentence
from .options import CASUAL, STANDARD, TableOptions
from .packs import PackSource
from .posted import Back, Gone, Lost, Posted, ProviderGone, ProviderHere
from .session import Session
from .store import ActionTaken, MatchBegun, PackLaid, Store


class Abandoned(Exception):
    """Nobody is at the table any more."""


class Endless(Exception):
    """The match has more events than any honest one."""


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
        self._packs = packs
        self._rules = rules_hash(options.rules)
        self._house = house
        self._store = store
        self._time = time
        self._feed = Feed(table, time, observer)
        self._company = Company(table, options, house, self._feed, self._ask)
        self._post, self._inbox = trio.open_memory_channel[tuple[Session, Posted]](math.inf)
        self._kept = kept
        self._requests = 0
        self._asking: Asking | None = None
        self._answered: dict[Seat, Answered] = {}
        self._recap: set[Session] | None = None
        self._told = 0
        self.phase = Phase.WAITING

    def post(self, session: Session, message: Posted) -> bool:
        """Leave a message for the table; False when too many are waiting, or the table is over.

        What the server itself posts is never refused, so that nobody's coming and going is lost.
        """
        if isinstance(message, ClientMessage):
            crowded = self._post.statistics().current_buffer_used >= limits.INBOX and session.table != self.id
            if crowded or session.pending >= limits.PENDING:
                return False
        try:
            self._post.send_nowait((session, message))
        except trio.ClosedResourceError:
            return False
        session.pending += 1
        return True

    def fill_with(self, bot: str) -> None:
        """Have the free seats filled with bots of that kind. For whoever opens the table, before it runs."""
        self._company.fill(bot, [chair for chair in self._company.chairs if not chair.taken])

    def info(self) -> TableInfo:
        """The table as the lobby shows it."""
        return TableInfo(
            table=self.id,
            name=self.options.name,
            preset=self.options.preset,
            target=self.options.rules.match.target,
            phase=self.phase,
            seats=tuple(chair.info() for chair in self._company.chairs),
            spectators=self._feed.spectators,
        )

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait for four, play what was agreed, and close."""
        reason = "match_over"
        try:
            await self._wait_for_four()
            self._company.begin()
            for match in range(1, self.options.matches + 1):
                await self._play_match(match)
        except Abandoned:
            reason = "abandoned"
        except Endless:
            reason = "endless"
        finally:
            self._store.close(self.id)
            self._company.close(reason)
            self._refuse_the_rest()
            self._house.say(f"{self.id}: closed ({reason})")

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
        for chair in self._company.chairs:
            chair.bank_ms = self._clock.bank_ms
        state, events = new_match(rules, first_dealer, match=match, board=self.options.board)
        self._tell(state, events)
        while not isinstance(state.phase, MatchOver):
            pack = self._packs.pack(match, state.deal + 1)
            await self._store.append(self.id, PackLaid(pack))
            state, events = next_deal(state, pack)
            self._tell(state, events)
            if self._told > limits.EVENTS:
                raise Endless
            state = await self._play_deal(state)
            await self._let_recap_be_read()

    async def _play_deal(self, state: State) -> State:
        while (seat := to_act(state)) is not None:
            action = await self._decide(state, seat)
            state, events = apply(state, seat, action)
            self._tell(state, events)
            if any(isinstance(event, TrickWon) for event in events):
                await self._pause(self.options.pace.trick)
        return state

    def _tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Tell everybody; the operator hears in a line what no card is hidden in."""
        for event in events:
            self._feed.tell(event)
            self._told = 0 if isinstance(event, MatchStarted) else self._told + 1
            if not self.options.board and (line := sentence(event, state)):
                self._house.say(f"{self.id}: {line}")
        if (phase := phase_of(state)) is not self.phase:
            self.phase = phase
            self._house.changed()

    # --- one decision --------------------------------------------------------------------------------

    async def _decide(self, state: State, seat: Seat) -> Action:
        """Ask, wait, and keep the answer safe; the default is taken for a seat whose time is up or that has nobody."""
        self._requests += 1
        chair = self._company.chairs[seat]
        asking = Asking.of(state, seat, self._requests, self._feed.n, self._time.now_ms())
        self._asking = asking
        self._ask(chair)
        answer = await self._answer(asking, chair)
        self._asking = None
        action = answer[0] if answer is not None else asking.legal.default
        used = self._time.now_ms() - asking.asked_ms
        chair.bank_ms -= max(0, used - self._clock.move_ms)
        timed_out = answer is None and chair.acting is not None
        self._answered[seat] = answered = Answered(
            asking.number, seat, str(action), timed_out, used, max(0, chair.bank_ms)
        )
        if not chair.person:
            await self._pause(self.options.pace.bot - used / 1000)
        taken = ActionTaken(
            request=asking.number,
            after=asking.after,
            seat=seat,
            action=str(action),
            used_ms=used,
            timed_out=timed_out,
        )
        await self._store.append(self.id, taken)
        if answer is not None:
            _, session, act = answer
            session.answer(_ok(answered), act.id)
        if timed_out:
            self._feed.tell(TimedOut(seat))
        return action

    async def _answer(self, asking: Asking, chair: Chair) -> tuple[Action, Session, Act] | None:
        """The first legal act of whoever acts for the chair; None when its time is up or nobody comes to act."""
        since = trio.current_time()
        time_out = since + (self._clock.move_ms + max(0, chair.bank_ms)) / 1000
        acting = chair.acting
        while True:
            if chair.acting is not acting:
                acting, since = chair.acting, trio.current_time()
            deadline = time_out if chair.present else min(time_out, since + self._patience(chair))
            posted = await self._attend(deadline)
            if posted is None:
                if self._company.chairs.nobody_acts and not self._kept:
                    raise Abandoned
                return None
            session, message = posted
            if not isinstance(message, Act):
                continue
            if message.request != asking.number or session is not chair.acting:
                self._stray(session, message)
                continue
            judged = asking.judge(message)
            if not isinstance(judged, Error):
                return judged, session, message
            session.send(judged)

    def _patience(self, chair: Chair) -> float:
        """Seconds for which a seat waits whose owner is not there: for its bot's answer, for a bot, for anybody."""
        if chair.player is not None:
            return limits.STAND_IN
        if self._company.chairs.nobody_acts and not self._kept:
            return limits.TABLE_IDLE
        return limits.INVITE if self._house.bots else 0

    def _ask(self, chair: Chair) -> None:
        """Send the live request to whoever acts for the chair now, if it is the chair's turn."""
        asking = self._asking
        if asking is None or asking.seat is not chair.seat or chair.acting is None:
            return
        used = self._time.now_ms() - asking.asked_ms
        left = Clock(
            move_ms=max(0, self._clock.move_ms - used),
            bank_ms=max(0, chair.bank_ms - max(0, used - self._clock.move_ms)),
        )
        chair.acting.send(asking.message(self.id, left, self._rules))

    def _stray(self, session: Session, act: Act) -> None:
        """An act that answers no live request of that client: twice, late, out of turn, or out of the blue."""
        asking = self._asking
        seats = [chair.seat for chair in self._company.chairs if session in (chair.owner, chair.player)]
        before = next((a for s in seats if (a := self._answered.get(s)) and a.number == act.request), None)
        current = asking.number if asking is not None and asking.seat in seats else 0
        if not seats:
            session.refuse(ErrorCode.FORBIDDEN, f"you play no seat at {self.id}", re=act.id, request=act.request)
        elif before is not None and before.action == act.action and not before.timed_out:
            session.answer(_ok(before), act.id)
        elif before is not None and before.timed_out:
            what = f"your time was up and {before.action} was played"
            session.refuse(ErrorCode.LATE, what, re=act.id, request=act.request, data={"played": before.action})
        elif asking is not None and act.request == asking.number and not current:
            what = f"request {act.request} is for {asking.seat}"
            session.refuse(ErrorCode.NOT_YOUR_TURN, what, re=act.id, request=act.request)
        else:
            what = f"request {act.request} is not live; " + (f"{current} is" if current else "none of yours is")
            data: dict[str, str | int | tuple[str, ...]] = {"current": current}
            session.refuse(ErrorCode.STALE_REQUEST, what, re=act.id, request=act.request, data=data)

    @property
    def _clock(self) -> Clock:
        return self.options.clock or (CASUAL if self._company.chairs.paced else STANDARD)

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
            self._stray(posted[0], posted[1])

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


def _ok(answered: Answered) -> Ok:
    return Ok(request=answered.number, used_ms=answered.used_ms, bank_ms=answered.bank_ms)
