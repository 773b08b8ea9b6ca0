"""The operator's options for the ladder on the command line of `coinche-server`."""

from __future__ import annotations

import argparse

from coinche.protocol.messages import Clock, ClockName
from coinche.server import limits
from coinche.server.lobby.ladder import LADDER_CLOCK, LadderSettings
from coinche.server.match.table_options import CLOCKS, parse_clock

USUAL = LadderSettings()


def add_ladder_options(asked: argparse.ArgumentParser) -> None:
    """Add the options that `ladder_settings` reads."""
    asked.add_argument(
        "--ladder",
        action="store_true",
        help="have programs with names of their own play each other without end, and rate them",
    )
    asked.add_argument(
        "--ladder-boards",
        type=int,
        metavar="N",
        help=f"boards of a table of the ladder (default: {USUAL.boards})",
    )
    asked.add_argument(
        "--ladder-clock",
        metavar="CLOCK",
        help=f"its clock: a name, or MOVE+BANK in ms for each decision and for a board (default: {LADDER_CLOCK})",
    )
    asked.add_argument(
        "--ladder-pause",
        type=float,
        metavar="S",
        help=f"seconds between two boards of a table, so that the machine stays calm (default: {USUAL.pause:g})",
    )


def ladder_settings(arguments: argparse.Namespace) -> LadderSettings | None:
    """Return what is played on the ladder, None where there is none; ValueError says what is wrong."""
    boards, clock, pause = arguments.ladder_boards, arguments.ladder_clock, arguments.ladder_pause
    if not arguments.ladder:
        if (boards, clock, pause) != (None, None, None):
            raise ValueError("--ladder-boards, --ladder-clock and --ladder-pause go with --ladder")
        return None
    chosen = LadderSettings(
        boards=USUAL.boards if boards is None else boards,
        clock=USUAL.clock if clock is None else _clock(clock),
        pause=USUAL.pause if pause is None else pause,
    )
    if not 1 <= chosen.boards <= limits.LADDER_BOARDS:
        raise ValueError(
            f"--ladder-boards: {chosen.boards} boards; two entrants can play 1 to {limits.LADDER_BOARDS} at a table"
        )
    if not 0 <= chosen.pause <= limits.LADDER_PAUSE_MOST:
        raise ValueError(f"--ladder-pause: {chosen.pause:g} seconds; there can be 0 to {limits.LADDER_PAUSE_MOST:g}")
    return chosen


def _clock(text: str) -> Clock:
    """Return the clock of that name, or with so many ms for each decision and in the bank."""
    if text in tuple(ClockName):
        return CLOCKS[ClockName(text)]
    try:
        return parse_clock(text)
    except ValueError as wrong:
        raise ValueError(f"--ladder-clock: {wrong}; or name one: {', '.join(ClockName)}") from None
