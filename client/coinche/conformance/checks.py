"""A check: an id, the section of PROTOCOL.md that it tests, its assertion, the method that tests it, and its verdict.

The checks of one subject stand in one class, whose instances are benches: `self` is the bench of the check that runs,
and helpers are methods beside it. A scenario of its own is a method under `@check`; checks of one shape are rows,
`check(id, section, sentence)(run)`, in a tuple. All are listed in the order in which the class has them.

Checks run beside one another, each with a bench of its own and within a time of its own; each gets a verdict.
"""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from inspect import cleandoc
from pathlib import Path
from typing import Any, NoReturn, Protocol

import trio

from .transcript import Map, Transcript, as_json

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


_HERE = Path(__file__).parent
LONGEST = 60.0
"""Seconds that a check may take."""


class Verdict(StrEnum):
    """The outcome of a check."""

    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"
    """An advised check did not hold."""
    NOT_OFFERED = "not offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The outcome of one check, its reason and its transcript. `why` is empty where it passed."""

    check: Check
    verdict: Verdict
    why: str
    ms: int
    transcript: tuple[str, ...]
    marked: int | None = None
    """The index of the transcript line with the message that failed the check."""


class Bench(Protocol):
    """The peer of the program under check, for one check."""

    @property
    def transcript(self) -> Transcript:
        """The transcript of all messages of the check."""

    async def ending(self) -> str:
        """Describe how the program under check ended, and after which message; empty while it runs or is not ours."""


OpenBench = Callable[[Check, Transcript], AbstractAsyncContextManager[Bench]]


async def run(
    checks: Sequence[Check],
    open_bench: OpenBench,
    told: Callable[[CheckResult], None],
    *,
    at_once: int,
    longest: float = LONGEST,
) -> tuple[CheckResult, ...]:
    """Run all checks, `at_once` at a time; call `told` with each result and return the results in order."""
    results: dict[str, CheckResult] = {}
    places = trio.CapacityLimiter(at_once)

    async def one(check: Check) -> None:
        async with places:
            results[check.id] = await judged(check, open_bench, longest)
        told(results[check.id])

    async with trio.open_nursery() as nursery:
        for check in checks:
            if not check.alone:
                nursery.start_soon(one, check)
    for check in checks:
        if check.alone:
            await one(check)
    return tuple(results[check.id] for check in checks)


async def judged(check: Check, open_bench: OpenBench, longest: float = LONGEST) -> CheckResult:
    """Run one check. An exception in it, of any kind, fails this check alone."""
    transcript, began = Transcript(), trio.current_time()
    verdict, why = Verdict.FAILED, f"it was not over after {longest:g} s"
    with trio.move_on_after(longest):
        try:
            async with open_bench(check, transcript) as bench:
                verdict, why = await _tried(check, bench)
        except Exception as wrong:
            verdict, why = _blamed(_leaf(wrong))
    if verdict is Verdict.FAILED and check.advice:
        verdict = Verdict.WARNED
    ms = round(1000 * (trio.current_time() - began))
    lines, marked = transcript.lines, transcript.marked
    return CheckResult(check=check, verdict=verdict, why=why, ms=ms, transcript=lines, marked=marked)


async def _tried(check: Check, bench: Bench) -> tuple[Verdict, str]:
    """Return the verdict and its reason; mark the faulty message before the transcript gets more lines."""
    try:
        await check.run(bench)
    except Exception as wrong:
        leaf = _leaf(wrong)
        verdict, why = _blamed(leaf)
        if verdict is Verdict.NOT_OFFERED:
            return verdict, why
        _mark(bench.transcript, leaf)
        return verdict, "; ".join(filter(None, (why, await bench.ending())))
    return Verdict.PASSED, ""


def _mark(transcript: Transcript, wrong: BaseException) -> None:
    match wrong:
        case Unanswered(who=who):
            transcript.mark_unanswered(who)
        case Failed(about=about):
            transcript.mark(about)
        case _:
            transcript.mark(None)


def _leaf(wrong: BaseException) -> BaseException:
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    return wrong


def _blamed(wrong: BaseException) -> tuple[Verdict, str]:
    """Return the verdict and a sentence for an exception; a missing field of a message raises KeyError."""
    match wrong:
        case NotOffered():
            return Verdict.NOT_OFFERED, str(wrong)
        case Failed():
            return Verdict.FAILED, str(wrong)
        case KeyError(args=(str(field),)):
            return Verdict.FAILED, f"a message lacks the field `{field}`"
        case OSError():
            return Verdict.FAILED, f"no connection: {wrong.strerror or wrong}"
        case _:
            why = f"{type(wrong).__name__} in {_where(wrong)}"
            return Verdict.FAILED, f"the check could not go on, because of a message or its own fault: {why}"


def _where(wrong: BaseException) -> str:
    """Return the file and the line of the check that raised the exception."""
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if _HERE in Path(frame.filename).parents]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "no line of it"
