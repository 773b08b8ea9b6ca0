"""What a check is: an id, the section of PROTOCOL.md that it tests, what it asserts, and how it finds out.

Knows how checks are written down and how they fail. Refuses to know servers, bots and wires.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from inspect import cleandoc
from typing import Any, NoReturn

from .transcript import Map

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

    def check(
        self,
        id: str,  # noqa: A002
        *,
        section: str,
        advice: bool = False,
        alone: bool = False,
    ) -> Callable[[Run], Run]:
        """Write the function down as a check; its docstring is what it asserts."""

        def written(run: Run) -> Run:
            says = " ".join(cleandoc(run.__doc__ or "").split())
            check = Check(id=id, side=self._side, section=section, says=says, run=run, advice=advice, alone=alone)
            self._checks.append(check)
            return run

        return written


def fail(sentence: str, about: Map | None = None) -> NoReturn:
    """The assertion does not hold."""
    raise Failed(sentence, about)


def expect(condition: object, sentence: str, about: Map | None = None) -> None:
    """Go on where the condition holds; else the check has failed, for the reason given, because of that message."""
    if not condition:
        fail(sentence, about)
