"""How likely a side is to win the match: a logistic curve of its lead, the flatter the more deals are to come.

Knows totals and targets. Refuses to know a deal.
"""

from __future__ import annotations

import math

from coinche.engine.match_result import MatchStanding, ahead
from coinche.engine.rules import MatchRules
from coinche.engine.seats import Team
from coinche.engine.view import TableView

A_DEAL = 240.0
"""What a deal brings the side in front towards the target, in points of the score."""
SPREAD = 240.0
"""The lead that is worth e to 1 with a single deal to play: of 580 deals in 60 matches of `steady` by `ffb` these two
figures tell the winner best."""
NEAR = 500
"""Nearer than so many points to the target, or in the last deal of a match that has a number of them, a deal is played
for the match; before, for its score."""
FLATTEST = 0.1
"""What the slope counts as a share of its steepest at least: the curve is no truth where the match seems decided."""


def is_near(view: TableView, rules: MatchRules) -> bool:
    """Whether the match may end with this deal; a board is no match."""
    if view.board:
        return False
    if rules.length is not None:
        return view.deal >= rules.length
    return max(view.totals.NS, view.totals.EW) + NEAR >= rules.target


def chance(standing: MatchStanding, team: Team, rules: MatchRules) -> float:
    """How likely that side wins."""
    if standing.winner is not None:
        return float(standing.winner is team)
    lead = standing.totals[team] - standing.totals[team.other]
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, lead / _scale(standing, rules)))))


def slope(standing: MatchStanding, team: Team, rules: MatchRules) -> float:
    """What a point of the score adds to the chance."""
    now = chance(standing, team, rules)
    return max(now * (1 - now), FLATTEST / 4) / _scale(standing, rules)


def _scale(standing: MatchStanding, rules: MatchRules) -> float:
    return SPREAD * math.sqrt(_deals_left(standing, rules))


def _deals_left(standing: MatchStanding, rules: MatchRules) -> float:
    if rules.length is not None:
        return float(max(1, rules.length - standing.played))
    front = ahead(standing.totals) or Team.NORTH_SOUTH
    return max(1.0, (rules.target - standing.totals[front]) / A_DEAL)
