"""The output of the checks: their progress, their findings, and a report as a map.

While checks run, a terminal shows one line that is written again, and anything else gets a line now and then. At the
end failures come last, with what went over the wire, as a terminal still shows the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any, NoReturn, TextIO

import trio

from .checks import Check, CheckResult, Verdict

AGAIN = 1.0
"""Seconds between two updates of the line on a terminal."""
NOW_AND_THEN = 20.0
"""Seconds between two lines if a line cannot be rewritten."""
_MARKS = {Verdict.FAILED: "FAIL", Verdict.WARNED: "warn"}
_BLANK = "\r\x1b[K"
LAST = 10
"""Lines that are shown of a transcript, besides the one that failed the check, and of a bot's standard error."""
ROWS = 3
"""Rows of a terminal for a message."""
MARGIN, MARK, DEEPER = "    ", " >> ", "      "
WARNED = "Warned, not failed: this is only advice."
NOT_OFFERED = "Not offered, so not checked: something that these checks need is missing."
UNWELCOME = frozenset({Verdict.FAILED, Verdict.WARNED})
"""Verdicts that come with a transcript."""


# --- while checks run ---------------------------------------------------------------------------------


class Progress:
    """The progress of `total` checks. `columns` is the width of the terminal; None without one."""

    def __init__(self, total: int, out: TextIO, columns: int | None) -> None:
        self._total = total
        self._out = out
        self._columns = columns
        self._found: Counter[Verdict] = Counter()
        self._began = trio.current_time()

    async def run(self) -> NoReturn:
        """Show the progress repeatedly until cancelled."""
        while True:
            await trio.sleep(NOW_AND_THEN if self._columns is None else AGAIN)
            self._say()

    def take(self, result: CheckResult) -> None:
        """Count a check that is over."""
        self._found[result.verdict] += 1
        if result.verdict in _MARKS:
            self.keep(f"{_MARKS[result.verdict]} {result.check.id}: {result.why}")
        if self._columns is not None:
            self._say()

    def keep(self, line: str) -> None:
        """Print a line that stays."""
        self.clear()
        print(self._fitting(line), file=self._out, flush=True)

    def clear(self) -> None:
        """Remove the progress line."""
        if self._columns is not None:
            print(_BLANK, end="", file=self._out, flush=True)

    def _say(self) -> None:
        if self._columns is None:
            self.keep(str(self))
        else:
            print(f"{_BLANK}{self._fitting(str(self))}", end="", file=self._out, flush=True)

    def __str__(self) -> str:
        minutes, seconds = divmod(round(trio.current_time() - self._began), 60)
        counts = "".join(f", {self._found[verdict]} {verdict}" for verdict in _MARKS if self._found[verdict])
        return f"{self._found.total()} of {self._total}{counts}, {minutes}:{seconds:02}"

    def _fitting(self, line: str) -> str:
        line = " ".join(line.split())
        if self._columns is None or len(line) < self._columns:
            return line
        return f"{line[: self._columns - 2]}…"


# --- at the end, for people ----------------------------------------------------------------------------


def listed(checks: Sequence[Check], columns: int | None) -> Iterator[str]:
    """List the checks. Without a terminal one line for each, with tabs: id, section, assertion."""
    if columns is None:
        yield from (f"{check.id}\t{check.section}\t{_assertion(check)}" for check in checks)
        return
    for section, some in groupby(checks, lambda check: check.section):
        yield from ("", section)
        for check in some:
            yield f"  {check.id}"
            yield from _paragraph(_assertion(check), columns, "      ")


def _assertion(check: Check) -> str:
    return f"{'advice: ' if check.advice else ''}{check.says}"


def findings(results: Sequence[CheckResult], columns: int | None, *, full: bool = False) -> Iterator[str]:
    """Return all lines, those of failures last, where a terminal still shows them; `full` prints whole transcripts."""
    yield from _not_offered([result for result in results if result.verdict is Verdict.NOT_OFFERED], columns)
    yield from _warned([result for result in results if result.verdict is Verdict.WARNED], columns)
    yield from failures(results, columns, full=full)


def failures(results: Sequence[CheckResult], columns: int | None = None, *, full: bool = False) -> Iterator[str]:
    """Return the lines of failures; a repeated finding with nothing on the wire gets only its id."""
    last = ""
    for result in results:
        if result.verdict is not Verdict.FAILED:
            continue
        if result.why == last and not result.transcript:
            yield f"{result.check.id} (the same)"
        else:
            yield ""
            yield from _failure(result, columns, full=full)
        last = result.why


def _failure(result: CheckResult, columns: int | None, *, full: bool) -> Iterator[str]:
    """Return the lines of one failure: its assertion, what was found, and its transcript."""
    yield f"FAIL {result.check.id} (coinche/1, {result.check.section})"
    yield from _paragraph(result.check.says, columns, "  asserts: ")
    yield from _paragraph(result.why, columns, "  found:   ")
    if not result.transcript:
        yield "  nothing went over the wire"
        return
    first = 0 if full else max(0, len(result.transcript) - LAST)
    cut = f", the last {LAST} of {len(result.transcript)} lines (--full prints all)" if first else ""
    yield f"  transcript{cut}:"
    if result.marked is not None and result.marked < first:
        yield from _line(result.transcript[result.marked], columns, MARK, full=full)
        if result.marked < first - 1:
            yield f"{MARGIN}…"
    for at, line in enumerate(result.transcript[first:], first):
        yield from _line(line, columns, MARK if at == result.marked else MARGIN, full=full)


def _line(line: str, columns: int | None, margin: str, *, full: bool) -> Iterator[str]:
    """Wrap a line of a transcript: a message is cut to a few rows, a bot's standard error to its last lines."""
    first, *more = line.splitlines()
    yield from _paragraph(first, columns, margin, under=DEEPER, rows=None if more or full else ROWS)
    for another in more if full else more[-LAST:]:
        yield f"{DEEPER}{another}"


def _warned(results: Sequence[CheckResult], columns: int | None) -> Iterator[str]:
    if results:
        yield from ("", WARNED)
    for result in results:
        yield f"  {result.check.id}"
        yield from _paragraph(result.check.says, columns, "    advised: ")
        yield from _paragraph(result.why, columns, "    found:   ")


def _not_offered(results: Sequence[CheckResult], columns: int | None) -> Iterator[str]:
    """Return the lines of these results, grouped by cause."""
    if results:
        yield from ("", NOT_OFFERED)
    for why in dict.fromkeys(result.why for result in results):
        yield from _paragraph(", ".join(result.check.id for result in results if result.why == why), columns, "  ")
        yield from _paragraph(why, columns, "      ")


def _paragraph(
    text: str, columns: int | None, first: str, *, under: str = "", rows: int | None = None
) -> Iterator[str]:
    """Wrap the text behind `first`; further lines begin with `under`, or else below the text."""
    if columns is None:
        yield first + text
        return
    yield from wrap(
        text,
        columns - 1,
        initial_indent=first,
        subsequent_indent=under or " " * len(first),
        max_lines=rows,
        placeholder=" …",
        break_on_hyphens=False,
    )


# --- at the end, for programs --------------------------------------------------------------------------


def count(results: Sequence[CheckResult]) -> str:
    """Return the last line: how many of each verdict."""
    found = Counter(result.verdict for result in results)
    more = "".join(f", {found[rest]} {rest}" for rest in (Verdict.WARNED, Verdict.NOT_OFFERED) if found[rest])
    return f"{found[Verdict.PASSED]} passed, {found[Verdict.FAILED]} failed{more}"


def report(target: str, results: Sequence[CheckResult], not_run: int = 0) -> dict[str, Any]:
    """Return all results as a map, for `--json`."""
    found = Counter(result.verdict for result in results)
    return {
        "target": target,
        "passed": found[Verdict.PASSED],
        "failed": found[Verdict.FAILED],
        "warned": found[Verdict.WARNED],
        "not_offered": found[Verdict.NOT_OFFERED],
        "not_run": not_run,
        "checks": [_entry(result) for result in results],
    }


def _entry(result: CheckResult) -> dict[str, Any]:
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
