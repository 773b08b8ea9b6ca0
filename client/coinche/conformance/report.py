"""Results as a map for programs, and how many there are of each verdict. Refuses to run anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .runner import Result, Verdict

UNWELCOME = frozenset({Verdict.FAILED, Verdict.WARNED})
"""Verdicts that come with a transcript."""


def count(results: Sequence[Result]) -> str:
    """The last line."""
    found = Counter(result.verdict for result in results)
    more = "".join(f", {found[rest]} {rest}" for rest in (Verdict.WARNED, Verdict.NOT_OFFERED) if found[rest])
    return f"{found[Verdict.PASSED]} passed, {found[Verdict.FAILED]} failed{more}"


def report(target: str, results: Sequence[Result], not_run: int = 0) -> dict[str, Any]:
    """Everything, for `--json`."""
    found = Counter(result.verdict for result in results)
    return {
        "target": target,
        "passed": found[Verdict.PASSED],
        "failed": found[Verdict.FAILED],
        "warned": found[Verdict.WARNED],
        "not_offered": found[Verdict.NOT_OFFERED],
        "not_run": not_run,
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
        "marked": result.marked if result.verdict in UNWELCOME else None,
        "transcript": list(result.transcript) if result.verdict in UNWELCOME else [],
    }
