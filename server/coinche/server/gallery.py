"""Who is shown the lobby's picture, and when: whoever is at no table and has read the last, and nobody too often.

Knows who reads, and what so many pictures come to. Refuses to know what is on them (`picture`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from weakref import WeakSet

import trio

from coinche.protocol.messages import Lobby, Role

from . import limits
from .offer import Offer
from .picture import Picture
from .sessions.sessions import Roll, Session
from .storage.store import Store
from .transport.peer import Peer


class Gallery:
    """Shows the picture of what is on `offer`, all `tables` counted."""

    def __init__(self, sessions: Roll, tables: Sized, offer: Offer, store: Store, presets: tuple[str, ...]) -> None:
        self._sessions = sessions
        self._tables = tables
        self._offer = offer
        self._store = store
        self._picture = Picture(presets)
        self._drawn_at = 0
        self._behind: WeakSet[Peer] = WeakSet()
        self._dirty = trio.Event()

    @property
    def picture(self) -> Lobby:
        """As it is now."""
        return self._picture.drawn(self._offer.listed, self._offer.bots)

    def frame(self) -> bytes:
        """The picture as it is now; what is seen on it need not be safe yet."""
        if self._picture.is_old:
            self._drawn_at = self._store.position
        return self._picture.frame(self._offer.listed, self._offer.bots)

    def changed(self) -> None:
        """Something looks otherwise: everybody is shown that soon."""
        self._picture.changed()
        self._dirty.set()

    async def run(self) -> None:
        """Show it whenever it has changed, until cancelled."""
        while True:
            await self._dirty.wait()
            self._dirty = trio.Event()
            await trio.sleep(max(limits.LOBBY_EVERY, await self._show_all() / limits.LOBBY_BYTES))

    async def _show_all(self) -> int:
        """Show it to everybody who is at no table and has read the last; how many bytes that are."""
        idle = [s for s in self._sessions.values() if s.table is None and s.role is not Role.PROVIDER]
        reading = [s for s in idle if s.peer is not None and s.peer not in self._behind]
        if not reading:
            return 0
        size = len(self.frame())
        for number, session in enumerate(reading, start=1):
            self._show(session)
            if number % limits.AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        return size * len(reading)

    def show_first(self, session: Session) -> None:
        """Show it to who has just come: at once, or where there are many tables when it is drawn next."""
        if len(self._tables) > limits.LOBBY_AT_ONCE:
            self._dirty.set()
        else:
            session.push(self.frame())

    def _show(self, session: Session) -> None:
        """Show what was drawn last, and is kept, once all that waits has been read."""
        if session.peer is not None:  # it may have gone while others were shown it
            self._behind.add(session.peer)
            session.push_log(self._newest(session, session.peer, self._picture.latest))

    def _newest(self, session: Session, peer: Peer, drawn: bytes) -> Iterator[bytes]:
        self._behind.discard(peer)
        if session.table is None:
            yield self._picture.latest if self._drawn_at <= self._store.durable else drawn
