"""A reader of `docs/writing-a-bot.md`: it saves the files and runs the commands, section by section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tests.examples.lines import PAGE

TEXT = PAGE.read_text(encoding="utf-8")
_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SAVED = "file="


class Kind(StrEnum):
    """The reader's use of a block, as the second word of its fence tells."""

    RUN = ""
    """Commands that just have to succeed."""
    MATCH = "match"
    """Commands after which a match has been played."""
    SERVER = "server"
    """The command that goes on running."""
    INSTALL = "install"
    """The steps before a test."""


@dataclass(frozen=True, slots=True)
class Commands:
    """A block of shell, and the section that it stands in."""

    section: str
    kind: Kind
    text: str


def sections() -> dict[str, str]:
    """The parts of the page, by their headings."""
    parts = re.split(r"^## (.*)\n", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def commands() -> Iterator[Commands]:
    """Every block of shell."""
    for section, text in sections().items():
        for language, word, body in _FENCE.findall(text):
            if language == "sh":
                yield Commands(section, Kind(word), body)


def files() -> dict[str, str]:
    """The files to save, by their names."""
    found = _FENCE.findall(TEXT)
    return {word.removeprefix(_SAVED): body for _, word, body in found if word.startswith(_SAVED)}
