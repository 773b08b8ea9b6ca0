"""The tally of a deal: the points and tricks of both sides, before `scoring` decides the contract (F 9.1).

`Taking` makes a tally of a value of the solver, for deals that were not played to the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from .bids import Contract
from .card_values import points_of
from .cards import Denomination
from .rules import TRICKS, ScoringRules
from .seats import Points, Team

LAST_TRICK = 10
"""*Dix de der* (F 9.1), in points."""


def all_points(denomination: Denomination, rules: ScoringRules) -> int:
    """All points that a deal holds: those of the cards, and the last trick (F 9.1)."""
    return sum(points_of(denomination, rules).values()) + LAST_TRICK


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The figures of a played deal before any option is applied. `cards` are without the last trick's bonus.

    `alone` tells that the bidder took all eight tricks alone.
    """

    contract: Contract
    cards: Points
    tricks: Points
    last_trick: Team
    belote: Points
    declarations: Points
    alone: bool

    @property
    def takers(self) -> Team:
        """The side that has to make the contract."""
        return self.contract.takers

    @property
    def coinched(self) -> bool:
        """True if there is anything to multiply."""
        return self.contract.multiplier > 1

    def all_eight(self, team: Team) -> bool:
        """Return whether that side took every trick."""
        return self.tricks[team] == TRICKS


SOME_TRICKS = Points(TRICKS // 2, TRICKS // 2)
"""An even split. The number of tricks of each side means nothing as long as neither has all of them."""


@dataclass(frozen=True, slots=True)
class Taking:
    """The points of both sides, the last trick's ten included, and the side that takes all eight tricks, if any."""

    points: Points
    capot: Team | None = None

    @classmethod
    def of(cls, value: int, team: Team, taken: Points, whole: int) -> Taking:
        """Return the taking that a value of the solver means for that team, after `taken` points of the `whole`."""
        points = taken[team] + value
        if points > whole:
            return cls(Points.of(team, whole), team)
        if points < 0:
            return cls(Points.of(team.other, whole), team.other)
        return cls(Points.of(team, points, whole - points))

    def tally(self, contract: Contract, belote: Points, declarations: Points, *, alone: bool) -> Tally:
        """Return the tally of such a deal; with `alone` the bidder takes every trick of the side in person."""
        takers = contract.takers
        last = self.capot or (takers if self.points[takers] >= LAST_TRICK else takers.other)
        return Tally(
            contract=contract,
            cards=self.points - Points.of(last, LAST_TRICK),
            tricks=Points.of(last, TRICKS) if self.capot else SOME_TRICKS,
            last_trick=last,
            belote=belote,
            declarations=declarations,
            alone=alone and self.capot is takers,
        )
