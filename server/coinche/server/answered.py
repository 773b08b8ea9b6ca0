"""The requests of a table that are over, and what an act gets that answers none that is live.

Knows the last answer of each seat, to its turn and to a bid. Refuses to know whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from msgspec import UNSET

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Error, Ok, RequestKind

from .asking import UNASKED, Asking
from .refusal import error


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A request that was answered, or in `timed_out` had the default taken for it."""

    number: int
    seat: Seat
    action: str
    timed_out: bool
    used_ms: int
    bank_ms: int

    @property
    def ok(self) -> Ok:
        """The answer to who answered it."""
        return Ok(request=self.number or UNSET, used_ms=self.used_ms, bank_ms=self.bank_ms)


@dataclass(slots=True)
class AnsweredRequests:
    """The last of each seat: of its turns, and of the bids that it was asked to react to."""

    table: str
    last: dict[tuple[Seat, bool], Answered] = field(default_factory=dict)

    def note(self, asking: Asking, answered: Answered) -> None:
        """Remember it, unless it was never asked."""
        if asking.number == UNASKED:
            return
        self.last[asking.seat, asking.kind is RequestKind.REACT] = answered

    def reply(self, act: Act, seats: Collection[Seat], live: Iterable[Asking]) -> Ok | Error:
        """What an act gets that comes twice, late, out of turn, or out of the blue; `seats` are those of its sender."""
        asked = tuple(live)
        before = next((a for a in self.last.values() if a.seat in seats and a.number == act.request), None)
        another = next((asking for asking in asked if asking.number == act.request), None)
        if not seats:
            return refused(act, ErrorCode.FORBIDDEN, f"you play no seat at {self.table}")
        if before is not None and before.timed_out:
            return late(act, before.action)
        if before is not None and before.action == act.action:
            return before.ok
        if another is not None and another.seat not in seats:
            return refused(act, ErrorCode.NOT_YOUR_TURN, f"request {act.request} is for {another.seat}")
        current = next((asking.number for asking in asked if asking.seat in seats), 0)
        what = f"request {act.request} is not live; " + (f"{current} is" if current else "none of yours is")
        return stale(act, what, current)


def refused(act: Act, code: ErrorCode, sentence: str) -> Error:
    """The refusal of an act, whatever its action is."""
    return error(code, sentence, re=act.id, request=act.request)


def late(act: Act, played: str) -> Error:
    """The refusal of an act whose time was up; `played` is what was taken instead."""
    what = f"your time was up and {played} was played"
    return error(ErrorCode.LATE, what, re=act.id, request=act.request, data={"played": played})


def stale(act: Act, sentence: str, current: int = 0) -> Error:
    """The refusal of an act for what is over; `current` is what is asked of its sender now, 0 for nothing."""
    return error(ErrorCode.STALE_REQUEST, sentence, re=act.id, request=act.request, data={"current": current})
