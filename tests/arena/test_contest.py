"""Tests of the plan of a contest: boards, batches by scheme, pairings, entrants, and what a board is worth."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from coinche.arena.comparison import PairResult, board_values, ratings
from coinche.arena.contest import Batch, Format, Pairing, batches, pairings
from coinche.arena.contest_run import swiss_round
from coinche.arena.entrants import UnknownEntrant, bot_factory, entrants
from coinche.bot import Bot
from coinche.bots.built_in import BOTS
from coinche.engine.cards import PACK
from coinche.engine.presets import FFB
from coinche.engine.seats import Points, Seat
from coinche.records import contest_boards
from coinche.records.contest_file import ContestHeader, PlayedTable, Scheme, TableKey

A_B = Pairing("a", "b")


def header(scheme: Scheme = Scheme.DUPLICATE, boards_: int = 20, batch: int = 8) -> ContestHeader:
    return ContestHeader(
        format="duel",
        scheme=scheme,
        entrants=("a", "b"),
        commands={},
        rules=FFB,
        preset="ffb",
        seed=1,
        boards=boards_,
        batch=batch,
        clock="200+5000",
        reference="r",
    )


def seats_of(plan: list[Batch]) -> Counter[tuple[int, str, str]]:
    return Counter((board, plan.ns, plan.ew) for batch in plan for plan in batch.plans for board in plan.boards)


def test_the_same_seed_gives_the_same_boards() -> None:
    assert contest_boards.pack(5, 7) == contest_boards.pack(5, 7)
    assert (
        len(
            {
                contest_boards.pack(5, 7),
                contest_boards.pack(6, 7),
                contest_boards.pack(5, 8),
                contest_boards.pack(5, 7, 2),
            }
        )
        == 4
    )
    assert all(sorted(contest_boards.pack(5, number)) == sorted(PACK) for number in range(1, 20))


def test_every_seat_deals_as_often() -> None:
    dealers = [contest_boards.dealer(number) for number in range(1, 41)]
    assert all(dealers.count(seat) == 10 for seat in Seat)


def test_a_bot_has_the_same_seed_on_both_sides_and_its_partner_another() -> None:
    seeds = {seat: contest_boards.bot_seed(1, 1, "a", seat) for seat in Seat}
    assert seeds[Seat.NORTH] == seeds[Seat.EAST]
    assert seeds[Seat.SOUTH] == seeds[Seat.WEST]
    assert (
        len(
            {
                *seeds.values(),
                contest_boards.bot_seed(1, 1, "b", Seat.NORTH),
                contest_boards.bot_seed(1, 9, "a", Seat.NORTH),
            }
        )
        == 4
    )


def test_duplicate_plays_each_board_from_both_sides() -> None:
    plan = list(batches(header(), (A_B,)))
    assert [batch.first for batch in plan] == [1, 9, 17]
    assert seats_of(plan) == {(board, *names): 1 for board in range(1, 21) for names in (("a", "b"), ("b", "a"))}


def test_single_tables_change_sides_when_every_seat_has_dealt() -> None:
    played = seats_of(list(batches(header(Scheme.SINGLE, 16), (A_B,))))
    north = sorted(board for board, ns, _ in played if ns == "a")
    assert north == [1, 2, 3, 4, 9, 10, 11, 12]
    assert sum(played.values()) == 16


def test_against_the_reference_everybody_plays_the_same_seats_once() -> None:
    names = ("a", "b", "c")
    played = seats_of(list(batches(header(Scheme.COMMON), pairings(Format.ROUND_ROBIN, names))))
    assert set(played.values()) == {1}
    for board in range(1, 21):
        sides = {ew == "r" for number, ns, ew in played if number == board}
        assert len(sides) == 1
    assert len(played) == 60


def test_formats_pair_as_their_names_say() -> None:
    names = ("a", "b", "c", "d")
    assert len(pairings(Format.ROUND_ROBIN, names)) == 6
    assert pairings(Format.GAUNTLET, names) == (("a", "b"), ("a", "c"), ("a", "d"))


def test_a_swiss_round_pairs_neighbours_who_have_not_met() -> None:
    met = {frozenset("ab"), frozenset("cd")}
    assert swiss_round(("a", "b", "c", "d"), met, set()) == ((("a", "c"), ("b", "d")), None)
    drawn, resting = swiss_round(("a", "b", "c"), set(), {"c"})
    assert (drawn, resting) == ((("a", "c"),), "b")


# --- what a board is worth ------------------------------------------------------------------------------


def tables(*played: tuple[int, str, str, int, float | None]) -> dict[TableKey, PlayedTable]:
    found = (
        PlayedTable(board=board, ns=ns, ew=ew, scores=Points(gain, 0), deals=(), control=control)
        for board, ns, ew, gain, control in played
    )
    return {table.key: table for table in found}


def test_duplicate_counts_half_of_what_both_tables_gained() -> None:
    played = tables((1, "a", "b", 210, None), (1, "b", "a", 120, None), (2, "a", "b", 50, None))
    assert board_values(header(), played, A_B) == {1: 45.0}


def test_matches_count_the_percentage_of_each_that_was_won() -> None:
    played = tables((1, "a", "b", 210, None), (1, "b", "a", -90, None), (2, "a", "b", 50, None), (2, "b", "a", 7, None))
    assert board_values(header(Scheme.MATCH), played, A_B) == {1: 100.0, 2: 0.0}


def test_the_common_opponent_is_taken_off() -> None:
    played = tables((1, "a", "r", 100, None), (1, "b", "r", 60, None), (5, "r", "a", 30, None), (5, "r", "b", 80, None))
    assert board_values(header(Scheme.COMMON), played, A_B) == {1: 40.0, 5: 50.0}


def test_single_tables_lose_what_the_cards_explain() -> None:
    chance = random.Random(1)
    rows: list[tuple[int, str, str, int, float | None]] = []
    for board in range(1, 401):
        luck, north = chance.gauss(0, 200), board % 2
        gain = round(luck + (10 if north else -10))
        rows.append((board, *(("a", "b") if north else ("b", "a")), gain, luck))
    values = board_values(header(Scheme.SINGLE), tables(*rows), A_B)
    assert all(abs(value - 10) < 3 for value in values.values())


def test_ratings_recover_the_points_that_made_the_results() -> None:
    chance, true = random.Random(4), {"a": 30.0, "b": 12.0, "c": 0.0}
    pairs = []
    for pair in pairings(Format.ROUND_ROBIN, tuple(true)):
        values = {board: true[pair.a] - true[pair.b] + chance.gauss(0, 60) for board in range(1, 401)}
        pairs.append(PairResult(pair=pair, values=values))
    found = ratings(pairs, "c")
    assert [rating.name for rating in found] == ["a", "b", "c"]
    for rating in found[:2]:
        assert abs(rating.points - true[rating.name]) < rating.margin < 8


def test_the_rating_of_two_bots_is_their_estimate() -> None:
    result = PairResult(pair=A_B, values={board: float(board % 7) for board in range(1, 51)})
    assert result.estimate is not None
    best, anchor = ratings((result,), "b")
    assert best.points == pytest.approx(result.estimate.mean)
    assert best.margin == pytest.approx(result.estimate.margin, rel=0.01)
    assert (anchor.name, anchor.points) == ("b", 0.0)


# --- entrants -------------------------------------------------------------------------------------------


def test_entrants_are_built_in_bots_classes_and_commands() -> None:
    found = entrants(("steady", "steady", "mine", "py:coinche.bots.built_in:Greedy"), {"mine": "python my.py"})
    assert [one.name for one in found] == ["steady", "steady (2)", "mine", "py:coinche.bots.built_in:Greedy"]
    assert [one.is_program for one in found] == [False, False, True, False]
    assert bot_factory(found[3].spec) is BOTS["greedy"]


def test_a_built_in_bot_takes_options() -> None:
    bot = bot_factory("expert:worlds=7,inference=no")(1)
    assert bot.settings.worlds == 7  # type: ignore[attr-defined]
    assert bot.settings.inference is False  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("stedy", "no bot 'stedy'; there are: random, novice, greedy, steady, strong, expert, py:MODULE:CLASS"),
        ("expert:speed=9", "expert has no option 'speed'; it has: "),
        ("expert:worlds=many", "'many' is no value like "),
        ("steady:worlds=3", "steady has no option 'worlds'; it has: none"),
        ("py:no_such_module:Bot", "cannot take 'py:no_such_module:Bot', which should be py:MODULE:CLASS"),
        ("expert:worlds=0", "expert: worlds, candidates, budget, tricks and late are at least 1"),
        ("py:tests.arena.test_contest:Unmade", "Unmade of tests.arena.test_contest cannot be made: RuntimeError: no"),
        ("py:wrong_module:Any", "should be py:MODULE:CLASS: SyntaxError: "),
        ("py:coinche.bots.built_in:BOTS", "BOTS of coinche.bots.built_in is no subclass of coinche.bot.Bot"),
    ],
)
def test_an_unknown_bot_is_refused_with_what_there_is(
    spec: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong_module.py").write_text("x = = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(UnknownEntrant) as refused:
        bot_factory(spec)
    assert said in str(refused.value)


class Unmade(Bot):
    """A bot that cannot be made."""

    def __init__(self, seed: int = 0) -> None:
        raise RuntimeError("no")
