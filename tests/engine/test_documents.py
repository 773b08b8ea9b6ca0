"""Tests that docs/rules.md is up to date with the options that it is generated from."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import DESCRIBED, value_of, written_as
from tests.for_each import for_each

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_page_is_what_would_be_generated() -> None:
    """`make docs` writes it anew."""
    check = [sys.executable, str(ROOT / "docs" / "rules.py"), "--check"]
    done = subprocess.run(check, capture_output=True, encoding="utf-8", check=False, env={"PYTHONIOENCODING": "utf-8"})
    assert done.returncode == 0, f"run `make docs`:\n{done.stdout}{done.stderr}"


def row(option: str) -> list[str]:
    """The cells of the option's row where the presets stand side by side."""
    (line,) = re.findall(rf"^\| `{option}` \|.*$", RULES.split("## The presets side by side")[1], re.MULTILINE)
    return [cell.strip() for cell in line.strip("|").split("|")]


@for_each("option", DESCRIBED)
def test_every_option_has_its_values_its_clauses_and_an_example(option: str) -> None:
    section = RULES.split(f"#### `{option}`\n")[1].split("#### ")[0]
    for meaning in DESCRIBED[option].values:
        assert f"| {meaning.clause} | {meaning.example} |" in section


@for_each("option", DESCRIBED)
def test_what_differs_from_the_default_preset_is_bold(option: str) -> None:
    _, *cells = row(option)
    usual = value_of(FFB, option)
    for rules, cell in zip(PRESETS.values(), cells, strict=True):
        value = value_of(rules, option)
        assert cell == (written_as(value) if value == usual else f"**{written_as(value)}**")


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_named(name: str) -> None:
    assert f"| `{name}` |" in RULES
