"""The generated parts of rules.md: presets, every option with its values, and the presets side by side.

`make docs` writes them between their marks; with `--check` nothing is written, and the exit status is 1 where the
page is not what would be written. What stands outside the marks is written by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from difflib import unified_diff
from pathlib import Path

from coinche.engine.presets import ABOUT, DEFAULT_PRESET, PRESETS
from coinche.engine.rules import ANY, DESCRIBED, GROUPS, Described, value_of, written_as

PAGE = Path(__file__).with_name("rules.md")
_BLOCK = re.compile(r"(<!-- generated: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main(arguments: list[str]) -> int:
    """Write the page, or check it."""
    before = PAGE.read_text(encoding="utf-8")
    after = generated(before)
    if arguments == ["--check"]:
        sys.stdout.writelines(unified_diff(before.splitlines(True), after.splitlines(True), "rules.md", "make docs"))
        return int(before != after)
    PAGE.write_text(after, encoding="utf-8")
    return 0


def generated(page: str) -> str:
    """The page with its generated parts written anew."""
    return _BLOCK.sub(lambda found: "\n".join((found[1], *_PARTS[found["name"]](), "", found[3])), page)


def presets() -> Iterator[str]:
    """What each preset is."""
    yield from _table("preset", "rules")
    yield from (_row(f"`{name}`", ABOUT[name]) for name in PRESETS)


def options() -> Iterator[str]:
    """Every option with its question, and each of its values with what it means, who says so and an example."""
    for number, (group, about) in enumerate(GROUPS.items()):
        yield from ([""] if number else [])
        yield f"### {group.capitalize()}"
        yield ""
        yield about.splitlines()[0]
        for option in DESCRIBED.values():
            if option.group == group:
                yield from _option(option)


def _option(option: Described) -> Iterator[str]:
    yield ""
    yield f"#### `{option.name}`"
    yield ""
    yield " ".join(option.question.split())
    yield ""
    yield from _table("value", "meaning", "clause", "example")
    for value in option.values:
        written = f"*{ANY}*" if value.value == ANY else f"`{value.value}`"
        yield _row(written, value.text.format(n=f"*{ANY}*"), value.clause, value.example)


def side_by_side() -> Iterator[str]:
    """Options as rows, presets as columns; what is not as in the default preset is bold."""
    usual = PRESETS[DEFAULT_PRESET]
    yield from _table("option", *(f"`{name}`" for name in PRESETS))
    for option in DESCRIBED:
        values = [value_of(rules, option) for rules in PRESETS.values()]
        same = [value == value_of(usual, option) for value in values]
        written = map(written_as, values)
        yield _row(f"`{option}`", *(w if s else f"**{w}**" for w, s in zip(written, same, strict=True)))


_PARTS: dict[str, Callable[[], Iterable[str]]] = {
    "presets": presets,
    "options": options,
    "side_by_side": side_by_side,
}


def _table(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield "|" + "---|" * len(titles)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
