"""Who may begin a TLS handshake, and when: however many want to, those who play have the machine for themselves.

A handshake costs as much as a hundred messages, before anybody is known. So they begin at a pace, one of each origin
after one of every other, and only so many are in progress. One that takes its time makes room for who waits.
Knows origins and turns. Refuses to know TLS.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

import trio

from . import limits


@dataclass(eq=False, slots=True)
class Handshake:
    """One that waits for its turn, or is in progress. `give_up` is called where it makes room for another."""

    origin: str
    give_up: Callable[[], None]
    turn: trio.Event = field(default_factory=trio.Event)
    began: float = 0.0


class Handshakes:
    """All handshakes of a server."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Handshake]] = {}
        self._in_progress: dict[Handshake, None] = {}
        self._news = trio.Event()

    @property
    def in_progress(self) -> int:
        """How many there are."""
        return len(self._in_progress)

    async def wait(self, handshake: Handshake) -> None:
        """Wait for its turn."""
        self._waiting.setdefault(handshake.origin, deque()).append(handshake)
        self._news.set()
        try:
            await handshake.turn.wait()
        except trio.Cancelled:
            self.over(handshake)
            raise

    def over(self, handshake: Handshake) -> None:
        """It has come to its end, or is not wanted any more."""
        if handshake in self._in_progress:
            del self._in_progress[handshake]
            self._news.set()
        elif handshake in self._waiting.get(handshake.origin, ()):
            self._waiting[handshake.origin].remove(handshake)
            if not self._waiting[handshake.origin]:
                del self._waiting[handshake.origin]

    async def run(self) -> None:
        """Give turns until cancelled."""
        while True:
            if not self._waiting:
                await self._until_news()
            elif len(self._in_progress) < limits.HANDSHAKES:
                self._begin()
                await trio.sleep(limits.HANDSHAKE_EVERY)
            else:
                await self._make_room()

    async def _until_news(self) -> None:
        self._news = trio.Event()
        await self._news.wait()

    def _begin(self) -> None:
        """The turn of who has waited longest at the origin whose turn it is."""
        origin, queue = next(iter(self._waiting.items()))
        del self._waiting[origin]
        handshake = queue.popleft()
        if queue:
            self._waiting[origin] = queue  # behind all others
        handshake.began = trio.current_time()
        self._in_progress[handshake] = None
        handshake.turn.set()

    async def _make_room(self) -> None:
        """Wait for one to end; one that has had its time is given up, of the origin that has most."""
        most, _ = Counter(handshake.origin for handshake in self._in_progress).most_common(1)[0]
        eldest = next(handshake for handshake in self._in_progress if handshake.origin == most)
        with trio.move_on_at(eldest.began + limits.HANDSHAKE):
            await self._until_news()
            return
        self.over(eldest)
        eldest.give_up()
