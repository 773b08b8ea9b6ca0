"""The outcome of a contract: made, failed or drawn (F 4.2, 9; P "The Scoring").

A `Tally` sums up a played deal; the tables here decide it, and `scoring` turns it into points. `Taking` makes a tally
of a value of the solver, for deals that were not played to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .bids import BidKind, Contract
from .cards import Denomination
from .rules import TRICKS, ContractMet, Draw, ScoringRules
from .seats import Points, Team
from .trick import points_of

LAST_TRICK = 10
"""*Dix de der* (F 9.1), in points."""


def all_points(denomination: Denomination, rules: ScoringRules) -> int:
    """All points that a deal holds: those of the cards, and the last trick (F 9.1)."""
    return sum(points_of(denomination, rules).values()) + LAST_TRICK


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The figures of a played deal before any option is applied. `cards` are without the last trick's bonus.

    `alone` tells that the bidder took all eight tricks himself.
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


_CONTRACT_MET: Mapping[ContractMet, Callable[[int, int, int], bool]] = {
    ContractMet.AT_LEAST_82: lambda bid, takers, defence: takers >= (82 if bid == 80 else bid),
    ContractMet.AT_LEAST: lambda bid, takers, defence: takers >= bid,
    ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE: lambda bid, takers, defence: takers >= bid and takers > defence,
    ContractMet.BID_PLUS_2: lambda bid, takers, defence: takers >= bid + 2,
}

_TRICKS_MET: Mapping[BidKind, Callable[[Tally], bool]] = {
    BidKind.NUMBER: lambda tally: True,
    BidKind.CAPOT: lambda tally: tally.all_eight(tally.takers),
    BidKind.GENERALE: lambda tally: tally.alone,
}


def is_made(tally: Tally, points: Points, rules: ScoringRules) -> bool:
    """Return whether the takers kept their promise: the tricks, and the points (F 4.2)."""
    bid, takers = tally.contract.bid, tally.takers
    enough = _CONTRACT_MET[rules.contract_met](bid.value, points[takers], points[takers.other])
    return _TRICKS_MET[bid.kind](tally) and enough


def is_drawn(tally: Tally, points: Points, rules: ScoringRules) -> bool:
    """Return whether nobody wins: the sides are level, and the takers have the tricks and the points that they bid."""
    bid, takers = tally.contract.bid, tally.takers
    level = _DRAW[rules.draw](points[takers], points[takers.other])
    return level and points[takers] >= bid.value and _TRICKS_MET[bid.kind](tally)


_DRAW: Mapping[Draw, Callable[[int, int], bool]] = {
    Draw.DECIDED: lambda takers, defence: False,
    Draw.HELD_OVER: lambda takers, defence: takers == defence,
}
"""True where these points are a draw."""


def last_trick_points(tally: Tally, rules: ScoringRules) -> Points:
    """The last trick's worth: more when one side took all eight (F 9.2)."""
    all_eight = tally.all_eight(tally.last_trick) and capot_counts(tally, rules)
    return Points.of(tally.last_trick, rules.capot_last_trick if all_eight else LAST_TRICK)


def capot_counts(tally: Tally, rules: ScoringRules) -> bool:
    """Return whether all eight tricks are worth anything besides their cards."""
    return rules.capot_unbid_counts or tally.contract.bid.kind is not BidKind.NUMBER
