"""Lets so many through in each step of the program: when a thousand come or go at once, others have turns in between.

Knows steps. Refuses to know who passes.
"""

from __future__ import annotations

from collections import deque

import trio

from . import limits


class Turnstile:
    """One way in or out, for all."""

    def __init__(self) -> None:
        self._waiting: deque[trio.Event] = deque()
        self._wake = trio.Event()

    async def wait(self) -> None:
        """Wait for one's turn."""
        turn = trio.Event()
        self._waiting.append(turn)
        self._wake.set()
        await turn.wait()

    async def run(self) -> None:
        """Give turns until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            for _ in range(min(limits.AT_A_TIME, len(self._waiting))):
                self._waiting.popleft().set()
            if self._waiting:
                self._wake.set()
