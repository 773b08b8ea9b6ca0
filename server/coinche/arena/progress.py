"""The progress of a contest on one line of the terminal: boards, time left, and the figure so far."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType

from .contest import Format
from .contest_run import ContestRun
from .text_report import plus_minus, unit

SHOW_AFTER = 1.0
SHOW_EVERY = 0.25


class ProgressLine:
    """Shows the line while the block runs, where there is somebody to see it, and wipes it at the end."""

    def __init__(self, run: ContestRun) -> None:
        self._run = run
        self._over = threading.Event()
        self._start = time.monotonic()
        self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> None:
        if sys.stderr.isatty():
            self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _show(self) -> None:
        wait = SHOW_AFTER
        while not self._over.wait(wait):
            wait = SHOW_EVERY
            line = progress(self._run, time.monotonic() - self._start)
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress(run: ContestRun, seconds: float) -> str:
    """The line after so many seconds: boards played, time left, and for two bots the figure so far."""
    done, most = run.boards
    played = done - run.recalled
    if not played:
        which = "next" if done else "first"
        return f"{done}/{most} boards, {duration(seconds)}; the {which} {run.contest.header.batch} are being played"
    left = seconds / played * (most - done)
    line = f"{done}/{most} boards, at most {duration(left)} left"
    if run.format is Format.DUEL:
        for result in tuple(run.pairs.values()):
            if (figure := result.estimate) is not None:
                line += f", {plus_minus(figure)} {unit(run.contest.header)}"
    return line


def duration(seconds: float) -> str:
    """Seconds, or minutes and seconds."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"
