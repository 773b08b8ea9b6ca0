"""How often something may be done: so many at once, and so many in a time after that. Time is an argument."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowance:
    """`burst` at once, and one more every `every` seconds."""

    burst: int
    every: float


class Bucket:
    """What is left of an allowance."""

    def __init__(self, allowance: Allowance, now: float) -> None:
        self._allowance = allowance
        self._full_at = now

    def take(self, now: float) -> bool:
        """Use one; False where none is left."""
        if not self.has(now):
            return False
        self._full_at = max(self._full_at, now) + self._allowance.every
        return True

    def has(self, now: float) -> bool:
        """Whether one could be used."""
        return max(self._full_at, now) - now <= (self._allowance.burst - 1) * self._allowance.every

    def is_full(self, now: float) -> bool:
        """Whether nothing has been used that has not come back: it may be forgotten."""
        return self._full_at <= now


class Buckets:
    """A bucket for each who comes, forgotten once it is full again."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        """Those that are not full."""
        return len(self._buckets)

    def has(self, who: str, now: float) -> bool:
        """Whether he could use one."""
        return who not in self._buckets or self._buckets[who].has(now)

    def take(self, who: str, now: float) -> bool:
        """Use one of his; False where he has none left."""
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_full(now)}
        return self._buckets.setdefault(who, Bucket(self._allowance, now)).take(now)
