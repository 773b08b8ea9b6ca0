"""Tests of utility: it equals the engine's score in every preset, and near the end it counts the match."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import product

import pytest

from coinche.bots.built_in import Steady
from coinche.bots.utility import (
    ScoringContext,
    canonical,
    deal_score,
    open_belote_cards,
    team_utilities,
    utility_of,
    utility_table,
)
from coinche.engine.bids import Bid, Contract
from coinche.engine.dealing import shuffled
from coinche.engine.match import MatchOver, State, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import COLVER, FFB, PRESETS, STAYANDPLAY_BOTH
from coinche.engine.rules import Draw, RuleSet
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.solver.game import CAPOT
from coinche.engine.solver.solver import OFFSET, VALUES
from coinche.engine.tally import LAST_TRICK
from coinche.engine.view import TableView, view
from tests.extent import some

NOBODY, OURS, THEIRS = range(3)


def finished(rules: RuleSet, number: int) -> tuple[list[TableView], State] | None:
    """The views after declarations are decided, and the finished deal; None without a bid."""
    bots = {seat: Steady() for seat in Seat}
    for bot in bots.values():
        bot.rules = rules
    state, _ = new_match(rules, tuple(Seat)[number % 4], board=True)
    state, _ = next_deal(state, shuffled(f"stakes {number}".encode().ljust(32, b".")))
    seen = []
    while (seat := to_act(state)) is not None:
        if isinstance(state.phase, Playing) and (len(state.phase.tricks) > 1):
            seen.append(view(state, seat))
        state, _ = apply(state, seat, bots[seat].choose(view(state, seat), legal(state, seat)))
    return (seen, state) if seen else None


def reached(last: Playing, team: Team) -> int:
    """The side's points in the whole deal, on the solver's scale."""
    winner = last.tricks[-1].winner
    assert winner is not None
    points = last.points[team] + LAST_TRICK * (winner in team.seats)
    return -CAPOT if last.won[team] == 0 else points + CAPOT * (last.won[team] == 8)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_use_of_what_is_taken_is_the_score_of_the_deal(preset: str) -> None:
    rules, checked = PRESETS[preset], 0
    for number in range(8):
        played = finished(rules, number)
        if played is None:
            continue
        seen, over = played
        assert isinstance(over.phase, MatchOver)
        assert isinstance(over.phase.last, Playing)
        assert over.phase.score is not None
        last, scores = over.phase.last, over.phase.score.scores
        both = {team: any(said.seat.team is team for said in last.said) for team in Team}
        for each in seen:
            assert isinstance(each.viewer, Seat)
            us = each.viewer.team
            case = OURS if both[us] else THEIRS if both[us.other] else NOBODY
            if not open_belote_cards(each, rules):
                case = NOBODY
            final = reached(last, us)
            value = final if final < 0 else final - each.points[us]
            table = array("d", utility_table(each, rules, each.viewer))
            assert table[case * VALUES + OFFSET + value] == scores[us] - scores[us.other], each
            checked += 1
    assert checked > 40


# --- single scores -----------------------------------------------------------------------------------

WHOLE = 162


def context(bid: str, multiplier: int = 1, **more: object) -> ScoringContext:
    return ScoringContext(contract=Contract(bid=Bid(bid), bidder=Seat.NORTH, multiplier=multiplier), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "at", "value", "expected"),
    [
        (FFB, context("90H"), 90, 180 - 70),
        (FFB, context("90H"), 89, -250),
        (FFB, context("90H"), WHOLE + CAPOT, 250 + 90),
        (FFB, context("capotH"), WHOLE, -(160 + 250)),
        (FFB, context("capotH"), WHOLE + CAPOT, 500),
        (FFB, context("90H", 2), 90, 500),
        (FFB, context("90H", belotes=Points(NS=20)), 81, 190 - 80),
        (COLVER, context("90H"), 89, -252),
    ],
)
def test_scores_by_the_value_of_the_deal(rules: RuleSet, at: ScoringContext, value: int, expected: int) -> None:
    assert utility_of(at, rules, Team.NORTH_SOUTH, value) == expected
    theirs = -CAPOT if value > WHOLE else WHOLE - value
    assert utility_of(at, rules, Team.EAST_WEST, theirs) == -expected


def test_all_points_are_counted_once() -> None:
    for value in range(WHOLE + 1):
        score = deal_score(context("90H"), STAYANDPLAY_BOTH, Team.NORTH_SOUTH, value)
        assert score.points.NS + score.points.EW == WHOLE


TABLED = [
    *(context(bid, multiplier) for bid in ("80S", "140H", "90N", "90A", "capotH") for multiplier in (1, 2)),
    *(context("100H", belotes=points) for points in (Points(NS=20), Points(EW=20))),
    *(context("90H", declarations=points) for points in (Points(NS=100), Points(EW=50))),
    context("90H", 2, belotes=Points(EW=20)),
    context("80H", held=81),
    context("100D", near_end=True, totals=Points(1700, 1850), deals=9),
]


@pytest.mark.parametrize(("preset", "draw"), some(product(PRESETS, Draw), 3))
def test_a_table_holds_the_use_of_every_value_to_either_side(preset: str, draw: Draw) -> None:
    rules = PRESETS[preset].changed(draw=draw)
    for at in TABLED:
        for bidder, team in product((Seat.NORTH, Seat.EAST), Team):
            turned = replace(at, contract=replace(at.contract, bidder=bidder))
            held = team_utilities(turned, rules, team)
            every = [utility_of(turned, rules, team, value) for value in (*range(WHOLE + 1), WHOLE + CAPOT, -CAPOT)]
            found = (*held.points, held.everything, held.nothing)
            assert max(abs(a - b) for a, b in zip(found, every, strict=True)) < 1e-9, turned


def test_what_scores_the_same_is_worked_out_once() -> None:
    theirs = Contract(bid=Bid("90C"), bidder=Seat.EAST, multiplier=2, coinched_by=Seat.SOUTH)
    there = ScoringContext(
        contract=theirs, belotes=Points(EW=20), totals=Points(1500, 1800), near_end=True, alone=False
    )
    assert canonical(there) == canonical(
        context("90H", 2, belotes=Points(NS=20), totals=Points(1800, 1500), near_end=True)
    )
    alone = context("generaleH")
    assert canonical(alone) != canonical(replace(alone, alone=False))


# --- near the end of the match -----------------------------------------------------------------------


def test_a_contract_that_wins_the_match_is_worth_no_more_for_an_overtrick() -> None:
    near = context("90H", near_end=True, totals=Points(1900, 1500))
    made, more, failed = (utility_of(near, FFB, Team.NORTH_SOUTH, value) for value in (90, 120, 80))
    assert made == more > 0 > failed


def test_far_from_the_end_the_score_itself_is_played_for() -> None:
    played = finished(FFB, 3)
    assert played is not None
    seen = played[0][0]
    assert isinstance(seen.viewer, Seat)
    board = utility_table(seen, FFB, seen.viewer)
    assert board == utility_table(replace(seen, board=False, totals=Points(1000, 800)), FFB, seen.viewer)
    assert board != utility_table(replace(seen, board=False, totals=Points(1900, 1800)), FFB, seen.viewer)
