"""The runner of checks: each within its bound, each by itself, and the sentences about those that go wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import trio
import trio.testing

from coinche.conformance.checks import Check, CheckResult, NotOffered, Side, Verdict, check, checks_of, fail, run
from coinche.conformance.transcript import LINES, Transcript


@dataclass(frozen=True, slots=True)
class Bench:
    """A bench on which nothing lies."""

    transcript: Transcript

    async def ending(self) -> str:
        return ""


@asynccontextmanager
async def opened(check: Check, transcript: Transcript) -> AsyncIterator[Bench]:
    transcript.note(check.id, "began")
    yield Bench(transcript)


@check("some.holds", section="Errors")
async def holds(bench: Bench) -> None:
    """It holds."""


@check("some.fails", section="Errors")
async def fails(bench: Bench) -> None:
    """It does not."""
    fail("it does not hold")


@check("some.hangs", section="Errors")
async def hangs(bench: Bench) -> None:
    """It is never over."""
    await trio.sleep_forever()


@check("some.stumbles", section="Errors")
async def stumbles(bench: Bench) -> None:
    """It looks for what is not there."""
    async with trio.open_nursery():
        raise KeyError("legal")


@check("some.advice", section="Errors", advice=True)
async def advice(bench: Bench) -> None:
    """It would be good manners."""
    fail("bad manners")


@check("some.not_offered", section="Errors", alone=True)
async def not_offered(bench: Bench) -> None:
    """It is about what is not there."""
    raise NotOffered("not here")


class SomeChecks:
    """The checks above, in their order."""

    rows = (holds, fails, hangs, stumbles, advice, not_offered)


CHECKS = checks_of(Side.SERVER, SomeChecks)
FOUND = {
    "some.holds": (Verdict.PASSED, ""),
    "some.fails": (Verdict.FAILED, "it does not hold"),
    "some.hangs": (Verdict.FAILED, "it was not over after 60 s"),
    "some.stumbles": (Verdict.FAILED, "a message lacks the field `legal`"),
    "some.advice": (Verdict.WARNED, "bad manners"),
    "some.not_offered": (Verdict.NOT_OFFERED, "not here"),
}


@pytest.mark.parametrize("at_once", [1, 12])
async def test_each_check_has_a_verdict_of_its_own(at_once: int, autojump_clock: trio.testing.MockClock) -> None:
    told: list[CheckResult] = []
    results = await run(CHECKS, opened, told.append, at_once=at_once)
    assert {result.check.id: (result.verdict, result.why) for result in results} == FOUND
    assert [result.check.id for result in results] == list(FOUND)
    assert told[-1].check.id == "some.not_offered"
    assert all(result.transcript for result in results)


def test_a_long_transcript_keeps_its_end() -> None:
    transcript = Transcript()
    for number in range(LINES + 5):
        transcript.message("C", ">", {"type": "ping", "id": number})
    assert transcript.lines[0] == "… 5 lines before"
    assert transcript.lines[-1] == f'C > {{"type": "ping", "id": {LINES + 4}}}'


def test_rules_and_views_are_left_out_of_a_line() -> None:
    transcript = Transcript()
    transcript.message("C", "<", {"type": "request", "view": {"hand": []}})
    assert transcript.lines == ('C < {"type": "request", "view": "…"}',)
