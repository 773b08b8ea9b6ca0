"""Tests of classes of authors (`py:MODULE:CLASS`): their code runs in processes of its own, except in practice."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from coinche.arena.cli import main
from coinche.arena.entrants import bot_factory

NOTED = """
import os
from coinche.bots.built_in import Random

with open("imports", "a") as file:
    file.write(f"{os.getpid()}\\n")

class Noted(Random):
    pass
"""
DUEL = ("duel", "py:noted:Noted", "random", "--boards", "1")


def arena(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module that notes the processes that import it."""
    (tmp_path / "noted.py").write_text(NOTED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    bot_factory.cache_clear()
    return tmp_path


def imported_in(folder: Path) -> list[int]:
    """The processes that have imported the module."""
    sys.modules.pop("noted", None)
    return [int(line) for line in (folder / "imports").read_text().splitlines()]


def test_in_a_rated_contest_the_arena_imports_no_class(folder: Path) -> None:
    assert arena(*DUEL) == 0
    assert "noted" not in sys.modules
    assert str(folder) not in sys.path
    processes = imported_in(folder)
    assert len(set(processes)) == 5  # it is tried once, and plays four seats
    assert os.getpid() not in processes


def test_in_practice_the_arena_imports_the_class(folder: Path) -> None:
    assert arena(*DUEL, "--practice") == 0
    assert set(imported_in(folder)) == {os.getpid()}


def test_the_reference_of_single_tables_is_no_class_in_a_rated_contest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays the same cards in the arena itself, to compare."""
    run = ("duel", "steady", "random", "--boards", "1", "--scheme", "single", "--reference", "py:noted:Noted")
    assert arena(*run) == 2
    assert "the --reference of --scheme single plays in the arena itself" in capsys.readouterr().err
    assert not (folder / "imports").exists()
    assert arena(*run, "--practice") == 0
    assert set(imported_in(folder)) == {os.getpid()}


@pytest.mark.parametrize("more", [(), ("--practice",)])
@pytest.mark.parametrize(
    ("module", "name", "said"),
    [
        ("absent", "Mine", "ModuleNotFoundError: No module named 'absent'"),
        ("broken", "Mine", "which should be py:MODULE:CLASS: SyntaxError: "),
        ("noted", "Mine", "AttributeError: module 'noted' has no attribute 'Mine'"),
        ("noted", "os", "os of noted is no subclass of coinche.bot.Bot"),
        ("unmade", "Mine", "Mine of unmade cannot be made: RuntimeError: no"),
        ("leaves", "Mine", "which should be py:MODULE:CLASS: SystemExit: 3"),
    ],
)
def test_a_class_that_cannot_play_is_refused_in_the_same_words(
    module: str, name: str, said: str, more: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text("x = = 1\n")
    (folder / "leaves.py").write_text("raise SystemExit(3)\n")
    unmade = "class Mine(Bot):\n    def __init__(self, seed=0):\n        raise RuntimeError('no')\n"
    (folder / "unmade.py").write_text(f"from coinche.bot import Bot\nprint('hello')\n{unmade}")
    assert arena("duel", f"py:{module}:{name}", "random", "--boards", "1", *more, "--out", "out") == 2
    assert said in capsys.readouterr().err
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("import os\nos._exit(3)\n", "cannot take 'py:ends:Mine', which should be py:MODULE:CLASS: exit 3"),
        ("raise RuntimeError('\\x1b]0;title\\x07')\n", "RuntimeError:  ]0;title \n"),
    ],
)
def test_code_that_ends_its_process_or_writes_to_the_screen_is_only_told_of(
    body: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ends.py").write_text(body)
    assert arena("duel", "py:ends:Mine", "random", "--boards", "1") == 2
    assert said in capsys.readouterr().err


def test_a_reference_is_tried_as_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("duel", "steady", "random", "--scheme", "common", "--reference", "py:absent:Mine") == 2
    assert "No module named 'absent'" in capsys.readouterr().err
