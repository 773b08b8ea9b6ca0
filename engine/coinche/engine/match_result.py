"""The end of a match: the winner after each deal (F 10.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .playing import Playing
from .rules import BothReach, MatchRules, MatchTie
from .scoring import DealScore
from .seats import Points, Team


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts of a deal that decide a match. `belote` is the part of the scores from a belote; `held` waits."""

    takers: Team
    made: bool
    tricks: Points
    scores: Points
    belote: Points
    held: int = 0

    @property
    def winner(self) -> Team:
        """The side that won the deal: the takers if they made it, else the defence, for which a draw counts, too."""
        return self.takers if self.made else self.takers.other

    @staticmethod
    def of(deal: Playing, result: DealScore) -> Outcome:
        """The outcome of a played deal."""
        return Outcome(deal.contract.takers, result.made, deal.won, result.scores, result.belote, result.held)


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """Totals, deals played, the sides that wait for a trick (only a belote took them to the target), and the winner.

    `held` are the points of draws, for the side that wins the next deal; nobody gets those that are left at the end.
    """

    totals: Points
    played: int = 0
    waiting: frozenset[Team] = frozenset()
    winner: Team | None = None
    held: int = 0


def ahead(points: Points) -> Team | None:
    """The side with more; `None` where they are level."""
    return None if points.NS == points.EW else max(Team, key=points.__getitem__)


def stand(before: MatchStanding, last: Outcome, rules: MatchRules) -> MatchStanding:
    """The standing after a deal that was played."""
    totals, played = before.totals + last.scores, before.played + 1
    if rules.length is not None:
        over = played >= rules.length
        return MatchStanding(totals, played, winner=_decided(totals, last, rules) if over else None, held=last.held)
    delivered = {team for team in before.waiting if last.tricks[team]}
    waiting = (before.waiting - delivered) | {
        team for team in Team if rules.belote_cannot_win and _by_belote_alone(team, before, last, rules)
    }
    arrived = delivered or {team for team in Team if totals[team] >= rules.target} - waiting
    winner = _BOTH_REACH[rules.both_reach](totals, last, rules) if len(arrived) > 1 else next(iter(arrived), None)
    return MatchStanding(totals, played, frozenset(waiting) if winner is None else frozenset(), winner, last.held)


def _by_belote_alone(team: Team, before: MatchStanding, last: Outcome, rules: MatchRules) -> bool:
    """The side failed or took no trick, and is under the target without its belote: it needs a trick (F 10.4)."""
    unworthy = last.tricks[team] == 0 or (team is last.takers and not last.made)
    total = before.totals[team] + last.scores[team]
    return unworthy and total >= rules.target > total - last.belote[team]


def _decided(totals: Points, last: Outcome, rules: MatchRules) -> Team | None:
    """The winner is the higher total; of level ones the side that the rules name, or nobody yet."""
    return ahead(totals) or _TIE[rules.tie](last)


_BOTH_REACH: Mapping[BothReach, Callable[[Points, Outcome, MatchRules], Team | None]] = {
    BothReach.HIGHER_TOTAL: _decided,
    BothReach.CONTRACT_SIDE: lambda totals, last, rules: last.winner,
}
_TIE: Mapping[MatchTie, Callable[[Outcome], Team | None]] = {
    MatchTie.EXTRA_DEAL: lambda last: None,
    MatchTie.LAST_DEAL_WINNER: lambda last: last.winner,
}
