"""House rules as a TOML file, and back: the name of a preset, and the options that differ.

Every refusal is a sentence about what is wrong and what would be right.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules, RuleSet, differing, value_of, written_as
from coinche.engine.rules.parsing import changed, shown

from .limits import MAX_NAME
from .names import is_name

MAX_FILE = 65_536
"""Bytes; a file of every option with its reasons has a tenth of that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Rules as they were asked for: what they are called, the preset that they stand on, and all of them."""

    name: str
    base: str
    rules: RuleSet


def written(house: HouseRules) -> str:
    """The house file of these rules."""
    options = (
        f"{name} = {as_toml(value_of(house.rules, name))}\n" for name in differing(house.rules, PRESETS[house.base])
    )
    return f"name = {_quoted(house.name)}\npreset = {_quoted(house.base)}\n\n{''.join(options)}".rstrip() + "\n"


def as_toml(value: object) -> str:
    """An option's value as it stands in a house file."""
    return written_as(value) if isinstance(value, bool | int) else _quoted(written_as(value))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def parsed(text: str) -> HouseRules:
    """The rules of a house file; InvalidRules says what is wrong with it and what would be right."""
    try:
        given = tomllib.loads(text)
    except RecursionError:
        raise InvalidRules("this is no TOML: lists within lists without end") from None
    except ValueError as wrong:
        raise InvalidRules(
            f'this is no TOML such as preset = "pagat"; names and none stand in quotes: {wrong}'
        ) from None
    base = _base(given.pop("preset", None))
    name = _name(given.pop("name", f"{base} (house)"), base)
    for key, value in given.items():
        if isinstance(value, dict):
            raise InvalidRules(f"options stand by themselves, not under [{key}]")
    return HouseRules(name=name, base=base, rules=changed(PRESETS[base], given))


def _base(preset: object) -> str:
    if isinstance(preset, str) and preset in PRESETS:
        return preset
    there = ", ".join(PRESETS)
    if preset is None:
        raise InvalidRules(f'preset is missing: the rules that the file changes, such as preset = "pagat", of {there}')
    raise InvalidRules(f"preset must be one of {there}, not {shown(preset)}")


def _name(name: object, base: str) -> str:
    if name == f"{base} (house)":
        return f"{base} (house)"
    if not isinstance(name, str) or not is_name(name):
        raise InvalidRules(f"name must be text of 1 to {MAX_NAME} printable characters, not {shown(name)}")
    if name in PRESETS:
        raise InvalidRules(f"name must not be that of a preset, as {name!r} is")
    return name
