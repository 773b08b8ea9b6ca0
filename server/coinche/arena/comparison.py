"""The comparison of two entrants: one number for each board, by the scheme of the contest.

Boards are independent, so their mean has an interval. `ratings` puts all entrants on one scale.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from coinche.records.contest_file import ContestHeader, PlayedTable, Scheme, TableKey
from coinche.server.ladder.least_squares import PairDifference, fitted

from .contest import Format, Pairing
from .statistics import MeanEstimate, Sprt, estimate, is_clear

Tables = Mapping[TableKey, PlayedTable]


def board_values(header: ContestHeader, tables: Tables, pair: Pairing) -> dict[int, float]:
    """The points per deal of A over B for each board on which they can be compared.

    Of whole matches it is the percentage that A has won less that which B has won.
    """
    match header.scheme:
        case Scheme.DUPLICATE:
            return _at_both(tables, pair, lambda gain: gain)
        case Scheme.MATCH:
            return _at_both(tables, pair, _percent_won)
        case Scheme.COMMON:
            first, second = (_against(tables, name, header.reference) for name in pair)
            return {board: first[board] - second[board] for board in first if board in second}
        case Scheme.SINGLE:
            return _single(tables, pair)


def _at_both(tables: Tables, pair: Pairing, worth: Callable[[float], float]) -> dict[int, float]:
    """The mean of what A's gain is worth over both tables, at which the luck of the cards cancels out."""
    a, b = pair
    return {
        board: (worth(table.gain) - worth(tables[board, b, a].gain)) / 2
        for (board, ns, ew), table in tables.items()
        if (ns, ew) == pair and (board, b, a) in tables
    }


def _percent_won(gain: float) -> float:
    return math.copysign(100.0, gain) if gain else 0.0


def _against(tables: Tables, name: str, reference: str) -> dict[int, float]:
    """The gain of an entrant over the reference bot on each board, from whichever side it played."""
    gains: dict[int, float] = {}
    for (board, ns, ew), table in tables.items():
        if (ns, ew) == (name, reference):
            gains[board] = table.gain
        elif (ns, ew) == (reference, name):
            gains[board] = -table.gain
    return gains


def _single(tables: Tables, pair: Pairing) -> dict[int, float]:
    """The gain of A less the part that the cards explain.

    The gain of the reference bot with the same cards is a control variate: its mean over all deals is zero, so what
    is left of Y - beta C has the mean of Y, and the less variance the better C predicts Y. Beta is fitted.
    """
    rows: dict[int, tuple[float, float]] = {}
    for (board, ns, ew), table in tables.items():
        side = 1 if (ns, ew) == pair else -1 if (ew, ns) == pair else 0
        if side:
            rows[board] = side * table.gain, side * (table.control or 0.0)
    if len(rows) < 3:
        return {board: gain for board, (gain, _) in rows.items()}
    gains, controls = zip(*rows.values(), strict=True)
    spread = statistics.variance(controls)
    beta = statistics.covariance(gains, controls) / spread if spread else 0.0
    return {board: gain - beta * control for board, (gain, control) in rows.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """Two entrants so far: the value of each board, and what their mean says."""

    pair: Pairing
    values: Mapping[int, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The values without their boards."""
        return tuple(self.values.values())

    @property
    def estimate(self) -> MeanEstimate | None:
        """A's points per deal above B's, or its percentage of matches won; None before the first board."""
        return estimate(self.numbers) if self.values else None

    @property
    def better(self) -> str | None:
        """The entrant that the figures show to be better; None where they show neither."""
        figure = self.estimate
        if figure is None:
            return None
        return self.pair.a if figure.low > 0 else self.pair.b if figure.high < 0 else None


def is_decided(header: ContestHeader, result: PairResult) -> bool:
    """Return whether two entrants play no more boards, for it is clear who is better."""
    if header.sprt is not None:
        return Sprt(*header.sprt).verdict(result.numbers) is not None
    return not header.whole and Format(header.format) is not Format.SWISS and is_clear(result.numbers)


@dataclass(frozen=True, slots=True)
class Rating:
    """An entrant on the scale of all: points per deal above the anchor, or percent, with half its 95 % interval."""

    name: str
    points: float
    margin: float


def ratings(pairs: Sequence[PairResult], anchor: str) -> list[Rating]:
    """Fit one number for each entrant to all comparisons by least squares; the best comes first.

    The errors of one board are not independent of each other, for all pairings play the same boards: so the intervals
    come from the boards as clusters.
    """
    boards: dict[int, list[PairDifference]] = defaultdict(list)
    for pair in pairs:
        for board, value in pair.values.items():
            boards[board].append(PairDifference(pair.pair.a, pair.pair.b, 1, value))
    found = fitted(boards.values(), anchor)
    return sorted((Rating(name, *one) for name, one in found.items()), key=lambda rating: -rating.points)
