"""One live request and the judgement of the acts that answer it.

Knows request numbers, legality as the engine tells it, and what each refusal says. Refuses to wait.
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.actions import Action, IllegalAction, Reason, parse_action
from coinche.engine.legal import Legal
from coinche.engine.match import State, apply
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Clock, Error, Request, RequestKind
from coinche.protocol.requests import allowed, kind_of, request_of

from .refusal import error

UNASKED = 0
"""The number that stands for no request."""


@dataclass(slots=True, kw_only=True)
class Asking:
    """A request that waits for its answer. `asked_ms` is when its clock began, on the server's clock.

    It begins when the request is first written, or nobody is there to whom it could be: from then on it has `begun`,
    and runs on where the request goes out again.
    One that is `UNASKED` was never sent: it is what a coinche without a request is judged by.
    """

    number: int
    seat: Seat
    kind: RequestKind
    state: State
    legal: Legal
    after: int
    asked_ms: int
    begun: bool = False

    @property
    def spelled(self) -> tuple[str, ...]:
        """The legal actions as they travel."""
        return tuple(map(str, self.legal.actions))

    @staticmethod
    def of(state: State, seat: Seat, number: int, after: int, now_ms: int) -> Asking:
        """A request to the seat on turn, or to one that may act out of turn, which may decline with a pass."""
        kind, may = kind_of(state, seat), allowed(state, seat)
        return Asking(number=number, seat=seat, kind=kind, state=state, legal=may, after=after, asked_ms=now_ms)

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
            return error(
                ErrorCode.BAD_MESSAGE, f"action: {wrong}", re=act.id, request=act.request, data={"path": "$.action"}
            )
        if action in self.legal:
            return action
        reason = self._broken_rule(action)
        return error(
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
