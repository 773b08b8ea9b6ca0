"""Tests of whole duels: eight processes, a private server, and the command's output."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from coinche.arena.cli import main
from coinche.engine.actions import parse_action
from coinche.engine.cards import Card
from coinche.engine.match import MatchOver, apply, new_match, next_deal, to_act
from coinche.engine.presets import PAGAT, preset
from coinche.engine.rules import Undertrump
from coinche.engine.rules.parsing import from_map
from coinche.engine.seats import Direction, Seat


def arena(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(["duel", *arguments])
    return end.value.code


def test_a_duel_gives_a_verdict_and_boards_that_can_be_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "boards.jsonl"
    assert arena("steady", "random", "--deals", "4", "--seed", "11", "--out", str(out)) == 0
    said = capsys.readouterr().out
    assert "steady – random: 4 of 4 deals, rules ffb, seed 11" in said
    assert "points per deal, steady minus random: " in said
    boards = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted((b["board"], b["table"]) for b in boards) == [(n, t) for n in (1, 2, 3, 4) for t in (1, 2)]
    for board in boards:
        _replays(board)


def _replays(board: dict[str, object]) -> None:
    dealer, pack, actions = board["dealer"], board["pack"], board["actions"]
    assert isinstance(pack, list)
    assert isinstance(actions, list)
    state, _ = new_match(preset("ffb"), Seat(str(dealer)), board=True)
    state, _ = next_deal(state, tuple(map(Card, pack)))
    for seat, action in zip(str(board["seats"]), actions, strict=True):
        assert to_act(state) == seat
        state, _ = apply(state, Seat(seat), parse_action(action))
    assert isinstance(state.phase, MatchOver)
    if state.phase.score is not None:
        scores = state.phase.score.scores
        assert board["scores"] == {"NS": scores.NS, "EW": scores.EW}


def test_boards_under_house_rules_carry_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, out = tmp_path / "house.toml", tmp_path / "boards.jsonl"
    house.write_text('preset = "pagat"\nname = "chez nous"\ndirection = "clockwise"\nundertrump = "free"\n')
    assert arena("random", "random", "--deals", "1", "--seed", "1", "--rules", str(house), "--out", str(out)) == 0
    assert "1 of 1 deals, rules chez nous, seed 1" in capsys.readouterr().out
    for line in out.read_text().splitlines():
        board = json.loads(line)
        assert board["preset"] == "chez nous"
        assert from_map(board["rules"]) == PAGAT.changed(direction=Direction.CLOCKWISE, undertrump=Undertrump.FREE)


def test_the_same_seed_plays_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = []
    for run in ("first", "second"):
        out = tmp_path / run
        assert arena("random", "random", "--deals", "2", "--seed", "3", "--out", str(out)) == 0
        boards = [json.loads(line) for line in out.read_text().splitlines()]
        games.append([{key: value for key, value in board.items() if key != "ms"} for board in boards])
    assert games[0] == games[1]
    assert "verdict: no difference between random and random is shown" in capsys.readouterr().out


def test_a_command_that_cannot_be_started_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("mine", "steady", "--bot", "mine=/no/such/program", "--deals", "1") == 1
    assert "coinche-arena: mine: cannot start '/no/such/program': No such file" in capsys.readouterr().err


def test_a_command_that_ends_at_once_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        arena("mine", "steady", "--bot", f"mine={sys.executable} -c 'raise SystemExit(\"no luck\")'", "--deals", "1")
        == 1
    )
    assert "coinche-arena: mine ended before the play began: no luck" in capsys.readouterr().err


def test_a_command_that_ends_without_a_word_is_asked_for_its_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("mine", "steady", "--bot", f"mine={sys.executable} -c pass", "--deals", "1") == 1
    assert "mine ended before the play began: it said nothing; does it sign in with" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["stedy", "random"], "no bot 'stedy'"),
        (["steady", "random", "--deals", "0"], "it takes at least 1"),
        (["steady", "random", "--bot", "mine"], "'mine' is not NAME=CMD"),
        (["steady", "random", "--clock", "fast"], "'fast' is not MOVE+BANK"),
        (
            ["steady", "random", "--rules", "bridge"],
            "--rules: there is no preset and no file 'bridge'; did you mean bridgee?",
        ),
    ],
)
def test_what_is_wrong_with_the_command_line_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*arguments) == 2
    assert said in capsys.readouterr().err


BROKEN = """
from coinche.bot import Bot, run

class Broken(Bot):
    name = "broken"

    def choose(self, view, legal):
        raise RuntimeError("out of ideas")

run(Broken)
"""


def test_a_command_with_placeholders_is_told_its_place_by_them_and_by_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], forked_python: tuple[str, ...]
) -> None:
    program = tmp_path / "told.py"
    program.write_text(TOLD, encoding="utf-8")
    places = "--host {address} --table {table} --seat {seat} --name {name} --token {token} {host}:{port} {foo}"
    command = f"{' '.join(forked_python)} {program.as_posix()} {places}"
    assert arena("told", "random", "--deals", "1", "--bot", f"told={command}") == 0
    said = capsys.readouterr()
    assert "told – random: 1 of 1 deals" in said.out
    assert sorted(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.seat")) == [
        "t1 N",
        "t1 S",
        "t2 E",
        "t2 W",
    ]


TOLD = """
import sys
from pathlib import Path
from coinche.bots.cli import main

*usual, where, unknown = sys.argv[1:]
told = dict(zip(usual[::2], usual[1::2]))
assert told["--host"] == "coinche+tcp://" + where and unknown == "{foo}", sys.argv
assert told["--name"] == "told " + told["--seat"] + told["--table"][1], sys.argv
Path(__file__).with_name(told["--table"] + told["--seat"] + ".seat").write_text(told["--table"] + " " + told["--seat"])
main(["random", *usual])
"""


def test_a_bot_that_fails_plays_defaults_and_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "broken.py"
    program.write_text(BROKEN)
    command = f"broken={sys.executable} {program.as_posix()}"
    assert arena("broken", "random", "--bot", command, "--deals", "1") == 1
    said = capsys.readouterr().out.splitlines()
    assert next(line for line in said if line.startswith("processes failed")).split()[-2:] == ["4", "0"]
    assert "RuntimeError: out of ideas" in said
