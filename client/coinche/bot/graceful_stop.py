"""The graceful stop of a bot program on a ladder: the first signal lets it finish its table, the second ends it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import trio


class GracefulStop:
    """The wish of the person who started the program that it ends: Ctrl-C, or SIGTERM.

    Signals come in the main thread; the network may run in another one, while the bot thinks.
    """

    def __init__(self) -> None:
        self.requested = False
        self._playing = 0
        """The number of programs that are connected."""
        self._waits: set[trio.CancelScope] = set()
        self._whole: trio.CancelScope | None = None
        self._token: trio.lowlevel.TrioToken | None = None

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        """Take both signals, as long as the context lasts."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._signalled) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def around(self, network: Callable[[], Awaitable[None]]) -> None:
        """Run the network until it ends; KeyboardInterrupt where a second signal has ended it."""
        self._token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as whole:
            if threading.current_thread() is threading.main_thread():
                self._whole = whole
            await network()
        if whole.cancelled_caught:
            raise KeyboardInterrupt

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Have a program finish its table when the stop is requested, as long as the context lasts."""
        self._token = trio.lowlevel.current_trio_token()
        self._playing += 1
        try:
            yield
        finally:
            self._playing -= 1

    @contextmanager
    def interrupts(self, wait: trio.CancelScope) -> Iterator[None]:
        """Cancel a wait when the stop is requested."""
        self._waits.add(wait)
        try:
            if self.requested:
                wait.cancel()
            yield
        finally:
            self._waits.discard(wait)

    def request(self) -> None:
        """Ask for the stop, from any thread."""
        self.requested = True
        if self._token is not None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._cancel_waits)

    def _cancel_waits(self) -> None:
        for wait in self._waits:
            wait.cancel()

    def _signalled(self, _number: int, _frame: FrameType | None) -> None:
        """Let the first signal be a request where there is a connection; any other ends the program.

        Where trio runs in this thread, it must not be interrupted anywhere.
        """
        if self._playing and not self.requested:
            self.request()
        elif self._whole is not None and self._token is not None and not self._whole.cancel_called:
            self._token.run_sync_soon(self._whole.cancel)
        else:
            raise KeyboardInterrupt
