"""Tests of the end of a match (F 10.4), deal by deal: the scores of each side, the winner and the moment."""

from __future__ import annotations

import pytest

from coinche.engine.match_result import MatchStanding, Outcome, ahead, stand
from coinche.engine.presets import FFB
from coinche.engine.seats import ZERO, Points, Team

NS, EW = Team.NORTH_SOUTH, Team.EAST_WEST


def outcome(
    ns: int, ew: int, *, takers: Team = NS, made: bool = True, tricks: int = 5, belote: Points = ZERO
) -> Outcome:
    """A deal: scores, NS tricks, and what of the scores is belote."""
    return Outcome(takers, made, Points(tricks, 8 - tricks), Points(ns, ew), belote)


def standing(*deals: Outcome) -> MatchStanding:
    result = MatchStanding(ZERO)
    for deal in deals:
        assert result.winner is None
        result = stand(result, deal, FFB.match)
    return result


@pytest.mark.parametrize(
    ("deals", "winner"),
    [
        ([outcome(1900, 0), outcome(90, 70)], None),
        ([outcome(1900, 0), outcome(100, 70)], NS),  # reached is enough
        ([outcome(1900, 1900), outcome(110, 160, takers=EW)], EW),  # both: the higher total
        ([outcome(1900, 1900), outcome(160, 110)], NS),
        ([outcome(1950, 1900), outcome(90, 140)], None),  # both, and level: another deal
        ([outcome(1950, 1900), outcome(90, 140), outcome(170, 80)], NS),
        ([outcome(1950, 1900), outcome(90, 140), outcome(80, 80), outcome(0, 240, made=False)], EW),
        ([outcome(2010, 0)], NS),
    ],
)
def test_the_first_side_at_the_target_wins_and_of_two_the_higher_total(
    deals: list[Outcome], winner: Team | None
) -> None:
    """F 10.4."""
    assert standing(*deals).winner is winner


FAILED_WITH_BELOTE = outcome(20, 240, made=False, belote=Points(NS=20))
CAPOT_WITH_BELOTE = outcome(20, 330, takers=EW, tricks=0, belote=Points(NS=20))
NEARLY = outcome(1980, 0)


@pytest.mark.parametrize("last", [FAILED_WITH_BELOTE, CAPOT_WITH_BELOTE], ids=["chute", "capot"])
def test_who_arrives_by_a_belote_alone_after_a_failure_or_a_capot_has_not_won_yet(last: Outcome) -> None:
    """F 10.4, « Cas particulier »."""
    result = standing(NEARLY, last)
    assert (result.totals.NS, result.winner, result.waiting) == (2000, None, frozenset({NS}))


@pytest.mark.parametrize(
    ("deal", "winner"),
    [
        (outcome(0, 250, made=False, tricks=1), NS),  # one trick more is enough
        (outcome(0, 2500, takers=EW, tricks=1), NS),  # whatever the totals
        (outcome(0, 340, takers=EW, tricks=0), None),  # no trick again
        (outcome(0, 1700, takers=EW, tricks=0), EW),  # meanwhile the others may arrive properly
    ],
)
def test_who_waits_wins_with_the_next_trick(deal: Outcome, winner: Team | None) -> None:
    """F 10.4: « un pli supplémentaire pour valider la partie »."""
    assert standing(NEARLY, CAPOT_WITH_BELOTE, deal).winner is winner


def test_who_waits_and_takes_no_trick_goes_on_waiting() -> None:
    result = standing(NEARLY, CAPOT_WITH_BELOTE, outcome(0, 340, takers=EW, tricks=0))
    assert result.waiting == frozenset({NS})
    assert stand(result, outcome(0, 250, made=False, tricks=2), FFB.match).winner is NS


@pytest.mark.parametrize(
    "last",
    [
        outcome(110, 80, belote=Points(NS=20)),  # made
        outcome(100, 170, takers=EW, belote=Points(NS=20)),  # a defence that took tricks
        outcome(480, 0, takers=EW, made=False, belote=Points(NS=40)),  # the others failed
    ],
)
def test_who_neither_failed_nor_was_capot_wins_with_a_belote(last: Outcome) -> None:
    """Even at 2010 with 20 of them from the belote."""
    assert standing(outcome(2010 - last.scores.NS, 0), last).winner is NS


def test_who_is_there_without_the_belote_has_won() -> None:
    """« uniquement grâce aux points d'une belote »: a side at the target before the deal was only level."""
    assert standing(outcome(1950, 1900), outcome(90, 140), FAILED_WITH_BELOTE).winner is EW
    assert (
        standing(outcome(1990, 1900), outcome(70, 160), outcome(20, 0, made=False, belote=Points(NS=20))).winner is NS
    )


def test_the_other_side_wins_at_once_if_it_is_there_too() -> None:
    """And nobody waits for a trick in a match that is over."""
    result = standing(outcome(1980, 1900), FAILED_WITH_BELOTE)
    assert (result.winner, result.waiting) == (EW, frozenset())


def test_points_without_a_trick_do_not_end_the_wait() -> None:
    """A failed capot of the others brings points, and no trick."""
    result = standing(NEARLY, CAPOT_WITH_BELOTE, outcome(700, 0, takers=EW, made=False, tricks=0))
    assert (result.winner, result.waiting) == (None, frozenset({NS}))


def test_a_contract_made_without_a_trick_and_won_by_its_belote_waits_too() -> None:
    """F 10.4: « capot ou chute »: on declarations alone a side can make its contract and take no trick."""
    last = outcome(400, 0, tricks=0, belote=Points(NS=20))
    assert standing(outcome(1610, 0), last).waiting == frozenset({NS})


def test_nobody_is_ahead_of_a_level_score() -> None:
    assert [ahead(points) for points in (Points(80, 80), Points(90, 80), Points(0, 10))] == [None, NS, EW]
