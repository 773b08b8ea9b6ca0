"""Checks are run beside one another, each with a bench of its own, each within a bound.

Knows verdicts. Refuses to know what is checked: a bench is whatever the checks of a side need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import trio

from .checks import Check, Failed, NotOffered
from .transcript import Transcript

LONGEST = 60.0
"""Seconds that a check may take."""


class Verdict(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"
    """It was advice, and was not taken."""
    NOT_OFFERED = "not offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one check. `why` is empty where it passed."""

    check: Check
    verdict: Verdict
    why: str
    ms: int
    transcript: tuple[str, ...]


class Bench(Protocol):
    """What every bench has."""

    @property
    def transcript(self) -> Transcript:
        """What went over its wires."""


OpenBench = Callable[[Check, Transcript], AbstractAsyncContextManager[Bench]]


async def run(
    checks: Sequence[Check],
    open_bench: OpenBench,
    told: Callable[[Result], None],
    *,
    at_once: int,
    longest: float = LONGEST,
) -> tuple[Result, ...]:
    """Run them all, some at once; `told` hears of each when it is over. The results are in the order of the checks."""
    results: dict[str, Result] = {}
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


async def judged(check: Check, open_bench: OpenBench, longest: float = LONGEST) -> Result:
    """Run one check. Whatever goes wrong in it is its own failure."""
    transcript, began = Transcript(), trio.current_time()
    verdict, why = Verdict.FAILED, f"it was not over after {longest:g} s"
    with trio.move_on_after(longest):
        try:
            async with open_bench(check, transcript) as bench:
                await check.run(bench)
            verdict, why = Verdict.PASSED, ""
        except Exception as wrong:
            verdict, why = _blamed(wrong)
    if verdict is Verdict.FAILED and check.advice:
        verdict = Verdict.WARNED
    ms = round(1000 * (trio.current_time() - began))
    return Result(check=check, verdict=verdict, why=why, ms=ms, transcript=transcript.lines)


def _blamed(wrong: BaseException) -> tuple[Verdict, str]:
    """The verdict, and a sentence; answers that lack what the document promises end up here as well."""
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    match wrong:
        case NotOffered():
            return Verdict.NOT_OFFERED, str(wrong)
        case Failed():
            return Verdict.FAILED, str(wrong)
        case KeyError():
            return Verdict.FAILED, f"a message lacks the field {wrong}"
        case OSError():
            return Verdict.FAILED, f"no connection: {wrong}"
        case _:
            why = f"{type(wrong).__name__}: {wrong}"
            return Verdict.FAILED, f"the check could not go on, for what came or by a fault of its own: {why}"
