"""The list of tables as the lobby shows it, and its broadcast to everybody who is at no table.

A session is sent the list when it comes, and again whenever the list has changed, once it has read the one before; all
together get no more bytes a second than `limits.LOBBY_BYTES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from msgspec import UNSET

from coinche.engine.view import Phase
from coinche.protocol.codec import encode
from coinche.protocol.messages import Lobby, Role, TableInfo
from coinche.server import limits
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.table.table import Table

from .broadcast import LobbyBroadcast
from .tables import Tables


class _Measured(NamedTuple):
    """A table, and the bytes that it takes of a list at most: without its options, and with them."""

    info: TableInfo
    bare: int
    whole: int


class LobbyListing:
    """The list of tables, those that wait for players first, and those of the ladder last.

    A table is measured anew only where it has changed.
    """

    def __init__(self, presets: tuple[str, ...], target: int | None = None) -> None:
        self._presets = presets
        self._target = UNSET if target is None else target
        self._measured: dict[str, _Measured] = {}

    def message(self, tables: Iterable[TableInfo], bots: tuple[str, ...]) -> Lobby:
        """The list as it is now, with as many tables as a frame holds."""
        waiting_first = sorted(tables, key=lambda info: (info.ladder, info.phase is not Phase.WAITING))
        self._measured = {info.table: self._measure(info) for info in waiting_first[: limits.LOBBY_TABLES]}
        shown = tuple(_within_a_frame(self._measured.values()))
        return Lobby(tables=shown, presets=self._presets, bots=bots, target=self._target)

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


class TableBroadcast(LobbyBroadcast):
    """Sends the list to everybody who is at no table. Private tables are on it where `lists_private`."""

    def __init__(
        self,
        server: ServerContext,
        tables: Tables,
        presets: tuple[str, ...],
        target: int | None,
        *,
        lists_private: bool,
    ) -> None:
        super().__init__(server, server.listing, limits.LOBBY_EVERY)
        self._tables = tables
        self._lists_private = lists_private
        self._listing = LobbyListing(presets, target)

    def lists(self, table: Table) -> bool:
        """Return whether everybody may know of that table."""
        return not table.options.is_hidden and (self._lists_private or table.options.key is None)

    def listed_for(self, session: Session) -> Iterator[TableInfo]:
        """The tables that the session may know of: where clients only play, those with a place of its own."""
        for table in self._tables.values():
            if self.lists(table) and (not self._server.seats_only or table.options.has_place(session.name)):
                yield table.info()

    def draw(self) -> Lobby:
        """Make the list as it is now."""
        listed = (table.info() for table in self._tables.values() if self.lists(table))
        return self._listing.message(listed, self._server.bots)

    def wants(self, session: Session) -> bool:
        """Return whether it is for that session: for any but a provider's, and for nobody where clients only play."""
        return session.role is not Role.PROVIDER and not self._server.seats_only

    def send_first(self, session: Session) -> None:
        """Send it to a session that has just come: at once, or with the next broadcast where there are many tables."""
        if self._server.seats_only:
            session.send(self._listing.message(self.listed_for(session), self._server.bots))
        elif len(self._tables) > limits.LOBBY_AT_ONCE:
            self._server.listing.wake()
        else:
            self.send_now(session)
