"""Results as lines for people and as a map for programs. Refuses to run anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from .checks import Check
from .runner import Result, Verdict

UNWELCOME = frozenset({Verdict.FAILED, Verdict.WARNED})
"""Verdicts that come with a transcript."""
_MARKS = {Verdict.PASSED: "ok  ", Verdict.FAILED: "FAIL", Verdict.WARNED: "warn", Verdict.NOT_OFFERED: "–   "}


def listed(checks: Sequence[Check]) -> Iterator[str]:
    """One line for each check: id, section, what it asserts."""
    return (f"{check.id}\t{check.section}\t{'advice: ' if check.advice else ''}{check.says}" for check in checks)


def progress(result: Result) -> str:
    """One line as soon as a check is over."""
    why = f"  {result.why}" if result.why else ""
    return f"{_MARKS[result.verdict]} {result.check.id:32} {result.ms / 1000:6.2f} s{why}"


def failure(result: Result) -> Iterator[str]:
    """What a failed check asserts, what was found, and its transcript."""
    yield f"{result.check.id} (PROTOCOL.md, {result.check.section})"
    yield f"  asserts: {result.check.says}"
    yield f"  found:   {result.why}"
    yield "  transcript:" if result.transcript else "  nothing went over the wire"
    yield from (f"    {line}" for line in result.transcript)


def failures(results: Sequence[Result]) -> Iterator[str]:
    """All that failed or was warned of. Where the same is found again and nothing went over the wire, the id alone."""
    last = ""
    for result in results:
        if result.verdict not in UNWELCOME:
            continue
        if result.why == last and not result.transcript:
            yield f"{result.check.id} (the same)"
        else:
            yield ""
            yield from failure(result)
        last = result.why


def passed_over(results: Sequence[Result]) -> Iterator[str]:
    """What could not be checked, and why: a line for each."""
    for result in results:
        if result.verdict is Verdict.NOT_OFFERED:
            yield f"{result.check.id}: {result.why}"


def count(results: Sequence[Result]) -> str:
    """The last line."""
    found = Counter(result.verdict for result in results)
    more = "".join(f", {found[rest]} {rest}" for rest in (Verdict.WARNED, Verdict.NOT_OFFERED) if found[rest])
    return f"{found[Verdict.PASSED]} passed, {found[Verdict.FAILED]} failed{more}"


def report(target: str, results: Sequence[Result]) -> dict[str, Any]:
    """Everything, for `--json`."""
    found = Counter(result.verdict for result in results)
    return {
        "target": target,
        "passed": found[Verdict.PASSED],
        "failed": found[Verdict.FAILED],
        "warned": found[Verdict.WARNED],
        "not_offered": found[Verdict.NOT_OFFERED],
        "checks": [_line(result) for result in results],
    }


def _line(result: Result) -> dict[str, Any]:
    return {
        "id": result.check.id,
        "side": result.check.side,
        "section": result.check.section,
        "says": result.check.says,
        "verdict": result.verdict,
        "why": result.why,
        "ms": result.ms,
        "transcript": list(result.transcript) if result.verdict in UNWELCOME else [],
    }
