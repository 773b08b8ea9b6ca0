"""A check: an id, the section of PROTOCOL.md that it tests, its assertion, and the function that finds out.

A check that is a scenario of its own is a function under `@CHECKS.check`; those of one shape are rows that a driver
adds with `CHECKS.add`. Both are listed in the order in which they are written.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from inspect import cleandoc
from typing import Any, NoReturn

from .transcript import Map, as_json

Run = Callable[[Any], Awaitable[None]]


class Side(StrEnum):
    """Who is checked."""

    SERVER = "server"
    BOT = "bot"


class Failed(Exception):
    """The check's assertion does not hold; the message says what was found, in a sentence.

    `about` is the message of the peer that is wrong, where that need not be the last one.
    """

    def __init__(self, sentence: str, about: Map | None = None) -> None:
        super().__init__(sentence)
        self.about = about


class Unanswered(Failed):
    """What was due did not come; `who` is the peer, where it is known."""

    def __init__(self, sentence: str, who: str = "") -> None:
        super().__init__(sentence)
        self.who = who


class NotOffered(Exception):
    """Whoever is checked says himself that he does not have what the check is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One assertion. `run` returns where it holds; it raises Failed, or NotOffered.

    One that is `advice` is good manners that PROTOCOL.md does not ask for: where it does not hold, that is a warning.
    One that runs `alone` would be in the way of others.
    """

    id: str
    side: Side
    section: str
    says: str
    run: Run
    advice: bool = False
    alone: bool = False


class Checks:
    """The checks of one file, in their order.

    CHECKS = Checks(Side.SERVER)

    @CHECKS.check("frames.too_big", section="The wire")
    async def too_big(bench: ServerBench) -> None:
        \"\"\"A frame that is longer than the limit is answered with FRAME_TOO_BIG, and the connection ends.\"\"\"
    """

    def __init__(self, side: Side) -> None:
        self._side = side
        self._checks: list[Check] = []

    def __iter__(self) -> Any:
        return iter(self._checks)

    def add(
        self,
        id: str,  # noqa: A002
        section: str,
        says: str,
        run: Run,
        *,
        advice: bool = False,
        alone: bool = False,
    ) -> None:
        """Write a check down."""
        says = " ".join(cleandoc(says).split())
        self._checks.append(
            Check(id=id, side=self._side, section=section, says=says, run=run, advice=advice, alone=alone)
        )

    def check(self, id: str, section: str, *, advice: bool = False, alone: bool = False) -> Callable[[Run], Run]:  # noqa: A002
        """Write the function down as a check; its docstring is what it asserts."""

        def written(run: Run) -> Run:
            self.add(id, section, run.__doc__ or "", run, advice=advice, alone=alone)
            return run

        return written


def fail(sentence: str, about: Map | None = None) -> NoReturn:
    """The assertion does not hold."""
    raise Failed(sentence, about)


def expect(condition: object, sentence: str, about: Map | None = None) -> None:
    """Go on where the condition holds; else the check has failed, for the reason given, because of that message."""
    if not condition:
        fail(sentence, about)


def expect_is(found: object, due: object, what: str) -> None:
    """Go on where both are equal; else the check has failed, with both in the sentence."""
    expect(found == due, f"{what} has to be {as_json(due)}, not {as_json(found)}")


def expect_fields(message: Map, **due: object) -> None:
    """Go on where the message has these fields with these values."""
    for field, value in due.items():
        expect_is(message.get(field), value, f"`{field}` of {message.get('type', 'it')}")
