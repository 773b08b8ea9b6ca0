"""The generated tables of PROTOCOL.md: all messages, and the fields of each.

Names, types and defaults come from the code. Meanings are prose on the page and stay with their names. A new name gets
a row with the first words of its class docstring.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from coinche.protocol.codec import CLIENT_TYPES, EVENT_TYPES, SERVER_TYPES
from tests.protocol.schema_words import STRUCTURES, VALUES, rows_of

PARTS: Mapping[str, Mapping[str, type]] = {
    "Messages of the client": CLIENT_TYPES,
    "Messages of the server": SERVER_TYPES,
    "Events of a table": EVENT_TYPES,
    "Structures": STRUCTURES,
}
DIRECTIONS: Mapping[str, Mapping[str, type]] = {"C → S": CLIENT_TYPES, "S → C": SERVER_TYPES, "event": EVENT_TYPES}

_SECTION = re.compile(r"^### `([^`]+)`\n", re.MULTILINE)
_TABLE = re.compile(r"^\| field \|.*\n\|[-|]+\n((?:\|.*\n)*)\n?", re.MULTILINE)
_USERS = re.compile(r"\nPart of .*\n")
_ROWS = re.compile(r"^\| `.*\n", re.MULTILINE)
_VALUE = re.compile(r"`([^`]+)`([^`]*?)(?=, `|$)")


def with_tables(page: str) -> str:
    """The page with the tables of messages, fields and closed sets written anew."""
    for title, types in PARTS.items():
        page = _in_part(page, title, _with_sections(part_of(page, title), title, types))
    page = _in_part(page, "All messages", _with_rows(part_of(page, "All messages"), _all_messages))
    sets, of_options, rest = part_of(page, "Values").partition("Of the rules' options:")
    return _in_part(page, "Values", _with_rows(sets, _closed_sets) + of_options + rest)


def part_of(page: str, title: str) -> str:
    """The text below a heading of the second level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no part {title!r}"
    return found[1]


def _in_part(page: str, title: str, text: str) -> str:
    return page.replace(f"## {title}\n{part_of(page, title)}", f"## {title}\n{text}")


def sections_of(part: str) -> dict[str, str]:
    """The sections of a part by their name: headings of the third level in code type."""
    _, *found = _SECTION.split(part)
    return dict(zip(found[::2], found[1::2], strict=True))


def _with_sections(part: str, title: str, types: Mapping[str, type]) -> str:
    """A part with a section for each type, in their order; structures stand in the page's."""
    sections = sections_of(part)
    intro = _SECTION.split(part)[0]
    order = dict.fromkeys([*sections, *types] if title == "Structures" else [*types, *sections])
    text = [f"### `{name}`\n" + _with_table(title, sections.get(name), types.get(name)) for name in order]
    return intro + "".join(map(_with_users, order, text) if title == "Structures" else text)


def _with_users(name: str, section: str) -> str:
    """The section of a structure, with a line that says what it is part of; a group of rules is part of `rules`."""
    if name.startswith("rules."):
        return section
    heading, _, rest = _USERS.sub("", section).partition("\n")
    users = dict.fromkeys(user for types in PARTS.values() for user, cls in types.items() if _has(cls, name))
    return f"{heading}\n\nPart of {', '.join(f'[`{user}`](#{user})' for user in users)}.\n{rest}" if users else section


def _has(cls: type, structure: str) -> bool:
    return any(f"(#{structure})" in row.type for row in rows_of(cls, of_server=True))


def _with_table(title: str, section: str | None, cls: type | None) -> str:
    """A section whose table has the fields of the class; those of the rules' groups are written elsewhere."""
    if cls is None or (cls.__module__ == "coinche.engine.rules" and section):
        return section or ""
    if section is None:
        section = f"\n{' '.join((cls.__doc__ or '').split())}\n\n"
    table, found = _table(title, cls, section), _TABLE.search(section)
    if found:
        return section.replace(found[0], table)
    at = section.find("```example") if "```example" in section else len(section)
    return section[:at] + table + section[at:]


def _table(title: str, cls: type, section: str) -> str:
    """The table of a class's fields, meanings as the section has them; nothing where it has none."""
    meanings = meanings_in(section)
    rows = [
        f"| `{row.name}` | {row.type} | {row.left_out} | {meanings.get(row.name, '')} |"
        for row in rows_of(cls, of_server=title != "Messages of the client")
    ]
    left_out = "if left out" if title == "Messages of the client" else "may be absent"
    head = (f"| field | type | {left_out} | meaning |", "|---|---|---|---|")
    return "\n".join((*head, *rows, "", "")) if rows else ""


def meanings_in(section: str) -> dict[str, str]:
    """The meaning of each field in a section's table."""
    found = _TABLE.search(section)
    return {row[0].strip("`"): row[3] for row in map(_cells, found[1].splitlines() if found else ())}


def _with_rows(text: str, rows: Callable[[Iterable[list[str]]], Iterable[str]]) -> str:
    """The text with the rows of its one table written anew."""
    old = _ROWS.findall(text)
    assert old, "a table has a row at least"
    start, end = text.index(old[0]), text.rindex(old[-1]) + len(old[-1])
    return text[:start] + "".join(f"{row}\n" for row in rows(map(_cells, old))) + text[end:]


def _cells(line: str) -> list[str]:
    """The cells of a row; the last may be empty, or have bars in it."""
    return line.strip()[2:-2].split(" | ", 3)


def _all_messages(old: Iterable[list[str]]) -> Iterable[str]:
    meanings = {(row[0].strip("`"), row[1]): row[2] for row in old}
    for direction, types in DIRECTIONS.items():
        for name in types:
            yield f"| `{name}` | {direction} | {meanings.get((name, direction), '')} |"


def _closed_sets(old: Iterable[list[str]]) -> Iterable[str]:
    """Each set with its values, in the page's order, and what the page says of each value."""
    said = {row[0].strip("`"): row[1] for row in old}
    for name in dict.fromkeys([*(name for name in said if name in VALUES), *VALUES]):
        yield f"| `{name}` | {_values(name, said.get(name))} |"


def _values(name: str, said: str | None) -> str:
    if said is not None and "`" not in said:
        return said
    words = {found[1]: found[2].rstrip() for found in _VALUE.finditer(said or "")}
    return ", ".join(f"`{member.value}`{words.get(str(member.value), '')}" for member in VALUES[name])
