"""Tests of README.md and README.fr.md: both say the same, and name only existing things."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from coinche.client.options import Usage
from coinche.conformance.checks import Side
from coinche.conformance.plan import CHECKS
from coinche.text.language import Language

ROOT = Path(__file__).parents[1]
ENGLISH = (ROOT / "README.md").read_text(encoding="utf-8")
FRENCH = (ROOT / "README.fr.md").read_text(encoding="utf-8")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
COMMANDS = (
    ("coinche.client",),
    ("coinche.server",),
    ("coinche.bots.cli",),
    ("coinche.arena.cli", "duel"),
    ("coinche.records.cli",),
    ("coinche.records.cli", "verify"),
    ("coinche.conformance.cli", "bot"),
)


def code(text: str) -> list[str]:
    """The commands of its blocks, without what is said about them."""
    blocks = re.findall(r"```(?:sh|python)\n(.*?)```", text, re.DOTALL)
    return [line.partition("#")[0].rstrip() for block in blocks for line in block.splitlines()]


def rows(text: str) -> list[str]:
    """The first cells of its tables of commands."""
    return re.findall(r"^\| (`(?:make|coinche)[^|]*`) \|", text, re.MULTILINE)


def test_both_show_the_same_commands() -> None:
    assert code(ENGLISH) == code(FRENCH)
    assert rows(ENGLISH) == rows(FRENCH)


def test_both_name_the_same_options() -> None:
    assert set(OPTION.findall(ENGLISH)) == set(OPTION.findall(FRENCH))


def test_both_count_the_checks_that_there_are() -> None:
    (told,) = re.findall(r"(\d+) checks of bots, (\d+) of servers", ENGLISH)
    assert told == (str(len(CHECKS[Side.BOT])), str(len(CHECKS[Side.SERVER])))
    assert re.findall(r"(\d+) vérifications pour un bot, (\d+) pour un serveur", FRENCH) == [told]


def test_each_opens_with_the_game_and_the_two_commands() -> None:
    for text in (ENGLISH, FRENCH):
        opening = text[: text.index("\n## ", text.index("make test"))]
        assert "make play" in opening
        assert "┌────┐" in opening


@pytest.mark.parametrize("language", Language)
def test_every_option_of_the_client_is_in_its_help(language: Language) -> None:
    told = " ".join(line for line in ENGLISH.splitlines() if "coinche-client" in line)
    helped = Usage.HELP.within(language)
    assert [option for option in OPTION.findall(told) if option not in helped] == []


def test_every_option_is_one_of_some_command() -> None:
    known = set()
    for words in COMMANDS:
        run = [sys.executable, "-m", *words, "--help"]
        known |= set(OPTION.findall(subprocess.run(run, capture_output=True, encoding="utf-8", check=True).stdout))
    assert set(OPTION.findall(ENGLISH)) <= known
