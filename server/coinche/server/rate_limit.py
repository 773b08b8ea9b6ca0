"""How often something may be done: so many at once, and so many in a time after that. Time is an argument."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.protocol.errors import ProtocolError
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Admit,
    Begin,
    Bye,
    Chat,
    Claim,
    ClearSeat,
    CreateTable,
    DeclareSystem,
    Decline,
    FromClient,
    GetRecord,
    GetStatistics,
    GoOn,
    Hello,
    Join,
    Leave,
    ListMatches,
    Pause,
    Ping,
    Pledge,
    Pong,
    Prove,
    Rematch,
    Share,
    SwapSeats,
    VoteOut,
    Watch,
)


@dataclass(frozen=True, slots=True)
class Allowance:
    """`burst` at once, and one more every `every` seconds."""

    burst: int
    every: float


class Bucket:
    """What is left of an allowance. It can be overdrawn: what is owed comes back first."""

    __slots__ = ("_allowance", "_full_at")

    def __init__(self, allowance: Allowance, now: float) -> None:
        self._allowance = allowance
        self._full_at = now

    def take(self, now: float, cost: int = 1) -> bool:
        """Use so many; False where not even one is left."""
        if not self.has(now):
            return False
        self.charge(now, cost)
        return True

    def charge(self, now: float, cost: float) -> None:
        """Use so many, be they there or not."""
        self._full_at = max(self._full_at, now) + cost * self._allowance.every

    def give_back(self, cost: float) -> None:
        """Have so many be unused again; there are never more than at first."""
        self._full_at -= cost * self._allowance.every

    def has(self, now: float) -> bool:
        """Whether one could be used."""
        return max(self._full_at, now) - now <= (self._allowance.burst - 1) * self._allowance.every

    def used(self, now: float) -> float:
        """How many have not come back."""
        return max(0.0, (self._full_at - now) / self._allowance.every)

    def owed(self, now: float) -> float:
        """How many have to come back before there is any."""
        return max(0.0, self.used(now) - self._allowance.burst)

    def is_full(self, now: float) -> bool:
        """Whether nothing has been used that has not come back: it may be forgotten."""
        return self._full_at <= now


FEW = 64
"""So many buckets are not worth looking through."""


class Buckets:
    """A bucket for each who comes, forgotten once it is full again."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._buckets: dict[str, Bucket] = {}
        self._look_at = FEW

    def __len__(self) -> int:
        """Those that are kept."""
        return len(self._buckets)

    def has(self, who: str, now: float) -> bool:
        """Whether he could use one."""
        return who not in self._buckets or self._buckets[who].has(now)

    def owed(self, who: str, now: float) -> float:
        """How many have to come back before there is any for him."""
        return self._buckets[who].owed(now) if who in self._buckets else 0.0

    def take(self, who: str, now: float) -> bool:
        """Use one of his; False where he has none left."""
        return self._of(who, now).take(now)

    def charge(self, who: str, now: float, cost: float) -> None:
        """Use so many of his, be they there or not."""
        self._of(who, now).charge(now, cost)

    def _of(self, who: str, now: float) -> Bucket:
        if len(self._buckets) >= self._look_at:
            self._forget(now)
        return self._buckets.setdefault(who, Bucket(self._allowance, now))

    def _forget(self, now: float) -> None:
        """Let go of the full ones, and do so again when there are twice as many as are left."""
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._look_at = max(FEW, 2 * len(self._buckets))


# --- costs ----------------------------------------------------------------------------------------
# What each message costs its sender, in what a connection may say: the more work it makes, the more.
#
# Knows prices. Refuses to know what is left of anybody's allowance (`bucket`), and what becomes of who has none.


COST: dict[type[FromClient], int] = {
    Act: 0,
    Claim: 0,
    Pledge: 0,
    Share: 0,
    Pong: 0,
    Bye: 0,
    Ping: 1,
    Leave: 1,
    GoOn: 1,
    Pause: 1,
    Rematch: 1,
    VoteOut: 1,
    Chat: 1,
    Accept: 1,
    Decline: 1,
    AddBot: 1,
    Admit: 1,
    SwapSeats: 1,
    ClearSeat: 1,
    Begin: 1,
    ListMatches: 1,
    Join: 1,
    Watch: 1,
    GetRecord: 1,
    DeclareSystem: 4,
    Hello: 4,
    Prove: 4,
    CreateTable: 5,
    GetStatistics: 8,
}
"""What a message costs. What answers the server costs nothing: a program that plays fast is never limited."""

MALFORMED_COST = 10
"""What one costs that is no message."""
REFUSED_COST = 1
"""What it costs besides to be refused."""
UNASKED_COST = 1
"""What an act costs that answers no live request, or a pong that answers no ping."""
LOG_EVENTS_PER_COST = 200
"""So many events of a log cost one more to who comes to a table."""
MOST_LOG_COST = 20
"""What a log costs, however long it is."""


def log_cost(events: int) -> int:
    """What it costs to be sent a log from its beginning."""
    return min(events // LOG_EVENTS_PER_COST, MOST_LOG_COST)


def message_cost(received: FromClient | ProtocolError) -> int:
    """What it costs to have said that."""
    return MALFORMED_COST if isinstance(received, ProtocolError) else COST[type(received)]
