"""The presets in a list, and any rules in words, as lines for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from coinche.engine.presets import ABOUT, PRESETS
from coinche.engine.rules import DESCRIBED, GROUPS, Described, differing, value_of
from coinche.protocol.house_rules import HouseRules, as_toml

MAX_WIDTH = 100
"""Columns beyond which lines are hard to read."""


def listed() -> Iterator[str]:
    """A line for each preset: its name and what it is."""
    width = max(map(len, PRESETS))
    for name in PRESETS:
        yield f"{name:<{width}}  {ABOUT[name]}"


def explained(house: HouseRules, width: int) -> Iterator[str]:
    """Every option, group by group: its value, as a house file has it, and what that means."""
    differs = differing(house.rules, PRESETS[house.base])
    yield from _wrapped(_title(house, len(differs)), width, "")
    for group, about in GROUPS.items():
        yield ""
        yield from _wrapped(about.splitlines()[0], width, "")
        for option in DESCRIBED.values():
            if option.group == group:
                yield from _option(option, house, option.name in differs, width)


def _title(house: HouseRules, differs: int) -> str:
    if house.name == house.base:
        return f"{house.name}: {ABOUT[house.base]}"
    options = f"{differs} option{'' if differs == 1 else 's'}"
    return f"{house.name}: differs from {house.base} in {options}, marked *"


def _option(option: Described, house: HouseRules, differs: bool, width: int) -> Iterator[str]:
    value = value_of(house.rules, option.name)
    line = f"{'*' if differs else ' '} {option.name} = {as_toml(value)}"
    if differs:
        line += f"   (differs from {house.base}: {as_toml(value_of(PRESETS[house.base], option.name))})"
    yield line
    meaning = option.meaning(value)
    yield from _wrapped(f"{option.question} {option.text(value)} ({meaning.clause})", width, " " * 6)


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(text, max(20, min(width, MAX_WIDTH)), initial_indent=indent, subsequent_indent=indent)
