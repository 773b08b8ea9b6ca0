"""The operator's options for the ladder on the command line of `coinche-server`."""

from __future__ import annotations

import argparse

from coinche.protocol.limits import MAX_NUMBER, SHORTEST_CLOCK
from coinche.protocol.messages import Clock, ClockName
from coinche.server import limits
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.table_options import CLOCKS


def add_ladder_options(asked: argparse.ArgumentParser) -> None:
    """Add the options that `ladder_settings` reads."""
    ladder = "have programs with names of their own play each other without end, and rate them"
    asked.add_argument("--ladder", action="store_true", help=ladder)
    asked.add_argument("--ladder-boards", type=int, metavar="N", help="boards of a table of the ladder (default: 16)")
    clock = "its clock: a name, or ms for each decision + ms for a board (default: blitz)"
    asked.add_argument("--ladder-clock", metavar="CLOCK", help=clock)
    pause = f"seconds between two boards of a table, so that the machine stays calm (default: {limits.LADDER_PAUSE:g})"
    asked.add_argument("--ladder-pause", type=float, metavar="S", help=pause)


def ladder_settings(arguments: argparse.Namespace) -> LadderSettings | None:
    """Return what is played on the ladder, None where there is none; ValueError says what is wrong."""
    boards, clock, pause = arguments.ladder_boards, arguments.ladder_clock, arguments.ladder_pause
    if not arguments.ladder:
        if (boards, clock, pause) != (None, None, None):
            raise ValueError("--ladder-boards, --ladder-clock and --ladder-pause go with --ladder")
        return None
    usual = LadderSettings()
    chosen = usual.boards if boards is None else boards
    if not 1 <= chosen <= limits.LADDER_BOARDS:
        raise ValueError(
            f"--ladder-boards: {chosen} boards; two entrants can play 1 to {limits.LADDER_BOARDS} at a table"
        )
    seconds = limits.LADDER_PAUSE if pause is None else pause
    if not 0 <= seconds <= limits.LADDER_PAUSE_MOST:
        raise ValueError(f"--ladder-pause: {seconds:g} seconds; there can be 0 to {limits.LADDER_PAUSE_MOST:g}")
    return LadderSettings(boards=chosen, clock=usual.clock if clock is None else _clock(clock), pause=seconds)


def _clock(text: str) -> Clock:
    """Return the clock of that name, or with so many ms for each decision and in the bank."""
    if text in tuple(ClockName):
        return CLOCKS[ClockName(text)]
    move, plus, bank = text.partition("+")
    if not (plus and move.isdecimal() and bank.isdecimal() and SHORTEST_CLOCK <= int(move) + int(bank) <= MAX_NUMBER):
        raise ValueError(f"--ladder-clock: {text!r} is neither {', '.join(ClockName)} nor MS+MS, such as 2000+20000")
    return Clock(move_ms=int(move), bank_ms=int(bank))
