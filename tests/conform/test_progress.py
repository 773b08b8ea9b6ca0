"""The progress shown while checks run: one line that is rewritten, or a line now and then; failures at once."""

from __future__ import annotations

import io

import pytest
import trio
import trio.testing

from coinche.conformance.checks import CheckResult, Side, Verdict
from coinche.conformance.plan import CHECKS
from coinche.conformance.report import AGAIN, NOW_AND_THEN, Progress

FIRST, *_ = CHECKS[Side.SERVER]
HUNDRED_SECONDS = 100.0


def came(verdict: Verdict, why: str = "") -> CheckResult:
    """A result of the first check."""
    return CheckResult(check=FIRST, verdict=verdict, why=why, ms=1, transcript=())


async def said_in(seconds: float, columns: int | None, *results: CheckResult) -> str:
    """All that is said of ten checks, where these come at once."""
    out = io.StringIO()
    progress = Progress(10, out, columns)
    with trio.move_on_after(seconds):
        for result in results:
            progress.take(result)
        await progress.run()
    progress.clear()
    return out.getvalue()


async def test_a_file_gets_what_fails_and_a_count_now_and_then(autojump_clock: trio.testing.MockClock) -> None:
    results = (came(Verdict.PASSED), came(Verdict.FAILED, "it does not\nhold"), came(Verdict.WARNED, "bad manners"))
    assert await said_in(2.5 * NOW_AND_THEN, None, *results) == (
        "FAIL frames.length: it does not hold\n"
        "warn frames.length: bad manners\n"
        "3 of 10, 1 failed, 1 warned, 0:20\n"
        "3 of 10, 1 failed, 1 warned, 0:40\n"
    )


async def test_a_terminal_has_one_line_that_is_written_again(autojump_clock: trio.testing.MockClock) -> None:
    said = await said_in(2.5 * AGAIN, 80, came(Verdict.PASSED), came(Verdict.NOT_OFFERED, "not here"))
    assert said.split("\r\x1b[K") == ["", "1 of 10, 0:00", "2 of 10, 0:00", "2 of 10, 0:01", "2 of 10, 0:02", ""]


async def test_what_fails_stays_above_that_line(autojump_clock: trio.testing.MockClock) -> None:
    said = await said_in(AGAIN / 2, 80, came(Verdict.FAILED, "no"))
    assert said.split("\r\x1b[K") == ["", "FAIL frames.length: no\n", "1 of 10, 1 failed, 0:00", ""]


@pytest.mark.parametrize("columns", [20, 80])
async def test_no_line_is_wider_than_the_terminal(columns: int, autojump_clock: trio.testing.MockClock) -> None:
    said = await said_in(HUNDRED_SECONDS, columns, came(Verdict.FAILED, "it does not hold " * 20))
    assert all(len(line) < columns for line in said.replace("\n", "\r\x1b[K").split("\r\x1b[K"))
    assert "FAIL frames.length" in said
    assert "1:39" in said or columns == 20
