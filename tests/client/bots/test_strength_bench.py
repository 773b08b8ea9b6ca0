"""Tests of `bench/strength.py`: the conditions under which its figures can be trusted."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.fork_server import forked_python

BENCH = Path(__file__).parents[3] / "bench" / "strength.py"
FIGURE = re.compile(r"([+-][\d.]+) ± +([\d.]+) points per deal, z +([+-][\d.]+|[+-]inf), +(\d+) boards")


def said(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The output of the bench."""
    command = [*forked_python(), str(BENCH), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def figures(*arguments: str) -> tuple[str, ...]:
    """Points, error, z and boards of the one pairing."""
    done = said(*arguments)
    assert done.returncode == 0, done.stderr
    (row,) = FIGURE.findall(done.stdout)
    return tuple(row)


def test_a_bot_that_draws_nothing_gains_nothing_over_itself() -> None:
    assert figures("steady", "steady", "--boards", "5") == ("+0.0", "0.0", "+0.0", "5")


def test_what_one_gains_the_other_loses() -> None:
    """The boards are the same in either order of the players."""
    (mean, *_), (other, *_) = (figures(*pair, "--boards", "8") for pair in (("steady", "greedy"), ("greedy", "steady")))
    assert float(mean) == -float(other) != 0


def test_it_stops_when_it_is_decided() -> None:
    mean, _, z, boards = figures("steady", "random", "--boards", "90")
    assert (float(mean) > 0, float(z) > 3, int(boards)) == (True, True, 50)


def test_it_plays_on_where_the_whole_is_asked_for() -> None:
    assert figures("steady", "random", "--boards", "60", "--whole")[3] == "60"


def test_card_play_alone_has_the_same_contracts_at_both_tables() -> None:
    done = said("steady", "random", "--boards", "6", "--contracts")
    contracts = re.findall(r"contracts (\d+) \(.*?\) and (\d+) \(", done.stdout)
    assert len(contracts) == 1
    assert contracts[0][0] == contracts[0][1]


def test_boards_that_were_kept_are_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "boards.jsonl"
    some = figures("steady", "greedy", "--boards", "4", "--out", str(kept))
    first = kept.read_text(encoding="utf-8")
    assert figures("steady", "greedy", "--boards", "4", "--out", str(kept)) == some
    assert kept.read_text(encoding="utf-8") == first
    more = figures("steady", "greedy", "--boards", "7", "--out", str(kept))
    assert kept.read_text(encoding="utf-8").startswith(first)
    assert more == figures("steady", "greedy", "--boards", "7")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (("nobody", "steady"), "no bot 'nobody'; there are: random,"),
        (("steady:worlds=3", "greedy"), "steady has no option 'worlds'; it has: none"),
        (("steady",), "either two players, or one of --ladder, --presets, --inference"),
        (("steady", "greedy", "--boards", "0"), "0 is no number of boards; it takes at least 1"),
    ],
)
def test_what_it_cannot_play_it_refuses_with_a_sentence(wrong: tuple[str, ...], sentence: str) -> None:
    done = said(*wrong)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
