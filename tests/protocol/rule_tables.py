"""The generated tables of PROTOCOL.md about the rule options and their values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from typing import Any, get_type_hints

from coinche.engine.rules import ANY, DESCRIBED, GROUPS, Described, RuleSet
from tests.protocol.schema_words import OPTION_VALUES, type_words


def options() -> Iterator[str]:
    """A section for each group of options."""
    for number, (group, kind) in enumerate(get_type_hints(RuleSet).items()):
        yield from ([""] if number else [])
        yield from (f"### `rules.{group}`", "", GROUPS[group].splitlines()[0], "")
        yield from _table("field", "type", "may be absent", "meaning")
        hints = get_type_hints(kind, include_extras=True)
        for option in DESCRIBED.values():
            if option.group == group:
                yield _row(f"`{option.name}`", type_words(hints[option.name]), "–", _meaning(option, hints))


def _meaning(option: Described, hints: dict[str, Any]) -> str:
    """The meaning of an option, with those of its values if they have no table of their own."""
    question = " ".join(option.question.split())
    kind = hints[option.name]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return question
    meanings = (f"{_written(m.value)}: {m.text.format(n=f'*{ANY}*')}" for m in option.values if m.text != f"{{{ANY}}}")
    return " ".join((question, *meanings))


def _written(value: str) -> str:
    """A value as it travels: a house file's `none` is null, and its `3 2 3` a list."""
    items = value.split()
    if len(items) > 1:
        return f"`{json.dumps([int(item) if item.isdigit() else item for item in items])}`"
    return f"*{ANY}*" if value == ANY else "null" if value == "none" else f"`{value}`"


def values() -> Iterator[str]:
    """Every closed set of option values, each value with what it means."""
    yield from _table("set", "values")
    for name, option in OPTION_VALUES.items():
        yield _row(f"`{name}`", " ".join(f"`{member}` {member.meaning.text}" for member in option))


def _table(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield "|" + "---|" * len(titles)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
