"""One live request and the judgement of the acts that answer it.

Knows request numbers, legality as the engine tells it, and what each refusal says. Refuses to wait.
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.actions import Action, IllegalAction, parse_action
from coinche.engine.deal import Bidding
from coinche.engine.legal import Legal
from coinche.engine.match import State, apply, legal
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Clock, Error, Request, RequestKind

from .refusal import error


@dataclass(slots=True, kw_only=True)
class Asking:
    """A request that waits for its answer. `asked_ms` is when its clock began, on the server's clock."""

    number: int
    seat: Seat
    state: State
    legal: Legal
    after: int
    asked_ms: int

    @staticmethod
    def of(state: State, seat: Seat, number: int, after: int, now_ms: int) -> Asking:
        """The next request of a table."""
        allowed = legal(state, seat)
        return Asking(number=number, seat=seat, state=state, legal=allowed, after=after, asked_ms=now_ms)

    def message(self, table: str, clock: Clock, rules: str) -> Request:
        """The request as it is sent: everything that the seat knows. `rules` is their hash."""
        bidding = isinstance(self.state.phase, Bidding)
        return Request(
            request=self.number,
            table=table,
            seat=self.seat,
            after=self.after,
            kind=RequestKind.BID if bidding else RequestKind.PLAY,
            match=self.state.match,
            deal=self.state.deal,
            rules=rules,
            legal=tuple(map(str, self.legal.actions)),
            bids=dict(self.legal.bids),
            step=self.legal.step,
            max=self.legal.maximum,
            offers=dict(self.legal.offers),
            declarations=self.legal.declarations,
            default=str(self.legal.default),
            clock=clock,
            view=view(self.state, self.seat),
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
        try:
            apply(self.state, self.seat, action)
        except IllegalAction as broken:
            return error(
                ErrorCode.ILLEGAL_ACTION,
                f"{act.action} breaks the rule {broken.reason}",
                re=act.id,
                request=self.number,
                data={"reason": broken.reason, "legal": tuple(map(str, self.legal.actions))},
            )
        raise AssertionError(f"{act.action} is not legal and yet it applies")


@dataclass(frozen=True, slots=True)
class Answered:
    """The last request that was answered, for acts that come twice or too late."""

    number: int
    seat: Seat
    action: str
    timed_out: bool
    used_ms: int
    bank_ms: int
