"""The answers to one decision that are heard and wait to be taken, until nobody may go before them any more.

Knows who has said what, and what each hears of it in the end. Refuses to know which goes first (`reactions`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import trio

from coinche.engine.actions import Action, Coinche, Surcoinche
from coinche.engine.bids import Contract
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Clock
from coinche.server import limits
from coinche.server.match.options import Pace
from coinche.server.rate_limit import REFUSED_COST
from coinche.server.seating.seats import Chairs
from coinche.server.sessions.sessions import Session

from .request import Answered, Asking, late, refused, stale


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
            session.charge(REFUSED_COST)
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


# --- reactions ------------------------------------------------------------------------------------
# The barrier of the auction: who may coinche the bid that stands out of turn, and which of several answers goes first.
#
# Where the rules allow a coinche at any time, the other opponent of the last bidder is asked with the player on turn,
# and so is, over a coinche, the other player of the bidding side. The next word is not taken before they have answered
# or their time is over. A request stays live as long as the bid stands: to decline it only lifts the barrier.
# Knows live requests, and which of the `answers` that wait goes first. Refuses to wait, to send, and to know the rules.


_ORDER = {seat: at for at, seat in enumerate(Seat)}


@dataclass(slots=True, kw_only=True)
class Reactions:
    """Everything about one bid, or one coinche, as long as it stands.

    `since` is the number of the event that made it: a coinche by somebody who had not seen that is not for this bid.
    `awaited` says until when a seat holds the others up, by trio's clock. Among programs that is also the seat on turn,
    so that who is quicker makes no difference; where people sit, the first coinche that comes is taken.
    """

    contract: Contract | None = None
    since: int = 0
    people: bool = False
    live: dict[Seat, Asking] = field(default_factory=dict)
    awaited: dict[Seat, float] = field(default_factory=dict)

    def ask(self, asking: Asking, until: float) -> None:
        """Somebody may react, and holds the others up until then at most."""
        self.live[asking.seat] = asking
        self.awaited[asking.seat] = until

    def wait_for_turn(self, seat: Seat) -> None:
        """The seat on turn is waited for, too."""
        self.awaited[seat] = math.inf

    def answered(self, seat: Seat) -> None:
        """The seat has spoken, or nobody speaks for it: it holds the others up no longer."""
        self.awaited.pop(seat, None)

    def forfeited(self, seat: Seat) -> None:
        """The seat has nothing to say any more."""
        self.live.pop(seat, None)

    def left(self, seat: Seat, now: float) -> Clock:
        """What is left of its time to react."""
        return Clock(move_ms=max(0, round(1000 * (self.awaited.get(seat, 0) - now))), bank_ms=0)

    def stood_still(self, seconds: float) -> None:
        """There was a pause."""
        self.awaited = {seat: until + seconds for seat, until in self.awaited.items()}

    def first(self, answers: Answers, now: float) -> Answer | None:
        """The answer to be taken now: a coinche before all else, then by seat; None while one has to wait."""
        if not answers:
            return None
        doubling = [answer for answer in answers if answer.doubles]
        if self._held(now) and not (doubling and self.people):
            return None
        ripe = [answer for answer in doubling or answers if answer.ripe <= now]
        return min(ripe, key=lambda answer: _ORDER[answer.asking.seat], default=None)

    def _held(self, now: float) -> bool:
        return any(until > now for until in self.awaited.values())

    def until(self, answers: Answers, now: float) -> float:
        """When `first` may say something else although nothing has come."""
        if not answers and not self.awaited:
            return math.inf
        times = (*self.awaited.values(), *(answer.ripe for answer in answers))
        return min((time for time in times if time > now), default=math.inf)

    def lapsed(self, now: float) -> list[Asking]:
        """The requests that nobody has answered in their time."""
        return [asking for seat, asking in self.live.items() if self.awaited.get(seat, math.inf) <= now]
