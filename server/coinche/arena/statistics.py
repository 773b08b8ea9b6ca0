"""Statistics of independent differences, such as the values of boards (`comparison`).

Mean, confidence interval, sequential tests, percentiles.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from coinche.server.student_t import t_quantile


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanEstimate:
    """A mean of `n` independent numbers and how far off it may be: `margin` is half the 95 % interval."""

    n: int
    mean: float
    deviation: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin

    @property
    def z(self) -> float:
        """The mean in standard errors; infinite where all numbers are the same and not zero."""
        if self.deviation == 0:
            return math.copysign(math.inf, self.mean) if self.mean else 0.0
        return self.mean / (self.deviation / math.sqrt(self.n))


def estimate(numbers: Sequence[float]) -> MeanEstimate:
    """The mean of the numbers with t · s / √n; a single number has an infinite interval."""
    n = len(numbers)
    if n == 0:
        raise ValueError("no numbers, no mean")
    mean = statistics.fmean(numbers)
    if n == 1:
        return MeanEstimate(n=1, mean=mean, deviation=0.0, margin=math.inf)
    deviation = statistics.stdev(numbers, mean)
    return MeanEstimate(n=n, mean=mean, deviation=deviation, margin=t_quantile(n - 1) * deviation / math.sqrt(n))


CLEAR = 3.29
"""Standard errors that end a contest before all boards are played (Haybittle and Peto, P = 0.001).

It is so rare by chance that a look after every batch hardly adds to the 5 % of the interval at the end.
"""
CLEAR_AFTER = 50
"""Boards before that is asked: the deviation of fewer is not known well enough."""


def is_clear(numbers: Sequence[float]) -> bool:
    """Return whether the mean of the numbers is so far from zero that no more are needed."""
    return len(numbers) >= CLEAR_AFTER and abs(estimate(numbers).z) > CLEAR


class SprtVerdict(StrEnum):
    """The decision of a sequential test."""

    LOWER = "lower"
    """The mean is not above the lower hypothesis."""
    UPPER = "upper"
    """The mean is not below the upper hypothesis."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test between two hypotheses about a mean, in the unit of the numbers.

    The likelihood ratio is that of normal values with the deviation seen so far. Either error is made with a
    probability of about 5 % at most where one of the hypotheses is true.
    """

    lower: float
    upper: float
    error: float = 0.05

    def log_likelihood_ratio(self, numbers: Sequence[float]) -> float:
        """The logarithm of how much likelier the numbers are under the upper hypothesis."""
        figure = estimate(numbers)
        distance = (self.upper - self.lower) * (2 * figure.mean - self.lower - self.upper)
        if figure.deviation == 0:
            return math.copysign(math.inf, distance) if distance else 0.0
        return figure.n * distance / (2 * figure.deviation**2)

    @property
    def bound(self) -> float:
        """The logarithm at which the test decides, either way."""
        return math.log((1 - self.error) / self.error)

    def verdict(self, numbers: Sequence[float]) -> SprtVerdict | None:
        """The decision; None while more numbers are needed."""
        if len(numbers) < CLEAR_AFTER:
            return None
        ratio = self.log_likelihood_ratio(numbers)
        return SprtVerdict.UPPER if ratio >= self.bound else SprtVerdict.LOWER if ratio <= -self.bound else None


def percentile(numbers: Sequence[float], share: float) -> float:
    """The smallest of the numbers that so large a share of them does not exceed; 0 where there are none."""
    if not numbers:
        return 0.0
    return sorted(numbers)[max(0, math.ceil(share * len(numbers)) - 1)]
