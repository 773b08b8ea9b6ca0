"""The end of a match: who has won after which deal (F 10.4).

Knows totals, the two special cases, and what of a deal they ask for. Knows no cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .deal import Playing
from .rules import BothReach, MatchRules, MatchTie
from .scoring import DealScore
from .seats import Points, Team


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the end of the match asks of a deal. `belote` is what of the scores came from a belote."""

    takers: Team
    made: bool
    tricks: Points
    scores: Points
    belote: Points

    @staticmethod
    def of(deal: Playing, result: DealScore) -> Outcome:
        """The outcome of a played deal."""
        return Outcome(deal.contract.takers, result.made, deal.won, result.scores, result.belote)


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals, who is waiting for a trick because only a belote took him to the target, and who has won."""

    totals: Points
    waiting: frozenset[Team] = frozenset()
    winner: Team | None = None


def ahead(points: Points) -> Team | None:
    """The side with more; `None` where they are level."""
    return None if points.NS == points.EW else max(Team, key=points.__getitem__)


def stand(before: Standing, last: Outcome, rules: MatchRules) -> Standing:
    """The standing after a deal that was played."""
    totals = before.totals + last.scores
    delivered = {team for team in before.waiting if last.tricks[team]}
    waiting = (before.waiting - delivered) | {
        team for team in Team if rules.belote_cannot_win and _by_belote_alone(team, before, last, rules)
    }
    arrived = delivered or {team for team in Team if totals[team] >= rules.target} - waiting
    winner = _winner(arrived, totals, rules)
    return Standing(totals, frozenset(waiting) if winner is None else frozenset(), winner)


def _by_belote_alone(team: Team, before: Standing, last: Outcome, rules: MatchRules) -> bool:
    """Failed or without a trick, and under the target but for the belote: one more trick is due (F 10.4)."""
    unworthy = last.tricks[team] == 0 or (team is last.takers and not last.made)
    total = before.totals[team] + last.scores[team]
    return unworthy and total >= rules.target > total - last.belote[team]


def _winner(arrived: set[Team], totals: Points, rules: MatchRules) -> Team | None:
    if len(arrived) < 2:
        return next(iter(arrived), None)
    return _BOTH_REACH[rules.both_reach](totals) or _TIE[rules.tie](totals)


_BOTH_REACH: Mapping[BothReach, Callable[[Points], Team | None]] = {BothReach.HIGHER_TOTAL: ahead}
_TIE: Mapping[MatchTie, Callable[[Points], Team | None]] = {MatchTie.EXTRA_DEAL: lambda totals: None}
