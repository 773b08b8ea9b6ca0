"""Utility: the value of a result of the play, as points of the deal score or as probability of winning the match.

The engine's own scoring gives the score of each result, so contract, coinche, belote, capot and rounding all count.
Near the end of a match a point is worth what it changes the probability of winning.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from coinche.engine.belote import BELOTE_POINTS, CARDS, BeloteWord, may_hold
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.declarations import SEQUENCE_POINTS, DeclarationKind, best_set, held, points_of
from coinche.engine.match_result import MatchStanding, Outcome, ahead, stand
from coinche.engine.rules import Belote, Draw, MatchRules, RuleSet
from coinche.engine.scoring import DealScore, score
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.solver.game import CAPOT
from coinche.engine.solver.solver import OFFSET, VALUES
from coinche.engine.tally import Taking, Tally, all_points
from coinche.engine.view import TableView

from .constraints import plays

POINTS_PER_DEAL = 240.0
"""Points that a deal brings the team in front on average."""
LEAD_SCALE = 240.0
"""The lead at which the odds are e to 1 with one deal to play. This and `POINTS_PER_DEAL` predict the
winners of 60 matches (580 deals) that `steady` played by `ffb` better than other pairs."""
NEAR_END = 500
"""Points to the target from which on the utility is the probability of winning the match; before, it is the deal
score. In a match of a fixed number of deals that is so in the last deal."""
LEAST_SLOPE = 0.1
"""The least slope, as a share of the steepest: the curve is unreliable where the match seems decided."""


def near_match_end(view: TableView, rules: MatchRules) -> bool:
    """Return whether the match may end with this deal. A single board is no match."""
    if view.board:
        return False
    if rules.length is not None:
        return view.deal >= rules.length
    return max(view.totals.NS, view.totals.EW) + NEAR_END >= rules.target


def win_probability(standing: MatchStanding, team: Team, rules: MatchRules) -> float:
    """Return the probability that the team wins the match: a logistic curve of its lead, flatter with more deals to
    come."""
    if standing.winner is not None:
        return float(standing.winner is team)
    lead = standing.totals[team] - standing.totals[team.other]
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, lead / _scale(standing, rules)))))


def win_slope(standing: MatchStanding, team: Team, rules: MatchRules) -> float:
    """Return what one point of the score adds to that probability."""
    now = win_probability(standing, team, rules)
    return max(now * (1 - now), LEAST_SLOPE / 4) / _scale(standing, rules)


def _scale(standing: MatchStanding, rules: MatchRules) -> float:
    return LEAD_SCALE * math.sqrt(_deals_left(standing, rules))


def _deals_left(standing: MatchStanding, rules: MatchRules) -> float:
    if rules.length is not None:
        return float(max(1, rules.length - standing.played))
    front = ahead(standing.totals) or Team.NORTH_SOUTH
    return max(1.0, (rules.target - standing.totals[front]) / POINTS_PER_DEAL)


CARRE_GUESS = 100
"""The points assumed for a carré of another player, whose rank is unknown."""

_ORDER = tuple(DeclarationKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringContext:
    """Everything that the score of a deal depends on, but the points still to be taken."""

    contract: Contract
    declarations: Points = ZERO
    belotes: Points = ZERO
    """Points of the belotes that are certain."""
    alone: bool = True
    """The bidder may still take all tricks alone."""
    totals: Points = ZERO
    held: int = 0
    deals: int = 0
    """Deals played before this one."""
    near_end: bool = False
    """The utility is the probability of winning the match."""


def deal_score(context: ScoringContext, rules: RuleSet, team: Team, value: int) -> DealScore:
    """Return the score of the deal where that team takes `value`.

    As in the solver, that is points, all points and CAPOT for all tricks, or minus CAPOT for none.
    """
    return score(_tally(context, rules, team, value), rules, context.held)


def _tally(context: ScoringContext, rules: RuleSet, team: Team, value: int) -> Tally:
    taking = Taking.of(value, team, ZERO, all_points(context.contract.denomination, rules.scoring))
    return taking.tally(context.contract, context.belotes, context.declarations, alone=context.alone)


def utility_of(context: ScoringContext, rules: RuleSet, team: Team, value: int) -> float:
    """Return the utility of that value to the team."""
    tally = _tally(context, rules, team, value)
    result = score(tally, rules, context.held)
    if context.near_end:
        return _match_gain(context, rules, team, tally.tricks, result)
    return float(result.scores[team] - result.scores[team.other])


def _match_gain(context: ScoringContext, rules: RuleSet, team: Team, tricks: Points, result: DealScore) -> float:
    """Return the change of the win probability, as the number of points that would change it as much now."""
    before = MatchStanding(context.totals, played=context.deals, held=context.held)
    last = Outcome(context.contract.takers, result.made, tricks, result.scores, result.belote, result.held)
    after = stand(before, last, rules.match)
    now = win_probability(before, team, rules.match)
    return (win_probability(after, team, rules.match) - now) / win_slope(before, team, rules.match)


# --- tables ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PointUtilities:
    """The utility to one team of each number of points from 0 up, of all tricks, and of none."""

    points: tuple[float, ...]
    everything: float
    nothing: float


def team_utilities(context: ScoringContext, rules: RuleSet, team: Team) -> PointUtilities:
    """Return the utilities to that team, point by point. The game is zero-sum."""
    known = takers_utilities(canonical(context), rules)
    if team is context.contract.takers:
        return known
    return PointUtilities(tuple([-utility for utility in reversed(known.points)]), -known.nothing, -known.everything)


@lru_cache(maxsize=4096)
def takers_utilities(context: ScoringContext, rules: RuleSet, step: int = 1) -> PointUtilities:
    """Return the utilities to the takers, in steps of points.

    Utility rises with points, except where a tie has a rule of its own. So equal utilities at both ends of a range
    hold for all of it, and bisection computes few scores.
    """
    takers = context.contract.takers
    total = all_points(context.contract.denomination, rules.scoring)
    top = total // step

    def utility(value: int) -> float:
        return utility_of(context, rules, takers, value)

    def between(low: int, high: int, first: float, last: float) -> list[float]:
        """Utilities from low up to high, which is left out."""
        if high - low <= 1 or first == last:
            return [first] * (high - low)
        middle = (low + high) // 2
        halfway = utility(middle * step)
        return between(low, middle, first, halfway) + between(middle, high, halfway, last)

    def rising(low: int, high: int) -> list[float]:
        """Utilities from low up to high, unless that is lower."""
        if low > high:
            return []
        last = utility(high * step)
        return [*between(low, high, utility(low * step), last), last]

    beside = context.belotes + context.declarations
    level, odd = divmod(total + beside[takers.other] - beside[takers], 2 * step)
    if rules.scoring.draw is Draw.DECIDED or odd or not 0 <= level <= top:
        points = rising(0, top)
    else:
        points = [*rising(0, level - 1), utility(level * step), *rising(level + 1, top)]
    return PointUtilities(tuple(points), utility(total + CAPOT), utility(-CAPOT))


def canonical(context: ScoringContext) -> ScoringContext:
    """Return the context of which all equal ones are variants, for caching.

    The takers' names, the trump suit and the player who coinched change no score.
    """
    takers, contract = context.contract.takers, canonical_contract(context.contract.bid, context.contract.multiplier)
    declarations, belotes, totals = (
        Points(points[takers], points[takers.other])
        for points in (context.declarations, context.belotes, context.totals)
    )
    alone = context.alone and contract.bid.kind is BidKind.GENERALE
    return replace(context, contract=contract, declarations=declarations, belotes=belotes, totals=totals, alone=alone)


_SUIT = Denomination.SPADES


@lru_cache(maxsize=4096)
def canonical_contract(bid: Bid, multiplier: int) -> Contract:
    """Return the contract of North, in spades if it is in a suit, that scores the same."""
    suit = len(bid.denomination.trumps) == 1
    level = bid.removesuffix(bid.denomination)
    return Contract(bid=Bid(f"{level}{_SUIT}") if suit else bid, bidder=Seat.NORTH, multiplier=multiplier)


def utility_table(view: TableView, rules: RuleSet, me: Seat) -> bytes:
    """Return the utility to the team of `me` of each value of the play still to come, for the solver.

    These are 3 x 512 float64: nobody, we, or they have held both of `open_belote_cards`.
    """
    assert view.contract is not None
    context = scoring_context(view, rules, me)
    ours = view.points[me.team]
    rest = all_points(view.contract.denomination, rules.scoring) - ours - view.points[me.team.other]
    rows = array("d")
    for belote in _belote_cases(view, rules, me):
        of = team_utilities(replace(context, belotes=context.belotes + belote), rules, me.team)
        row = array("d", bytes(8 * VALUES))
        row[OFFSET : OFFSET + rest + 1] = array("d", of.points[ours : ours + rest + 1])
        row[OFFSET + rest + CAPOT] = of.everything
        row[OFFSET - CAPOT] = of.nothing
        rows += row
    return rows.tobytes()


def open_belote_cards(view: TableView, rules: RuleSet) -> frozenset[Card]:
    """Return king and queen of trumps where a belote counts and may still be said; none with several trump suits."""
    assert view.contract is not None
    one_suit = len(view.contract.denomination.trumps) == 1
    counts = rules.declarations.belote is not Belote.NONE and not _belote_unspoken(view)
    return CARDS[view.contract.denomination] if one_suit and counts else frozenset()


def _belote_cases(view: TableView, rules: RuleSet, me: Seat) -> tuple[Points, Points, Points]:
    """Return the belote points still to come where nobody, we, or they have both cards.

    An impossible case has the points of a possible one.
    """
    assert view.contract is not None
    takers, both = view.contract.takers, open_belote_cards(view, rules)
    mine = both & _dealt(view, me, rules)
    if not both or view.belotes or len(mine) == 1:
        return ZERO, ZERO, ZERO
    teams = (me.team, me.team.other) if not mine else (me.team, me.team)
    ours, theirs = (Points.of(team, BELOTE_POINTS * may_hold(team, takers, rules.declarations)) for team in teams)
    return (ours if mine else ZERO), ours, theirs


def _belote_unspoken(view: TableView) -> bool:
    """Return whether one of the two has been played without a word, so that no belote can follow."""
    assert view.contract is not None
    tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
    played = {card for trick in tricks for card in trick.cards}
    return not view.belotes and bool(played & CARDS[view.contract.denomination])


def scoring_context(view: TableView, rules: RuleSet, me: Seat) -> ScoringContext:
    """Return the context of the deal in play."""
    assert view.contract is not None
    contract, near = view.contract, near_match_end(view, rules.match)
    return ScoringContext(
        contract=contract,
        declarations=_declarations(view, rules, me),
        belotes=_belotes(view, rules, me),
        alone=all(trick.winner is contract.bidder for trick in view.tricks),
        totals=view.totals if near else ZERO,
        held=view.held,
        deals=max(0, view.deal - 1) if near else 0,
        near_end=near,
    )


# --- belote and declarations -------------------------------------------------------------------------


def _belotes(view: TableView, rules: RuleSet, me: Seat) -> Points:
    """Return the points of the belotes said so far, and of our own where several suits are trumps."""
    assert view.contract is not None
    contract = view.contract
    owners = {(said.seat.team, said.suit) for said in view.belotes if said.word is BeloteWord.BELOTE}
    if len(contract.denomination.trumps) > 1 and may_hold(me.team, contract.takers, rules.declarations):
        owners |= {(me.team, suit) for suit in Suit if _royals(suit) <= set(view.hand)}
    return sum((Points.of(team, BELOTE_POINTS) for team, _ in owners), ZERO)


def _royals(suit: Suit) -> frozenset[Card]:
    return frozenset(card for card in CARDS[Denomination.ALL_TRUMP] if card.suit is suit)


def _declarations(view: TableView, rules: RuleSet, me: Seat) -> Points:
    """Return the points of the declarations, or of the likely winner of them before that is decided."""
    if view.declarations_won is not None:
        return Points.of(view.declarations_won, view.declaration_points)
    begun = view.trick is not None and bool(view.trick.cards)
    if not rules.declarations.declarations or len(view.tricks) + begun > 1:
        return ZERO
    said = {team: list(_announced(view, rules, me, team)) for team in Team}
    best = {team: max((_ORDER.index(kind) for kind, _ in said[team]), default=-1) for team in Team}
    if best[me.team] == best[me.team.other]:
        return ZERO
    winner = max(Team, key=best.__getitem__)
    return Points.of(winner, sum(points for _, points in said[winner]))


def _announced(view: TableView, rules: RuleSet, me: Seat, team: Team) -> Iterable[tuple[DeclarationKind, int]]:
    """Yield the announced declarations of a team; for `me` all that the hand holds."""
    assert view.contract is not None
    for said in view.announced:
        if said.seat.team is team and said.seat is not me:
            for kind in said.kinds:
                yield kind, SEQUENCE_POINTS.get(kind, CARRE_GUESS)
    if me.team is team:
        for mine in best_set(held(_dealt(view, me, rules)), view.contract.denomination):
            yield mine.kind, points_of(mine, view.contract.denomination)


def _dealt(view: TableView, me: Seat, rules: RuleSet) -> frozenset[Card]:
    """Return the cards that `me` was dealt."""
    mine = (card for seat, card, _ in plays(view, rules.table.direction) if seat is me)
    return frozenset((*view.hand, *mine))
