"""Statistics of independent differences: mean, confidence interval, percentiles."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95


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
        """The mean in standard errors; infinite where all numbers are the same and not nought."""
        if self.deviation == 0:
            return math.copysign(math.inf, self.mean) if self.mean else 0.0
        return self.mean / (self.deviation / math.sqrt(self.n))


def estimate(numbers: Sequence[float]) -> MeanEstimate:
    """The mean of the numbers with t · s / √n; a single number has an endless interval."""
    n = len(numbers)
    if n == 0:
        raise ValueError("no numbers, no mean")
    mean = statistics.fmean(numbers)
    if n == 1:
        return MeanEstimate(n=1, mean=mean, deviation=0.0, margin=math.inf)
    deviation = statistics.stdev(numbers, mean)
    return MeanEstimate(n=n, mean=mean, deviation=deviation, margin=t_quantile(n - 1) * deviation / math.sqrt(n))


def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors to either side of a mean hold the truth so often: Student's t, two-sided.

    Exact for one and two degrees of freedom, else Abramowitz and Stegun 26.7.5: within 0.2 % from three on.
    """
    p = (1 + confidence) / 2
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    z = statistics.NormalDist().inv_cdf(p)
    terms: tuple[float, ...] = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / float(freedom) ** power for power, term in enumerate(terms))


def percentile(numbers: Sequence[float], share: float) -> float:
    """The smallest of the numbers that so large a share of them does not exceed; 0 where there are none."""
    if not numbers:
        return 0.0
    return sorted(numbers)[max(0, math.ceil(share * len(numbers)) - 1)]
