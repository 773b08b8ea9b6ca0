"""The points or tricks that the takers still need to make their contract, by the engine's rules.

Facts that the table does not know yet, such as a belote that nobody has said, do not count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from coinche.engine import belote
from coinche.engine.bids import BidKind, Contract
from coinche.engine.rules import TRICKS, ContractMet, RuleSet
from coinche.engine.scoring import is_made
from coinche.engine.seats import Points, Team
from coinche.engine.tally import Tally, all_points
from coinche.engine.view import Phase, TableView

RESOLVED_AFTER = 2
"""Number of tricks after which it is settled which side's declarations count, if any do."""


_ENOUGH = 4096
"""A number of points larger than any side can lack."""


class Measure(Enum):
    """The unit of a need."""

    POINTS = auto()
    TRICKS = auto()
    LOST = auto()
    """The contract can no longer be made."""


class Doubt(Enum):
    """The extent to which announced declarations may still change the need."""

    NONE = auto()
    MORE = auto()
    LESS = auto()
    EITHER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The points or tricks that the takers lack; none when the contract is safe."""

    takers: Team
    measure: Measure
    missing: int = 0
    doubt: Doubt = Doubt.NONE
    more_than_bid: bool = False
    """True if the takers need more points than they bid, since they must have more than the defence."""


def need(view: TableView, rules: RuleSet) -> Need | None:
    """Return the takers' need during the play; None in any other phase."""
    if view.phase is not Phase.PLAYING or view.contract is None:
        return None
    return _BY_KIND[view.contract.bid.kind](view, view.contract, rules)


def _points(view: TableView, contract: Contract, rules: RuleSet) -> Need:
    takers = contract.takers
    missing = bisect_left(range(_ENOUGH), True, key=lambda more: _made_with(more, view, contract, rules))
    doubt = _doubt(view, takers)
    most = _left(view, contract, rules) + (0 if view.belotes else belote.BELOTE_POINTS)
    may_be_capot = not view.tricks_won[takers.other]  # worth more than the cards, as what is declared until then
    if doubt is Doubt.NONE and missing > most and not may_be_capot:
        return Need(takers=takers, measure=Measure.LOST)
    more = rules.scoring.contract_met is ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE and missing > 0
    beyond = more and _has(view, takers, rules) + missing > contract.bid.value
    return Need(takers=takers, measure=Measure.POINTS, missing=missing, doubt=doubt, more_than_bid=beyond)


def _has(view: TableView, takers: Team, rules: RuleSet) -> int:
    """Return the points that the takers have so far: cards, belote, declarations."""
    return sum(beside_tricks(view, rules), view.points)[takers]


def beside_tricks(view: TableView, rules: RuleSet) -> tuple[Points, Points]:
    """Return the points that the sides have beside those of their tricks: belote said, and declarations that count."""
    return _said(view, rules), _declared(view)


def _said(view: TableView, rules: RuleSet) -> Points:
    return belote.count(view.belotes, rules.declarations, frozenset()).points


def _declared(view: TableView) -> Points:
    won = view.declarations_won
    return Points() if won is None else Points.of(won, view.declaration_points)


def _left(view: TableView, contract: Contract, rules: RuleSet) -> int:
    """Return the card points that have not been won."""
    return all_points(contract.bid.denomination, rules.scoring) - view.points.NS - view.points.EW


def _made_with(more: int, view: TableView, contract: Contract, rules: RuleSet) -> bool:
    """True when the contract is made if the takers win `more` points and the defence wins all the others."""
    takers = contract.takers
    said, declared = _said(view, rules), _declared(view)
    others = Points.of(takers.other, max(0, _left(view, contract, rules) - more))
    points = view.points + said + declared + Points.of(takers, more) + others
    tally = Tally(
        contract=contract,
        cards=view.points,
        tricks=view.tricks_won,
        last_trick=takers,
        belote=said,
        declarations=declared,
        alone=False,
    )
    return is_made(tally, points, rules.scoring)


def _doubt(view: TableView, takers: Team) -> Doubt:
    """Return how announced declarations may change the need, as long as it is not settled whose count."""
    if view.declarations_won is not None or len(view.tricks) >= RESOLVED_AFTER:
        return Doubt.NONE
    sides = frozenset(kinds.seat.team for kinds in view.announced)
    return _DOUBTS[takers in sides, takers.other in sides]


_DOUBTS: Mapping[tuple[bool, bool], Doubt] = {
    (False, False): Doubt.NONE,
    (False, True): Doubt.MORE,
    (True, False): Doubt.LESS,
    (True, True): Doubt.EITHER,
}


def _every_trick(view: TableView, contract: Contract, rules: RuleSet) -> Need:
    lost = view.tricks_won[contract.takers.other] > 0
    return _tricks(view, contract, lost=lost)


def _every_trick_alone(view: TableView, contract: Contract, rules: RuleSet) -> Need:
    lost = any(trick.winner is not contract.bidder for trick in view.tricks)
    return _tricks(view, contract, lost=lost)


def _tricks(view: TableView, contract: Contract, *, lost: bool) -> Need:
    if lost:
        return Need(takers=contract.takers, measure=Measure.LOST)
    return Need(takers=contract.takers, measure=Measure.TRICKS, missing=TRICKS - len(view.tricks))


_BY_KIND: Mapping[BidKind, Callable[[TableView, Contract, RuleSet], Need]] = {
    BidKind.NUMBER: _points,
    BidKind.CAPOT: _every_trick,
    BidKind.GENERALE: _every_trick_alone,
}
