"""The decisions of a table, one after the other: who is on turn, how long he is waited for, and which answer is taken.

Refuses to know rules (`coinche.engine`), who comes and goes (`company`), how one is asked (`requests`), what becomes of
an act (`judging`), what time costs (`timekeeper`), and which of several answers goes first (`reactions`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Awaitable, Callable

import trio

from coinche.engine.match import State
from coinche.engine.playing import Playing
from coinche.engine.rules import CoincheWhen
from coinche.engine.seats import Seat
from coinche.protocol.messages import Act, Claim, RequestKind
from coinche.server.clock import Time
from coinche.server.match.entries import ActionTaken, Declined, Entry, MatchBegun, StrikeCounted
from coinche.server.match.options import TableOptions
from coinche.server.seating.feed import Feed
from coinche.server.seating.members import Company
from coinche.server.seating.premises import House
from coinche.server.seating.seats import Chair
from coinche.server.sessions.sessions import Session
from coinche.server.storage.store import Store

from .acts import Hearing, Judging, following
from .answers import Answer
from .clock import Patience, Timekeeper
from .inbox import Abandoned, Letter
from .request import UNASKED, Asking
from .requests import OutOfTurn, Requests
from .strikes import Strikes

Attend = Callable[[float], Awaitable[Letter | None]]
"""Waits for the next message and does what it asks, unless it is an act; None at the deadline."""


class Turns:
    """Waits for each decision and keeps its answer safe. A `kept` table waits on where nobody is left."""

    def __init__(
        self,
        options: TableOptions,
        company: Company,
        feed: Feed,
        *,
        house: House,
        store: Store,
        time: Time,
        attend: Attend,
        kept: bool,
    ) -> None:
        self._chairs = chairs = company.chairs
        self._feed = feed
        self._house = house
        self._store = store
        self._attend = attend
        self._at_any_time = options.rules.auction.coinche_when is CoincheWhen.ANY_TIME
        self._patience = Patience(company, house, kept=kept)
        self._timekeeper = times = Timekeeper(options, chairs, time)
        self._strikes = strikes = Strikes(chairs.table, feed, house=house, store=store, strict=options.strict)
        self._requests = requests = Requests(options, company, feed, strikes, times)
        self._out_of_turn = OutOfTurn(options.pace, chairs, feed, requests, strikes, times)
        hearing = Hearing(chairs, feed, requests, strikes, at_any_time=self._at_any_time)
        self._judging = Judging(chairs, requests, hearing, strikes, times, store)
        self.claimed: Seat | None = None
        """Who has claimed what is left of the deal."""

    def begin_match(self, begun: MatchBegun) -> None:
        """Everybody's clock is full, and nobody has a strike."""
        self._timekeeper.begin_match(begun.bank_ms)
        self._strikes.begin_match()

    def recall(self, entry: Entry) -> None:
        """What was done before the server was started again."""
        match entry:
            case MatchBegun():
                self.begin_match(entry)
            case StrikeCounted():
                self._strikes.recall(entry)
            case Declined():
                self._out_of_turn.recall(entry)
                self._requests.over.declined(entry)
            case ActionTaken():
                self._requests.asked = entry.asked
                self._out_of_turn.recall(entry)
                self._requests.over.acted(entry)
                self._chairs[entry.seat].bank_ms = entry.bank_ms
                if entry.claims or entry.request != UNASKED:  # what follows from a claim is asked of nobody
                    self.claimed = entry.seat if entry.claims else None

    @property
    def forfeits(self) -> tuple[Seat, ...]:
        """The seats that have lost their right to play by too many strikes."""
        return tuple(seat for seat in Seat if seat in self._strikes.forfeits)

    def stalls(self, chair: Chair) -> bool:
        """Whether the chair's owner is away, or keeps the table waiting for longer than need be."""
        if chair.owner is not None and not chair.present:
            return trio.current_time() >= chair.expected_until
        turn = self._requests.turn
        if turn is None or turn.seat is not chair.seat or self._requests.answers.of(chair.seat) is not None:
            return False
        return self._timekeeper.is_long(turn)

    async def decide(self, state: State, seat: Seat) -> ActionTaken:
        """Ask the seat on turn, and whoever may react; what is done next, and by whom, given to the store.

        After a claim nobody is asked.
        """
        if not isinstance(state.phase, Playing):
            self.claimed = None
        if self.claimed is not None:
            return self._take_for_granted(state, seat, self.claimed)
        self._requests.answers.clear()
        turn = self._requests.turn = self._requests.made(state, seat)
        chair = self._chairs[seat]
        self.ask(chair)
        if self._at_any_time:
            self._out_of_turn.ask(state)
        return self._take(await self._first_answer(turn, chair))

    def ask(self, chair: Chair) -> None:
        """Have whoever acts for the chair now be asked what is asked of it."""
        turn = self._requests.turn
        if turn is not None and turn.seat is chair.seat:
            self._wait_for_owner(turn, chair)
        self._requests.ask(chair)

    def is_asked(self, session: Session, said: Act | Claim) -> bool:
        """Whether a live request of that client's is answered."""
        return self._requests.answered_by(session, said) is not None

    def hear(self, letter: Letter, said: Act | Claim) -> None:
        """An act or a claim has come, whether anything is asked of anybody or not."""
        self._judging.hear(letter, said)

    # --- waiting -------------------------------------------------------------------------------------

    async def _first_answer(self, turn: Asking, chair: Chair) -> Answer:
        """The answer that goes first; the default counts as one once the time of the seat on turn is up."""
        self._patience.begin(chair)
        reactions, now = self._requests.reactions, trio.current_time()
        while (first := reactions.first(self._requests.answers, now)) is None:
            self._wait_for_owner(turn, chair)
            until = reactions.until(self._requests.answers, now)
            letter = await self._attend(min(self._end(turn, chair), until))
            heard_ms = self._timekeeper.now_ms() if letter is None else letter.heard_ms
            self._wait_for_owner(turn, chair)
            if self._is_over(turn, chair, heard_ms):  # the clock may have begun, or somebody come, meanwhile
                self._time_is_up(turn, chair)
            if letter is not None and isinstance(letter.message, Act | Claim):
                self.hear(letter, letter.message)
            now = trio.current_time()
        return first

    def _wait_for_owner(self, turn: Asking, chair: Chair) -> None:
        """Whoever is away is waited for while he has time for that; his clock stands."""
        turn.stood_still(self._patience.charge(chair))

    def _end(self, turn: Asking, chair: Chair) -> float:
        """When the seat on turn is waited for no longer."""
        if self._requests.answers.of(turn.seat) is not None:
            return math.inf
        if self._strikes.is_out(turn.seat):
            return -math.inf
        if chair.awaited:
            return self._patience.until(chair)
        return min(self._timekeeper.moment(self._timekeeper.end_ms(chair, turn)), self._patience.until(chair))

    def _is_over(self, turn: Asking, chair: Chair, heard_ms: int) -> bool:
        """Whether the seat on turn was waited for no longer when the clock showed that."""
        if self._requests.answers.of(turn.seat) is not None or chair.awaited:
            return False
        if self._strikes.is_out(turn.seat) or heard_ms >= self._timekeeper.end_ms(chair, turn):
            return True
        return not chair.present and self._timekeeper.moment(heard_ms) >= self._patience.until(chair)

    def _time_is_up(self, turn: Asking, chair: Chair) -> None:
        out = self._strikes.is_out(turn.seat)
        if self._patience.lost and not out:
            raise Abandoned
        now_ms = self._timekeeper.now_ms()
        used = 0 if out else now_ms - turn.asked_ms
        timed_out = chair.acting is not None and not out
        self._judging.wait_with(turn, turn.legal.default, now_ms, used, timed_out=timed_out)

    def stood_still(self, ms: int) -> None:
        """There was a pause: what was to happen at some time happens so much later, and nobody's clock has run."""
        self._requests.stood_still(ms)
        self._patience.stood_still(ms / 1000)

    # --- taking --------------------------------------------------------------------------------------

    def _take(self, answer: Answer) -> ActionTaken:
        """Have the answer kept, then say so; the others that waited are refused."""
        asking, turn = answer.asking, self._requests.turn
        if turn is not None and asking.seat is turn.seat:
            self._timekeeper.charge(self._chairs[asking.seat], answer.used_ms)
        taken = self._kept(answer)
        self._measure(answer)
        self._requests.turn = None
        self._requests.answers.settle(answer, self._requests.over.acted(taken))
        if answer.claims:
            self.claimed = asking.seat
        return taken

    def _take_for_granted(self, state: State, seat: Seat, claimer: Seat) -> ActionTaken:
        """What follows from a claim, kept as any action is."""
        now_ms = self._timekeeper.now_ms()
        asking = Asking.of(state, seat, UNASKED, self._feed.n, now_ms)
        action = following(state, seat, claimer)
        return self._kept(Answer(asking=asking, action=action, heard_ms=now_ms, used_ms=0))

    def _kept(self, answer: Answer) -> ActionTaken:
        asking = answer.asking
        taken = ActionTaken(
            at=self._timekeeper.unix_ms(),
            request=asking.number,
            after=asking.after,
            seat=asking.seat,
            action=sys.intern(str(answer.action)),  # there are few, and each stays until its match is over
            asked_ms=asking.asked_ms,
            heard_ms=answer.heard_ms,
            used_ms=answer.used_ms,
            bank_ms=self._chairs[asking.seat].bank_ms,
            timed_out=answer.timed_out,
            claims=answer.claims,
            reacts=asking.kind is RequestKind.REACT,
            asked=self._requests.asked,
        )
        self._store.append(self._chairs.table, taken)
        return taken

    def _measure(self, answer: Answer) -> None:
        """Have it measured how soon others hear of an act: from when it was heard, unless it was to wait first."""
        if answer.acts and not answer.timed_out:
            now = trio.current_time()
            waited = answer.ripe > 0 or self._at_any_time
            self._house.acted(now if waited else min(now, self._timekeeper.moment(answer.heard_ms)))
