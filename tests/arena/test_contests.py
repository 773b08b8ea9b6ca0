"""Tests of whole contests through the command: what is played, kept, gone on with, and said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trio

from coinche.arena import cli, practice, server_play
from coinche.arena.cli import main
from coinche.arena.contest import Contest, Format, batches, pairings
from coinche.arena.entrants import Entrant
from coinche.engine.match import MatchOver
from coinche.engine.presets import PAGAT, PRESETS
from coinche.engine.replay import replayed
from coinche.engine.rules import Undertrump
from coinche.engine.seats import Direction
from coinche.records.contest_file import ContestHeader, ContestResults, Scheme, read_contest, record_of, timings_path


def arena(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code


def results(path: Path) -> ContestResults:
    with path.open("rb") as lines:
        return read_contest(lines)


@pytest.mark.parametrize(
    ("a", "b", "preset", "scheme"),
    [
        ("steady", "random", "ffb", Scheme.DUPLICATE),
        ("random", "greedy", "colver", Scheme.DUPLICATE),  # coinches at any time
        ("random", "steady", "pagat", Scheme.MATCH),
    ],
)
async def test_bots_do_the_same_through_a_server_as_in_one_process(a: str, b: str, preset: str, scheme: Scheme) -> None:
    boards = 1 if scheme is Scheme.MATCH else 5
    rules = PRESETS[preset].changed(target=301) if scheme is Scheme.MATCH else PRESETS[preset]
    header = ContestHeader(
        format=Format.DUEL,
        scheme=scheme,
        entrants=(a, b),
        commands={},
        rules=rules,
        preset=preset,
        seed=4,
        boards=boards,
        batch=boards,
        clock="5000+60000",
        reference="steady",
    )
    contest = Contest(header=header, entrants={name: Entrant(name, name) for name in (a, b)})
    (batch,) = batches(header, pairings(Format.DUEL, header.entrants))
    with trio.fail_after(60):
        played = await server_play.play_batch(contest, batch.plans)
    assert played.tables == practice.play_batch(contest, batch.plans).tables
    assert len(played.tables) == 2 * boards
    assert not any(table.faults for table in played.tables)


def test_a_duel_gives_a_verdict_and_boards_that_can_be_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "duel.jsonl"
    assert arena("duel", "steady", "random", "--boards", "4", "--seed", "11", "--out", str(out)) == 0
    said = capsys.readouterr().out
    assert "steady – random: 4 boards, rules ffb, seed 11" in said
    assert "points per deal, steady minus random: " in said
    assert "each seat a process of its own; all run code of this project" in said
    found = results(out)
    assert sorted(table.key for table in found.tables) == [
        (board, *names) for board in (1, 2, 3, 4) for names in (("random", "steady"), ("steady", "random"))
    ]
    for table in found.tables:
        *_, last = replayed(record_of(found.header, table))
        assert isinstance(last.state.phase, MatchOver)
        assert last.state.standing.totals == table.scores
    times = [json.loads(line) for line in timings_path(out).read_text().splitlines()]
    assert [line["line"] for line in times] == ["run", *["table"] * 8]


@pytest.mark.parametrize(
    ("a", "b", "more", "batch"),
    [
        ("steady", "random", (), 25),
        ("steady", "py:coinche.bots.built_in:Random", (), 50),
        ("steady", "random", ("--batch", "7"), 7),
        ("steady", "random", ("--boards", "4"), 4),
    ],
)
def test_small_batches_are_usual_where_processes_start_at_once(
    a: str, b: str, more: tuple[str, ...], batch: int
) -> None:
    options = cli._parser().parse_args(["duel", a, b, "--seed", "1", *more])
    assert cli._run_of(options).contest.header.batch == batch


def test_boards_under_house_rules_carry_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, out = tmp_path / "house.toml", tmp_path / "duel.jsonl"
    house.write_text('preset = "pagat"\nname = "chez nous"\ndirection = "clockwise"\nundertrump = "free"\n')
    assert (
        arena("duel", "random", "greedy", "--boards", "1", "--practice", "--rules", str(house), "--out", str(out)) == 0
    )
    assert "1 boards, rules chez nous" in capsys.readouterr().out
    assert results(out).header.rules == PAGAT.changed(direction=Direction.CLOCKWISE, undertrump=Undertrump.FREE)


@pytest.mark.parametrize("scheme", list(Scheme))
def test_every_scheme_plays_and_says_what_it_compares(
    scheme: Scheme, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "short.toml"
    house.write_text('preset = "ffb"\nname = "short"\ntarget = 301\n')
    run = ["duel", "steady", "random", "--boards", "12", "--seed", "2", "--practice", "--rules", str(house)]
    assert arena(*run, "--scheme", scheme) == 0
    said = capsys.readouterr().out
    assert "practice: " in said
    assert {
        Scheme.DUPLICATE: "isolated duplicate",
        Scheme.COMMON: "common opponent: each entrant",
        Scheme.SINGLE: "single tables: each board once",
        Scheme.MATCH: "whole matches to 301 points",
    }[scheme] in said


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet", "swiss"])
def test_contests_of_several_end_in_a_table_of_all(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = [kind, "steady", "random", "greedy", "novice", "--boards", "8", "--seed", "3", "--practice", "--whole"]
    assert arena(*run, *(("--rounds", "3") if kind == "swiss" else ())) == 0
    said = capsys.readouterr().out
    pairs = {"round-robin": 6, "gauntlet": 3, "swiss": 6}[kind]
    assert f"{kind}, 4 entrants: {8 * pairs} boards" in said
    assert "ratings above novice" in said


def test_two_who_meet_again_in_a_swiss_contest_are_one_pairing(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["swiss", "random", "greedy", "--rounds", "3", "--boards", "4", "--seed", "3", "--practice"]
    assert arena(*run) == 0
    assert "swiss, 2 entrants: 12 boards" in capsys.readouterr().out


def test_a_clear_difference_ends_a_contest_early(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["duel", "steady", "random", "--boards", "400", "--seed", "1", "--practice", "--batch", "25"]
    assert arena(*run) == 0
    assert "steady – random: 50 boards" in capsys.readouterr().out
    assert arena(*run[:3], *run[5:], "--boards", "75", "--whole") == 0
    assert "steady – random: 75 boards" in capsys.readouterr().out


def test_a_sequential_test_stops_with_its_own_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("duel", "steady", "random", "--seed", "1", "--practice", "--sprt", "0,10") == 0
    assert "verdict: steady is at least 10 better than random" in capsys.readouterr().out
    assert arena("duel", "steady", "steady", "--seed", "1", "--practice", "--sprt", "0,10") == 0
    assert "verdict: steady is at most 0 better than steady (2)" in capsys.readouterr().out


# --- going on -------------------------------------------------------------------------------------------

GAME = ("duel", "random", "greedy", "--boards", "12", "--batch", "4", "--practice", "--whole")


def whole(tmp_path: Path, seed: int = 5) -> bytes:
    out = tmp_path / "whole.jsonl"
    assert arena(*GAME, "--seed", str(seed), "--out", str(out)) == 0
    return out.read_bytes()


@pytest.mark.parametrize("lines", [1, 5, 9, 12, 24])
def test_a_contest_that_was_cut_off_goes_on_to_the_same_file(lines: int, tmp_path: Path) -> None:
    wanted, out = whole(tmp_path), tmp_path / "cut.jsonl"
    kept = wanted.splitlines(keepends=True)[:lines]
    out.write_bytes(b"".join(kept) + b'{"board": 7, "ns": "ran')
    assert arena(*GAME, "--out", str(out)) == 0
    assert out.read_bytes() == wanted
    times = [json.loads(line) for line in timings_path(out).read_text().splitlines()]
    boards = [(line["board"], line["ns"]) for line in times if line["line"] == "table"]
    assert len(boards) == len(set(boards))


def test_a_contest_of_seed_0_goes_on_with_it(tmp_path: Path) -> None:
    wanted, cut, given = whole(tmp_path, 0), tmp_path / "cut.jsonl", tmp_path / "given.jsonl"
    cut.write_bytes(b"".join(wanted.splitlines(keepends=True)[:9]))
    assert arena(*GAME, "--out", str(cut)) == 0
    assert cut.read_bytes() == wanted
    assert arena(*GAME, "--fixed-contracts", str(cut), "--out", str(given)) == 0
    assert results(given).header.seed == 0


def test_a_contest_that_is_over_is_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = whole(tmp_path)
    first = capsys.readouterr().out
    assert arena(*GAME, "--out", str(tmp_path / "whole.jsonl")) == 0
    assert capsys.readouterr().out == first
    assert (tmp_path / "whole.jsonl").read_bytes() == wanted


def test_a_file_of_another_contest_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted, out = whole(tmp_path), tmp_path / "whole.jsonl"
    assert arena(*GAME, "--seed", "6", "--out", str(out)) == 2
    assert "holds another contest (seed: 5, not 6)" in capsys.readouterr().err
    (tmp_path / "notes.txt").write_text("shopping\n")
    assert arena(*GAME, "--out", str(tmp_path / "notes.txt")) == 2
    assert "holds no contest that can go on (line 1: " in capsys.readouterr().err
    assert out.read_bytes() == wanted
    assert (tmp_path / "notes.txt").read_text() == "shopping\n"


# --- the command line -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["duel", "stedy", "random"], "no bot 'stedy'"),
        (["duel", "steady", "random", "--boards", "0"], "it takes at least 1"),
        (["duel", "steady", "random", "--bot", "mine"], "'mine' is not NAME=CMD"),
        (["duel", "steady", "mine", "--bot", "mine='python x"], "no closing quotation"),
        (["duel", "steady", "random", "--scheme", "match", "--bidding-only"], "boards of one deal"),
        (["duel", "steady", "random", "--scheme", "match", "--fixed-contracts", "x"], "boards of one deal"),
        (["duel", "steady", "random", "--clock", "fast"], "'fast' is not MOVE+BANK"),
        (["duel", "steady", "random", "--clock", "50+49"], "'50+49': a clock has 100 to"),
        (["duel", "steady", "random", "--sprt", "5,0"], "LOW is below HIGH"),
        (["duel", "steady", "random", "--sprt", "five"], "'five' is not LOW,HIGH"),
        (["round-robin", "steady"], "a contest takes at least two bots"),
        (["duel", "steady", "mine", "--bot", "mine=x", "--practice"], "mine is a program"),
        (["duel", "steady", "random", "--reference", "stedy"], "no bot 'stedy'"),
        (
            ["duel", "steady", "random", "--out", "/no/such/folder/file"],
            "cannot use /no/such/folder/file.part: No such",
        ),
        (
            ["duel", "steady", "random", "--rules", "bridge"],
            "--rules: there is no preset and no file 'bridge'; did you mean bridgee?",
        ),
    ],
)
def test_a_mistake_on_the_command_line_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*arguments) == 2
    assert said in capsys.readouterr().err


# --- one half of the game -------------------------------------------------------------------------------


def test_bids_alone_count_by_what_the_solver_makes_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two bots with the same bids are the same, however they play."""
    run = ["duel", "steady", "greedy", "--boards", "10", "--seed", "3", "--practice", "--whole"]
    assert arena(*run, "--bidding-only", "--out", str(tmp_path / "bids")) == 0
    said = capsys.readouterr().out
    assert "bidding only: " in said
    assert "steady minus greedy: +0.0 ± 0.0" in said
    tables = results(tmp_path / "bids").tables
    assert any(table.value for table in tables)
    assert all(table.gain == table.value for table in tables)


def test_given_contracts_leave_the_play_alone_to_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    run = ["--boards", "8", "--practice", "--whole"]
    assert arena("duel", "expert:worlds=2", "random", *run, "--seed", "9", "--out", str(first)) == 0
    assert arena("duel", "greedy", "random", *run, "--fixed-contracts", str(first), "--out", str(second)) == 0
    assert "fixed contracts: " in capsys.readouterr().out
    bids = {table.board: table.deals[0].contract for table in reversed(results(first).tables)}
    for table in results(second).tables:
        given, played = bids[table.board], table.deals[0].contract
        assert (given and (given.bid, given.bidder)) == (played and (played.bid, played.bidder))


def test_given_contracts_are_played_through_a_server_too(tmp_path: Path) -> None:
    first, here, there = tmp_path / "first", tmp_path / "here", tmp_path / "there"
    run = ["--boards", "2", "--whole"]
    assert arena("duel", "steady", "random", *run, "--practice", "--seed", "9", "--out", str(first)) == 0
    duel = ("duel", "greedy", "random", *run, "--fixed-contracts", str(first))
    assert arena(*duel, "--practice", "--out", str(here)) == 0
    assert arena(*duel, "--out", str(there)) == 0
    assert results(here).tables == results(there).tables


def test_auctions_of_other_boards_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = tmp_path / "first"
    run = ["duel", "steady", "random", "--boards", "2", "--practice", "--fixed-contracts", str(first)]
    assert arena(*run[:-2], "--seed", "9", "--out", str(first)) == 0
    assert arena(*run, "--seed", "8") == 2
    assert "has the boards of seed 9, not 8" in capsys.readouterr().err
    assert arena(*run, "--rules", "pagat") == 2
    assert "was played by other rules" in capsys.readouterr().err


def test_auctions_are_given_for_every_board_or_not_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Else the boards without one would be bid, and counted with the others."""
    first = tmp_path / "first"
    run = ["steady", "random", "--practice"]
    assert arena("duel", *run, "--boards", "2", "--seed", "9", "--out", str(first)) == 0
    assert arena("duel", *run, "--boards", "3", "--fixed-contracts", str(first)) == 2
    assert "has no auction of board 3; --boards says how many are played" in capsys.readouterr().err
    assert arena("swiss", *run, "--boards", "2", "--rounds", "2", "--fixed-contracts", str(first)) == 2
    assert "has no auction of board 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("auction", "said"),
    [
        ([], "the auction of board 1 does not end"),
        (["zz"], "the auction of board 1: 'zz' is no action"),
        (["80S", "coinche", "90S"], "the auction of board 1 is not allowed (contract_frozen)"),
    ],
)
def test_a_given_auction_is_one(
    auction: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, other = tmp_path / "first", tmp_path / "other"
    run = ["duel", "steady", "random", "--practice", "--boards", "1"]
    assert arena(*run, "--seed", "9", "--out", str(first)) == 0
    header, *lines = first.read_text("utf-8").splitlines()
    tables = [json.loads(line) for line in lines]
    for table in tables:
        table["deals"][0]["actions"] = list(zip("WSE", auction, strict=False))
    other.write_text("\n".join([header, *map(json.dumps, tables), ""]), "utf-8")
    assert arena(*run, "--fixed-contracts", str(other)) == 2
    assert said in capsys.readouterr().err
    for table in tables:
        table["deals"] = []
    other.write_text("\n".join([header, *map(json.dumps, tables), ""]), "utf-8")
    assert arena(*run, "--fixed-contracts", str(other)) == 2
    assert "has no auction of board 1" in capsys.readouterr().err
