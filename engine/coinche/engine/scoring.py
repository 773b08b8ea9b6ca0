"""From what the sides took to what they score, line by line (F 9, 10.1–10.3).

Knows the tables that the scoring options steer. Refuses to know cards and the match's totals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .bids import BidKind, Contract
from .events import LineKind, ScoreLine
from .rules import TRICKS, ContractMet, Rounding, RuleSet, ScoringRules
from .seats import Points, Team

LAST_TRICK = 10
"""*Dix de der* (F 9.1), in points."""
COINCHED_FLAT = 160
"""The card points of a coinched contract that is made without all tricks (F 10.1a)."""
COINCHED_CAPOT = 250
"""The same with all eight tricks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a played deal comes to before any option is asked. `cards` without the last trick's bonus."""

    contract: Contract
    cards: Points
    tricks: Points
    last_trick: Team
    belote: Points
    declarations: Points

    @property
    def takers(self) -> Team:
        """The side that has to make the contract."""
        return self.contract.takers

    @property
    def capot(self) -> bool:
        """Whether the takers took all eight tricks."""
        return self.tricks[self.takers] == TRICKS


@dataclass(frozen=True, slots=True)
class DealScore:
    """The outcome of a deal: `points` decide it, the `lines` of a side sum to its score before rounding.

    `belote` is the part of each side's score that comes from a belote, multiplied as it was scored.
    """

    made: bool
    points: Points
    lines: tuple[ScoreLine, ...]
    scores: Points
    belote: Points


def last_trick_points(tally: Tally, rules: ScoringRules) -> Points:
    """The last trick's worth: more when one side took all eight (F 9.2)."""
    all_eight = tally.tricks[tally.last_trick] == TRICKS
    return Points.of(tally.last_trick, rules.capot_last_trick if all_eight else LAST_TRICK)


def _at_least_and_more_than_defence(bid: int, takers: int, defence: int) -> bool:
    return takers >= bid and takers > defence


_CONTRACT_MET: Mapping[ContractMet, Callable[[int, int, int], bool]] = {
    ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE: _at_least_and_more_than_defence,
}


def _nearest_10(points: int) -> int:
    """F 10.3: 85 becomes 90, 84 becomes 80."""
    return (points + 5) // 10 * 10


_ROUNDING: Mapping[Rounding, Callable[[int], int]] = {Rounding.NEAREST_10: _nearest_10}


def score(tally: Tally, rules: RuleSet) -> DealScore:
    """Decide the contract and score both sides."""
    points = tally.cards + last_trick_points(tally, rules.scoring) + tally.belote + tally.declarations
    made = is_made(tally, points, rules.scoring)
    lines = _made(tally, rules) if made else _failed(tally, rules)
    raw = Points.each(lambda team: sum(line.points for line in lines if line.team is team))
    scores = Points.each(lambda team: _ROUNDING[rules.scoring.rounding](raw[team]))
    return DealScore(made, points, lines, scores, _belote_scored(tally, lines))


def is_made(tally: Tally, points: Points, rules: ScoringRules) -> bool:
    """Whether the takers did what they promised (F 4.2)."""
    bid = tally.contract.bid
    if bid.kind is BidKind.CAPOT and not tally.capot:
        return False
    return _CONTRACT_MET[rules.contract_met](bid.value, points[tally.takers], points[tally.takers.other])


def _made(tally: Tally, rules: RuleSet) -> tuple[ScoreLine, ...]:
    """F 10.1a."""
    takers, defence = tally.takers, tally.takers.other
    if tally.contract.multiplier > 1:
        flat = COINCHED_CAPOT if tally.capot else COINCHED_FLAT
        won = (
            ScoreLine(takers, LineKind.FLAT, flat),
            *_own(tally, takers),
            ScoreLine(takers, LineKind.THEIR_DECLARATIONS, tally.declarations[defence]),
            _contract_line(tally, takers, rules),
        )
        return _scoring((*_multiplied(won, tally.contract.multiplier), _belote_line(tally, defence)))
    swept = tally.capot and rules.declarations.declarations_swept
    theirs = ScoreLine(takers, LineKind.THEIR_DECLARATIONS, tally.declarations[defence] if swept else 0)
    return _scoring(
        (
            *_taken(tally, takers, rules),
            *_own(tally, takers),
            theirs,
            _contract_line(tally, takers, rules),
            *_taken(tally, defence, rules),
            *((_belote_line(tally, defence),) if swept else _own(tally, defence)),
        )
    )


def _failed(tally: Tally, rules: RuleSet) -> tuple[ScoreLine, ...]:
    """F 10.1b."""
    takers, defence = tally.takers, tally.takers.other
    won = (
        ScoreLine(defence, LineKind.FLAT, rules.scoring.failed_base),
        *_own(tally, defence),
        ScoreLine(defence, LineKind.THEIR_DECLARATIONS, tally.declarations[takers]),
        _contract_line(tally, defence, rules),
    )
    return _scoring((*_multiplied(won, tally.contract.multiplier), _belote_line(tally, takers)))


def _taken(tally: Tally, team: Team, rules: RuleSet) -> tuple[ScoreLine, ...]:
    return (
        ScoreLine(team, LineKind.CARDS, tally.cards[team]),
        ScoreLine(team, LineKind.LAST_TRICK, last_trick_points(tally, rules.scoring)[team]),
    )


def _own(tally: Tally, team: Team) -> tuple[ScoreLine, ...]:
    return _belote_line(tally, team), ScoreLine(team, LineKind.DECLARATIONS, tally.declarations[team])


def _belote_line(tally: Tally, team: Team) -> ScoreLine:
    return ScoreLine(team, LineKind.BELOTE, tally.belote[team])


def _contract_line(tally: Tally, team: Team, rules: RuleSet) -> ScoreLine:
    bid = tally.contract.bid
    value = rules.scoring.capot_value if bid.kind is BidKind.CAPOT else bid.value
    return ScoreLine(team, LineKind.CONTRACT, value)


def _multiplied(lines: tuple[ScoreLine, ...], multiplier: int) -> tuple[ScoreLine, ...]:
    """The lines of one side and what the multiplier adds to them: « le tout multiplié » (F 10.1)."""
    more = (multiplier - 1) * sum(line.points for line in lines)
    return (*lines, ScoreLine(lines[0].team, LineKind.COINCHE, more))


def _scoring(lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
    """Only lines that say something."""
    return tuple(line for line in lines if line.points)


def _belote_scored(tally: Tally, lines: tuple[ScoreLine, ...]) -> Points:
    """A belote that stands among multiplied lines was multiplied with them."""
    multiplied = {line.team for line in lines if line.kind is LineKind.COINCHE}
    return Points.each(lambda team: tally.belote[team] * (tally.contract.multiplier if team in multiplied else 1))
