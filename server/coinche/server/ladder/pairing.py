"""Who plays whom next on the ladder: a pure function of who is there and what has been played.

Of two pairs, the one goes first that has met less, or whose ratings are closer: 50 points between them count like twice
the boards. So all meet all, and those meet most often whose order is least clear. An entrant whose best opponent plays
just now waits for it, though not for ever: else the two that are free first would meet again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from coinche.server.match.ladder_board import LadderEntrant

CLOSE = 50.0
"""The points per deal between two entrants that count like twice the boards."""


@dataclass(frozen=True, slots=True)
class PresentEntrant:
    """An entrant with two programs or more on the ladder.

    It is free since that time if two of them are at no table, otherwise None.
    """

    entrant: LadderEntrant
    free_since: float | None


Pair = tuple[LadderEntrant, LadderEntrant]


def next_pairs(
    present: Sequence[PresentEntrant],
    met: Callable[[LadderEntrant, LadderEntrant], int],
    ratings: Mapping[LadderEntrant, float],
    *,
    waited_since: float,
) -> list[Pair]:
    """The pairs that sit down now; `met` is how many boards two have played or are playing against each other.

    One that is free since before `waited_since` waits for nobody who plays. Nobody meets a name of the same owner, who
    could have one lose to the other.
    """

    def order(pair: tuple[PresentEntrant, PresentEntrant]) -> tuple[float, str, str]:
        a, b = (one.entrant for one in pair)
        apart = abs(ratings.get(a, 0.0) - ratings.get(b, 0.0))
        return (met(a, b) + 1) * (1 + apart / CLOSE), a.name, b.name

    possible = [pair for pair in combinations(present, 2) if pair[0].entrant.who != pair[1].entrant.who]
    spoken_for: set[LadderEntrant] = set()
    found: list[Pair] = []
    for pair in sorted(possible, key=order):
        ends = [one.entrant for one in pair]
        free = [one.free_since for one in pair if one.free_since is not None]
        waits = len(free) == 1 and free[0] >= waited_since
        if spoken_for.isdisjoint(ends) and (waits or len(free) == 2):
            spoken_for.update(ends)
            if not waits:
                found.append((ends[0], ends[1]))
    return found
