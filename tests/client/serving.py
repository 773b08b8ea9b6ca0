"""A real server with a table on it, for tests of its players."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from coinche.bot import Player
from coinche.bot.placement import Place
from coinche.bot.seat import play_seat
from coinche.bots.built_in import Steady
from coinche.connection.address import Address
from coinche.engine.events import Event, MatchEnded
from coinche.engine.presets import preset
from coinche.engine.seats import Seat
from coinche.protocol.messages import TableEvent
from coinche.server.app import Server
from coinche.server.match.table_options import Pace, TableOptions
from tests.server.observed import ObservedStore

PATIENCE = 60.0


@dataclass(slots=True)
class Served:
    """A server with one table, and the ends of its matches."""

    server: Server
    address: Address
    """Without TLS."""
    table: str
    ended: list[MatchEnded] = field(default_factory=list)

    def place(self, seat: Seat | None = None, name: str = "bot") -> Place:
        """A seat at the table."""
        return Place(address=self.address, table=self.table, seat=seat, name=name)

    async def sit(self, nursery: trio.Nursery, seats: Sequence[Seat]) -> None:
        """Have sound players on those seats."""
        for seat in seats:
            await nursery.start(play_seat, Player(Steady()), self.place(seat, f"steady {seat}"))


@asynccontextmanager
async def served(provider: str | None = None, target: int = 200, pace: Pace | None = None) -> AsyncIterator[Served]:
    """A server on loopback, with a table to that target; tables that clients open have that pace."""
    ended: list[MatchEnded] = []

    def hear(event: Event | TableEvent) -> None:
        if isinstance(event, MatchEnded):
            ended.append(event)

    defaults = TableOptions(name="table", pace=pace or Pace())
    server = Server(provider=provider, say=lambda line: None, store=ObservedStore(hear), defaults=defaults)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            options = TableOptions(name="table", rules=preset("ffb", target))
            table = server.lobby.tables.open(options)
            yield Served(server, Address("127.0.0.1", port, tls=False), table.id, ended)
            nursery.cancel_scope.cancel()
