"""Tests of the score of a deal (F 9, 10). Points are those of the cards on the table, without the last trick's ten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Denomination
from coinche.engine.events import LineKind
from coinche.engine.presets import FFB, STAYANDPLAY_BOTH
from coinche.engine.scoring import DealScore, score
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.tally import Taking, Tally, all_points

NS, EW = Team.NORTH_SOUTH, Team.EAST_WEST


def scored(
    bid: str,
    cards: int,
    *,
    times: int = 1,
    belote: Points = ZERO,
    declared: Points = ZERO,
    tricks: int = 5,
    bidder: Seat = Seat.NORTH,
) -> DealScore:
    """NS take `cards` points in `tricks` tricks, the last one included, as the worked scores have it."""
    bonus = 100 if tricks == 8 else 10
    last = EW if tricks == 0 else NS
    raw = Points(0, 152) if tricks == 0 else Points(cards - bonus, 152 - (cards - bonus))
    tally = Tally(
        contract=Contract(bid=Bid(bid), bidder=bidder, multiplier=times),
        cards=raw,
        tricks=Points(tricks, 8 - tricks),
        last_trick=last,
        belote=belote,
        declarations=declared,
        alone=False,
    )
    return score(tally, FFB)


NOTHING = ZERO
OUR_BELOTE, THEIR_BELOTE = Points(NS=20), Points(EW=20)

# bid, times, NS card points with the last trick, tricks, belote, declarations, made, NS score, EW score
ROWS = [
    ("90C", 1, 95, 5, THEIR_BELOTE, NOTHING, True, 190, 90),
    ("80C", 1, 90, 5, THEIR_BELOTE, NOTHING, False, 0, 260),
    ("110H", 2, 98, 5, OUR_BELOTE, NOTHING, True, 580, 0),
    ("110H", 2, 98, 5, OUR_BELOTE, Points(EW=20), True, 620, 0),
    ("120S", 4, 100, 5, NOTHING, Points(NS=20), True, 1200, 0),
    ("capotS", 1, 252, 8, NOTHING, Points(NS=200), True, 700, 0),
    ("130S", 1, 252, 8, NOTHING, Points(EW=50), True, 430, 0),
    ("capotS", 1, 130, 7, OUR_BELOTE, NOTHING, False, 20, 410),
]


@pytest.mark.parametrize(("bid", "times", "cards", "tricks", "belote", "declared", "made", "ns", "ew"), ROWS)
def test_the_worked_scores(
    bid: str,
    times: int,
    cards: int,
    tricks: int,
    belote: Points,
    declared: Points,
    made: bool,
    ns: int,
    ew: int,
) -> None:
    result = scored(bid, cards, times=times, tricks=tricks, belote=belote, declared=declared)
    assert (result.made, result.scores) == (made, Points(ns, ew))


@pytest.mark.parametrize("denomination", Denomination)
def test_there_is_as_much_to_take_in_every_denomination(denomination: Denomination) -> None:
    assert all_points(denomination, STAYANDPLAY_BOTH.scoring) == 162


def test_the_last_trick_is_worth_ten() -> None:
    """F 9.1: 162 in all."""
    result = scored("80H", 100)
    assert result.points == Points(100, 62)
    assert sum(line.points for line in result.lines if line.kind is LineKind.LAST_TRICK) == 10


def test_the_last_trick_of_a_capot_is_worth_a_hundred() -> None:
    """F 9.2: 252 in all, bid or not, and to the defence too."""
    assert scored("80H", 252, tricks=8).points == Points(252, 0)
    assert scored("80H", 0, tricks=0).points == Points(0, 252)


def test_made_the_takers_score_points_and_bid_and_the_defence_its_points() -> None:
    """F 10.1a."""
    assert scored("90H", 101).scores == Points(190, 60)


def test_a_bid_that_is_reached_exactly_is_made() -> None:
    """F 4.2: « atteindre ou dépasser »."""
    assert scored("90H", 90).made
    assert not scored("90H", 89).made


def test_the_takers_need_more_than_the_defence() -> None:
    """F 4.2, 10.1b: as many points as the defence is not enough."""
    assert not scored("80H", 81).made
    assert scored("80H", 82).made
    assert not scored("90H", 91, belote=THEIR_BELOTE).made


def test_belote_and_declarations_help_to_make_the_contract() -> None:
    """F 4.2."""
    assert scored("120H", 90, belote=OUR_BELOTE, declared=Points(NS=20)).made
    assert scored("160H", 60, declared=Points(NS=100)).made


def test_declarations_of_the_defence_can_break_a_contract() -> None:
    assert not scored("80H", 100, declared=Points(EW=50)).made


def test_a_capot_is_made_with_eight_tricks_and_nothing_less() -> None:
    """F 4.2: points do not help."""
    assert scored("capotH", 252, tricks=8).made
    assert not scored("capotH", 152, tricks=7, declared=Points(NS=200)).made


def test_failed_the_defence_scores_160_and_the_bid_and_the_takers_nothing() -> None:
    """F 10.1b."""
    assert scored("100H", 80).scores == Points(0, 260)


def test_failed_the_declarations_of_both_sides_go_to_the_defence() -> None:
    """F 10.1b."""
    assert scored("200H", 80, declared=Points(NS=50)).scores == Points(0, 410)
    assert scored("100H", 80, declared=Points(EW=50)).scores == Points(0, 310)


@pytest.mark.parametrize("times", [1, 2, 4])
def test_the_takers_belote_is_kept_and_never_multiplied(times: int) -> None:
    """F 10.1b: « imprenables »."""
    result = scored("150H", 80, belote=OUR_BELOTE, times=times)
    assert (result.scores.NS, result.belote.NS) == (20, 20)


@pytest.mark.parametrize("times", [2, 4])
def test_the_defence_s_belote_is_kept_when_a_coinched_contract_is_made(times: int) -> None:
    """F 10.1a."""
    assert scored("80H", 120, belote=THEIR_BELOTE, times=times).scores == Points(240 * times, 20)


@pytest.mark.parametrize(("times", "defence"), [(1, 240), (2, 480), (4, 960)])
def test_a_coinche_multiplies_what_the_defence_scores(times: int, defence: int) -> None:
    """F 10.1b."""
    assert scored("80H", 70, times=times).scores == Points(0, defence)


def test_a_coinched_contract_made_with_all_tricks_counts_250() -> None:
    """F 10.1a: « ou 250 points si capot réalisé, même non demandé »."""
    assert scored("80H", 252, tricks=8, times=2).scores == Points(2 * (250 + 80), 0)
    assert scored("capotH", 252, tricks=8, times=2).scores == Points(2 * (250 + 250), 0)


def test_everything_the_winners_score_is_multiplied() -> None:
    """F 10.1: « le tout multiplié »."""
    result = scored("80H", 120, times=2, belote=OUR_BELOTE, declared=Points(NS=50))
    assert result.scores.NS == 2 * (160 + 20 + 50 + 80)
    assert result.belote.NS == 40
    lost = scored("80H", 60, times=4, belote=THEIR_BELOTE, declared=Points(EW=50))
    assert (lost.scores.EW, lost.belote.EW) == (4 * (160 + 20 + 50 + 80), 80)


def test_a_capot_sweeps_the_defence_s_declarations_bid_or_not() -> None:
    """F 10.1a, « Cas particulier »: they change hands."""
    assert scored("80H", 252, tricks=8, declared=Points(EW=20)).scores == Points(350, 0)
    assert scored("capotH", 252, tricks=8, declared=Points(EW=20)).scores == Points(520, 0)
    assert scored("80H", 142, tricks=7, declared=Points(EW=20)).scores == Points(220, 40)


def test_a_capot_does_not_take_the_defence_s_belote() -> None:
    assert scored("80H", 252, tricks=8, belote=THEIR_BELOTE).scores == Points(330, 20)


def test_what_only_changes_hands_does_not_help_to_make_the_contract() -> None:
    assert not scored("280H", 252, tricks=8, declared=Points(EW=50)).made


@pytest.mark.parametrize(("points", "rounded"), [(84, 80), (85, 90), (86, 90), (94, 90), (95, 100)])
def test_scores_are_rounded_to_the_nearest_ten_and_five_goes_up(points: int, rounded: int) -> None:
    """F 10.3."""
    assert (80 + rounded if points > 81 else 0) == scored("80H", points).scores.NS


def test_it_is_the_total_that_is_rounded() -> None:
    """F 10.3: 96 + 20 + 90 is 206, and 66 alone is 70."""
    assert scored("90H", 96, belote=OUR_BELOTE).scores == Points(210, 70)


def test_a_capot_bid_is_worth_250_to_whoever_wins_it() -> None:
    """F 10.1."""
    assert scored("capotH", 252, tricks=8).scores == Points(500, 0)
    assert scored("capotH", 100, tricks=5).scores == Points(0, 410)


bids = st.sampled_from(["80S", "100H", "160D", "250C", "capotH"])
some = st.sampled_from([0, 20, 50, 100, 200])


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    tricks = draw(st.integers(0, 8))
    cards = {0: 0, 8: 152}.get(tricks, draw(st.integers(0, 152)))
    team = draw(st.sampled_from(Team))
    last = {0: EW, 8: NS}.get(tricks, draw(st.sampled_from(Team)))
    return Tally(
        contract=Contract(
            bid=Bid(draw(bids)), bidder=draw(st.sampled_from(Seat)), multiplier=draw(st.sampled_from([1, 2, 4]))
        ),
        cards=Points(cards, 152 - cards),
        tricks=Points(tricks, 8 - tricks),
        last_trick=last,
        belote=Points.of(draw(st.sampled_from(Team)), draw(st.sampled_from([0, 20]))),
        declarations=Points.of(team, draw(some)),
        alone=False,
    )


@given(tallies())
def test_the_lines_of_a_side_sum_to_its_score(tally: Tally) -> None:
    result = score(tally, FFB)
    for team in Team:
        raw = sum(line.points for line in result.lines if line.team is team)
        assert result.scores[team] == (raw + 5) // 10 * 10


@given(tallies())
def test_the_points_that_decide_are_162_or_252_and_what_was_said(tally: Tally) -> None:
    points = score(tally, FFB).points
    said = sum((tally.belote + tally.declarations)[team] for team in Team)
    assert points.NS + points.EW - said == (252 if 8 in (tally.tricks.NS, tally.tricks.EW) else 162)


@given(tallies())
def test_nobody_scores_less_than_nothing_and_one_side_scores(tally: Tally) -> None:
    result = score(tally, FFB)
    assert min(result.scores.NS, result.scores.EW) >= 0
    assert max(result.scores.NS, result.scores.EW) >= 80


def test_all_eight_tricks_fail_against_better_declarations_of_the_defence() -> None:
    """F 4.2: a capot, too, must beat the defence's total; F 10.1b: the defence scores 160, not 250."""
    for bid, value in (("capotH", 250), ("80H", 80)):
        result = scored(bid, 252, tricks=8, declared=Points(EW=450))
        assert (result.made, result.scores) == (False, Points(0, 160 + 450 + value))


def test_a_capot_is_the_takers_own() -> None:
    """Eight tricks of the defence make nobody's capot."""
    result = scored("capotH", 0, tricks=0)
    assert (result.made, result.scores) == (False, Points(0, 160 + 250))


def test_a_contract_made_without_a_trick_is_no_capot() -> None:
    """F 10.1a: 250 are for the takers' eight tricks; made on declarations alone and coinched they have 160."""
    result = scored("100H", 0, times=2, tricks=0, declared=Points(NS=400))
    assert (result.made, result.scores) == (True, Points(2 * (160 + 400 + 100), 0))


# --- what is taken ---------------------------------------------------------------------------------------


def test_all_eight_tricks_are_told_apart_from_all_points() -> None:
    taken_before = Points(20, 0)
    assert Taking.of(142 + 90, Team.NORTH_SOUTH, taken_before, 162) == Taking(Points(162, 0), Team.NORTH_SOUTH)
    assert Taking.of(142, Team.NORTH_SOUTH, taken_before, 162) == Taking(Points(162, 0))
    assert Taking.of(-90, Team.EAST_WEST, taken_before, 162) == Taking(Points(162, 0), Team.NORTH_SOUTH)
    assert Taking.of(0, Team.EAST_WEST, taken_before, 162) == Taking(Points(162, 0))


@pytest.mark.parametrize("contract", [Contract(bid=Bid("100H"), bidder=seat) for seat in (Seat.NORTH, Seat.EAST)])
@pytest.mark.parametrize("value", [0, 9, 10, 81, 152, 153, 162])
def test_a_deal_in_which_so_much_is_taken(contract: Contract, value: int) -> None:
    """With the last trick on either side, both score their points, and neither takes all eight."""
    tally = Taking.of(value, NS, ZERO, 162).tally(contract, OUR_BELOTE, NOTHING, alone=True)
    assert min(tally.cards.NS, tally.cards.EW) >= 0
    assert score(tally, FFB).points == Points(value + 20, 162 - value)
    assert not tally.alone


def test_the_bidder_is_alone_only_where_his_side_takes_everything() -> None:
    for value, alone in ((163, True), (162, False), (-1, False)):
        tally = Taking.of(value, NS, ZERO, 162).tally(
            Contract(bid=Bid("generaleH"), bidder=Seat.SOUTH), ZERO, ZERO, alone=True
        )
        assert tally.alone is alone
        assert tally.tricks[NS] == (8 if value > 162 else 0 if value < 0 else 4)
