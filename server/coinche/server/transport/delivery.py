"""Delivers what is said: after each step of the program, and none of it before what it follows from is safe.

Knows whose turn it is, and up to where the store has come. Refuses to know what waits for anybody, and how it is
written (`peer`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import trio

from coinche.protocol.errors import ErrorCode
from coinche.server import limits
from coinche.server.clock import Time
from coinche.server.storage.store import Store

from .peer import Peer


class Mailer:
    """Delivers, after each step of the program, what was pushed in it, as soon as the store is safe up to there.

    Those who only watch are patient: there may be many, so they have their turn after the others, and some at a time.
    `fault` hears of a peer to whom that could not be done by the server's fault.
    `sent` hears up to where everything has been delivered to those who are not patient, `dropped` who is, and why.
    """

    def __init__(
        self,
        store: Store,
        time: Time,
        fault: Callable[[Peer, Exception], None],
        sent: Callable[[int], None] | None = None,
        dropped: Callable[[Peer, ErrorCode, str], None] | None = None,
    ) -> None:
        self._store = store
        self.now_ms = time.now_ms
        self._fault = fault
        self._sent = sent
        self._dropped = dropped
        self._due: list[Peer] = []
        self._patient: deque[Peer] = deque()
        self._held: list[Peer] = []
        self._wake = trio.Event()
        self._safer = trio.Event()

    @property
    def durable(self) -> int:
        """Up to where all is safe."""
        return self._store.durable

    @property
    def position(self) -> int:
        """What has to be safe before anything is heard that is said now."""
        return self._store.position

    def post(self, peer: Peer) -> None:
        """Have the peer's outbox delivered soon."""
        (self._patient if peer.patient else self._due).append(peer)
        self._wake.set()

    def hold(self, peer: Peer) -> None:
        """Have the peer's outbox delivered when more is safe."""
        self._held.append(peer)

    def safe(self) -> None:
        """More is safe than before."""
        held, self._held = self._held, []
        for peer in held:
            peer.released()
        safer, self._safer = self._safer, trio.Event()
        safer.set()

    def dropped(self, peer: Peer, code: ErrorCode, sentence: str) -> None:
        """The peer's connection ends, and that is why."""
        if self._dropped is not None:
            self._dropped(peer, code, sentence)

    async def safer(self) -> None:
        """Wait until more is safe than now."""
        await self._safer.wait()

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            due, self._due = self._due, []
            self._deliver(due)
            if self._sent is not None:
                self._sent(self._store.durable)
            self._deliver([self._patient.popleft() for _ in range(min(limits.AT_ONCE, len(self._patient)))])
            if self._patient:
                self._wake.set()  # after everybody else's turn

    def _deliver(self, peers: list[Peer]) -> None:
        for peer in peers:
            try:
                peer.deliver()
            except Exception as wrong:
                self._fault(peer, wrong)
