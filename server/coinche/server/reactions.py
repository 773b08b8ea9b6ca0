"""The barrier of the auction: who may coinche the bid that stands out of turn, and which of several answers goes first.

Where the rules allow a coinche at any time, the other opponent of the last bidder is asked with the player on turn,
and so is, over a coinche, the other player of the bidding side. The next word is not taken before they have answered
or their time is over. A request stays live as long as the bid stands: to decline it only lifts the barrier.
Knows live requests, and which of the `answers` that wait goes first. Refuses to wait, to send, and to know the rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from coinche.engine.bids import Contract
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock

from .answers import Answer, Answers
from .asking import Asking

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
