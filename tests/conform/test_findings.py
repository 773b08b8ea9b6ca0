"""The findings at the end: failures with their transcript, advice, and checks that could not run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.conformance.checks import CheckResult, Side, Verdict
from coinche.conformance.plan import CHECKS
from coinche.conformance.report import LAST, NOT_OFFERED, WARNED, failures, findings, listed
from coinche.conformance.transcript import Transcript

FIRST, SECOND, THIRD, *_ = CHECKS[Side.BOT]
NARROW = 60


def came(verdict: Verdict, why: str = "", *transcript: str, check: int = 0) -> CheckResult:
    """A result of one of the first checks of bots."""
    return CheckResult(check=CHECKS[Side.BOT][check], verdict=verdict, why=why, ms=1, transcript=transcript)


def test_a_failure_says_what_is_asserted_what_was_found_and_what_went_over_the_wire() -> None:
    lines = list(findings([came(Verdict.PASSED), came(Verdict.FAILED, "it is late", "bot1 < {}")], None))
    assert lines == [
        "",
        f"FAIL {FIRST.id} (coinche/1, {FIRST.section})",
        f"  asserts: {FIRST.says}",
        "  found:   it is late",
        "  transcript:",
        "    bot1 < {}",
    ]


def test_the_same_again_is_said_once() -> None:
    again = [came(Verdict.FAILED, "no connection", check=number) for number in range(3)]
    assert list(failures(again))[-3:] == [
        "  nothing went over the wire",
        f"{SECOND.id} (the same)",
        f"{THIRD.id} (the same)",
    ]


def test_what_is_advised_and_what_is_not_there_are_no_failures_and_come_first() -> None:
    results = [
        came(Verdict.FAILED, "it is late"),
        came(Verdict.WARNED, "it prints", "bot1 < {}", check=1),
        came(Verdict.NOT_OFFERED, "it has none", check=2),
        came(Verdict.NOT_OFFERED, "it has none", check=3),
    ]
    lines = list(findings(results, None))
    assert lines[:8] == [
        "",
        NOT_OFFERED,
        f"  {THIRD.id}, {CHECKS[Side.BOT][3].id}",
        "      it has none",
        "",
        WARNED,
        f"  {SECOND.id}",
        f"    advised: {SECOND.says}",
    ]
    assert lines[8:11] == ["    found:   it prints", "", f"FAIL {FIRST.id} (coinche/1, {FIRST.section})"]


def long_transcript(wrong: int = 19) -> CheckResult:
    """A failure with more lines than are shown, that message being wrong; the last is what a program complained of."""
    transcript = Transcript()
    for number in range(20):
        message = {"type": "pong", "data": "x y " * 100, "id": number}
        transcript.message("bot1", "<", message)
        if number == wrong:
            transcript.mark(message)
    complained = "\n".join(("Traceback:", *(f"  File {number}" for number in range(LAST)), "ValueError: no"))
    transcript.note("bot", f"it had ended with status 1; the end of its standard error:\n{complained}")
    return replace(came(Verdict.FAILED, "it is late " * 20, *transcript.lines), marked=transcript.marked)


HEADING = f"  transcript, the last {LAST} of 21 lines (--full prints all):"


def test_a_terminal_gets_the_end_of_a_transcript_within_its_width() -> None:
    result = long_transcript()
    lines = list(findings([result, replace(result, verdict=Verdict.WARNED)], NARROW))
    assert all(len(line) < NARROW for line in lines if line != HEADING)
    shown = lines[lines.index(HEADING) + 1 :]
    assert sum(line[4:].startswith("bot") for line in shown) == LAST
    assert sum(line.endswith(" …") for line in shown) == LAST - 1
    assert shown[-LAST:] == [*(f"        File {number}" for number in range(1, LAST)), "      ValueError: no"]


def test_a_file_gets_no_more_than_a_terminal() -> None:
    result = long_transcript()
    lines = list(failures([result]))
    assert lines[4] == HEADING
    assert [line[4:] for line in lines[5:14]] == list(result.transcript[11:20])


@pytest.mark.parametrize("columns", [None, 700])
def test_all_of_it_is_shown_where_that_is_asked_for(columns: int | None) -> None:
    result = long_transcript()
    lines = list(failures([result], columns, full=True))
    assert lines[4] == "  transcript:"
    assert [line[4:] for line in lines[5:25]] == [line.strip() for line in result.transcript[:20]]
    assert [line[6:] for line in lines[26:]] == result.transcript[20].splitlines()[1:]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("wrong", [0, 10, 11, 19])
def test_the_message_that_failed_the_check_is_marked_in_the_margin_and_always_shown(wrong: int, full: bool) -> None:
    lines = list(failures([long_transcript(wrong)], full=full))
    (marked,) = (line for line in lines if line.startswith(" >> "))
    assert f'"id": {wrong}}}' in marked
    assert ("    …" in lines) is (wrong == 0 and not full)


@pytest.mark.parametrize("side", list(Side))
def test_a_terminal_gets_the_list_by_sections(side: Side) -> None:
    lines = list(listed(CHECKS[side], NARROW))
    assert all(len(line) < NARROW for line in lines)
    assert [line.strip() for line in lines if line[:3].strip() and line[:2] == "  "] == [
        check.id for check in CHECKS[side]
    ]
