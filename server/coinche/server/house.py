"""House rules: a preset, or a TOML file that names one and says what differs.

Knows how such a file is read, and says in a sentence why one cannot be. Refuses to know what an option means.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from coinche.engine.options import changed, did_you_mean, shown
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules, RuleSet
from coinche.protocol.names import MAX_NAME, is_name

MAX_FILE = 65_536
"""Bytes; a file of every option with its reasons has a tenth of that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Rules as they were asked for: what they are called, the preset that they stand on, and all of them."""

    name: str
    base: str
    rules: RuleSet


def house_rules(wanted: str) -> HouseRules:
    """The preset of that name, else the rules of the file at that path; InvalidRules says what is wrong."""
    if wanted in PRESETS:
        return HouseRules(name=wanted, base=wanted, rules=PRESETS[wanted])
    text = _read(wanted)
    try:
        return parsed(text)
    except InvalidRules as wrong:
        raise InvalidRules(f"{wanted}: {wrong}") from None


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


def _read(path: str) -> str:
    """The text of a file; InvalidRules where it cannot be had."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE + 1)
        text = content.decode()
    except FileNotFoundError:
        raise InvalidRules(f"there is no preset and no file {path!r}; {did_you_mean(path, PRESETS)}") from None
    except UnicodeDecodeError:
        raise InvalidRules(f"{path} is no text in UTF-8") from None
    except (OSError, ValueError) as wrong:  # a null character is no path
        reason = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise InvalidRules(f"cannot read {path!r}: {reason}") from None
    if len(content) > MAX_FILE:
        raise InvalidRules(f"{path} is longer than {MAX_FILE} bytes, so it is no house file")
    return text
