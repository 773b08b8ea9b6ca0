"""The answers to one decision that are heard and wait to be taken, until nobody may go before them any more.

Knows who has said what, and what each hears of it in the end. Refuses to know which goes first (`reactions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import trio

from coinche.engine.actions import Action, Coinche, Surcoinche
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim

from . import costs, limits
from .answered import Answered, late, refused, stale
from .asking import Asking
from .match.options import Pace
from .seating.seats import Chairs
from .sessions.sessions import Session


@dataclass(slots=True, kw_only=True)
class Answer:
    """A legal answer that waits to be taken, or the default of a seat that had none.

    `heard_ms` is when it came, and `used_ms` what it costs. `ripe` is when it may be taken at the earliest, by trio's
    clock; every one of `acts` said the same. One that `claims` takes with its card all tricks that are left.
    """

    asking: Asking
    action: Action
    heard_ms: int
    used_ms: int
    ripe: float = 0.0
    timed_out: bool = False
    claims: bool = False
    acts: list[tuple[Session, Act | Claim]] = field(default_factory=list)

    @property
    def doubles(self) -> bool:
        """Whether it is a coinche or surcoinche, which goes before everything else."""
        return isinstance(self.action, Coinche | Surcoinche)

    def add(self, session: Session, said: Act | Claim) -> None:
        """One more act that says the same, or comes too late; one with an id that is kept gets the answer to that."""
        if any(sender is session and same.id == said.id for sender, same in self.acts):
            return
        if len(self.acts) < limits.REPEATS:
            self.acts.append((session, said))
        else:
            what = f"you have said {self.action} {limits.REPEATS} times; it waits for others to answer"
            session.charge(costs.REFUSED)
            session.send(refused(said, ErrorCode.RATE, what))

    def is_taken(self, answered: Answered) -> None:
        """Say so to all who have said it."""
        for session, act in self.acts:
            if self.timed_out:
                session.send(late(act, answered.action))
            else:
                session.answer(answered.ok, act.id)

    def comes_too_late(self, taken: Answered) -> None:
        """Another went first."""
        for session, act in self.acts:
            session.send(stale(act, f"{taken.seat} has said {taken.action} first"))


class Answers:
    """Those to one decision, in the order in which they came; none has two of one seat."""

    def __init__(self, chairs: Chairs, pace: Pace) -> None:
        self._waiting: list[Answer] = []
        self._chairs = chairs
        self._pace = pace

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._waiting)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def of(self, seat: Seat) -> Answer | None:
        """The seat's, if it has one."""
        return next((answer for answer in self._waiting if answer.asking.seat is seat), None)

    def clear(self) -> None:
        """Another decision is made from now on."""
        self._waiting.clear()

    def add(self, asking: Asking, action: Action, heard_ms: int, used_ms: int, *, timed_out: bool = False) -> Answer:
        """One more waits, a bot's for as long as people would take."""
        paced = self._chairs.has_people and not self._chairs[asking.seat].person
        pace = self._pace.bot - used_ms / 1000 if paced else 0.0
        ripe = trio.current_time() + pace if pace > 0 else 0.0
        answer = Answer(
            asking=asking, action=action, heard_ms=heard_ms, used_ms=used_ms, ripe=ripe, timed_out=timed_out
        )
        self._waiting.append(answer)
        return answer

    def stood_still(self, seconds: float) -> None:
        """There was a pause."""
        for answer in self._waiting:
            answer.ripe += seconds

    def settle(self, first: Answer, answered: Answered) -> None:
        """That one was taken: everybody hears what became of his."""
        first.is_taken(answered)
        for other in self._waiting:
            if other is not first:
                other.comes_too_late(answered)
