"""Tests of house files: valid ones, invalid ones, and the corrections suggested."""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.client.runtime.house_rules_files import NoHouseFile, read_house_rules
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules
from coinche.protocol.house_rules import HouseRules, as_toml, parsed, written

LONGEST = 65_536
"""Bytes."""


def test_a_file_as_long_as_may_be_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    head = 'preset = "pagat"\n#'
    path = tmp_path / "long.toml"
    path.write_text(head + "x" * (LONGEST - len(head)), encoding="utf-8")
    assert read_house_rules(path).base == "pagat"
    path.write_text(head + "x" * (LONGEST - len(head) + 1), encoding="utf-8")
    with pytest.raises(NoHouseFile, match=f"longer than {LONGEST} bytes"):
        read_house_rules(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("preset = pagat", "no TOML"),
        ("a = " + "[" * 5000, "no TOML: lists within lists|no TOML"),
        ("", "preset is missing"),
        ("preset = 7", "preset must be one of"),
        ('preset = "bridge"', "preset must be one of"),
        ('preset = "ffb"\nname = ""', "name must be text"),
        ('preset = "ffb"\nname = 3', "name must be text"),
        ('preset = "ffb"\nname = "a\\u001b[2J"', "name must be text"),
        ('preset = "ffb"\nname = "pagat"', "name must not be that of a preset"),
        ('preset = "ffb"\n[scoring]\ncapot = 1', "options stand by themselves"),
    ],
)
def test_what_is_no_house_file_says_why(text: str, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        parsed(text)


@pytest.mark.parametrize("name", PRESETS)
def test_without_a_name_it_is_called_after_its_preset(name: str) -> None:
    house = parsed(f'preset = "{name}"\ntarget = 777')
    assert (house.name, house.base, house.rules.match.target) == (f"{name} (house)", name, 777)
    assert parsed(written(house)) == house


def test_a_name_of_any_signs_is_written_as_it_is_read() -> None:
    house = HouseRules(name='Chez "Léo" \\o/', base="ffb", rules=PRESETS["ffb"])
    assert parsed(written(house)) == house


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (3, "3"), ("never", '"never"'), (None, '"none"')])
def test_values_as_they_stand_in_a_file(value: object, text: str) -> None:
    assert as_toml(value) == text
