"""What a value that the solver finds is worth at this table: in points of the score of the deal, ours minus theirs, or
near the end of the match by how much likelier it makes us win it.

Knows the rules of scoring through the engine's own, and how matches end. Refuses to know cards that are hidden.

How likely a side is to win the match: a logistic curve of its lead, the flatter the more deals are to come.

Knows totals and targets. Refuses to know a deal.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from coinche.bots.beliefs.constraints import plays
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


A_CARRE = 100
"""What a carré of somebody else is taken to be worth."""

_ORDER = tuple(DeclarationKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """All that the score of a deal depends on but the cards that are still to be taken."""

    contract: Contract
    declarations: Points = ZERO
    belotes: Points = ZERO
    """Of those that are certain."""
    alone: bool = True
    """The bidder may still take all tricks himself."""
    totals: Points = ZERO
    held: int = 0
    deals: int = 0
    """Played before this one."""
    counts: bool = False
    """Whether it is near the end of the match."""


def score_of(stake: Stake, rules: RuleSet, team: Team, value: int) -> DealScore:
    """The score where that side takes `value` in the whole deal, as the solver counts: so many points, or all of them
    and CAPOT for all tricks, or minus CAPOT for none."""
    return score(_tally(stake, rules, team, value), rules, stake.held)


def _tally(stake: Stake, rules: RuleSet, team: Team, value: int) -> Tally:
    taking = Taking.of(value, team, ZERO, all_points(stake.contract.denomination, rules.scoring))
    return taking.tally(stake.contract, stake.belotes, stake.declarations, alone=stake.alone)


def use_of(stake: Stake, rules: RuleSet, team: Team, value: int) -> float:
    """What that is worth to the side."""
    tally = _tally(stake, rules, team, value)
    result = score(tally, rules, stake.held)
    if stake.counts:
        return _gain(stake, rules, team, tally.tricks, result)
    return float(result.scores[team] - result.scores[team.other])


def _gain(stake: Stake, rules: RuleSet, team: Team, tricks: Points, result: DealScore) -> float:
    """The change of the chance to win the match, in points of the score at which it changes as much now."""
    before = MatchStanding(stake.totals, played=stake.deals, held=stake.held)
    last = Outcome(stake.contract.takers, result.made, tricks, result.scores, result.belote, result.held)
    after = stand(before, last, rules.match)
    now = chance(before, team, rules.match)
    return (chance(after, team, rules.match) - now) / slope(before, team, rules.match)


# --- tables ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Uses:
    """The use to one side of so many steps of points, from none to all; of all tricks; of none."""

    points: tuple[float, ...]
    everything: float
    nothing: float


def table(stake: Stake, rules: RuleSet, team: Team) -> Uses:
    """To that side, point by point: what one wins the other loses."""
    known = to_takers(plain(stake), rules)
    if team is stake.contract.takers:
        return known
    return Uses(tuple([-use for use in reversed(known.points)]), -known.nothing, -known.everything)


@lru_cache(maxsize=4096)
def to_takers(stake: Stake, rules: RuleSet, step: int = 1) -> Uses:
    """To the takers, by so many points. Who takes more scores no less, unless the sides are then level and that is a
    draw: what lies between two that are worth the same is not asked for."""
    takers = stake.contract.takers
    total = all_points(stake.contract.denomination, rules.scoring)
    top = total // step

    def use(value: int) -> float:
        return use_of(stake, rules, takers, value)

    def between(low: int, high: int, first: float, last: float) -> list[float]:
        """From low up to high, which is left out."""
        if high - low <= 1 or first == last:
            return [first] * (high - low)
        middle = (low + high) // 2
        halfway = use(middle * step)
        return between(low, middle, first, halfway) + between(middle, high, halfway, last)

    def rising(low: int, high: int) -> list[float]:
        """From low up to high, if it is no less."""
        if low > high:
            return []
        last = use(high * step)
        return [*between(low, high, use(low * step), last), last]

    beside = stake.belotes + stake.declarations
    level, odd = divmod(total + beside[takers.other] - beside[takers], 2 * step)
    if rules.scoring.draw is Draw.DECIDED or odd or not 0 <= level <= top:
        points = rising(0, top)
    else:
        points = [*rising(0, level - 1), use(level * step), *rising(level + 1, top)]
    return Uses(tuple(points), use(total + CAPOT), use(-CAPOT))


def plain(stake: Stake) -> Stake:
    """What scores the same to the takers: who they are, which suit is trumps and who coinched changes no score."""
    takers, contract = stake.contract.takers, plain_contract(stake.contract.bid, stake.contract.multiplier)
    declarations, belotes, totals = (
        Points(points[takers], points[takers.other]) for points in (stake.declarations, stake.belotes, stake.totals)
    )
    alone = stake.alone and contract.bid.kind is BidKind.GENERALE
    return replace(stake, contract=contract, declarations=declarations, belotes=belotes, totals=totals, alone=alone)


_SUIT = Denomination.SPADES


@lru_cache(maxsize=4096)
def plain_contract(bid: Bid, multiplier: int) -> Contract:
    """Of all contracts that score the same the one of North, in spades if in a suit."""
    suit = len(bid.denomination.trumps) == 1
    level = bid.removesuffix(bid.denomination)
    return Contract(bid=Bid(f"{level}{_SUIT}") if suit else bid, bidder=Seat.NORTH, multiplier=multiplier)


def uses(view: TableView, rules: RuleSet, me: Seat) -> bytes:
    """What a value of the play that is still to come is worth to the side of `me`: 3 × 512 float64, where nobody, we,
    or they have had the cards that are `at_stake`."""
    assert view.contract is not None
    stake = stake_of(view, rules, me)
    ours = view.points[me.team]
    rest = all_points(view.contract.denomination, rules.scoring) - ours - view.points[me.team.other]
    rows = array("d")
    for belote in _belote_cases(view, rules, me):
        of = table(replace(stake, belotes=stake.belotes + belote), rules, me.team)
        row = array("d", bytes(8 * VALUES))
        row[OFFSET : OFFSET + rest + 1] = array("d", of.points[ours : ours + rest + 1])
        row[OFFSET + rest + CAPOT] = of.everything
        row[OFFSET - CAPOT] = of.nothing
        rows += row
    return rows.tobytes()


def at_stake(view: TableView, rules: RuleSet) -> frozenset[Card]:
    """King and queen of trumps, where it is not known who has them; with more suits of trumps nobody asks."""
    assert view.contract is not None
    one_suit = len(view.contract.denomination.trumps) == 1
    counts = rules.declarations.belote is not Belote.NONE and not _silenced(view)
    return CARDS[view.contract.denomination] if one_suit and counts else frozenset()


def _belote_cases(view: TableView, rules: RuleSet, me: Seat) -> tuple[Points, Points, Points]:
    """What is still to be counted where nobody, we, or they have both cards; what cannot be counts as what is."""
    assert view.contract is not None
    takers, both = view.contract.takers, at_stake(view, rules)
    mine = both & _dealt(view, me, rules)
    if not both or view.belotes or len(mine) == 1:
        return ZERO, ZERO, ZERO
    teams = (me.team, me.team.other) if not mine else (me.team, me.team)
    ours, theirs = (Points.of(team, BELOTE_POINTS * may_hold(team, takers, rules.declarations)) for team in teams)
    return (ours if mine else ZERO), ours, theirs


def _silenced(view: TableView) -> bool:
    """Whether one of the two has been played without a word: then nobody can have both and say so."""
    assert view.contract is not None
    tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
    played = {card for trick in tricks for card in trick.cards}
    return not view.belotes and bool(played & CARDS[view.contract.denomination])


def stake_of(view: TableView, rules: RuleSet, me: Seat) -> Stake:
    """What the deal on the table is about."""
    assert view.contract is not None
    contract, near = view.contract, is_near(view, rules.match)
    return Stake(
        contract=contract,
        declarations=_declarations(view, rules, me),
        belotes=_belotes(view, rules, me),
        alone=all(trick.winner is contract.bidder for trick in view.tricks),
        totals=view.totals if near else ZERO,
        held=view.held,
        deals=max(0, view.deal - 1) if near else 0,
        counts=near,
    )


# --- what is said ------------------------------------------------------------------------------------


def _belotes(view: TableView, rules: RuleSet, me: Seat) -> Points:
    """Of the belotes that are said, and of our own where more than one suit is trumps."""
    assert view.contract is not None
    contract = view.contract
    owners = {(said.seat.team, said.suit) for said in view.belotes if said.word is BeloteWord.BELOTE}
    if len(contract.denomination.trumps) > 1 and may_hold(me.team, contract.takers, rules.declarations):
        owners |= {(me.team, suit) for suit in Suit if _royals(suit) <= set(view.hand)}
    return sum((Points.of(team, BELOTE_POINTS) for team, _ in owners), ZERO)


def _royals(suit: Suit) -> frozenset[Card]:
    return frozenset(card for card in CARDS[Denomination.ALL_TRUMP] if card.suit is suit)


def _declarations(view: TableView, rules: RuleSet, me: Seat) -> Points:
    """What each side's declarations are worth, or are likely to be before that is known."""
    if view.declarations_won is not None:
        return Points.of(view.declarations_won, view.declaration_points)
    begun = view.trick is not None and bool(view.trick.cards)
    if not rules.declarations.declarations or len(view.tricks) + begun > 1:
        return ZERO
    said = {team: list(_spoken(view, rules, me, team)) for team in Team}
    best = {team: max((_ORDER.index(kind) for kind, _ in said[team]), default=-1) for team in Team}
    if best[me.team] == best[me.team.other]:
        return ZERO
    winner = max(Team, key=best.__getitem__)
    return Points.of(winner, sum(points for _, points in said[winner]))


def _spoken(view: TableView, rules: RuleSet, me: Seat, team: Team) -> Iterable[tuple[DeclarationKind, int]]:
    """What a side has announced; of `me`, what he will."""
    assert view.contract is not None
    for said in view.announced:
        if said.seat.team is team and said.seat is not me:
            for kind in said.kinds:
                yield kind, SEQUENCE_POINTS.get(kind, A_CARRE)
    if me.team is team:
        for mine in best_set(held(_dealt(view, me, rules)), view.contract.denomination):
            yield mine.kind, points_of(mine, view.contract.denomination)


def _dealt(view: TableView, me: Seat, rules: RuleSet) -> frozenset[Card]:
    """The cards of `me` before he played any."""
    mine = (card for seat, card, _ in plays(view, rules.table.direction) if seat is me)
    return frozenset((*view.hand, *mine))
