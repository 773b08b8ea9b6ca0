"""The decision that one table waits for: the live requests, the answers that wait to be taken, and which goes first.

Mostly there is one request, to the seat on turn, and its answer is taken when it comes. Where the rules allow a coinche
at any time there is a barrier, too: the other opponent of the last bidder is asked with the seat on turn, and so is,
over a coinche, the other player of the bidding side. The next word is not taken before they have answered or their time
is over. Such a request stays live as long as the bid stands: to decline it only lifts the barrier.

The clock of a request begins when it is first written to the client, as the receipt says, or at once where nobody is
there to read it; it runs on where the request is sent again. The last answered request of each seat is remembered, so
that an act that comes twice gets the same reply.

Nothing here waits or sends. Times are seconds of trio's clock, but for those that end in `_ms`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec import UNSET

from coinche.engine.actions import Action, Coinche, IllegalAction, Legal, Pass, Reason, Surcoinche, parse_action
from coinche.engine.bids import Contract
from coinche.engine.match import State, apply
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Clock, Error, ErrorData, Ok, Request, RequestKind
from coinche.protocol.requests import allowed, kind_of, request_of
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, Declined
from coinche.server.rate_limit import REFUSED_COST
from coinche.server.sessions.session import Session
from coinche.server.transport.outgoing import Receipt

_ORDER = {seat: at for at, seat in enumerate(Seat)}

UNASKED = 0
"""The number of no request: for a coinche that comes without one."""


@dataclass(slots=True, kw_only=True)
class LiveRequest:
    """A request that waits for its answer, made at `made_ms` by the server's clock; one that `reacts` is out of turn.

    One that is `UNASKED` was never sent: a coinche without a request is judged by it.
    """

    number: int
    seat: Seat
    kind: RequestKind
    reacts: bool
    state: State
    legal: Legal
    after: int
    made_ms: int
    receipt: Receipt = field(default_factory=Receipt)
    sent: tuple[str, ...] = ()
    """The legal actions as they were sent, if it has been."""

    @classmethod
    def make(cls, state: State, seat: Seat, number: int, after: int, now_ms: int) -> LiveRequest:
        """Make a request to the seat on turn, or to one that may act out of turn, which may decline with a pass."""
        kind, may = kind_of(state, seat), allowed(state, seat)
        reacts = kind is RequestKind.REACT
        return cls(
            number=number, seat=seat, kind=kind, reacts=reacts, state=state, legal=may, after=after, made_ms=now_ms
        )

    @property
    def asked_ms(self) -> int:
        """The moment at which its clock began; where it has not, at which the request was made."""
        written_ms = self.receipt.written_ms
        return self.made_ms if written_ms is None else written_ms

    def stood_still(self, ms: int) -> None:
        """Move its times `ms` later, so that a pause or an absence of that length does not count."""
        self.made_ms += ms
        if self.receipt.written_ms is not None:
            self.receipt.written_ms += ms

    @property
    def spelled(self) -> tuple[str, ...]:
        """The legal actions as they travel."""
        return self.sent or tuple(map(str, self.legal.actions))

    def message(self, table: str, clock: Clock, rules: str, *, with_view: bool = True) -> Request:
        """The request as it is sent: everything that the seat knows. `rules` is their hash."""
        request = request_of(
            self.state,
            self.seat,
            self.legal,
            number=self.number,
            table=table,
            after=self.after,
            clock=clock,
            rules=rules,
            kind=self.kind,
            seen=with_view,
        )
        self.sent = request.legal
        return request

    def judge(self, act: Act) -> Action | Error:
        """Return the action if it may be taken, otherwise the refusal that names the broken rule."""
        try:
            action = parse_action(act.action)
        except ValueError as wrong:
            sentence = f"action: {wrong}"
            return Error.of(ErrorCode.BAD_MESSAGE, sentence, re=act.id, request=act.request, data={"path": "$.action"})
        if act.action in self.sent or action in self.legal:
            return action
        reason = self._broken_rule(action)
        sentence, data = f"{act.action} breaks the rule {reason}", ErrorData(reason=reason, legal=self.spelled)
        return Error.of(ErrorCode.ILLEGAL_ACTION, sentence, re=act.id, request=act.request, data=data)

    def _broken_rule(self, action: Action) -> Reason:
        try:
            apply(self.state, self.seat, action)
        except IllegalAction as broken:
            return broken.reason
        assert self.reacts, f"{action} is not legal and yet it applies"
        return Reason.NOT_YOUR_TURN  # its turn has come meanwhile, with a request of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredReaction:
    """A request out of turn that its seat has declined, or has not answered in time: then it `timed_out`."""

    request: int
    seat: Seat
    used_ms: int
    bank_ms: int
    timed_out: bool = False
    action: str = str(Pass())
    claims: bool = False


AnsweredRequest = ActionTaken | AnsweredReaction
"""A request that is over. One that `claims` was answered by a claim, of which the action is the first play."""


def ok_for(over: AnsweredRequest) -> Ok:
    """The reply to the client that answered it."""
    return Ok(request=over.request or UNSET, used_ms=over.used_ms, bank_ms=max(0, over.bank_ms))


def _is_answer(over: AnsweredRequest, said: Act | Claim) -> bool:
    """Return whether that is what was answered."""
    return over.claims if isinstance(said, Claim) else not over.claims and said.action == over.action


@dataclass(slots=True)
class AnsweredRequests:
    """The last of each seat: of its turns, and of the bids that it was asked to react to."""

    table: str
    turns: dict[Seat, AnsweredRequest] = field(default_factory=dict)
    reactions: dict[Seat, AnsweredRequest] = field(default_factory=dict)

    def acted(self, taken: ActionTaken) -> None:
        """Note an action that was taken; one that was never asked for is not remembered."""
        if taken.request != UNASKED:
            (self.reactions if taken.reacts else self.turns)[taken.seat] = taken

    def declined(self, declined: Declined) -> AnsweredRequest:
        """Note that a seat would not coinche."""
        return self.react(declined.request, declined.seat, declined.used_ms, declined.bank_ms)

    def react(
        self, request: int, seat: Seat, used_ms: int, bank_ms: int, *, timed_out: bool = False
    ) -> AnsweredRequest:
        """Note that a seat was asked whether it would coinche, and has declined or not answered in time."""
        answered = self.reactions[seat] = AnsweredReaction(
            request=request, seat=seat, used_ms=used_ms, bank_ms=bank_ms, timed_out=timed_out
        )
        return answered

    def reaction_to(self, request: LiveRequest) -> AnsweredRequest | None:
        """The answer that the seat has given already, if the request is about a bid."""
        before = self.reactions.get(request.seat)
        return before if before is not None and before.request == request.number else None

    def reply(self, said: Act | Claim, seats: Collection[Seat], live: Iterable[LiveRequest]) -> Ok | Error:
        """The reply to an act that comes twice, late, out of turn, or out of the blue; `seats` are its sender's."""
        asked = tuple(live)
        over = (*self.turns.values(), *self.reactions.values())
        before = next((a for a in over if a.seat in seats and a.request == said.request), None)
        another = next((request for request in asked if request.number == said.request), None)
        if not seats:
            return refused(said, ErrorCode.FORBIDDEN, f"you play no seat at {self.table}")
        if before is not None and before.timed_out:
            return late(said, before.action)
        if before is not None and _is_answer(before, said):
            return ok_for(before)
        if another is not None and another.seat not in seats:
            return refused(said, ErrorCode.NOT_YOUR_TURN, f"request {said.request} is for {another.seat}")
        current = next((request.number for request in asked if request.seat in seats), 0)
        what = f"request {said.request} is not live; " + (f"{current} is" if current else "none of yours is")
        return stale(said, what, current)


def refused(said: Act | Claim, code: ErrorCode, sentence: str) -> Error:
    """The refusal of an act or a claim, whatever its action is."""
    return Error.of(code, sentence, re=said.id, request=said.request)


def late(said: Act | Claim, played: str) -> Error:
    """The refusal of an act whose time was up; `played` is what was taken instead."""
    what = f"your time was up and {played} was played"
    return Error.of(ErrorCode.LATE, what, re=said.id, request=said.request, data={"played": played})


def stale(said: Act | Claim, sentence: str, current: int = 0) -> Error:
    """The refusal of an act for what is over; `current` is what is asked of its sender now, 0 for nothing."""
    return Error.of(ErrorCode.STALE_REQUEST, sentence, re=said.id, request=said.request, data={"current": current})


@dataclass(slots=True, kw_only=True)
class PendingAnswer:
    """A legal answer that waits to be taken, or the default of a seat that gave none.

    `heard_ms` is when it came, `used_ms` the time it costs; `ripe` is the earliest moment at which it may be taken.
    All of `acts` said the same. One that `claims` takes with its card all tricks that are left.
    """

    request: LiveRequest
    action: Action
    heard_ms: int
    used_ms: int
    ripe: float = 0.0
    timed_out: bool = False
    claims: bool = False
    acts: list[tuple[Session, Act | Claim]] = field(default_factory=list)

    def add(self, session: Session, said: Act | Claim) -> None:
        """Add an act that says the same, or comes too late; one whose id is known gets the same reply as before."""
        if not self.acts:
            self.acts.append((session, said))
        elif any(sender is session and same.id == said.id for sender, same in self.acts):
            return
        elif len(self.acts) < limits.REPEATS:
            self.acts.append((session, said))
        else:
            what = f"you have said {self.action} {limits.REPEATS} times; it waits for others to answer"
            session.charge(REFUSED_COST)
            session.send(refused(said, ErrorCode.RATE, what))

    def settle(self, taken: ActionTaken, *, first: bool) -> None:
        """Reply to all who have given this answer: it was taken, or another went `first`."""
        for session, act in self.acts:
            if not first:
                session.send(stale(act, f"{taken.seat} has said {taken.action} first"))
            elif self.timed_out:
                session.send(late(act, taken.action))
            else:
                session.acknowledge(ok_for(taken), act.id)


@dataclass(slots=True, kw_only=True)
class Reactions:
    """The requests out of turn about one bid, or one coinche, as long as it stands.

    `since` is the number of the event that made it: a coinche by somebody who had not seen that is not for this bid.
    `awaited` says until when a seat holds the others up. Among programs that is also the seat on turn, so that it makes
    no difference which is quicker; where `people` sit, the first coinche that comes is taken.
    """

    contract: Contract | None = None
    since: int = 0
    people: bool = False
    live: dict[Seat, LiveRequest] = field(default_factory=dict)
    awaited: dict[Seat, float] = field(default_factory=dict)

    def left(self, seat: Seat, now: float) -> Clock:
        """The time that the seat has left to react."""
        return Clock(move_ms=max(0, round(1000 * (self.awaited.get(seat, 0) - now))), bank_ms=0)


class Decision:
    """The state of the decisions at one table. `turn` is None while nothing is asked of anybody."""

    def __init__(self, table: str) -> None:
        self.turn: LiveRequest | None = None
        self.reactions = Reactions()
        self.answers: dict[Seat, PendingAnswer] = {}
        """The answers that wait, in the order in which they came."""
        self.over = AnsweredRequests(table)
        self.asked = 0
        """The number of the last request."""

    @property
    def live(self) -> Iterator[LiveRequest]:
        """The requests that wait for an answer."""
        if self.turn is not None:
            yield self.turn
            yield from self.reactions.live.values()

    def request(self, number: object) -> LiveRequest | None:
        """The live request of that number."""
        turn = self.turn
        if turn is None or turn.number == number:
            return turn
        return next((request for request in self.reactions.live.values() if request.number == number), None)

    def add(self, answer: PendingAnswer) -> None:
        """Let an answer wait for those that may go before it; its seat holds the others up no longer."""
        self.reactions.awaited.pop(answer.request.seat, None)
        self.answers[answer.request.seat] = answer

    def first(self, now: float) -> PendingAnswer | None:
        """The answer to be taken now: a coinche before all else, then by seat; None while one has to wait."""
        if len(self.answers) == 1 and not self.reactions.awaited:
            (only,) = self.answers.values()
            return only if only.ripe <= now else None
        doubling = [answer for answer in self.answers.values() if isinstance(answer.action, Coinche | Surcoinche)]
        held = any(until > now for until in self.reactions.awaited.values())
        if held and not (doubling and self.reactions.people):
            return None
        ripe = [answer for answer in doubling or self.answers.values() if answer.ripe <= now]
        return min(ripe, key=lambda answer: _ORDER[answer.request.seat], default=None)

    def until(self, now: float) -> float:
        """The moment at which `first` may say something else although nothing has come."""
        if not self.answers and not self.reactions.awaited:
            return math.inf
        times = (*self.reactions.awaited.values(), *(answer.ripe for answer in self.answers.values()))
        return min((time for time in times if time > now), default=math.inf)

    def settle(self, first: PendingAnswer, taken: ActionTaken) -> None:
        """Reply to everybody who has answered, now that one answer is taken."""
        self.turn = None
        self.over.acted(taken)
        answers, self.answers = self.answers, {}
        first.settle(taken, first=True)
        for other in answers.values():
            if other is not first:
                other.settle(taken, first=False)

    def stood_still(self, ms: int) -> None:
        """Move the times of requests and answers `ms` later, for there was a pause of that length."""
        for request in self.live:
            request.stood_still(ms)
        for answer in self.answers.values():
            answer.ripe += ms / 1000
        self.reactions.awaited = {seat: until + ms / 1000 for seat, until in self.reactions.awaited.items()}
