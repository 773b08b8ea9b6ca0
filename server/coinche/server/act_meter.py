"""Rate and latency of the last minute: how many acts, and how long from each until its effects were sent.

Latencies are counted in classes that grow by a tenth each, a histogram for each second; so a measurement costs a
microsecond, and the percentiles are right to a tenth. Time is an argument, in seconds that only go forward.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, deque
from dataclasses import dataclass
from itertools import accumulate

WINDOW = 60
"""Seconds of the sliding window."""
_GROWTH = 1.1  # each class of durations is so much wider than the one before
_LEAST = 10e-6  # seconds; the first class holds all that is shorter
_BOUNDS = tuple(accumulate(range(180), lambda bound, _: bound * _GROWTH, initial=_LEAST))
"""Upper bounds of the classes; the last class holds all that is longer than some minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Acts in a second, and the percentiles of the seconds until their effects were sent; None without acts."""

    per_second: float
    p50: float | None
    p99: float | None


class ActMeter:
    """Counts the acts of all tables."""

    def __init__(self) -> None:
        self._first = math.inf
        self._classes: dict[int, Counter[int]] = {}  # of each second in which there were acts
        self._unsent: deque[tuple[int, float]] = deque()

    def acted(self, position: int, since: float) -> None:
        """Note an act at the time `since`, whose effects are sent once the journal is safe up to that position."""
        self._unsent.append((position, since))

    def sent(self, durable: int, now: float) -> None:
        """Note that everything has been sent that waited for the journal up to that position."""
        while self._unsent and self._unsent[0][0] <= durable:
            self._count(self._unsent.popleft()[1], now)

    def _count(self, since: float, now: float) -> None:
        self._first = min(self._first, since)
        if int(now) not in self._classes:
            self._classes = {at: counts for at, counts in self._classes.items() if at > int(now) - WINDOW}
            self._classes[int(now)] = Counter()
        self._classes[int(now)][bisect_left(_BOUNDS, now - since)] += 1

    def rate(self, now: float) -> Rate:
        """Return the figures of the last minute, or of the time since the first act."""
        seconds = max(1.0, min(float(WINDOW), now - self._first))
        counts: Counter[int] = Counter()
        for at, classes in self._classes.items():
            if at > now - WINDOW:
                counts.update(classes)
        return Rate(per_second=counts.total() / seconds, p50=_within(counts, 50), p99=_within(counts, 99))


def _within(counts: Counter[int], percent: int) -> float | None:
    wanted, so_far = counts.total() * percent / 100, 0
    for kind in sorted(counts):
        so_far += counts[kind]
        if so_far >= wanted:
            return _BOUNDS[min(kind, len(_BOUNDS) - 1)]
    return None
