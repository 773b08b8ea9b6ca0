"""The order in which TLS handshakes begin, so that a crowd of new connections takes nothing from the tables.

A handshake costs as much as a hundred messages, before anything is known of the client. So they begin at a pace, one
of each address after one of every other, and only so many are in progress. One that takes its time is given up when
others wait.
"""

from __future__ import annotations

from collections import Counter

import trio

from coinche.protocol.errors import ErrorCode
from coinche.server import limits

from .peer import Peer


class Handshakes:
    """All handshakes of a server."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Peer, trio.Event]] = {}  # by origin, the next one first
        self._in_progress: dict[Peer, float] = {}  # since when, the oldest first
        self._changed = trio.Event()

    @property
    def in_progress(self) -> int:
        """How many there are."""
        return len(self._in_progress)

    async def wait(self, peer: Peer) -> None:
        """Wait until the peer's handshake may begin."""
        turn = self._waiting.setdefault(peer.origin, {})[peer] = trio.Event()
        self._changed.set()
        try:
            await turn.wait()
        except trio.Cancelled:
            self.over(peer)
            raise

    def over(self, peer: Peer) -> None:
        """The peer's handshake has ended, or is not wanted any more."""
        if self._in_progress.pop(peer, None) is not None:
            self._changed.set()
        elif peer in (waiting := self._waiting.get(peer.origin, {})):
            del waiting[peer]
            if not waiting:
                del self._waiting[peer.origin]

    async def run(self) -> None:
        """Begin handshakes until cancelled."""
        while True:
            if not self._waiting:
                await self._until_changed()
            elif len(self._in_progress) < limits.HANDSHAKES:
                self._begin()
                await trio.sleep(limits.HANDSHAKE_EVERY)
            else:
                await self._make_room()

    async def _until_changed(self) -> None:
        self._changed = trio.Event()
        await self._changed.wait()

    def _begin(self) -> None:
        """Begin the one that has waited longest at the address whose turn it is."""
        origin = next(iter(self._waiting))
        waiting = self._waiting.pop(origin)
        peer = next(iter(waiting))
        turn = waiting.pop(peer)
        if waiting:
            self._waiting[origin] = waiting  # behind all others
        self._in_progress[peer] = trio.current_time()
        turn.set()

    async def _make_room(self) -> None:
        """Wait for one to end; the oldest of the address that has most is given up once it has had its time."""
        most, _ = Counter(peer.origin for peer in self._in_progress).most_common(1)[0]
        oldest = next(peer for peer in self._in_progress if peer.origin == most)
        with trio.move_on_at(self._in_progress[oldest] + limits.HANDSHAKE):
            await self._until_changed()
            return
        self.over(oldest)
        oldest.drop(ErrorCode.AUTH_TIMEOUT, "others wait for their handshake")
