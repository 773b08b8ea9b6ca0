"""The decisions of a table, one after the other: who is asked, what is heard, and which answer is taken.

Knows requests, clocks, and the acts that answer nothing. Refuses to know rules (`coinche.engine`), who comes and goes
(`company`), and which of several answers goes first (`reactions`).
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

import trio

from coinche.engine.actions import Action, Coinche, Pass, Surcoinche
from coinche.engine.bids import Contract
from coinche.engine.deal import Bidding
from coinche.engine.match import State, may_act
from coinche.engine.playing import Playing
from coinche.engine.rules import CoincheWhen
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode, rules_hash
from coinche.protocol.errors import ErrorCode
from coinche.protocol.frames import HEADER
from coinche.protocol.messages import Act, Claim, Claimed, Clock, Error, Ok, RequestKind, TimedOut

from . import limits
from .answered import Answered, AnsweredRequests, late, refused, stale
from .asking import UNASKED, Asking
from .chairs import Chair
from .claims import CLAIM, as_act, following, judge_claim
from .clock import Clock as Time
from .company import Company, House
from .feed import Feed
from .options import TableOptions
from .posted import Posted
from .reactions import Answer, Reactions
from .refusal import error
from .session import Session
from .store import ActionTaken, Store

_DOUBLING = {str(Coinche()), str(Surcoinche())}

Attend = Callable[[float], Awaitable[tuple[Session, Posted] | None]]
"""Waits for the next message and does what it asks, unless it is an act; None at the deadline."""


class Abandoned(Exception):
    """Nobody is at the table any more."""


class Endless(Exception):
    """The match is longer than any honest one; the message says in what."""


@dataclass(slots=True)
class Waited:
    """Since when a seat waits for the same kind of company, by trio's clock.

    One that comes and goes is not waited for anew each time, until the seat's own client has been there.
    """

    since: float
    acting: Session | None
    met: set[bool] = field(default_factory=set)

    def note(self, chair: Chair) -> None:
        """Who acts for the chair now."""
        if chair.acting is self.acting:
            return
        self.acting = chair.acting
        if chair.present:
            self.met.clear()
        elif (played := chair.player is not None) not in self.met:
            self.met.add(played)
            self.since = trio.current_time()


class Turns:
    """Asks for each decision and keeps its answer safe. A `kept` table waits on where nobody is left."""

    def __init__(
        self,
        table: str,
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
        self._table = table
        self._options = options
        self._rules = rules_hash(options.rules)
        self._at_any_time = options.rules.auction.coinche_when is CoincheWhen.ANY_TIME
        self._company = company
        self._feed = feed
        self._house = house
        self._store = store
        self._time = time
        self._attend = attend
        self._kept = kept
        self._requests = 0
        self._turn: Asking | None = None
        self._answers: list[Answer] = []
        self._reactions = Reactions()
        self._lapsed: dict[Seat, tuple[int, int]] = {}
        self._past = AnsweredRequests(table)
        self._time_out = math.inf
        self._waited = Waited(0.0, None)
        self.claimed: Seat | None = None
        """Who has claimed what is left of the deal."""

    def begin_match(self) -> None:
        """Everybody's clock is full."""
        for chair in self._company.chairs:
            chair.bank_ms = self._clock.bank_ms

    async def decide(self, state: State, seat: Seat) -> tuple[Seat, Action]:
        """Ask the seat on turn, and whoever may react; what is said next, and by whom, once it is safe.

        After a claim nobody is asked.
        """
        if not isinstance(state.phase, Playing):
            self.claimed = None
        if self.claimed is not None:
            return seat, await self._take_for_granted(state, seat, self.claimed)
        turn = self._turn = self._next(state, seat)
        self._answers = []
        chair = self._company.chairs[seat]
        self.ask(chair)
        if self._at_any_time:
            self._ask_to_react(state)
        answer = await self._first_answer(turn, chair)
        await self._take(answer)
        return answer.asking.seat, answer.action

    def _next(self, state: State, seat: Seat) -> Asking:
        self._requests += 1
        return Asking.of(state, seat, self._requests, self._feed.n, self._time.now_ms())

    @property
    def _clock(self) -> Clock:
        return self._options.clock_for(people=self._company.chairs.paced)

    # --- asking --------------------------------------------------------------------------------------

    def ask(self, chair: Chair) -> None:
        """Send whoever acts for the chair now what it is asked: its turn, or else what it may react to."""
        if chair.acting is None:
            self._reactions.awaited.pop(chair.seat, None)
        elif self._waiting(chair.seat) is not None:
            pass  # whoever sat there before has answered, and that is about to be taken
        elif self._turn is not None and self._turn.seat is chair.seat:
            self._send(chair.acting, self._turn, self._time_left(chair, self._turn))
        elif chair.seat in self._reactions.live:
            until = self._reactions.awaited.get(chair.seat, 0)
            left = Clock(move_ms=max(0, round(1000 * (until - trio.current_time()))), bank_ms=0)
            self._send(chair.acting, self._reactions.live[chair.seat], left)

    def _send(self, session: Session, asking: Asking, clock: Clock) -> None:
        frame = encode(asking.message(self._table, clock, self._rules))
        if len(frame) > HEADER + limits.REQUEST:
            raise Endless(f"a request has {len(frame) - HEADER} bytes, and clients take {limits.REQUEST}")
        session.push(frame)

    def _time_left(self, chair: Chair, turn: Asking) -> Clock:
        used, free = self._time.now_ms() - turn.asked_ms, self._clock.move_ms
        return Clock(move_ms=max(0, free - used), bank_ms=max(0, chair.bank_ms - max(0, used - free)))

    def _ask_to_react(self, state: State) -> None:
        """Ask those who may speak out of turn, once for each bid or coinche; what they were asked about it stays."""
        contract = _standing(state)
        if contract != self._reactions.contract:
            self._close_reactions()
            self._open_reactions(state, contract)
        for asking in self._reactions.live.values():
            asking.state, asking.after = state, self._feed.n

    def _open_reactions(self, state: State, contract: Contract | None) -> None:
        people = self._company.chairs.paced
        opened = self._reactions = Reactions(contract=contract, since=self._feed.n, people=people)
        window = self._options.pace.reaction if people else self._clock.move_ms / 1000
        for seat in may_act(state):
            opened.live[seat] = self._next(state, seat)
            again = not people and self._lapsed.get(seat) == (state.match, state.deal)
            opened.awaited[seat] = trio.current_time() + (min(window, limits.SHORT_REACTION) if again else window)
            self.ask(self._company.chairs[seat])
        if opened.awaited and not people and self._turn is not None:
            opened.awaited[self._turn.seat] = math.inf

    def _close_reactions(self) -> None:
        """The bid stands no longer. Who did not answer in time is late from now on."""
        for asking in self._reactions.lapsed(trio.current_time()):
            self._note(asking, str(Pass()), used_ms=self._time.now_ms() - asking.asked_ms, timed_out=True)
            self._lapsed[asking.seat] = (asking.state.match, asking.state.deal)

    # --- waiting -------------------------------------------------------------------------------------

    async def _first_answer(self, turn: Asking, chair: Chair) -> Answer:
        """The answer that goes first; the default counts as one once the time of the seat on turn is up."""
        now = trio.current_time()
        self._time_out = now + (self._clock.move_ms + max(0, chair.bank_ms)) / 1000
        waited = self._waited = Waited(now, chair.acting, set() if chair.present else {chair.player is not None})
        while (first := self._reactions.first(self._answers, trio.current_time())) is None:
            waited.note(chair)
            deadline = self._time_out if chair.present else min(self._time_out, waited.since + self._patience(chair))
            if self._waiting(turn.seat) is not None:
                deadline = math.inf
            posted = await self._attend(min(deadline, self._reactions.until(self._answers, trio.current_time())))
            if posted is None and trio.current_time() >= deadline:
                self._time_is_up(turn, chair)
            elif posted is not None and isinstance(posted[1], Act):
                self._hear(posted[0], posted[1])
            elif posted is not None and isinstance(posted[1], Claim):
                self._hear(posted[0], as_act(posted[1]), claims=True)
        return first

    def stood_still(self, seconds: float) -> None:
        """There was a pause: what was to happen at some time happens so much later, and nobody's clock has run."""
        for asking in self._live():
            asking.asked_ms += round(1000 * seconds)
        for answer in self._answers:
            answer.ripe += seconds
        self._reactions.awaited = {seat: until + seconds for seat, until in self._reactions.awaited.items()}
        self._waited.since += seconds
        self._time_out += seconds

    def _time_is_up(self, turn: Asking, chair: Chair) -> None:
        if self._company.chairs.nobody_acts and not self._kept:
            raise Abandoned
        self._wait_with(turn, turn.legal.default, timed_out=chair.acting is not None)

    def _patience(self, chair: Chair) -> float:
        """Seconds for which a seat waits whose owner is not there: for its bot's answer, for a bot, for anybody."""
        if chair.player is not None:
            return limits.STAND_IN
        if self._company.chairs.nobody_acts and not self._kept:
            return limits.TABLE_IDLE
        return limits.INVITE if self._house.bots else 0

    def _wait_with(self, asking: Asking, action: Action, *, timed_out: bool = False) -> Answer:
        """Have the answer wait for those that may go before it, a bot's for as long as people would take."""
        chair, used = self._company.chairs[asking.seat], self._time.now_ms() - asking.asked_ms
        pace = 0.0 if chair.person or not self._company.chairs.paced else self._options.pace.bot - used / 1000
        ripe = trio.current_time() + max(0.0, pace)
        answer = Answer(asking=asking, action=action, used_ms=used, ripe=ripe, timed_out=timed_out)
        self._answers.append(answer)
        self._reactions.awaited.pop(asking.seat, None)
        return answer

    def _waiting(self, seat: Seat) -> Answer | None:
        return next((answer for answer in self._answers if answer.asking.seat is seat), None)

    # --- hearing -------------------------------------------------------------------------------------

    def _hear(self, session: Session, act: Act, *, claims: bool = False) -> None:
        """Judge an act: it waits as an answer, or is refused; to decline a reaction is answered at once."""
        found = self._asked(session, act)
        if not isinstance(found, Asking):
            session.answer(found, act.id)
            return
        asking, action = found, judge_claim(found, act) if claims else found.judge(act)
        waiting = self._waiting(asking.seat)
        if isinstance(action, Error):
            session.send(action)
        elif waiting is not None and waiting.timed_out:
            session.send(late(act, str(waiting.action)))
        elif waiting is not None and (waiting.action, waiting.claims) != (action, claims):
            session.send(stale(act, f"you have said {waiting.action}"))
        elif asking.kind is RequestKind.REACT and action == Pass():
            self._reactions.awaited.pop(asking.seat, None)
            used = self._time.now_ms() - asking.asked_ms
            session.answer(self._note(asking, str(action), used_ms=used).ok, act.id)
        else:
            answer = waiting or self._wait_with(asking, action)
            answer.claims = claims
            self._add(answer, session, act)

    def _add(self, answer: Answer, session: Session, act: Act) -> None:
        """One more act that says the same; one with an id that is kept already gets the answer to that."""
        if any(sender is session and same.id == act.id for sender, same in answer.acts):
            return
        if len(answer.acts) < limits.REPEATS:
            answer.acts.append((session, act))
        else:
            what = f"you have said {act.action} {limits.REPEATS} times; it waits for others to answer"
            session.send(refused(act, ErrorCode.RATE, what))

    def _asked(self, session: Session, act: Act) -> Asking | Ok | Error:
        """What the act answers: a live request of that client's, or unasked the bid that stands; else what it gets."""
        assert self._turn is not None
        if not isinstance(act.request, int):
            return self._unasked(session, act)
        for asking in self._live():
            if asking.number == act.request and session is self._company.chairs[asking.seat].acting:
                return asking
        return self._no_answer(session, act)

    def _unasked(self, session: Session, act: Act) -> Asking | Error:
        """A coinche out of turn counts for the bid that its sender had heard last; if there is another, for none."""
        assert self._turn is not None
        seats = self._seats_of(session)
        if not self._at_any_time:
            return refused(act, ErrorCode.NOT_YOUR_TURN, "nothing is said out of turn at this table")
        if len(seats) != 1:
            what = "say which request you answer" if seats else f"you play no seat at {self._table}"
            return refused(act, ErrorCode.FORBIDDEN, what)
        if act.action not in _DOUBLING:
            what = "only coinche and surcoinche come without a request"
            return error(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.request"})
        if not isinstance(act.after, int) or act.after > self._feed.n:
            what = f"after: the last event is {self._feed.n}, not {act.after}"
            return error(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.after"})
        if act.after < self._reactions.since:
            what = f"event {self._reactions.since} has come since {act.after}: what you mean stands no longer"
            return stale(act, what, next((asking.number for asking in self._live() if asking.seat in seats), 0))
        since_ms = self._turn.asked_ms if self._turn.seat is seats[0] else self._time.now_ms()
        return Asking.of(self._turn.state, seats[0], UNASKED, act.after, since_ms)

    # --- taking --------------------------------------------------------------------------------------

    async def _take(self, answer: Answer) -> None:
        """Keep the answer safe, then say so; the others that waited are refused."""
        asking, chair = answer.asking, self._company.chairs[answer.asking.seat]
        if self._turn is not None and asking.seat is self._turn.seat:
            chair.bank_ms -= max(0, answer.used_ms - self._clock.move_ms)
        said = CLAIM if answer.claims else str(answer.action)
        answered = self._note(asking, said, used_ms=answer.used_ms, timed_out=answer.timed_out)
        taken = ActionTaken(
            request=asking.number,
            after=asking.after,
            seat=asking.seat,
            action=str(answer.action),
            used_ms=answer.used_ms,
            timed_out=answer.timed_out,
        )
        await self._store.append(self._table, taken)
        self._turn = None
        for session, act in answer.acts:
            session.answer(answered.ok, act.id)
        for other in self._answers:
            if other is not answer:
                for session, act in other.acts:
                    session.send(stale(act, f"{asking.seat} has said {answer.action} first"))
        if answer.timed_out:
            self._feed.tell(TimedOut(asking.seat))
        if answer.claims:
            self.claimed = asking.seat
            self._feed.tell(Claimed(asking.seat))

    async def _take_for_granted(self, state: State, seat: Seat, claimer: Seat) -> Action:
        """What follows from a claim, kept safe as any action is."""
        action = following(state, seat, claimer)
        taken = ActionTaken(
            request=UNASKED, after=self._feed.n, seat=seat, action=str(action), used_ms=0, timed_out=False
        )
        await self._store.append(self._table, taken)
        return action

    def _note(self, asking: Asking, action: str, *, used_ms: int, timed_out: bool = False) -> Answered:
        """Remember the answer, for acts that come twice or too late."""
        answered = Answered(
            number=asking.number,
            seat=asking.seat,
            action=action,
            timed_out=timed_out,
            used_ms=used_ms,
            bank_ms=max(0, self._company.chairs[asking.seat].bank_ms),
        )
        self._past.note(asking, answered)
        return answered

    # --- acts that answer nothing --------------------------------------------------------------------

    def stray(self, session: Session, act: Act | Claim) -> None:
        """An act or a claim while nothing is asked of anybody."""
        answer = self._no_answer(session, as_act(act) if isinstance(act, Claim) else act)
        session.answer(answer, act.id)

    def _no_answer(self, session: Session, act: Act) -> Ok | Error:
        """What an act gets that answers no live request of that client's."""
        if not isinstance(act.request, int):
            return stale(act, "nothing is asked of anybody")
        return self._past.reply(act, self._seats_of(session), self._live())

    def _live(self) -> Iterator[Asking]:
        if self._turn is not None:
            yield self._turn
            yield from self._reactions.live.values()

    def _seats_of(self, session: Session) -> tuple[Seat, ...]:
        return tuple(chair.seat for chair in self._company.chairs if session in (chair.owner, chair.player))


def _standing(state: State) -> Contract | None:
    """What a coinche or surcoinche would be said to."""
    return state.phase.auction.contract if isinstance(state.phase, Bidding) else None
