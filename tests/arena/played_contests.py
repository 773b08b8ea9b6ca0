"""Contests for tests of what comes after one: a few boards of practice, played by the command."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

import msgspec
import pytest

from coinche.arena.cli import main
from coinche.arena.summary import ContestSummary, summarized
from coinche.records.contest_file import FaultKind, SeatFault


def arena(*arguments: object) -> tuple[object, str]:
    """The exit status and the standard output of `coinche-arena`."""
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return ended.value.code, out.getvalue()


def practice(path: Path, *arguments: object) -> str:
    """Play a contest into that file; return what was printed."""
    status, out = arena(*arguments, "--practice", "--seed", "7", "--workers", "1", "--out", path)
    assert status == 0
    return out


EVIL = "<script>alert('x')</script> & \"co\""
LONG = "a-name-" + 12 * "very-" + "long-that-an-author-has-chosen"


def with_strange_names(contest: ContestSummary) -> ContestSummary:
    """A contest of three with names that authors choose, a program that fails, and its last words."""
    names = dict(zip(contest.header.entrants, ("steady", EVIL, LONG), strict=True))
    header = msgspec.structs.replace(
        contest.header, entrants=tuple(names.values()), commands={EVIL: f"python {EVIL} {LONG * 3}"}, practice=False
    )
    fault = SeatFault(kind=FaultKind.ENDED, seat=next(iter(contest.tables.values())).deals[0].dealer)
    tables = {
        (board, names[ns], names[ew]): msgspec.structs.replace(table, ns=names[ns], ew=names[ew], faults=(fault,))
        for (board, ns, ew), table in contest.tables.items()
    }
    timings = {
        (board, names[ns], names[ew]): msgspec.structs.replace(
            timing, ns=names[ns], ew=names[ew], last_words={fault.seat: f"Traceback\n{EVIL}\n{LONG * 3}"}
        )
        for (board, ns, ew), timing in contest.timings.items()
    }
    return summarized(header, tables, timings)
