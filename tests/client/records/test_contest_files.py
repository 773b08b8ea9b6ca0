"""Tests of `coinche-record` with the results file of a contest: choose a table, show, replay, verify, review, solve."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from coinche.arena.cli import main as arena
from coinche.engine.presets import preset
from coinche.engine.record_lines import write_record
from coinche.records import contest_boards
from coinche.records.cli import AGREED, DIFFERED, MALFORMED, main
from coinche.records.contest_file import line_of, read_contest
from tests.engine.recording import recorded

BOARDS = 3
Run = Callable[..., tuple[object, str, str]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A contest of three, three boards each."""
    path = tmp_path_factory.mktemp("contest") / "contest.jsonl"
    names = ("steady", "random", "steady")
    options = ("--practice", "--boards", str(BOARDS), "--seed", "5", "--workers", "1", "--out", str(path))
    with pytest.raises(SystemExit) as ended:
        arena(["round-robin", *names, *options])
    assert ended.value.code == 0
    return path.read_bytes()


@pytest.fixture
def contest(whole: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "contest.jsonl"
    path.write_bytes(whole)
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("show", file, …)`: exit status, standard output and standard error."""

    def ran(*arguments: object) -> tuple[object, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([*map(str, arguments), "--lang", "en"] if "--lang" not in arguments else [*map(str, arguments)])
        printed = capsys.readouterr()
        return ended.value.code, printed.out, printed.err

    return ran


def test_show_lists_the_tables_in_one_line_each(contest: Path, run: Run) -> None:
    code, out, _ = run("show", contest)
    title, *rows, how = out.splitlines()
    assert code == AGREED
    assert title == "Contest of steady, random, steady (2): rules ffb, seed 5, 18 tables"
    assert len(rows) == 3 * 2 * BOARDS
    assert [re.match(r"Board (\d)", row)[1] for row in rows] == sorted("123" * 6)  # type: ignore[index]
    assert rows[0].startswith("Board 1, NS steady, EW random")
    assert f"--board {1}" in how


@pytest.mark.parametrize(
    ("picked", "tables"),
    [
        (("--board", 2), 6),
        (("--board", 2, "--ns", "steady"), 2),
        (("--board", 2, "--ns", "steady", "--ew", "random"), 1),
    ],
)
def test_show_prints_the_tables_of_a_board(picked: tuple[object, ...], tables: int, contest: Path, run: Run) -> None:
    code, out, _ = run("show", contest, *picked)
    assert (code, out.count("Board 2"), out.count("Totals:")) == (AGREED, tables, tables)


def test_show_lists_the_tables_of_an_entrant(contest: Path, run: Run) -> None:
    _, out, _ = run("show", contest, "--ns", "random")
    assert out.count("NS random") == 2 * BOARDS
    assert "NS steady" not in out.split("\n", 1)[1].replace("EW steady", "")


def test_french_speaks_of_etuis_and_teams_in_french(contest: Path, run: Run) -> None:
    _, out, _ = run("show", contest, "--lang", "fr")
    assert "Étui 1, NS steady, EO random" in out


@pytest.mark.parametrize("picked", [("--board", 9), ("--ns", "nobody"), ("--board", 1, "--ew", "nobody")])
@pytest.mark.parametrize("command", ["show", "replay", "verify"])
def test_a_table_that_there_is_not_is_a_sentence(
    command: str, picked: tuple[object, ...], contest: Path, run: Run
) -> None:
    code, _, err = run(command, contest, *picked)
    assert code == MALFORMED
    assert "boards: 1-3, entrants: steady, random, steady (2)." in err


@pytest.mark.parametrize("command", ["show", "replay", "verify", "review", "solve"])
def test_a_contest_without_a_table_is_a_sentence(command: str, contest: Path, run: Run) -> None:
    contest.write_bytes(contest.read_bytes().splitlines(keepends=True)[0])
    code, _, err = run(command, contest)
    assert (code, err) == (MALFORMED, "contest.jsonl: no table of this contest has been played yet.\n")


def test_replay_goes_through_all_tables_or_those_of_a_board(contest: Path, run: Run) -> None:
    assert run("replay", contest)[1].startswith("contest.jsonl: agrees, 18 tables, 18 deals, ")
    assert run("replay", contest, "--board", "1")[1].startswith("contest.jsonl: agrees, 6 tables, 6 deals, ")


def test_verify_says_what_holds_and_that_nothing_is_signed(contest: Path, run: Run) -> None:
    code, out, _ = run("verify", contest)
    assert code == AGREED
    assert "correct, 18 tables, 18 deals. Every pack is that of seed 5" in out
    assert "not signed" in out


def test_verify_says_that_a_torn_line_does_not_count(contest: Path, run: Run) -> None:
    contest.write_bytes(contest.read_bytes()[:-20])
    code, out, _ = run("verify", contest)
    assert (code, "17 tables" in out, "torn" in out) == (AGREED, True, True)


@pytest.mark.parametrize(
    ("changed", "to", "why"),
    [
        (r'"seed":5', '"seed":6', "line 2, board 1, NS steady, EW random: deal 1: this is not the pack of seed 6"),
        (r'"scores":\{"NS":\d+,"EW":\d+\},"deals"', '"scores":{"NS":1,"EW":1},"deals"', "not the sum of the deals"),
        (r'("made":\w+\},"scores":)\{"NS":\d+', r'\1{"NS":7', "deal 1: NS 7, EW"),
        (r'"multiplier":1', '"multiplier":2', "the contract is not the one that was played"),
        (r'"dealer":"N"', '"dealer":"E"', "the engine differs: the rules forbid it: not_your_turn"),
        (r'\],\["[NESW]","[^"]*"\]\],"contract"', '],["N","7S"]],"contract"', "the engine differs"),
        (r',\["[NESW]","[^"]*"\]\],"contract"', '],"contract"', "deal 1: "),
        (r'"ns":"steady","ew":"random"', '"ns":"steady","ew":"stranger"', "stranger is no entrant"),
    ],
)
def test_verify_names_the_table_that_is_not_true(changed: str, to: str, why: str, contest: Path, run: Run) -> None:
    contest.write_text(re.sub(changed, to, contest.read_text(), count=1))
    code, _, err = run("verify", contest)
    assert code == DIFFERED
    assert why in err
    assert "line 2, board 1" in err


def test_verify_finds_a_table_that_is_there_twice(contest: Path, run: Run) -> None:
    lines = contest.read_bytes().splitlines(keepends=True)
    contest.write_bytes(b"".join([*lines, lines[1]]))
    code, _, err = run("verify", contest)
    assert (code, "line 20, board 1" in err, "already" in err) == (DIFFERED, True, True)


def test_verify_finds_another_deal_that_was_played_in_full(whole: bytes, contest: Path, run: Run) -> None:
    results = read_contest(whole.splitlines(keepends=True))
    first, other = results.tables[0], next(table for table in results.tables if table.board == 2)
    results.tables[0] = replace(first, deals=other.deals, scores=other.scores)
    contest.write_bytes(line_of(results.header) + b"".join(map(line_of, results.tables)))
    code, _, err = run("verify", contest)
    assert (code, "line 2, board 1" in err, "the dealer should be N" in err) == (DIFFERED, True, True)


def test_a_signer_is_asked_of_matches_only(contest: Path, run: Run) -> None:
    code, _, err = run("verify", contest, "--signer", "0" * 64)
    assert (code, "not signed" in err) == (MALFORMED, True)


@pytest.mark.parametrize("command", ["review", "solve"])
def test_a_review_asks_for_a_board(command: str, contest: Path, run: Run) -> None:
    code, _, err = run(command, contest)
    assert code == MALFORMED
    assert "is a contest of 3 boards: say which (--board N)" in err


def test_a_board_is_reviewed_at_its_tables(contest: Path, run: Run) -> None:
    code, out, _ = run("review", contest, "--board", "1", "--ns", "steady", "--ew", "random")
    assert code == AGREED
    assert out.startswith("Board 1, NS steady, EW random\n")
    assert "The bidding, all cards open" in out
    code, out, _ = run("review", contest, "--board", "1", "--ns", "steady", "--json")
    heads = [line for line in map(json.loads, out.splitlines()) if "review" in line]
    assert [(head["match"], head["seats"]["N"]) for head in heads] == [(1, "steady"), (1, "steady")]


def test_a_position_of_a_board_is_solved(contest: Path, run: Run) -> None:
    code, out, _ = run("solve", contest, "--board", "1", "--ns", "steady", "--ew", "random")
    assert code == AGREED
    assert out.startswith("contest.jsonl, Board 1, NS steady, EW random, deal 1, card 1: ")


def test_the_packs_of_a_contest_are_those_of_its_seed(whole: bytes) -> None:
    results = read_contest(whole.splitlines(keepends=True))
    assert all(table.deals[0].pack == contest_boards.pack(5, table.board) for table in results.tables)
    assert all(table.deals[0].dealer is contest_boards.dealer(table.board) for table in results.tables)


def test_options_of_contests_are_refused_for_a_match(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(write_record(recorded(preset("ffb", 500), random.Random(3))), encoding="utf-8")
    for command in ("show", "replay", "verify", "review", "solve"):
        code, _, err = run(command, path, "--board", 1)
        assert (code, "is a match, not a contest" in err) == (MALFORMED, True)
