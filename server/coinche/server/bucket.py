"""How often something may be done: so many at once, and so many in a time after that. Time is an argument."""

from __future__ import annotations

from dataclasses import dataclass


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
