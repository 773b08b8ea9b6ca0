"""A check: an id, the section of PROTOCOL.md that it tests, its assertion, and the method that tests it.

The checks of one subject stand in one class, whose instances are benches: `self` is the bench of the check that runs,
and helpers are methods beside it. A scenario of its own is a method under `@check`; checks of one shape are rows,
`check(id, section, sentence)(run)`, in a tuple. All are listed in the order in which the class has them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from inspect import cleandoc
from typing import Any, NoReturn

from .transcript import Map, as_json

Run = Callable[[Any], Awaitable[None]]


class Side(StrEnum):
    """The kind of program that is checked."""

    SERVER = "server"
    BOT = "bot"


class Failed(Exception):
    """The check's assertion does not hold; the message describes the fault in a sentence.

    `about` is the peer's faulty message, if that need not be the last one.
    """

    def __init__(self, sentence: str, about: Map | None = None) -> None:
        super().__init__(sentence)
        self.about = about


class Unanswered(Failed):
    """A message that was due did not come; `who` is the peer, if known."""

    def __init__(self, sentence: str, who: str = "") -> None:
        super().__init__(sentence)
        self.who = who


class NotOffered(Exception):
    """The program under check says that it lacks the feature that the check tests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One assertion. `run` returns if it holds; otherwise it raises Failed or NotOffered.

    Advice is a recommendation that PROTOCOL.md does not require: if it does not hold, that is a warning. A check that
    runs `alone` would disturb others. `bench` is the class that has the check.
    """

    id: str
    section: str
    says: str
    run: Run
    advice: bool = False
    alone: bool = False
    side: Side = Side.SERVER
    bench: type[Any] = object


def check(
    id: str,  # noqa: A002
    section: str,
    says: str = "",
    *,
    advice: bool = False,
    alone: bool = False,
) -> Callable[[Run], Check]:
    """Make a function a check; its assertion is `says`, or else its docstring."""

    def written(run: Run) -> Check:
        sentence = " ".join(cleandoc(says or run.__doc__ or "").split())
        return Check(id=id, section=section, says=sentence, run=run, advice=advice, alone=alone)

    return written


def checks_of(side: Side, *groups: type[Any]) -> tuple[Check, ...]:
    """Return all checks of these classes, single or in tuples, in order."""
    found: list[Check] = []
    for group in groups:
        for value in vars(group).values():
            rows = value if isinstance(value, tuple) else (value,)
            found += [replace(row, side=side, bench=group) for row in rows if isinstance(row, Check)]
    return tuple(found)


def fail(sentence: str, about: Map | None = None) -> NoReturn:
    """Fail the check with that sentence."""
    raise Failed(sentence, about)


def expect(condition: object, sentence: str, about: Map | None = None) -> None:
    """Fail the check with that sentence, because of that message, unless the condition holds."""
    if not condition:
        fail(sentence, about)


def expect_is(found: object, due: object, what: str) -> None:
    """Fail the check with both values in the sentence unless they are equal."""
    if found != due:
        fail(f"{what} has to be {as_json(due)}, not {as_json(found)}")


def expect_fields(message: Map, **due: object) -> None:
    """Fail the check unless the message has these fields with these values."""
    for field, value in due.items():
        expect_is(message.get(field), value, f"`{field}` of {message.get('type', 'it')}")
