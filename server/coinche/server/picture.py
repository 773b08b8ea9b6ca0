"""The lobby's picture: the tables as everybody may see them, those that wait for players first.

Knows what fits into a frame, and what has not changed. Refuses to know who sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from coinche.engine.view import Phase
from coinche.protocol.codec import encode
from coinche.protocol.messages import Lobby, TableInfo

from . import limits


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
