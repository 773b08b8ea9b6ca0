"""The store: the present model of one person, and the messages and effects that its changes produce.

It is the only object of the client that changes; full screen and line mode both watch it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar, cast

import trio

from coinche.client.keys import press
from coinche.client.keys.tips import tipped
from coinche.client.model.effects import Effect, ForScreen, Redraw, Suspend, TurnPage
from coinche.client.model.messages import Input
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState
from coinche.client.update.navigation import Done, Intent
from coinche.client.update.update import reduce
from coinche.protocol.messages import FromClient

OUTBOX = 100

T = TypeVar("T")

Watcher = Callable[[ClientState, Input | None], None]
"""Called after each change with the state before and the message; None if the person acted."""


THREADS = 4
"""Number of computations that may run at once for a person who has a process of their own."""


class ClientStore:
    """The state of one person, their outbox, and the watchers of the state."""

    def __init__(self, state: ClientState, threads: trio.CapacityLimiter | None = None) -> None:
        self.state = state
        self.threads = threads or trio.CapacityLimiter(THREADS)
        """The limiter of all computations; those who are served by the same process share one."""
        self.over = trio.Event()
        """Set when the person quits."""
        self._send, self.outbox = trio.open_memory_channel[FromClient](OUTBOX)
        self._answer, self.to_lesson = trio.open_memory_channel[FromClient](OUTBOX)
        self._order, self.effects = trio.open_memory_channel[Effect](OUTBOX)
        self.running: set[Effect] = set()
        """Effects that run once at a time, while they do."""
        self._watchers: list[Watcher] = []
        self._screen: Callable[[ForScreen], None] = lambda wanted: None
        self._one = _Both(trio.CapacityLimiter(1), self.threads)

    def watch(self, watcher: Watcher) -> None:
        """Call the watcher at every change."""
        self._watchers.append(watcher)

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[None]:
        """Call the watcher at every change within the block."""
        self.watch(watcher)
        try:
            yield
        finally:
            self._watchers.remove(watcher)

    def draw_with(self, screen: Callable[[ForScreen], None]) -> None:
        """Register the full screen, which runs the effects that it alone can."""
        self._screen = screen

    def take(self, came: Input) -> None:
        """Update the state by a message."""
        before, self.state = self.state, tipped(reduce(self.state, came))
        self._tell(before, came)

    async def until(self, when: Callable[[ClientState], bool]) -> None:
        """Wait until the condition holds."""
        came = trio.Event()

        def watcher(before: ClientState, what: Input | None) -> None:
            if when(self.state):
                came.set()

        with self.watched(watcher):
            if not when(self.state):
                await came.wait()

    async def compute(self, work: Callable[[], T], wanted: Callable[[ClientState], bool]) -> T | None:
        """Do the work in a thread while the state wants it; return None once it does not.

        An abandoned work ends at its next `trio.from_thread.check_cancelled`, and the next one waits for that. So a
        person who moves on quickly keeps one thread busy and no more.
        """

        def watcher(before: ClientState, what: Input | None) -> None:
            if not wanted(self.state):
                scope.cancel()

        scope = trio.CancelScope()
        with self.watched(watcher), scope:
            result = await trio.to_thread.run_sync(
                work, abandon_on_cancel=True, limiter=cast(trio.CapacityLimiter, self._one)
            )
            return result if wanted(self.state) else None
        return None

    def do(self, intent: Intent) -> None:
        """Apply an intent."""
        self._done(intent(self.state))

    def press(self, key: str, sign: str = "") -> None:
        """Press a key; `sign` is the character that it types."""
        self._done(press(self.state, key, sign))

    def _done(self, done: Done) -> None:
        before = self.state
        if self._has_room(done):
            self.state = tipped(done.state, acted=True)
            self._hand_on(done)
        else:  # nobody reads the outbox, and a key is held down
            self.state = replace(before, notice=News.OFFLINE)
        self._tell(before, None)
        if done.quit:
            self.over.set()

    def _has_room(self, done: Done) -> bool:
        """Return True if all messages and the effect can be queued. With part of them the new state would be wrong."""
        effects = int(isinstance(done.effect, Effect))
        return len(done.send) <= _room(self._outbox_of(done)) and effects <= _room(self._order)

    def _outbox_of(self, done: Done) -> trio.MemorySendChannel[FromClient]:
        return self._send if done.state.lesson is None else self._answer

    def _hand_on(self, done: Done) -> None:
        for message in done.send:
            self._outbox_of(done).send_nowait(message)
        match done.effect:
            case Redraw() | Suspend() | TurnPage():
                self._screen(done.effect)
            case None:
                pass
            case effect:
                self._order.send_nowait(effect)

    def _tell(self, before: ClientState, came: Input | None) -> None:
        if self.state is not before:
            for watcher in tuple(self._watchers):
                watcher(before, came)


def _room(channel: trio.MemorySendChannel[FromClient] | trio.MemorySendChannel[Effect]) -> int:
    """Return how many more values the channel holds."""
    used = channel.statistics()
    return int(used.max_buffer_size) - used.current_buffer_used


class _Both:
    """A limiter for `trio.to_thread`: a thread takes a token of each of two, in their order."""

    def __init__(self, first: trio.CapacityLimiter, second: trio.CapacityLimiter) -> None:
        self._first = first
        self._second = second

    async def acquire_on_behalf_of(self, borrower: object) -> None:
        await self._first.acquire_on_behalf_of(borrower)
        try:
            await self._second.acquire_on_behalf_of(borrower)
        except BaseException:
            self._first.release_on_behalf_of(borrower)
            raise

    def release_on_behalf_of(self, borrower: object) -> None:
        self._second.release_on_behalf_of(borrower)
        self._first.release_on_behalf_of(borrower)
