"""Where a bot thinks: in the main thread, as long as it likes, while the network lives in another and answers pings.

Knows threads. Refuses to know what is thought about.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

import outcome
import trio

FAREWELL_SECONDS = 5.0
"""How long the network may take to end after Ctrl-C."""

Thought = TypeVar("Thought")


class Desk:
    """Takes what is to be thought about, one thing after the other; `run` is where it is done."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._stop: Callable[[], None] = lambda: None

    async def think(self, task: Callable[[], Thought]) -> Thought:
        """What the task returns, once its turn has come."""
        done = trio.Event()
        token = trio.lowlevel.current_trio_token()
        thoughts: list[outcome.Maybe[Thought]] = []

        def do() -> None:
            thoughts.append(outcome.capture(task))
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(done.set)

        self._waiting.put(do)
        await done.wait()
        return thoughts[0].unwrap()

    def note(self, task: Callable[[], object]) -> None:
        """Do the task in its turn; nobody waits for it."""
        self._waiting.put(task)

    def run(self, network: Callable[[], Awaitable[None]]) -> None:
        """Think for the network until it ends, and raise what it raised."""
        ends: list[outcome.Maybe[None]] = []

        def live() -> None:
            ends.append(outcome.capture(trio.run, self._stoppable, network))
            self._waiting.put(None)

        thread = Thread(target=live, name="network", daemon=True)
        thread.start()
        try:
            while (task := self._waiting.get()) is not None:
                task()
        except KeyboardInterrupt:
            self._stop()
            thread.join(FAREWELL_SECONDS)
            raise
        ends[0].unwrap()

    async def _stoppable(self, network: Callable[[], Awaitable[None]]) -> None:
        token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as scope:
            self._stop = lambda: token.run_sync_soon(scope.cancel)
            await network()
