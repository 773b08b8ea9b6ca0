"""Checks run beside one another, each with a bench of its own and within a time of its own; each gets a verdict."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import trio

from .checks import Check, Failed, NotOffered, Unanswered
from .transcript import Transcript

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
