"""One number for each player from differences between pairs of them: least squares, with intervals from clusters."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coinche.server.student_t import t_quantile

_TINY = 1e-9
_LEFT = 0.01
"""The least part of an error that counts as left by the fit; the only meeting of two groups leaves nothing."""


class PairDifference(NamedTuple):
    """The sum of so many differences of A over B."""

    a: str
    b: str
    deals: int
    total: float


class Fitted(NamedTuple):
    """A number, and half its 95 % interval; that is infinite where too few clusters say nothing about errors."""

    value: float
    margin: float


def fitted(clusters: Iterable[Sequence[PairDifference]], anchor: str | None = None) -> dict[str, Fitted]:
    """Fit a number to each player so that the differences between two are met best; the anchor has zero.

    Without an anchor the mean is zero, in which each player counts by the deals that it has played: so a new one
    moves the others little. Players who have met one another, even through others, have a mean of their own.

    Differences within a cluster may depend on each other, clusters may not: the intervals come from the clusters (the
    sandwich estimator of Liang and Zeger, each error divided by the root of what the fit leaves of it), with Student's
    t for the clusters in which a player has had part: few of them tell little, whatever others have played.
    """
    kept = [cluster for cluster in clusters if cluster]
    names = dict.fromkeys(name for cluster in kept for one in cluster for name in (one.a, one.b))
    index = {name: at for at, name in enumerate(name for name in names if name != anchor)}
    size = range(len(index))
    normal = [[0.0 for _ in size] for _ in size]
    right = [0.0 for _ in size]
    for cluster in kept:
        for one in cluster:
            ends = _ends(one, index)
            for i, sign in ends:
                right[i] += sign * one.total
                for j, other in ends:
                    normal[i][j] += sign * other * one.deals
    groups = [] if anchor is not None else _groups(kept, index)
    for group in groups:
        _centre(normal, group)
    inverse = inverted(normal)
    values = [_dot(row, right) for row in inverse]
    spread = _spread(kept, index, values, inverse)
    parts = Counter(name for cluster in kept for name in {name for one in cluster for name in (one.a, one.b)})
    found = {} if anchor is None else {anchor: Fitted(0.0, 0.0)}
    for name, at in index.items():
        variance = _dot(inverse[at], [_dot(row, inverse[at]) for row in spread])
        found[name] = Fitted(values[at], _margin(max(0.0, variance), parts[name] - 1))
    return found


def _groups(clusters: Iterable[Sequence[PairDifference]], index: dict[str, int]) -> list[list[int]]:
    """The players by their numbers, those together who have met one another, even through others."""
    group_of = {i: [i] for i in index.values()}
    for one in (one for cluster in clusters for one in cluster):
        a, b = group_of[index[one.a]], group_of[index[one.b]]
        if a is not b:
            a += b
            group_of.update(dict.fromkeys(b, a))
    return list({id(group): group for group in group_of.values()}.values())


def _centre(normal: list[list[float]], group: Sequence[int]) -> None:
    """Have the numbers of a group have a mean of zero, each counted by its deals, which stand in the diagonal."""
    deals = {i: normal[i][i] for i in group}
    for i in group:
        for j in group:
            normal[i][j] += deals[i] * deals[j] / sum(deals.values())


def _margin(variance: float, freedom: int) -> float:
    return math.inf if freedom < 1 else t_quantile(freedom) * math.sqrt(variance)


def _ends(one: PairDifference, index: dict[str, int]) -> list[tuple[int, float]]:
    """The numbers of the players whose value is fitted, with the signs in which they count."""
    return [(index[name], sign) for name, sign in ((one.a, 1.0), (one.b, -1.0)) if name in index]


def _spread(
    clusters: Iterable[Sequence[PairDifference]],
    index: dict[str, int],
    values: Sequence[float],
    inverse: Sequence[Sequence[float]],
) -> list[list[float]]:
    """The sum over the clusters of what each pulls at each player, multiplied with each other."""
    spread = [[0.0] * len(index) for _ in index]
    for cluster in clusters:
        pulls: dict[int, float] = {}
        for one in cluster:
            ends = _ends(one, index)
            error = one.total - one.deals * math.fsum(sign * values[i] for i, sign in ends)
            leverage = one.deals * math.fsum(a * b * inverse[i][j] for i, a in ends for j, b in ends)
            error /= math.sqrt(max(_LEFT, 1 - leverage))
            for i, sign in ends:
                pulls[i] = pulls.get(i, 0.0) + sign * error
        for i, pull in pulls.items():
            for j, other in pulls.items():
                spread[i][j] += pull * other
    return spread


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Invert a symmetric matrix by elimination with pivots; the row of a variable that nothing determines is zero."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        if abs(rows[at][at]) < _TINY:
            continue
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at] / rows[at][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [
        [value / row[at] for value in row[size:]] if abs(row[at]) >= _TINY else [0.0] * size
        for at, row in enumerate(rows)
    ]
