"""The judgement of acts: which request an act answers, whether it is legal, and what its sender gets for it.

A legal act waits in the `Decision` as an answer until it is taken; everything else is answered at once. Acts may come
twice, late, out of turn or unasked, with or without a request number, and at strict tables an illegal one is a strike.
"""

from __future__ import annotations

from coinche.engine.actions import Action, Coinche, Pass, PlayCard, Surcoinche
from coinche.engine.cards import Card
from coinche.engine.claim import claim
from coinche.engine.match import State, legal
from coinche.engine.rules import CoincheWhen
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Error, Ok
from coinche.server.match.entries import Declined
from coinche.server.rate_limit import UNASKED_COST
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session

from .decision import UNASKED, AnsweredRequest, Decision, LiveRequest, PendingAnswer, ok_for, refused, stale
from .decision_clock import DecisionClock
from .illegal_acts import Strikes

_DOUBLING = {str(Coinche()), str(Surcoinche())}


class Acts:
    """The judge of the acts at one table."""

    def __init__(self, context: TableContext, decision: Decision, strikes: Strikes, clock: DecisionClock) -> None:
        self._context = context
        self._seats = context.seats
        self._decision = decision
        self._strikes = strikes
        self._clock = clock

    def hear(self, session: Session, said: Act | Claim, heard_ms: int, now: float) -> None:
        """Judge an act or a claim that was heard at that moment, and answer what does not wait to be taken."""
        request = self._decision.request(said.request)
        if request is not None and self._seats[request.seat].acting is not session:
            request = None
        if request is None or self._strikes.counts:
            found = self._answered_by(request, session, said, heard_ms)
            if not isinstance(found, LiveRequest):
                session.charge(UNASKED_COST)
                session.answer(found, said.id)
                return
            request = found
        self._judge(request, session, said, heard_ms, now)

    def _answered_by(
        self, request: LiveRequest | None, session: Session, said: Act | Claim, heard_ms: int
    ) -> LiveRequest | Ok | Error:
        """The request that is answered, one of its own for a coinche that comes unasked; else the reply to the act."""
        decision = self._decision
        seats = tuple(place.seat for place in self._seats.values() if session in (place.owner, place.player))
        if isinstance(said, Act) and (struck := self._strikes.again(seats, said)) is not None:
            return struck
        if seats and self._strikes.out.issuperset(seats):
            what = f"{' and '.join(seats)} has forfeited; the default is played to the end of the match"
            return refused(said, ErrorCode.FORBIDDEN, what)
        declined = request is not None and request.reacts  # and may still be taken back
        if self._strikes.is_over(seats, said) and not declined:
            what = f"request {said.request} was answered by an illegal action; the default was played"
            return stale(said, what, self._asked_now(seats, said))
        if decision.turn is not None and isinstance(said, Act) and not isinstance(said.request, int):
            return self._unasked(decision.turn, seats, said, heard_ms)
        if request is not None:
            return request
        if not isinstance(said.request, int):
            return stale(said, "nothing is asked of anybody")
        return decision.over.reply(said, seats, decision.live)

    def _unasked(self, turn: LiveRequest, seats: tuple[Seat, ...], act: Act, heard_ms: int) -> LiveRequest | Error:
        """A request for a coinche out of turn: it counts for the bid that its sender had heard last, or for none."""
        if self._context.options.rules.auction.coinche_when is not CoincheWhen.ANY_TIME:
            return refused(act, ErrorCode.NOT_YOUR_TURN, "nothing is said out of turn at this table")
        if len(seats) != 1:
            what = "say which request you answer" if seats else f"you play no seat at {self._context.table}"
            return refused(act, ErrorCode.FORBIDDEN, what)
        if act.action not in _DOUBLING:
            what = "only coinche and surcoinche come without a request"
            return Error.of(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.request"})
        if not isinstance(act.after, int) or act.after > self._context.feed.n:
            what = f"after: the last event is {self._context.feed.n}, not {act.after}"
            return Error.of(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.after"})
        if act.after < (since := self._decision.reactions.since):
            what = f"event {since} has come since {act.after}: the call that you mean no longer stands"
            return stale(act, what, self._asked_now(seats, act))
        since_ms = turn.asked_ms if turn.seat is seats[0] else heard_ms
        return LiveRequest.make(turn.state, seats[0], UNASKED, act.after, since_ms)

    def _asked_now(self, seats: tuple[Seat, ...], said: Act | Claim) -> int:
        """The number of a live request to those seats, another than the one that is answered; 0 for none."""
        live = (request.number for request in self._decision.live if request.seat in seats)
        return next((number for number in live if number != said.request), 0)

    def _judge(self, request: LiveRequest, session: Session, said: Act | Claim, heard_ms: int, now: float) -> None:
        claims = isinstance(said, Claim)
        used = self._clock.heard(request, session, heard_ms, now)
        action = _claimed(request, said) if isinstance(said, Claim) else request.judge(said)
        waiting = self._decision.answers.get(request.seat)
        if waiting is not None and waiting.timed_out:
            waiting.add(session, said)
        elif waiting is not None and (waiting.action, waiting.claims) != (action, claims):
            session.send(stale(said, f"{waiting.action} is your answer already"))
        elif isinstance(action, Error):
            if self._strikes.refuse(session, said, request, action):
                self._take_default(request, heard_ms, used, now)
        elif request.reacts and action == Pass():
            if (before := self._decision.over.reaction_to(request)) is not None:
                session.charge(UNASKED_COST)  # to say it again changes nothing, and is not free
            session.answer(ok_for(before or self._decline(request, used)), said.id)
        else:
            answer = waiting or self.wait_with(request, action, heard_ms, used, now)
            answer.claims = claims
            answer.add(session, said)

    def wait_with(
        self, request: LiveRequest, action: Action, heard_ms: int, used_ms: int, now: float, *, timed_out: bool = False
    ) -> PendingAnswer:
        """Let the answer wait for those that may go before it, a bot's for as long as people would take."""
        paced = self._seats.has_people and not self._seats[request.seat].person
        pace = self._context.options.pace.bot - used_ms / 1000 if paced else 0.0
        ripe = now + pace if pace > 0 else 0.0
        answer = PendingAnswer(
            request=request, action=action, heard_ms=heard_ms, used_ms=used_ms, ripe=ripe, timed_out=timed_out
        )
        self._decision.add(answer)
        return answer

    def _decline(self, request: LiveRequest, used_ms: int) -> AnsweredRequest:
        """Keep that the seat does not coinche."""
        self._decision.reactions.awaited.pop(request.seat, None)
        bank_ms = max(0, self._seats[request.seat].bank_ms)
        declined = Declined(request=request.number, seat=request.seat, used_ms=used_ms, bank_ms=bank_ms)
        self._context.server.store.append(self._context.table, declined)
        return self._decision.over.declined(declined)

    def _take_default(self, request: LiveRequest, heard_ms: int, used_ms: int, now: float) -> None:
        """Have the default taken for an act that was a strike."""
        if request.seat in self._strikes.out:
            self._decision.reactions.live.pop(request.seat, None)
        if request is self._decision.turn:
            self.wait_with(request, request.legal.default, heard_ms, used_ms, now)
        elif request.number != UNASKED and self._decision.over.reaction_to(request) is None:
            self._decline(request, used_ms)


def _claimed(request: LiveRequest, said: Claim) -> Action | Error:
    """The first play of the claim if it follows from what the seat sees; a refusal says nothing beyond that."""
    cards = claim(view(request.state, request.seat))
    if cards is None:
        what = "that all tricks that are left are yours does not follow from what you see"
        return refused(said, ErrorCode.FORBIDDEN, what)
    return _with_words(request.state, request.seat, cards[0])


def following(state: State, seat: Seat, claimer: Seat) -> Action:
    """The play of the seat on turn after a claim: the claimer's next card, the default of the others."""
    cards = claim(view(state, claimer)) if seat is claimer else None
    return _with_words(state, seat, cards[0]) if cards is not None else legal(state, seat).default


def _with_words(state: State, seat: Seat, card: Card) -> PlayCard:
    """The card with everything that may be said with it."""
    allowed = legal(state, seat)
    words = allowed.offers.get(card, ())
    default = allowed.default
    return PlayCard(card, words[0] if words else None, default.declarations if isinstance(default, PlayCard) else ())
