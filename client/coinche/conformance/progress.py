"""How far the checks are, while they run: on a terminal a line that is written again, elsewhere a line now and then.

What fails is told at once. Refuses to know what it means: that is told at the end.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, TextIO

import trio

from .runner import Result, Verdict

AGAIN = 1.0
"""Seconds after which the line of a terminal is written again."""
NOW_AND_THEN = 20.0
"""Seconds from one line to the next where none can be written again."""
_MARKS = {Verdict.FAILED: "FAIL", Verdict.WARNED: "warn"}
_BLANK = "\r\x1b[K"


class Progress:
    """What is said of `total` checks. `columns` are those of the terminal, None where there is none."""

    def __init__(self, total: int, out: TextIO, columns: int | None) -> None:
        self._total = total
        self._out = out
        self._columns = columns
        self._found: Counter[Verdict] = Counter()
        self._began = trio.current_time()

    async def run(self) -> NoReturn:
        """Say it again and again; to be cancelled."""
        while True:
            await trio.sleep(NOW_AND_THEN if self._columns is None else AGAIN)
            self._say()

    def take(self, result: Result) -> None:
        """A check is over."""
        self._found[result.verdict] += 1
        if result.verdict in _MARKS:
            self.keep(f"{_MARKS[result.verdict]} {result.check.id}: {result.why}")
        if self._columns is not None:
            self._say()

    def keep(self, line: str) -> None:
        """A line that stays."""
        self.clear()
        print(self._fitting(line), file=self._out, flush=True)

    def clear(self) -> None:
        """Take the line away that is written again."""
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
