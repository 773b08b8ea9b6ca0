"""The decision that one table waits for: the live requests, the answers that wait to be taken, and which goes first.

Mostly there is one request, to the seat on turn, and its answer is taken when it comes. Where the rules allow a coinche
at any time there is a barrier, too: the other opponent of the last bidder is asked with the seat on turn, and so is,
over a coinche, the other player of the bidding side. The next word is not taken before they have answered or their time
is over. Such a request stays live as long as the bid stands: to decline it only lifts the barrier.

Nothing here waits or sends. Times are seconds of trio's clock, but for those that end in `_ms`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from coinche.engine.actions import Action, Coinche, Surcoinche
from coinche.engine.bids import Contract
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Clock
from coinche.server import limits
from coinche.server.match.entries import ActionTaken
from coinche.server.rate_limit import REFUSED_COST
from coinche.server.sessions.sessions import Session

from .requests import AnsweredRequests, LiveRequest, late, ok_for, refused, stale

_ORDER = {seat: at for at, seat in enumerate(Seat)}


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
                session.answer(ok_for(taken), act.id)


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
        """Let everything that waits do so for so much longer: there was a pause."""
        for request in self.live:
            request.stood_still(ms)
        for answer in self.answers.values():
            answer.ripe += ms / 1000
        self.reactions.awaited = {seat: until + ms / 1000 for seat, until in self.reactions.awaited.items()}
