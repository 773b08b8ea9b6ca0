"""The house rules that a command line names: read, listed, and explained in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from coinche.engine.presets import ABOUT, PRESETS
from coinche.engine.rules import DESCRIBED, GROUPS, Described, InvalidRules, differing, value_of
from coinche.engine.rules.parsing import did_you_mean
from coinche.protocol.house_rules import MAX_FILE, HouseRules, as_toml, parsed

MAX_WIDTH = 100  # columns beyond which lines are hard to read


def house_rules(wanted: str) -> HouseRules:
    """Return the preset of that name, else the rules of the file at that path; InvalidRules says what is wrong."""
    if wanted in PRESETS:
        return HouseRules(name=wanted, base=wanted, rules=PRESETS[wanted])
    text = _read(wanted)
    try:
        return parsed(text)
    except InvalidRules as wrong:
        raise InvalidRules(f"{wanted}: {wrong}") from None


def _read(path: str) -> str:
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


def listed() -> Iterator[str]:
    """Yield a line for each preset: its name and what it is."""
    width = max(map(len, PRESETS))
    for name in PRESETS:
        yield f"{name:<{width}}  {ABOUT[name]}"


def explained(house: HouseRules, width: int) -> Iterator[str]:
    """Yield lines with every option, group by group: its value, as a house file has it, and what that means."""
    differs = differing(house.rules, PRESETS[house.base])
    title = f"{house.name}: {ABOUT[house.base]}"
    if house.name != house.base:
        options = f"{len(differs)} option{'' if len(differs) == 1 else 's'}"
        title = f"{house.name}: differs from {house.base} in {options}, marked *"
    yield from _wrapped(title, width, "")
    for group, about in GROUPS.items():
        yield ""
        yield from _wrapped(about.splitlines()[0], width, "")
        for option in DESCRIBED.values():
            if option.group == group:
                yield from _option(option, house, option.name in differs, width)


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
