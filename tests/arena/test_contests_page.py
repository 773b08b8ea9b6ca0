"""Tests of docs/contests.md: its commands exist, its bot plays, and its table of boards is right."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from coinche.arena.cli import _parser
from coinche.arena.contest import Format
from coinche.records.contest_file import Scheme

PAGE = (Path(__file__).parents[2] / "docs" / "contests.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^coinche-arena (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_given(command: str) -> None:
    assert _parser().parse_args(shlex.split(command)).command


def test_every_format_and_scheme_is_explained() -> None:
    assert re.findall(r"^\| `coinche-arena ([\w-]+)", PAGE, re.MULTILINE) == [str(kind) for kind in Format]
    rows = re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)
    assert [row for row in rows if row in list(Scheme)] == [str(scheme) for scheme in Scheme]


def test_the_table_of_boards_is_the_formula() -> None:
    rows = re.findall(r"^\| (\d+) [^|]*\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for deviation, *numbers in rows:
        for difference, told in zip((20, 10, 5), numbers, strict=True):
            exact = 7.85 * int(deviation) ** 2 / difference**2
            assert abs(int(told.replace(",", "")) - exact) <= 0.01 * exact


def test_the_bot_of_the_page_is_a_bot(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    scope: dict[str, object] = {"__name__": "mybot"}
    exec(compile(source, "mybot.py", "exec"), scope)
    assert scope["Mine"]
