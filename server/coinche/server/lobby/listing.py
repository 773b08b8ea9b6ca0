"""The list of tables as the lobby shows it, and its broadcast to everybody who is at no table.

A session is sent the list when it comes, and again whenever the list has changed, once it has read the one before; all
together get no more bytes a second than `limits.LOBBY_BYTES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakSet

import trio

from coinche.engine.view import Phase
from coinche.protocol.codec import encode
from coinche.protocol.messages import Lobby, Role, TableInfo
from coinche.server import limits
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.transport.peer import Peer

from .tables import Tables


class _Measured(NamedTuple):
    """A table, and the bytes that it takes of a list at most: without its options, and with them."""

    info: TableInfo
    bare: int
    whole: int


class LobbyListing:
    """The list of tables, those that wait for players first. A table is measured anew only where it has changed."""

    def __init__(self, presets: tuple[str, ...]) -> None:
        self._presets = presets
        self._measured: dict[str, _Measured] = {}

    def message(self, tables: Iterable[TableInfo], bots: tuple[str, ...]) -> Lobby:
        """The list as it is now, with as many tables as a frame holds."""
        waiting_first = sorted(tables, key=lambda info: info.phase is not Phase.WAITING)
        self._measured = {info.table: self._measure(info) for info in waiting_first[: limits.LOBBY_TABLES]}
        return Lobby(tables=tuple(_within_a_frame(self._measured.values())), presets=self._presets, bots=bots)

    def _measure(self, info: TableInfo) -> _Measured:
        known = self._measured.get(info.table)
        if known is not None and known.info == info:
            return known
        bare = _size(_without_options(info))
        return _Measured(info, bare, _size(info) if info.options else bare)


def _within_a_frame(tables: Iterable[_Measured]) -> Iterator[TableInfo]:
    """Yield the tables that fit; as many of them as then fit have the options that their makers changed."""
    room = limits.LOBBY_FRAME
    shown: list[_Measured] = []
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


class LobbyBroadcast:
    """Sends the list to everybody who is at no table. Private tables are on it where `lists_private`."""

    def __init__(self, server: ServerContext, tables: Tables, presets: tuple[str, ...], *, lists_private: bool) -> None:
        self._server = server
        self._tables = tables
        self._lists_private = lists_private
        self._listing = LobbyListing(presets)
        self._latest = b""
        self._version = -1
        self._drawn_at = 0
        """The position of the store at which the latest list was drawn."""
        self._behind: WeakSet[Peer] = WeakSet()

    @property
    def listed(self) -> Iterator[TableInfo]:
        """The tables that everybody may know of."""
        tables = self._tables.values()
        return (table.info() for table in tables if self._lists_private or table.options.key is None)

    @property
    def message(self) -> Lobby:
        """The list as it is now."""
        return self._listing.message(self.listed, self._server.bots)

    def frame(self) -> bytes:
        """The same encoded; what is seen on it need not be safe yet."""
        if self._version != self._server.listing_version:
            self._version, self._drawn_at = self._server.listing_version, self._server.store.position
            self._latest = encode(self.message)
        return self._latest

    async def run(self) -> None:
        """Send it whenever it has changed, until cancelled."""
        while True:
            await self._server.listing_changed.wait()
            self._server.listing_changed = trio.Event()
            await trio.sleep(max(limits.LOBBY_EVERY, await self._send_all() / limits.LOBBY_BYTES))

    async def _send_all(self) -> int:
        """Send it to everybody who is at no table and has read the last one; return how many bytes that are."""
        idle = [s for s in self._server.sessions.values() if s.table is None and s.role is not Role.PROVIDER]
        reading = [s for s in idle if s.peer is not None and s.peer not in self._behind]
        if not reading:
            return 0
        size = len(self.frame())
        for number, session in enumerate(reading, start=1):
            if session.peer is not None:  # it may have gone while others were sent theirs
                self._behind.add(session.peer)
                session.push_log(self._newest(session, session.peer, self._latest))
            if number % limits.AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        return size * len(reading)

    def send_first(self, session: Session) -> None:
        """Send it to a session that has just come: at once, or with the next broadcast where there are many tables."""
        if len(self._tables) > limits.LOBBY_AT_ONCE:
            self._server.listing_changed.set()
        else:
            session.push(self.frame())

    def _newest(self, session: Session, peer: Peer, drawn: bytes) -> Iterator[bytes]:
        """Give the latest list that is kept, once all that waits has been read."""
        self._behind.discard(peer)
        if session.table is None:
            yield self._latest if self._drawn_at <= self._server.store.durable else drawn
