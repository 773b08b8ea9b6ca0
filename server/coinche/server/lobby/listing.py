"""What a server has for everybody: tables, bots, and whether there will be more. Refuses to know who wants them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from typing import Protocol
from weakref import WeakSet

import trio

from coinche.engine.view import Phase
from coinche.protocol.codec import encode
from coinche.protocol.messages import Lobby, Role, TableInfo
from coinche.server import limits
from coinche.server.sessions.sessions import Roll, Session
from coinche.server.storage.budget import Budget
from coinche.server.storage.store import Store
from coinche.server.transport.peer import Peer


class Offer(Protocol):
    """What the server has for everybody just now."""

    bots: tuple[str, ...]

    @property
    def listed(self) -> Iterator[TableInfo]:
        """The tables that everybody may know of."""

    @property
    def budget(self) -> Budget:
        """What tables may take of memory and of the data file."""

    @property
    def draining(self) -> bool:
        """Whether no new tables are taken."""


# --- picture --------------------------------------------------------------------------------------
# The lobby's picture: the tables as everybody may see them, those that wait for players first.
#
# Knows what fits into a frame, and what has not changed. Refuses to know who sees it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A table, and what it takes of a picture at most, in bytes: without its options, and with them."""

    info: TableInfo
    bare: int
    whole: int

    @classmethod
    def of(cls, info: TableInfo) -> Measured:
        """The table measured."""
        bare = _size(_without_options(info))
        return cls(info=info, bare=bare, whole=_size(info) if info.options else bare)


class Picture:
    """The picture of all tables. A table is measured anew only where it looks otherwise than the last time."""

    def __init__(self, presets: tuple[str, ...]) -> None:
        self._presets = presets
        self._measured: dict[str, Measured] = {}
        self.is_old = True
        """Whether something looks otherwise than it was drawn last."""
        self.latest = b""
        """The picture as it was when it was last drawn."""

    def changed(self) -> None:
        """Something looks otherwise now."""
        self.is_old = True

    def frame(self, tables: Iterable[TableInfo], bots: tuple[str, ...]) -> bytes:
        """The picture as it is sent, drawn anew where something has changed."""
        if self.is_old:
            self.latest, self.is_old = encode(self.drawn(tables, bots)), False
        return self.latest

    def drawn(self, tables: Iterable[TableInfo], bots: tuple[str, ...]) -> Lobby:
        """As many tables as a frame holds."""
        waiting_first = sorted(tables, key=lambda info: info.phase is not Phase.WAITING)
        self._measured = {info.table: self._measure(info) for info in waiting_first[: limits.LOBBY_TABLES]}
        return Lobby(tables=tuple(_within_a_frame(self._measured.values())), presets=self._presets, bots=bots)

    def _measure(self, info: TableInfo) -> Measured:
        known = self._measured.get(info.table)
        return known if known is not None and known.info == info else Measured.of(info)


def _within_a_frame(tables: Iterable[Measured]) -> Iterator[TableInfo]:
    """As many of the tables as fit, and as many of those as then fit with the options that their makers changed."""
    room = limits.LOBBY_FRAME
    shown: list[Measured] = []
    for table in tables:
        if table.bare <= room:
            room -= table.bare
            shown.append(table)
    for table in shown:
        options = table.whole - table.bare
        if options <= room:
            room -= options
            yield table.info
        else:
            yield _without_options(table.info)


def _without_options(info: TableInfo) -> TableInfo:
    return replace(info, options={})


def _size(info: TableInfo) -> int:
    return len(encode(Lobby(tables=(info,))))


# --- gallery --------------------------------------------------------------------------------------
# Who is shown the lobby's picture, and when: whoever is at no table and has read the last, and nobody too often.
#
# Knows who reads, and what so many pictures come to. Refuses to know what is on them (`picture`).


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
