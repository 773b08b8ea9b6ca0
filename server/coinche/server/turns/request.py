"""One live request and the judgement of the acts that answer it.

Knows request numbers, legality as the engine tells it, and what each refusal says. Refuses to wait.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from msgspec import UNSET

from coinche.engine.actions import Action, IllegalAction, Pass, Reason, parse_action
from coinche.engine.legal import Legal
from coinche.engine.match import State, apply
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Clock, Error, Ok, Request, RequestKind
from coinche.protocol.requests import allowed, kind_of, request_of
from coinche.server.match.entries import ActionTaken, Declined
from coinche.server.transport.outgoing import Receipt

UNASKED = 0
"""The number that stands for no request."""


@dataclass(slots=True, kw_only=True)
class Asking:
    """A request that waits for its answer. It was made at `made_ms`, on the server's clock.

    Its clock begins when the request is first written, or nobody is there to whom it could be, as the receipt says;
    it runs on where the request goes out again.
    One that is `UNASKED` was never sent: it is what a coinche without a request is judged by.
    """

    number: int
    seat: Seat
    kind: RequestKind
    state: State
    legal: Legal
    after: int
    made_ms: int
    receipt: Receipt = field(default_factory=Receipt)

    @property
    def begun(self) -> bool:
        """Return whether its clock runs."""
        return self.receipt.written_ms is not None

    @property
    def asked_ms(self) -> int:
        """When its clock began; where it has not, when the request was made."""
        written_ms = self.receipt.written_ms
        return self.made_ms if written_ms is None else written_ms

    def begin(self, now_ms: int) -> None:
        """Begin its clock, unless it runs already."""
        if self.receipt.written_ms is None:
            self.receipt.written_ms = now_ms

    def stood_still(self, ms: int) -> None:
        """Count so many milliseconds as if they had not passed."""
        self.made_ms += ms
        if self.receipt.written_ms is not None:
            self.receipt.written_ms += ms

    @property
    def spelled(self) -> tuple[str, ...]:
        """The legal actions as they travel."""
        return tuple(map(str, self.legal.actions))

    @staticmethod
    def of(state: State, seat: Seat, number: int, after: int, now_ms: int) -> Asking:
        """A request to the seat on turn, or to one that may act out of turn, which may decline with a pass."""
        kind, may = kind_of(state, seat), allowed(state, seat)
        return Asking(number=number, seat=seat, kind=kind, state=state, legal=may, after=after, made_ms=now_ms)

    def message(self, table: str, clock: Clock, rules: str, *, with_view: bool = True) -> Request:
        """The request as it is sent: everything that the seat knows. `rules` is their hash."""
        return request_of(
            self.state,
            self.seat,
            self.legal,
            number=self.number,
            table=table,
            after=self.after,
            clock=clock,
            rules=rules,
            seen=with_view,
        )

    def judge(self, act: Act) -> Action | Error:
        """The action if it may be taken, else what to answer."""
        try:
            action = parse_action(act.action)
        except ValueError as wrong:
            return Error.of(
                ErrorCode.BAD_MESSAGE, f"action: {wrong}", re=act.id, request=act.request, data={"path": "$.action"}
            )
        if action in self.legal:
            return action
        reason = self._broken_rule(action)
        return Error.of(
            ErrorCode.ILLEGAL_ACTION,
            f"{act.action} breaks the rule {reason}",
            re=act.id,
            request=act.request,
            data={"reason": reason, "legal": self.spelled},
        )

    def _broken_rule(self, action: Action) -> Reason:
        try:
            apply(self.state, self.seat, action)
        except IllegalAction as broken:
            return broken.reason
        assert self.kind is RequestKind.REACT, f"{action} is not legal and yet it applies"
        return Reason.NOT_YOUR_TURN  # its turn has come meanwhile, with a request of its own


# --- answered -------------------------------------------------------------------------------------
# The requests of a table that are over, and what an act gets that answers none that is live.
#
# Knows the last answer of each seat, to its turn and to a bid. Refuses to know whether an action is legal.


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A request that was answered, or in `timed_out` had the default taken for it.

    One that `claims` was answered by a claim, of which the action is the first play.
    """

    number: int
    seat: Seat
    action: str
    used_ms: int
    bank_ms: int
    timed_out: bool = False
    claims: bool = False

    @classmethod
    def by_acting(cls, taken: ActionTaken) -> Answered:
        """By an action that was kept."""
        return cls(
            number=taken.request,
            seat=taken.seat,
            action=taken.action,
            used_ms=taken.used_ms,
            bank_ms=max(0, taken.bank_ms),
            timed_out=taken.timed_out,
            claims=taken.claims,
        )

    @classmethod
    def by_declining(cls, declined: Declined) -> Answered:
        """By somebody who would not coinche, as was kept."""
        return cls(
            number=declined.request,
            seat=declined.seat,
            action=str(Pass()),
            used_ms=declined.used_ms,
            bank_ms=declined.bank_ms,
        )

    def is_answer(self, said: Act | Claim) -> bool:
        """Whether that is what was answered."""
        return self.claims if isinstance(said, Claim) else not self.claims and said.action == self.action

    @property
    def ok(self) -> Ok:
        """The answer to who answered it."""
        return Ok(request=self.number or UNSET, used_ms=self.used_ms, bank_ms=self.bank_ms)


@dataclass(slots=True)
class AnsweredRequests:
    """The last of each seat: of its turns, and of the bids that it was asked to react to."""

    table: str
    turns: dict[Seat, Answered] = field(default_factory=dict)
    reactions: dict[Seat, Answered] = field(default_factory=dict)

    def acted(self, taken: ActionTaken) -> Answered:
        """An action was taken, and is remembered unless it was never asked for."""
        answered = Answered.by_acting(taken)
        if taken.request != UNASKED:
            last = self.reactions if taken.reacts else self.turns
            last[taken.seat] = answered
        return answered

    def declined(self, declined: Declined) -> Answered:
        """Somebody would not coinche."""
        answered = self.reactions[declined.seat] = Answered.by_declining(declined)
        return answered

    def lapsed(self, asking: Asking, used_ms: int, bank_ms: int) -> None:
        """Somebody was asked whether he would, and did not answer in time."""
        number, seat, action = asking.number, asking.seat, str(Pass())
        self.reactions[seat] = Answered(
            number=number, seat=seat, action=action, used_ms=used_ms, bank_ms=bank_ms, timed_out=True
        )

    def reaction_to(self, asking: Asking) -> Answered | None:
        """What was answered to it already, if it is a bid that the seat was asked to react to."""
        before = self.reactions.get(asking.seat)
        return before if before is not None and before.number == asking.number else None

    def reply(self, said: Act | Claim, seats: Collection[Seat], live: Iterable[Asking]) -> Ok | Error:
        """What an act gets that comes twice, late, out of turn, or out of the blue; `seats` are those of its sender."""
        asked = tuple(live)
        over = (*self.turns.values(), *self.reactions.values())
        before = next((a for a in over if a.seat in seats and a.number == said.request), None)
        another = next((asking for asking in asked if asking.number == said.request), None)
        if not seats:
            return refused(said, ErrorCode.FORBIDDEN, f"you play no seat at {self.table}")
        if before is not None and before.timed_out:
            return late(said, before.action)
        if before is not None and before.is_answer(said):
            return before.ok
        if another is not None and another.seat not in seats:
            return refused(said, ErrorCode.NOT_YOUR_TURN, f"request {said.request} is for {another.seat}")
        current = next((asking.number for asking in asked if asking.seat in seats), 0)
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
