"""What was found, as lines for people: failures with what went over the wire, warnings, what could not be checked.

Knows how wide a terminal is, and that a person reads the end of a transcript first. Refuses to run anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from .checks import Check
from .runner import Result, Verdict

LAST = 10
"""Lines of a transcript that are shown, the one that failed the check apart, and of what a bot complained of."""
ROWS = 3
"""Rows of a terminal for a message."""
MARGIN, MARK, DEEPER = "    ", " >> ", "      "
WARNED = "Warned, and not failed: this is only advised."
NOT_OFFERED = "Not offered, and so not checked: what these are about is not there."


def listed(checks: Sequence[Check], columns: int | None) -> Iterator[str]:
    """All checks. Without a terminal one line for each, with tabs: id, section, what it asserts."""
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


def findings(results: Sequence[Result], columns: int | None, *, full: bool = False) -> Iterator[str]:
    """All that is to be said, of the worst last: it is what a terminal still shows. `full` is whole transcripts."""
    yield from _not_offered([result for result in results if result.verdict is Verdict.NOT_OFFERED], columns)
    yield from _warned([result for result in results if result.verdict is Verdict.WARNED], columns)
    yield from failures(results, columns, full=full)


def failures(results: Sequence[Result], columns: int | None = None, *, full: bool = False) -> Iterator[str]:
    """All that failed. Where the same is found again and nothing went over the wire, the id alone."""
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


def _failure(result: Result, columns: int | None, *, full: bool) -> Iterator[str]:
    """What a failed check asserts, what was found, and its transcript."""
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
    """A line of a transcript. A message is cut to the terminal; of what a bot complained of the end is shown."""
    first, *more = line.splitlines()
    yield from _paragraph(first, columns, margin, under=DEEPER, rows=None if more or full else ROWS)
    for another in more if full else more[-LAST:]:
        yield f"{DEEPER}{another}"


def _warned(results: Sequence[Result], columns: int | None) -> Iterator[str]:
    if results:
        yield from ("", WARNED)
    for result in results:
        yield f"  {result.check.id}"
        yield from _paragraph(result.check.says, columns, "    advised: ")
        yield from _paragraph(result.why, columns, "    found:   ")


def _not_offered(results: Sequence[Result], columns: int | None) -> Iterator[str]:
    """Those that have the same cause together."""
    if results:
        yield from ("", NOT_OFFERED)
    for why in dict.fromkeys(result.why for result in results):
        yield from _paragraph(", ".join(result.check.id for result in results if result.why == why), columns, "  ")
        yield from _paragraph(why, columns, "      ")


def _paragraph(
    text: str, columns: int | None, first: str, *, under: str = "", rows: int | None = None
) -> Iterator[str]:
    """The text behind `first`; where it goes on, behind `under`, else under its own beginning."""
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
