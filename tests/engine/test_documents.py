"""docs/rules.md names every option with its values, and the architecture page every file of the engine."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from coinche.engine.cards import Denomination
from coinche.engine.options import to_map
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

OPTIONS: list[tuple[str, str, Any]] = [
    (group.name, option.name, get_type_hints(get_type_hints(RuleSet)[group.name])[option.name])
    for group in fields(RuleSet)
    for option in fields(get_type_hints(RuleSet)[group.name])
]


def row(option: str) -> list[str]:
    """The cells of the table row about the option."""
    (line,) = re.findall(rf"^\| `{option}` \|.*$", RULES, re.MULTILINE)
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize(("group", "option", "kind"), OPTIONS, ids=[option for _, option, _ in OPTIONS])
def test_every_option_has_a_row_with_all_its_values_and_a_clause(group: str, option: str, kind: Any) -> None:
    _, value, meaning, clause = row(option)
    assert clause.startswith("F ")
    if isinstance(kind, type) and issubclass(kind, StrEnum) and kind is not Denomination:
        assert all(f"`{member}`" in f"{value} {meaning}" for member in kind)
    assert value.strip("`") == shown(to_map(FFB)[group][option])


def shown(value: object) -> str:
    """As the table writes it."""
    match value:
        case None:
            return "none"
        case bool():
            return json.dumps(value)
        case tuple():
            return (", " if isinstance(value[0], int) else " ").join(map(str, value))
        case _:
            return str(value)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_named(name: str) -> None:
    assert f"| `{name}` |" in RULES


def test_every_file_of_the_engine_is_named() -> None:
    files = {path.stem for path in (ROOT / "engine" / "coinche" / "engine").glob("*.py")} - {"__init__"}
    named = set(re.findall(r"`([a-z]+)`", ARCHITECTURE.split("## The rooms of the engine")[1].split("##")[0]))
    assert files <= named
