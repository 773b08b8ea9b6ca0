"""Broadcasts of the latest form of a message to everybody in the lobby who reads.

A client that has not read one is sent no other; then it gets the newest, so nobody who reads slowly is sent them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from weakref import WeakKeyDictionary, WeakSet

import trio

from coinche.protocol.codec import encode
from coinche.protocol.messages import FromServer
from coinche.server import limits
from coinche.server.sessions.server_context import Revision, ServerContext
from coinche.server.sessions.session import Session
from coinche.server.transport.peer import Peer


class LobbyBroadcast(ABC):
    """Sends one message anew when its `revision` has changed, at most once in `every` seconds.

    All together get no more bytes a second than `limits.LOBBY_BYTES`.
    """

    def __init__(self, server: ServerContext, revision: Revision, every: float) -> None:
        self._server = server
        self._revision = revision
        self._every = every
        self._latest = b""
        self._version = -1
        self._drawn_at = 0
        """The position of the store at which the latest form was drawn."""
        self._behind: WeakSet[Peer] = WeakSet()
        self._sent: WeakKeyDictionary[Peer, bytes] = WeakKeyDictionary()

    @abstractmethod
    def draw(self) -> FromServer:
        """Make the message as it is now."""

    @abstractmethod
    def wants(self, session: Session) -> bool:
        """Return whether it is for that session, which is connected and at no table."""

    def frame(self) -> bytes:
        """The same encoded; what is seen on it need not be safe yet. A form that has not changed is the same object."""
        if self._version != self._revision.number:
            self._version, self._drawn_at = self._revision.number, self._server.store.position
            drawn = encode(self.draw())
            self._latest = self._latest if drawn == self._latest else drawn
        return self._latest

    async def run(self) -> None:
        """Send it whenever it has changed, until cancelled."""
        while True:
            await self._revision.next()
            await trio.sleep(max(self._every, await self._send_all() / limits.LOBBY_BYTES))

    def send_now(self, session: Session) -> None:
        """Send it to one session at once."""
        if session.peer is not None:
            self._sent[session.peer] = self.frame()
            session.push(self._latest)

    async def _send_all(self) -> int:
        """Send it to everybody who has read the last one; return how many bytes that are."""
        there = [s for s in self._server.sessions.values() if s.peer is not None and s.table is None]
        reading = [s for s in there if s.peer not in self._behind and self.wants(s)]
        if not reading:
            return 0
        size = len(self.frame())
        for number, session in enumerate(reading, start=1):
            self._send(session)
            if number % limits.AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        return size * len(reading)

    def _send(self, session: Session) -> None:
        """Send it to one session, unless that has gone while others were sent theirs."""
        if session.peer is not None:
            self._behind.add(session.peer)
            session.push_log(self._newest(session, session.peer, self._latest))

    def _newest(self, session: Session, peer: Peer, drawn: bytes) -> Iterator[bytes]:
        """Give the latest form that is kept, once all that waits has been read."""
        self._behind.discard(peer)
        if session.table is None:
            self._sent[peer] = self._latest if self._drawn_at <= self._server.store.durable else drawn
            if self._sent[peer] is not self._latest or self._version != self._revision.number:
                self._revision.wake()  # it has changed meanwhile, and nobody else may have been there to be sent it
            yield self._sent[peer]
