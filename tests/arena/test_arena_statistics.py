"""Tests of the arena's statistics: the interval, the quantiles, the pairing, and the same deals for a seed."""

from __future__ import annotations

import io
import json
import math
import random

import pytest

from coinche.arena.boards import BoardPair, DuelPlan, PlayedBoard, TimedDecision, board, boards, bot_seed
from coinche.arena.entrants import Entrant, SeatAssignment, UnknownEntrant, entrant
from coinche.arena.results import DuelResult, duration, json_line, progress, report
from coinche.arena.statistics import estimate, percentile, t_quantile
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK
from coinche.engine.events import ContractSettled
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import Clock
from coinche.server.match.table_options import TableOptions


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984), (9999, 1.960)],
)
def test_t_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert t_quantile(freedom) == pytest.approx(expected, rel=0.002)


def test_the_interval_is_t_s_over_root_n() -> None:
    figure = estimate([10.0, -10.0, 30.0, 10.0])
    assert figure.mean == 10.0
    assert figure.deviation == pytest.approx(math.sqrt(800 / 3))
    assert figure.margin == pytest.approx(t_quantile(3) * figure.deviation / 2)
    assert (figure.low, figure.high) == (figure.mean - figure.margin, figure.mean + figure.margin)
    assert figure.z == pytest.approx(10 / (figure.deviation / 2))


def test_one_deal_shows_nothing() -> None:
    assert estimate([50.0]).low == -math.inf


def test_a_bot_against_itself_differs_by_nothing_for_certain() -> None:
    figure = estimate([0.0] * 20)
    assert (figure.mean, figure.margin, figure.z) == (0.0, 0.0, 0.0)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(2000):
        figure = estimate([chance.gauss(7, 100) for _ in range(8)])
        held += figure.low <= 7 <= figure.high
    assert 0.935 < held / 2000 < 0.965


@pytest.mark.parametrize(("share", "expected"), [(0.5, 5), (0.99, 10), (0.1, 1), (1.0, 10)])
def test_percentiles_are_numbers_that_occurred(share: float, expected: float) -> None:
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share) == expected


def test_the_same_seed_gives_the_same_deals_however_many() -> None:
    assert boards(5, 20)[:7] == boards(5, 7)
    assert boards(5, 7) != boards(6, 7)
    assert all(sorted(dealt.pack) == sorted(PACK) for dealt in boards(5, 20))


def test_every_seat_deals_as_often() -> None:
    dealers = [dealt.dealer for dealt in boards(1, 40)]
    assert all(dealers.count(seat) == 10 for seat in Seat)


def test_the_four_players_of_a_duel_draw_different_numbers() -> None:
    seeds = {bot_seed(1, is_a=is_a, second=second) for is_a in (True, False) for second in (True, False)}
    assert len(seeds) == 4
    assert bot_seed(1, is_a=True, second=False) != bot_seed(2, is_a=True, second=False)


# --- a duel without its processes --------------------------------------------------------------------

ANA = Entrant("ana", ("ana",), seeded=False)
BOB = Entrant("bob", ("bob",), seeded=False)


def plan(deals: int = 4) -> DuelPlan:
    clock = Clock(move_ms=200, bank_ms=5000)
    return DuelPlan(a=ANA, b=BOB, deals=deals, seed=1, options=TableOptions(name="duel"), clock=clock)


def played(number: int, table: int, scores: Points, bidder: Seat | None = Seat.NORTH, **decision: bool) -> PlayedBoard:
    decisions = TimedDecision(
        seat=Seat.EAST, action="pass", seconds=0.002, **{"timed_out": False, "absent": False} | decision
    )
    contract = None if bidder is None else ContractSettled(bidder, Bid("90H"), 1)
    return PlayedBoard(
        board=number, table=table, decisions=(decisions,), contract=contract, made=scores.NS > scores.EW, scores=scores
    )


def test_a_sits_north_south_at_the_first_table_and_east_west_at_the_second() -> None:
    assert [plan().who(table, Seat.NORTH) for table in (1, 2)] == [ANA, BOB]
    assert [plan().who(table, Seat.WEST) for table in (1, 2)] == [BOB, ANA]
    assert [plan().team_of_a(table) for table in (1, 2)] == [Team.NORTH_SOUTH, Team.EAST_WEST]


def test_a_deal_counts_half_of_what_both_tables_gained() -> None:
    pair = BoardPair(played(1, 1, Points(250, 40)), played(1, 2, Points(180, 60)))
    assert pair.gain(plan()) == ((250 - 40) + (60 - 180)) / 2


def test_boards_are_paired_whichever_table_is_faster() -> None:
    result = DuelResult(plan(), out=io.StringIO())
    for number, table in ((1, 2), (2, 2), (1, 1), (3, 2), (2, 1)):
        result.finished(played(number, table, Points()))
    assert result.out is not None
    result.out.seek(0)
    lines = [json.loads(line) for line in result.out]
    assert [(line["board"], line["table"]) for line in lines] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_the_verdict_counts_contracts_errors_and_deals_thrown_in() -> None:
    verdict = DuelResult(plan())
    verdict.add(BoardPair(played(1, 1, Points(250, 40)), played(1, 2, Points(0, 250), timed_out=True)))
    verdict.add(BoardPair(played(2, 1, Points(), None), played(2, 2, Points(0, 250), Seat.WEST, absent=True)))
    ana, bob = verdict.records
    assert (ana.contracts, ana.made, bob.contracts, bob.made, verdict.thrown_in) == (2, 1, 1, 0, 1)
    assert (ana.time_outs, ana.absences, bob.errors) == (1, 1, 0)
    assert verdict.gains == [230.0, 125.0]


def test_the_report_says_who_is_better_only_where_it_is_shown() -> None:
    verdict = DuelResult(plan(40))
    assert verdict.sentence == "nothing was played"
    for number in range(1, 3):
        verdict.add(BoardPair(played(number, 1, Points(200 + number, 0)), played(number, 2, Points(200, 0))))
    assert "no difference between ana and bob is shown" in report(verdict, interrupted=True)
    for number in range(3, 41):
        verdict.add(BoardPair(played(number, 1, Points(220 + number, 0)), played(number, 2, Points(200, 0))))
    said = report(verdict, interrupted=False)
    assert "verdict: ana is better than bob" in said
    assert "40 of 40 deals, rules ffb, seed 1" in said


def test_progress_tells_what_is_left() -> None:
    verdict = DuelResult(plan(4))
    assert progress(verdict, 1.0) == "0/4 deals"
    verdict.add(BoardPair(played(1, 1, Points(10, 0)), played(1, 2, Points(0, 0))))
    assert progress(verdict, 30.0) == "1/4 deals, about 1 min 30 s left, +5.0 ± ∞ points per deal"
    assert [duration(seconds) for seconds in (3.4, 59.4, 59.6, 125)] == ["3 s", "59 s", "1 min 00 s", "2 min 05 s"]


def test_a_board_as_json_has_what_it_takes_to_play_it_again() -> None:
    line = json_line(plan(), played(3, 2, Points(40, 250)))
    assert '"teams": {"NS": "bob", "EW": "ana"}' in line
    assert f'"dealer": "{board(1, 3).dealer}"' in line
    assert '"actions": ["pass"]' in line


def test_entrants_are_built_in_or_commands() -> None:
    assert entrant("steady", {}).seeded
    mine = entrant("mine", {"mine": "python 'my bot.py' --fast"})
    assert mine.command == ("python", "my bot.py", "--fast")
    place = SeatAssignment(port=7, table="t1", seat=Seat.EAST, name="mine E1", token="5e" * 32, seed=3)
    assert place.environment()["COINCHE_TOKEN"] == place.token
    assert place.arguments(mine)[3:] == [
        "--host",
        "coinche+tcp://127.0.0.1:7",
        "--table",
        "t1",
        "--seat",
        "E",
        "--name",
        "mine E1",
    ]
    with pytest.raises(
        UnknownEntrant, match="no bot 'stedy'; there are: steady, novice, strong, expert, random, greedy"
    ):
        entrant("stedy", {})
