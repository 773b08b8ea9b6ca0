"""What comes in to a table, letter by letter: whatever one asks for is done, unless it answers a request.

Knows how to wait: for a letter, for a trick to be looked at and a recap to be read, for a pause to end. Refuses to know
the game, and what is asked of anybody (`turns`).
"""

from __future__ import annotations

import math
from typing import assert_never

import trio

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
    VoteOut,
    Watch,
)

from .arrivals import Arrivals
from .chat import Talk
from .clock import Time
from .fairness import Fairness
from .hosting import Hosting
from .ledger import Ledger
from .match.options import TableOptions
from .pause import Pauses
from .recap import Recap
from .seating.feed import Feed
from .seating.members import Company
from .sessions.sessions import Session
from .storage.budget import Growth, TableUsage
from .turns.inbox import Abandoned, Back, FillUp, Gone, Inbox, Letter, Lost, Posted, ProviderGone, ProviderHere
from .turns.turns import Turns
from .votes import Votes

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
