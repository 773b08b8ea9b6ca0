"""Evaluation of each card over many worlds: mean utility, its deviation, mean points.

A utility table says what each double-dummy value is worth to the caller.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from .arguments import Belief, World
from .sampling import Worlds

OFFSET = 128
"""The index of the value 0 in the table."""

_VALUES = 512
_CASES = 3
_USES = struct.Struct(f"={_CASES * _VALUES}d")

Row = tuple[int, float, float, float]
"""A card, its use, how much that varies, and its points."""


@dataclass(frozen=True, slots=True)
class UtilityTable:
    """The utility of each value, in each case of the belote, by the cards of `mine` and of the world."""

    mine: int
    belote: int
    table: tuple[float, ...]

    @classmethod
    def of(cls, mine: int, belote: int, use: bytes) -> UtilityTable:
        """The table of an array of 3 × 512 float64; ValueError if it is none."""
        if len(use) != _USES.size:
            raise ValueError("there are three cards in a trick at most, and 3 x 512 uses of a value")
        return cls(mine, belote, _USES.unpack(use))

    def here(self, known: Belief, world: World) -> tuple[float, ...]:
        """The utilities in that world."""
        case = self._case(known, world)
        return self.table[_VALUES * case : _VALUES * (case + 1)]

    def _case(self, known: Belief, world: World) -> int:
        """The side that has had both cards of the belote: nobody (0), seats 0 and 2 (1), the others (2)."""
        if not self.belote:
            return 0
        for seat, (hand, gone) in enumerate(zip((self.mine, *world), known.gone, strict=True)):
            if not self.belote & ~(hand | gone):
                return 1 + seat % 2
        return 0


@dataclass(slots=True)
class EvaluationSums:
    """Sums over the worlds so far."""

    worlds: int = 0
    weight: float = 0.0
    sums: dict[int, tuple[float, float, float]] = field(default_factory=dict)

    def add(self, weight: float, values: dict[int, int], use: tuple[float, ...]) -> None:
        """Add one more world, with the value of each card there."""
        for card, value in values.items():
            worth = use[value + OFFSET]
            uses, squares, points = self.sums.get(card, (0.0, 0.0, 0.0))
            self.sums[card] = uses + weight * worth, squares + weight * worth * worth, points + weight * value
        self.worlds += 1
        self.weight += weight

    def rows(self) -> list[Row]:
        """The means over all worlds, for every card."""
        return [(card, *self._means(*sums)) for card, sums in self.sums.items()]

    def _means(self, uses: float, squares: float, points: float) -> tuple[float, float, float]:
        mean = uses / self.weight
        return mean, sqrt(max(0.0, squares / self.weight - mean * mean)), points / self.weight


def evaluated(
    worlds: Worlds,
    known: Belief,
    uses: UtilityTable,
    values: Callable[[World], dict[int, int]],
    lasts: Callable[[], bool],
) -> EvaluationSums:
    """The cards in world after world, as long as the budget `lasts`; in one at least."""
    judging = EvaluationSums()
    for world, weight in worlds.each:
        if judging.worlds and not lasts():
            break
        if weight > 0:
            judging.add(weight, values(world), uses.here(known, world))
    return judging
