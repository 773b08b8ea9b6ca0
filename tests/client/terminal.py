"""A terminal in memory: a pyte screen shows prompt-toolkit's output, and keys come from a pipe."""

from __future__ import annotations

import io
from typing import TextIO, cast

import pyte
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

PATIENCE = 60.0
"""Seconds after which a test gives up waiting; a bound, never a measure."""


class Terminal:
    """So many columns and rows."""

    encoding = "utf-8"

    def __init__(self, cols: int = 80, rows: int = 24) -> None:
        self.size = Size(rows=rows, columns=cols)
        self.written = ""
        self.screen = pyte.Screen(cols, rows)
        self._stream = pyte.Stream(self.screen)
        self._drawn = trio.Event()
        self.output = Vt100_Output(
            cast(TextIO, self), get_size=lambda: self.size, term="xterm-256color", enable_cpr=False
        )

    def write(self, data: str) -> None:
        self.written += data
        self._stream.feed(data)

    def flush(self) -> None:
        self._drawn.set()
        self._drawn = trio.Event()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def resize(self, cols: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=cols)
        self.screen.resize(rows, cols)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, wanted: str) -> None:
        """Until that stands on the screen."""
        with trio.move_on_after(PATIENCE):
            while wanted not in self.text():
                await self._drawn.wait()
            return
        raise AssertionError(f"never saw {wanted!r} in:\n{self.text()}")
