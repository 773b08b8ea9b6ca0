"""The requests of one table: the live ones, the last answered one of each seat, and the refusals of acts.

A request asks one seat for one decision. Its clock begins when it is first written to the client, as the receipt says,
or at once where nobody is there to read it; it runs on where the request is sent again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from msgspec import UNSET

from coinche.engine.actions import Action, IllegalAction, Legal, Pass, Reason, parse_action
from coinche.engine.match import State, apply
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Clock, Error, ErrorData, Ok, Request, RequestKind
from coinche.protocol.requests import allowed, kind_of, request_of
from coinche.server.match.entries import ActionTaken, Declined
from coinche.server.transport.outgoing import Receipt

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
        """Count so many milliseconds as if they had not passed."""
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
