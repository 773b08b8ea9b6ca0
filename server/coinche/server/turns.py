"""The decisions of a table, one after the other: who is asked, what is heard, and which answer is taken.

Refuses to know rules (`coinche.engine`), who comes and goes (`company`), what an act answers (`hearing`), what time
costs (`timekeeper`), and which of several answers goes first (`reactions`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import trio
from msgspec.structs import replace

from coinche.engine.actions import Action, Pass
from coinche.engine.bids import Contract
from coinche.engine.deal import Bidding
from coinche.engine.match import State, may_act
from coinche.engine.playing import Playing
from coinche.engine.rules import CoincheWhen
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode, rules_hash
from coinche.protocol.errors import ErrorCode
from coinche.protocol.frames import HEADER
from coinche.protocol.messages import (
    Act,
    Capability,
    Claim,
    Clock,
    Error,
    RequestKind,
    Role,
)

from . import costs, limits
from .answered import Answered, stale
from .answers import Answer, Answers
from .asking import UNASKED, Asking
from .chairs import Chair
from .claims import following, judge_claim
from .clock import Time
from .company import Company
from .entries import ActionTaken, Declined, MatchBegun, OfMatch, StrikeCounted
from .feed import Feed
from .hearing import Hearing
from .inbox import Letter
from .options import TableOptions
from .patience import Patience
from .premises import House
from .reactions import Reactions
from .session import Session
from .store import Store
from .strikes import Strikes
from .timekeeper import Timekeeper

_ILLEGAL = frozenset({ErrorCode.ILLEGAL_ACTION, ErrorCode.BAD_MESSAGE})
"""What the judgement of an action comes to where it is not legal, or none at all."""

Attend = Callable[[float], Awaitable[Letter | None]]
"""Waits for the next message and does what it asks, unless it is an act; None at the deadline."""


class Abandoned(Exception):
    """Nobody is at the table any more."""


class Endless(Exception):
    """The match is longer than any honest one; the message says in what."""


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
        self._company = company
        self._feed = feed
        self._house = house
        self._store = store
        self._declined: set[Seat] = set()
        self._timekeeper = Timekeeper(options, company.chairs, time)
        self._strikes = Strikes(table, feed, house=house, store=store)
        self._at_any_time = options.rules.auction.coinche_when is CoincheWhen.ANY_TIME
        self._hearing = Hearing(table, company.chairs, feed, self._strikes, at_any_time=self._at_any_time)
        self._patience = Patience(company, house, kept=kept)
        self._attend = attend
        self._asked = 0
        self._answers = Answers()
        self._lapsed: dict[Seat, tuple[int, int]] = {}
        self.claimed: Seat | None = None
        """Who has claimed what is left of the deal."""

    def begin_match(self, begun: MatchBegun) -> None:
        """Everybody's clock is full, and nobody has a strike."""
        self._timekeeper.begin_match(begun.bank_ms)
        self._strikes.begin_match()

    def recall(self, entry: OfMatch | Declined) -> None:
        """What was done before the server was started again."""
        match entry:
            case MatchBegun():
                self.begin_match(entry)
            case StrikeCounted():
                self._strikes.recall(entry)
            case Declined():
                self._declined.add(entry.seat)
                answered = Answered.by_declining(entry)
                self._hearing.over.recall(answered, reacts=True)
            case ActionTaken():
                self._asked = entry.asked
                self._declined = self._declined if entry.action == str(Pass()) else set()
                self._company.chairs[entry.seat].bank_ms = entry.bank_ms
                if entry.claims or entry.request != UNASKED:  # what follows from a claim is asked of nobody
                    self.claimed = entry.seat if entry.claims else None
                if entry.request != UNASKED:
                    self._hearing.over.recall(Answered.by_acting(entry), reacts=entry.reacts)

    @property
    def forfeits(self) -> tuple[Seat, ...]:
        """The seats that have lost their right to play by too many strikes."""
        return tuple(seat for seat in Seat if seat in self._strikes.forfeits)

    def stalls(self, chair: Chair) -> bool:
        """Whether the chair's owner is away, or keeps the table waiting for longer than need be."""
        if chair.owner is not None and not chair.present:
            return trio.current_time() >= chair.expected_until
        turn = self._hearing.turn
        if turn is None or turn.seat is not chair.seat or self._answers.of(chair.seat) is not None:
            return False
        return self._timekeeper.is_long(turn)

    def is_asked(self, session: Session, said: Act | Claim) -> bool:
        """Whether a live request of that client's is answered."""
        return self._hearing.asked(session, said) is not None

    async def decide(self, state: State, seat: Seat) -> ActionTaken:
        """Ask the seat on turn, and whoever may react; what is done next, and by whom, given to the store.

        After a claim nobody is asked.
        """
        if not isinstance(state.phase, Playing):
            self.claimed = None
        if self.claimed is not None:
            return self._take_for_granted(state, seat, self.claimed)
        turn = self._hearing.turn = self._next(state, seat)
        self._answers = Answers()
        chair = self._company.chairs[seat]
        self.ask(chair)
        if self._at_any_time:
            self._ask_to_react(state)
        return self._take(await self._first_answer(turn, chair))

    def _next(self, state: State, seat: Seat) -> Asking:
        self._asked += 1
        return Asking.of(state, seat, self._asked, self._feed.n, self._timekeeper.now_ms())

    # --- asking --------------------------------------------------------------------------------------

    def ask(self, chair: Chair) -> None:
        """Send whoever acts for the chair now what it is asked: its turn, or else what it may react to."""
        turn, reactions = self._hearing.turn, self._hearing.reactions
        if turn is not None and turn.seat is chair.seat:
            self._wait_for_owner(turn, chair)
        if chair.acting is None or self._strikes.is_out(chair.seat):
            reactions.answered(chair.seat)
            self._begin_unheard(chair.seat)
        elif self._answers.of(chair.seat) is not None:
            pass  # whoever sat there before has answered, and that is about to be taken
        elif turn is not None and turn.seat is chair.seat:
            self._send(chair.acting, turn, self._timekeeper.left(chair, turn))
        elif chair.seat in reactions.live:
            self._send(chair.acting, reactions.live[chair.seat], reactions.left(chair.seat, trio.current_time()))

    def _send(self, session: Session, asking: Asking, clock: Clock) -> None:
        alone = Capability.EVENTS not in session.capabilities
        request = asking.message(self._table, clock, self._rules, with_view=alone)
        if session.role is Role.PROVIDER and (systems := self._company.systems.in_force):
            request = replace(request, systems=dict(systems))
        frame = encode(request)
        if len(frame) > HEADER + limits.REQUEST:
            raise Endless(f"a request has {len(frame) - HEADER} bytes, and clients take {limits.REQUEST}")
        session.ask(frame, None if asking.begun else partial(self._written, asking))

    def _written(self, asking: Asking) -> None:
        """The request has gone out for the first time: its clock begins."""
        if not asking.begun:
            asking.begun = True
            asking.asked_ms = self._timekeeper.now_ms()

    def _begin_unheard(self, seat: Seat) -> None:
        """Nobody is there to be asked for the seat: its clock begins all the same."""
        for asking in self._hearing.live:
            if asking.seat is seat:
                self._written(asking)

    def _ask_to_react(self, state: State) -> None:
        """Ask those who may speak out of turn, once for each bid or coinche; what they were asked about it stays."""
        contract = _standing(state)
        if contract != self._hearing.reactions.contract:
            self._close_reactions()
            self._open_reactions(state, contract)
        for asking in self._hearing.reactions.live.values():
            asking.state, asking.after = state, self._feed.n

    def _open_reactions(self, state: State, contract: Contract | None) -> None:
        people = self._company.chairs.has_people
        opened = self._hearing.reactions = Reactions(contract=contract, since=self._feed.n, people=people)
        window = self._options.pace.reaction if people else self._timekeeper.clock.move_ms / 1000
        for chair in (self._company.chairs[seat] for seat in may_act(state) if not self._strikes.is_out(seat)):
            asking = self._next(state, chair.seat)
            again = not people and self._lapsed.get(chair.seat) == (state.match, state.deal)
            until = trio.current_time() + (min(window, limits.SHORT_REACTION) if again else window)
            opened.ask(asking, until + self._timekeeper.credit_ms(chair) / 1000)
            self.ask(chair)
            if chair.seat in self._declined:
                opened.answered(chair.seat)
        self._declined = set()
        if opened.awaited and not people and self._hearing.turn is not None:
            opened.wait_for_turn(self._hearing.turn.seat)

    def _close_reactions(self) -> None:
        """The bid stands no longer. Who did not answer in time is late from now on."""
        for asking in self._hearing.reactions.lapsed(trio.current_time()):
            self._note(asking, Pass(), used_ms=self._timekeeper.now_ms() - asking.asked_ms, timed_out=True)
            self._lapsed[asking.seat] = (asking.state.match, asking.state.deal)

    def _wait_for_owner(self, turn: Asking, chair: Chair) -> None:
        """Whoever is away is waited for while he has time for that; his clock stands. Then a bot is called for him."""
        waited = self._patience.waited_ms(chair)
        turn.asked_ms += waited
        if waited and not chair.awaited:
            self._company.stand_ins.call(chair)

    # --- waiting -------------------------------------------------------------------------------------

    async def _first_answer(self, turn: Asking, chair: Chair) -> Answer:
        """The answer that goes first; the default counts as one once the time of the seat on turn is up."""
        self._patience.begin(chair)
        reactions, now = self._hearing.reactions, trio.current_time()
        while (first := reactions.first(self._answers, now)) is None:
            self._wait_for_owner(turn, chair)
            until = reactions.until(self._answers, now)
            letter = await self._attend(min(self._end(turn, chair), until))
            heard_ms = self._timekeeper.now_ms() if letter is None else letter.heard_ms
            self._wait_for_owner(turn, chair)
            if self._is_over(turn, chair, heard_ms):  # the clock may have begun, or somebody come, meanwhile
                self._time_is_up(turn, chair)
            if letter is not None and isinstance(letter.message, Act | Claim):
                self._hear(letter, letter.message)
            now = trio.current_time()
        return first

    def _end(self, turn: Asking, chair: Chair) -> float:
        """When the seat on turn is waited for no longer."""
        if self._answers.of(turn.seat) is not None:
            return math.inf
        if self._strikes.is_out(turn.seat):
            return -math.inf
        if chair.awaited:
            return self._patience.until(chair)
        return min(self._timekeeper.moment(self._timekeeper.end_ms(chair, turn)), self._patience.until(chair))

    def _is_over(self, turn: Asking, chair: Chair, heard_ms: int) -> bool:
        """Whether the seat on turn was waited for no longer when the clock showed that."""
        if self._answers.of(turn.seat) is not None or chair.awaited:
            return False
        if self._strikes.is_out(turn.seat) or heard_ms >= self._timekeeper.end_ms(chair, turn):
            return True
        return not chair.present and self._timekeeper.moment(heard_ms) >= self._patience.until(chair)

    def stood_still(self, ms: int) -> None:
        """There was a pause: what was to happen at some time happens so much later, and nobody's clock has run."""
        seconds = ms / 1000
        for asking in self._hearing.live:
            asking.asked_ms += ms
        self._answers.stood_still(seconds)
        self._hearing.reactions.stood_still(seconds)
        self._patience.stood_still(seconds)

    def _time_is_up(self, turn: Asking, chair: Chair) -> None:
        out = self._strikes.is_out(turn.seat)
        if self._patience.lost and not out:
            raise Abandoned
        now_ms = self._timekeeper.now_ms()
        used = 0 if out else now_ms - turn.asked_ms
        self._wait_with(turn, turn.legal.default, now_ms, used, timed_out=chair.acting is not None and not out)

    def _wait_with(
        self, asking: Asking, action: Action, heard_ms: int, used_ms: int, *, timed_out: bool = False
    ) -> Answer:
        """Have the answer wait for those that may go before it, a bot's for as long as people would take."""
        chair = self._company.chairs[asking.seat]
        pace = 0.0 if chair.person or not self._company.chairs.has_people else self._options.pace.bot - used_ms / 1000
        ripe = trio.current_time() + pace if pace > 0 else 0.0
        answer = Answer(
            asking=asking, action=action, heard_ms=heard_ms, used_ms=used_ms, ripe=ripe, timed_out=timed_out
        )
        self._answers.add(answer)
        self._hearing.reactions.answered(asking.seat)
        return answer

    # --- hearing -------------------------------------------------------------------------------------

    def _hear(self, letter: Letter, said: Act | Claim) -> None:
        """Judge an act: it waits as an answer, or is refused; to decline a reaction is answered at once."""
        session, claims = letter.session, isinstance(said, Claim)
        heard = self._hearing.answers(letter, said)
        if not isinstance(heard, Asking):
            session.charge(costs.UNASKED)
            session.answer(heard, said.id)
            return
        used = self._timekeeper.heard(heard, session, letter.heard_ms)
        action = judge_claim(heard, said) if isinstance(said, Claim) else heard.judge(said)
        waiting = self._answers.of(heard.seat)
        if waiting is not None and waiting.timed_out:
            waiting.add(session, said)
        elif waiting is not None and (waiting.action, waiting.claims) != (action, claims):
            session.send(stale(said, f"{waiting.action} is your answer already"))
        elif isinstance(action, Error):
            self._refuse(heard, letter, said, action, used)
        elif heard.kind is RequestKind.REACT and action == Pass():
            session.answer((self._declined_before(session, heard) or self._decline(heard, used)).ok, said.id)
        else:
            answer = waiting or self._wait_with(heard, action, letter.heard_ms, used)
            answer.claims = claims
            answer.add(session, said)

    def _declined_before(self, session: Session, asking: Asking) -> Answered | None:
        """What he has said already, if that is so: to say it again changes nothing, and is not free."""
        before = self._hearing.over.reactions.get(asking.seat)
        if before is None or before.number != asking.number:
            return None
        session.charge(costs.UNASKED)
        return before

    def _decline(self, asking: Asking, used_ms: int) -> Answered:
        """He does not coinche, as is kept."""
        self._hearing.reactions.answered(asking.seat)
        answered = self._note(asking, Pass(), used_ms=used_ms)
        declined = Declined(request=asking.number, seat=asking.seat, used_ms=used_ms, bank_ms=answered.bank_ms)
        self._store.append(self._table, declined)
        return answered

    def _refuse(self, asking: Asking, letter: Letter, said: Act | Claim, refusal: Error, used_ms: int) -> None:
        """An act that is not legal: at a strict table that is a strike, and the default is taken."""
        if isinstance(said, Claim) or not self._options.strict or refusal.code not in _ILLEGAL:
            letter.session.charge(costs.REFUSED)
            letter.session.send(refusal)
            return
        self._strikes.strike(letter.session, said, asking, refusal)
        if self._strikes.is_out(asking.seat):
            self._hearing.reactions.forfeited(asking.seat)
        if asking is self._hearing.turn:
            self._wait_with(asking, asking.legal.default, letter.heard_ms, used_ms)
        elif asking.number != UNASKED:
            self._decline(asking, used_ms)

    # --- taking --------------------------------------------------------------------------------------

    def _take(self, answer: Answer) -> ActionTaken:
        """Have the answer kept, then say so; the others that waited are refused."""
        asking, chair = answer.asking, self._company.chairs[answer.asking.seat]
        if self._hearing.turn is not None and asking.seat is self._hearing.turn.seat:
            self._timekeeper.charge(chair, answer.used_ms)
        answered = self._note(
            asking, answer.action, used_ms=answer.used_ms, timed_out=answer.timed_out, claims=answer.claims
        )
        taken = ActionTaken(
            at=self._timekeeper.unix_ms(),
            request=asking.number,
            after=asking.after,
            seat=asking.seat,
            action=answered.action,
            asked_ms=asking.asked_ms,
            heard_ms=answer.heard_ms,
            used_ms=answer.used_ms,
            bank_ms=chair.bank_ms,
            timed_out=answer.timed_out,
            claims=answer.claims,
            reacts=asking.kind is RequestKind.REACT,
            asked=self._asked,
        )
        self._store.append(self._table, taken)
        self._measure(answer)
        self._hearing.turn = None
        self._answers.settle(answer, answered)
        if answer.claims:
            self.claimed = asking.seat
        return taken

    def _measure(self, answer: Answer) -> None:
        """Have it measured how soon others hear of an act: from when it was heard, unless it was to wait first."""
        if answer.acts and not answer.timed_out:
            now = trio.current_time()
            waited = answer.ripe > 0 or self._at_any_time
            self._house.acted(now if waited else min(now, self._timekeeper.moment(answer.heard_ms)))

    def _take_for_granted(self, state: State, seat: Seat, claimer: Seat) -> ActionTaken:
        """What follows from a claim, kept as any action is."""
        now_ms = self._timekeeper.now_ms()
        taken = ActionTaken(
            at=self._timekeeper.unix_ms(),
            request=UNASKED,
            after=self._feed.n,
            seat=seat,
            action=str(following(state, seat, claimer)),
            asked_ms=now_ms,
            heard_ms=now_ms,
            used_ms=0,
            bank_ms=self._company.chairs[seat].bank_ms,
            asked=self._asked,
        )
        self._store.append(self._table, taken)
        return taken

    def stray(self, letter: Letter, said: Act | Claim) -> None:
        """An act or a claim while nothing is asked of anybody."""
        heard = self._hearing.answers(letter, said)
        assert not isinstance(heard, Asking), "somebody has been asked"
        letter.session.charge(costs.UNASKED)
        letter.session.answer(heard, said.id)

    def _note(
        self, asking: Asking, action: Action, *, used_ms: int, timed_out: bool = False, claims: bool = False
    ) -> Answered:
        """Remember the answer, for acts that come twice or too late."""
        answered = Answered(
            number=asking.number,
            seat=asking.seat,
            action=sys.intern(str(action)),  # there are few, and each stays until its match is over
            timed_out=timed_out,
            claims=claims,
            used_ms=used_ms,
            bank_ms=max(0, self._company.chairs[asking.seat].bank_ms),
        )
        self._hearing.over.note(asking, answered)
        return answered


def _standing(state: State) -> Contract | None:
    """What a coinche or surcoinche would be said to."""
    return state.phase.auction.contract if isinstance(state.phase, Bidding) else None
