"""A table for tests of calls out of turn: South has dealt, so East speaks first, then North, West and South.

The rules are those of pagat.com, where players coinche at any time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from coinche.engine.cards import PACK
from coinche.engine.dealing import stacked
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock
from coinche.server.match.table_options import Pace, TableOptions
from tests.server.fixed_packs import Board, FixedBoards

PAGAT = PRESETS["pagat"]
SLOW = Clock(move_ms=60_000, bank_ms=0)
Map = dict[str, Any]


class Bench:
    """Four clients at a table, and what each was asked last."""

    def __init__(self, running: Any, table: str, wires: dict[str, Any]) -> None:
        self.running = running
        self.table = table
        self.wires = wires
        self.sent = 0

    async def asked(self, seat: str, kind: str) -> Map:
        """The next request of that kind to the seat."""
        request: Map = await self.wires[seat].until("request", kind=kind)
        assert request["seat"] == seat
        return request

    async def act(self, seat: str, request: Map | int, action: str) -> int:
        """Answer a request; the id of the message."""
        number = request if isinstance(request, int) else request["request"]
        return await self._act(seat, action, request=number)

    async def shout(self, seat: str, after: int, action: str = "coinche") -> int:
        """Say it unasked."""
        return await self._act(seat, action, after=after)

    async def _act(self, seat: str, action: str, **fields: int) -> int:
        self.sent += 1
        await self.wires[seat].send(type="act", table=self.table, action=action, id=self.sent, **fields)
        return self.sent

    async def answer_to(self, seat: str, number: int) -> Map:
        """The answer to the message with that id."""
        answer: Map = await self.wires[seat].until("ok", "error", re=number)
        return answer

    async def says(self, seat: str, request: Map, action: str) -> None:
        """The action, and that it was accepted."""
        answer = await self.answer_to(seat, await self.act(seat, request, action))
        assert answer["type"] == "ok", answer

    async def quiet(self, seat: str) -> list[Map]:
        """The seat's unread messages so far."""
        wire = self.wires[seat]
        seen = len(wire.seen)
        await wire.send(type="ping", data="quiet")
        await wire.until("pong", data="quiet")
        new: list[Map] = wire.seen[seen:-1]
        return new


def board(rules: RuleSet = PAGAT) -> FixedBoards:
    hands = {seat: PACK[8 * at : 8 * at + 8] for at, seat in enumerate(Seat)}
    return FixedBoards([Board(Seat.SOUTH, stacked(hands, Seat.SOUTH, rules.table))])


@asynccontextmanager
async def bench_at(
    run_server: Any,
    rules: RuleSet = PAGAT,
    people: str = "",
    clock: Clock = SLOW,
    reaction: float = 30.0,
    strict: bool = False,
    **server_options: Any,
) -> AsyncIterator[Bench]:
    """Four clients at a board of these rules, in a server of its own."""
    pace = Pace(bot=0.01, trick=0.01, recap=0.01, final=0.01, reaction=reaction)
    async with run_server(**server_options) as running:
        options = TableOptions(name="board", board=True, rules=rules, pace=pace, clock=clock, strict=strict)
        table = running.server.lobby.tables.open(options, board(rules))
        wires = {}
        for seat in "NESW":
            wires[seat] = await running.connect(f"at {seat}", program=seat not in people)
            await wires[seat].send(type="join", table=table.id, seat=seat)
            await wires[seat].until("joined")
        yield Bench(running, table.id, wires)


async def open_with(table: Bench, bid: str = "80S") -> tuple[Map, Map]:
    """East bids; return the requests of North, who is on turn, and of South, who may react."""
    await table.says("E", await table.asked("E", "bid"), bid)
    return await table.asked("N", "bid"), await table.asked("S", "react")
