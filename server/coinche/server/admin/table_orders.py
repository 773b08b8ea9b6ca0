"""Orders about tables: to list and to close them."""

from __future__ import annotations

import trio

from coinche.server import limits
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.table.table import Table

from .orders import ListRow, OperatorOrder, OrderRefused, OrderResult, Words, listed


class TableOrders:
    """The orders about the tables of one server."""

    def __init__(self, lobby: ServerLobby) -> None:
        self._lobby = lobby

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        closes = "closes a table; its match is over without a result"
        return (
            OperatorOrder(name="tables", does="every table, and who sits there", do=self._tables, noted=False),
            OperatorOrder(name="close", takes="TABLE", does=closes, do=self._close),
        )

    async def _tables(self, _words: Words) -> OrderResult:
        rows: list[ListRow] = []
        for number, table in enumerate(tuple(self._lobby.tables.values()), start=1):
            rows.append(_table(table))
            if number % limits.LISTED_AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        return listed(rows, "tables")

    async def _close(self, words: Words) -> OrderResult:
        await self._lobby.tables.all_awake()
        table = self._lobby.tables.get(words[0])
        if table is None or len(words) > 1:
            there = ", ".join(self._lobby.tables) or "none"
            raise OrderRefused(f"no table {' '.join(words)!r}; there are: {there}"[:1000])
        self._lobby.tables.end(table)
        return OrderResult((f"{table.id} is closed",), {"closed": [table.id]})


def _table(table: Table) -> ListRow:
    info = table.info()
    return {
        "table": info.table,
        "name": info.name,
        "preset": info.preset,
        "phase": info.phase.value,
        "seats": {seat.seat.value: seat.name or seat.occupant.value for seat in info.seats},
        "reserved": {seat.seat.value: seat.reserved_by for seat in info.seats if seat.reserved_by},
        "closed": [seat.seat.value for seat in info.seats if seat.closed],
        "spectators": info.spectators,
        "private": info.private,
        "practice": table.options.practice,
        "origin": table.origin,
    }
