"""Token buckets: something may be done so many times at once, and then so many times in a period; and message costs.

Time is an argument, in seconds that only go forward. A bucket may be overdrawn, so that a large cost is taken in full
and paid back by waiting. `Buckets` holds one for each client or address and forgets full ones, so that its size is
bounded by those who have lately done something.
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.protocol import messages as m


@dataclass(frozen=True, slots=True)
class Allowance:
    """`burst` at once, and one more every `every` seconds."""

    burst: int
    every: float


class Bucket:
    """A token bucket. It can be overdrawn: the debt is paid back first."""

    __slots__ = ("_allowance", "_full_at")

    def __init__(self, allowance: Allowance, now: float) -> None:
        self._allowance = allowance
        self._full_at = now

    def take(self, now: float, cost: int = 1) -> bool:
        """Use so many tokens; False where not even one is left."""
        if not self.has(now):
            return False
        self.charge(now, cost)
        return True

    def charge(self, now: float, cost: float) -> float:
        """Use so many tokens, even more than there are; return how many have not come back."""
        every = self._allowance.every
        self._full_at = max(self._full_at, now) + cost * every
        return (self._full_at - now) / every

    def give_back(self, cost: float) -> None:
        """Return so many tokens; there are never more than at first."""
        self._full_at -= cost * self._allowance.every

    def has(self, now: float) -> bool:
        """Return whether a token is left."""
        return max(self._full_at, now) - now <= (self._allowance.burst - 1) * self._allowance.every

    def used(self, now: float) -> float:
        """Return how many tokens have not come back."""
        return max(0.0, (self._full_at - now) / self._allowance.every)

    def owed(self, now: float) -> float:
        """Return the debt: how many tokens have to come back before there is any."""
        return max(0.0, self.used(now) - self._allowance.burst)

    def is_full(self, now: float) -> bool:
        """Return whether all tokens are there, so that the bucket may be forgotten."""
        return self._full_at <= now


FEW = 64
"""A number of buckets so small that a search for full ones is not worth it."""


class Buckets:
    """A bucket for each client or address, with the same methods; it is forgotten once it is full again."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._buckets: dict[str, Bucket] = {}
        self._look_at = FEW

    def __len__(self) -> int:
        return len(self._buckets)

    def has(self, who: str, now: float) -> bool:
        return who not in self._buckets or self._buckets[who].has(now)

    def owed(self, who: str, now: float) -> float:
        return self._buckets[who].owed(now) if who in self._buckets else 0.0

    def take(self, who: str, now: float) -> bool:
        return self._of(who, now).take(now)

    def charge(self, who: str, now: float, cost: float) -> None:
        self._of(who, now).charge(now, cost)

    def _of(self, who: str, now: float) -> Bucket:
        if len(self._buckets) >= self._look_at:
            self._forget(now)
        return self._buckets.setdefault(who, Bucket(self._allowance, now))

    def _forget(self, now: float) -> None:
        """Remove full buckets, and again when there are twice as many as are left."""
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._look_at = max(FEW, 2 * len(self._buckets))


_PRICES: tuple[tuple[int, tuple[type[m.FromClient], ...]], ...] = (
    (0, (m.Act, m.Claim, m.Pledge, m.Share, m.Pong, m.Bye)),
    (1, (m.Ping, m.ListMatches, m.GetRecord, m.Join, m.Watch, m.Leave, m.Accept, m.Decline)),
    (1, (m.GoOn, m.Pause, m.Rematch, m.VoteOut, m.Chat, m.AddBot, m.Admit, m.SwapSeats, m.ClearSeat, m.Begin)),
    (1, (m.LobbyChat, m.CallToTable, m.Approve, m.HintGiven, m.ValuesGiven, m.DeclineQuestion)),
    (4, (m.DeclareSystem, m.Hello, m.Prove, m.InvitePlayer, m.EnterLadder, m.LeaveLadder, m.GetLadder)),
    (5, (m.CreateTable, m.Undo)),
    (8, (m.GetStatistics, m.GetPlayer, m.GetHint, m.GetValues)),
)
COST = {message: cost for cost, messages in _PRICES for message in messages}
"""The cost of each message, in tokens of `limits.MESSAGES`: the more work it makes, the more.

Answers to the server cost nothing: a program that plays fast is never limited.
"""

MALFORMED_COST = 10
"""The cost of bytes that are no message."""
REFUSED_COST = 1
"""The additional cost of a message that is refused."""
UNASKED_COST = 1
"""The cost of an act that answers no live request, or of a pong that answers no ping."""
LOG_EVENTS_PER_COST = 200
"""The events of a table's log that add one to the cost of coming to it."""
MOST_LOG_COST = 20
"""The most that a log costs, however long it is."""
ACTIONS_PER_COST = 10
"""The actions of a position that add one to the cost of a practice table: to play so many takes half a millisecond."""


def position_cost(actions: int) -> int:
    """Return the cost of playing a deal up to a position, whether it can be reached or not."""
    return actions // ACTIONS_PER_COST


def log_cost(events: int) -> int:
    """Return the cost of being sent a log from its beginning."""
    return min(events // LOG_EVENTS_PER_COST, MOST_LOG_COST)
