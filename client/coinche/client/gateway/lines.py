"""The line mode at the other end of a guest's line: with a prompt and an echo on a terminal, bare in a pipe.

Knows how lines come and go. Refuses to know what they say.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import trio

from coinche.client.line_mode.linear import PROMPT

from .bounds import Bounds
from .echo import LONGEST, Typing
from .visit import Visit


class Lines:
    """What is said to him, and what he types."""

    def __init__(self, visit: Visit, bounds: Bounds) -> None:
        self._visit = visit
        self._bounds = bounds
        self._typing = Typing(PROMPT)
        self._terminal = visit.term is not None
        self._prompted = False

    def say(self, sentence: str) -> None:
        """One line, above what he is typing."""
        self._prompted = True
        above = self._typing.above(sentence, self._visit.size.columns) if self._terminal else sentence + "\n"
        self._visit.write(above)

    async def typed(self) -> AsyncIterator[str]:
        """Line by line, until he ends them."""
        if self._terminal and not self._prompted:
            self._visit.write(PROMPT)
        while text := await self._heard():
            shown = self._typing.feed(text) if self._terminal else self._piped(text)
            self._visit.write(shown)
            while self._typing.whole:
                yield self._typing.whole.pop(0)
            if self._typing.over:
                return
        if not self._terminal and self._typing.line:
            yield self._typing.line

    def _piped(self, text: str) -> str:
        """Nothing is echoed into a pipe."""
        *whole, rest = (self._typing.line + text).split("\n")
        self._typing.whole += [line.rstrip("\r")[:LONGEST] for line in whole]
        self._typing.line = rest[:LONGEST]
        return ""

    async def _heard(self) -> str:
        """What is typed next; "" where nobody seems to be there."""
        if self._terminal:
            return await self._visit.read()
        with trio.move_on_after(self._bounds.idle):
            return await self._visit.read()
        return ""
