"""Descriptions of options: the question that an option answers, its values, and the meaning of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

ANY = "n"
"""The value of a Meaning that speaks of every value that has none of its own; its text holds `{n}` for it."""


class InvalidRules(ValueError):
    """A value or a combination of options that no table can play; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A value as it is written in a house file, and what it stands for.

    The clause names the books that say so, each by a letter (F, A, P, O, S) and its own numbers or headings; where
    no book does, it is `house rule`. The example is a position, an auction or a sum.
    """

    value: str
    text: str
    clause: str
    example: str


class Option(StrEnum):
    """An option whose values have names. The class's docstring says what it decides, each member what it means."""

    meaning: Meaning

    def __new__(cls, value: str, text: str, clause: str, example: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = Meaning(value, text, clause, example)
        return member


class Asks:
    """The annotation of an option that is a number or a flag: what it decides, and what its values mean."""

    __slots__ = ("question", "values")

    def __init__(self, question: str, *values: Meaning) -> None:
        self.question = question
        self.values = values


@dataclass(frozen=True, slots=True)
class Described:
    """One option: its group, its name, what it decides, and the values to choose from."""

    group: str
    name: str
    question: str
    values: tuple[Meaning, ...]

    def meaning(self, value: object) -> Meaning:
        """Return the meaning of a value; one that has no meaning of its own has that of `n`."""
        written = written_as(value)
        exact = (meaning for meaning in self.values if meaning.value == written)
        general = (meaning for meaning in self.values if meaning.value == ANY)
        return next(exact, None) or next(general)

    def text(self, value: object) -> str:
        """The meaning in words, with its number."""
        return self.meaning(value).text.format(n=written_as(value))


def written_as(value: object) -> str:
    """An option's value as a house file has it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case tuple():
            return " ".join(map(str, value))
        case _:
            return str(value)


def described(group: str, options: type) -> Iterator[Described]:
    """Every option of a group, in order."""
    hints = get_type_hints(options, include_extras=True)
    for field in fields(options):
        yield _described(group, field.name, hints[field.name])


def _described(group: str, name: str, hint: Any) -> Described:
    if get_origin(hint) is Annotated:
        asks = next(extra for extra in get_args(hint)[1:] if isinstance(extra, Asks))
        return Described(group, name, asks.question, asks.values)
    assert issubclass(hint, Option)
    return Described(group, name, hint.__doc__ or "", tuple(member.meaning for member in hint))
