"""Who and what is there, for the operator: people, programs and tables, each in a line.

Knows what an operator may see: names, addresses, scores of nobody. Refuses to know cards.
"""

from __future__ import annotations

from typing import Any

import trio

from coinche.server import identity
from coinche.server.lobby.lobby import LobbyRoom
from coinche.server.sessions.sessions import Session
from coinche.server.table.table import Table

from .columns import columns
from .orders import Answer, Order, Words

AT_ONCE = 32
"""Tables that are looked at before the others have their turn."""

Row = dict[str, Any]


class Rosters:
    """The lists of one server."""

    def __init__(self, lobby: LobbyRoom) -> None:
        self._lobby = lobby

    @property
    def orders(self) -> tuple[Order, ...]:
        """What can be asked."""
        return (
            Order(name="tables", does="every table, and who sits there", do=self._tables, noted=False),
            Order(name="people", does="everybody who is signed in, programs too", do=self._people, noted=False),
        )

    async def _tables(self, _words: Words) -> Answer:
        rows: list[Row] = []
        for number, table in enumerate(tuple(self._lobby.tables.values()), start=1):
            rows.append(_table(table))
            if number % AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        return _listed(rows, "tables")

    async def _people(self, _words: Words) -> Answer:
        return _listed([_person(session) for session in self._lobby.sessions.values()], "people")


def _table(table: Table) -> Row:
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
        "origin": table.origin,
    }


def _person(session: Session) -> Row:
    return {
        "name": session.name,
        "kind": "program" if session.program else "person",
        "role": session.role.value,
        "here": session.peer is not None,
        "address": session.origin if session.peer is None else session.peer.address,
        "table": session.table,
        "key": identity.key_of(session.who) is not None,
    }


def _listed(rows: list[Row], what: str) -> Answer:
    """The rows as lines, and as they are."""
    if not rows:
        return Answer((f"no {what}",), {what: []})
    return Answer(tuple(columns(tuple(rows[0]), (tuple(map(_shown, row.values())) for row in rows))), {what: rows})


def _shown(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case dict():
            return " ".join(f"{seat}:{name}" for seat, name in value.items()) or "-"
        case list():
            return " ".join(value) or "-"
        case _:
            return str(value)
