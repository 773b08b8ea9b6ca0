"""The commands that read a contest again: `report` prints its result, `worst` the boards that cost an entrant most."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from coinche.engine.record import BadRecord
from coinche.records.texts import notation
from coinche.text.language import Language

from .html_report import write_page
from .summary import ContestSummary, read_summary
from .text_report import report
from .worst import worst_boards
from .worst_report import worst_text

BOARDS = 10
USAGE_ERROR = 2


class NotAnEntrant(Exception):
    """No entrant has that name; the message is a sentence."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser], number: Callable[[str], int]) -> None:
    """Add the commands; `number` reads a number from 1 up."""
    again = commands.add_parser("report", help="the result of a contest that was played, from its file")
    again.add_argument("file", type=Path, metavar="FILE", help="the results file (--out) of a contest")
    add_html(again)
    worst = commands.add_parser(
        "worst",
        help="the boards that cost an entrant most, each with the decision that did it",
        description="The boards that cost an entrant most. Each is reviewed by the solver with all hands known, to find"
        " the decision that lost most: no mistake of necessity, for a player sees one hand.",
    )
    worst.add_argument("file", type=Path, metavar="FILE", help="the results file (--out) of a contest")
    worst.add_argument("--of", metavar="NAME", help="the entrant; default the first")
    worst.add_argument("--boards", type=number, default=BOARDS, metavar="N", help=f"how many; default {BOARDS}")


def add_html(command: argparse.ArgumentParser) -> None:
    """Add the option for the report as a page."""
    command.add_argument("--html", type=Path, metavar="FILE", help="write the report as one self-contained HTML page")


def run(options: argparse.Namespace) -> int:
    """Run one of the commands; return the exit status. A file that is none is a sentence."""
    try:
        (_report if options.command == "report" else _worst)(options)
    except BadRecord as wrong:
        return complain(f"{options.file}: {wrong}; a results file is what --out of a contest has written")
    except NotAnEntrant as wrong:
        return complain(str(wrong))
    except OSError as wrong:
        if wrong.filename is None:
            raise  # it is about the output: nobody reads it any more, or a disk is full
        return complain(f"{wrong.filename}: {wrong.strerror}")
    return 0


def complain(sentence: str, status: int = USAGE_ERROR) -> int:
    """Print what was wrong on standard error; return the exit status."""
    print(f"coinche-arena: {sentence}", file=sys.stderr)
    return status


def _report(options: argparse.Namespace) -> None:
    contest = read_summary(options.file)
    print(report(contest))
    if options.html is not None:
        write_page(options.html, contest)


def _worst(options: argparse.Namespace) -> None:
    contest = read_summary(options.file)
    entrant = _entrant(contest, options.of)
    face, said = notation(Language.ENGLISH), False
    for line in worst_text(worst_boards(contest, entrant, options.boards), face):
        print(line, flush=True)
        said = True
    if not said:
        print(f"no board of this contest has cost {entrant} anything")


def _entrant(contest: ContestSummary, name: str | None) -> str:
    names = contest.header.entrants
    if name is None:
        return names[0]
    if name not in names:
        raise NotAnEntrant(f"--of: no entrant is called {name!r}; there are: {', '.join(names)}")
    return name
