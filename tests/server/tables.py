"""Tables for tests of agreements: the players on their seats, and the messages each has got."""

from __future__ import annotations

from typing import Any

from coinche.engine.cards import Card
from coinche.engine.dealing import stacked
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from tests.server.fixed_packs import Board, FixedBoards

Map = dict[str, Any]


async def seated(running: Any, people: str = "NESW", **create: Any) -> tuple[str, dict[str, Any]]:
    """A table with a client on each seat, some of them people; North has made it."""
    wires = {seat: await running.connect(f"at {seat}", program=seat not in people) for seat in "NESW"}
    await wires["N"].send(type="create_table", **{"name": "table", "seat": "N", "target": 200, **create})
    table = (await wires["N"].until("joined"))["table"]
    for seat in "ESW":
        await wires[seat].send(type="join", table=table, seat=seat)
        await wires[seat].until("joined")
    return table, wires


async def watching(running: Any, table: str, name: str = "watcher") -> Any:
    """A client that watches."""
    wire = await running.connect(name)
    await wire.send(type="watch", table=table)
    await wire.until("joined")
    return wire


async def quiet(wire: Any) -> list[Map]:
    """The client's unread messages so far."""
    seen = len(wire.seen)
    await wire.send(type="ping", data="quiet")
    await wire.until("pong", data="quiet")
    new: list[Map] = wire.seen[seen:-1]
    return new


async def answer(wire: Any, number: int, **message: Any) -> Map:
    """Send the message with that id; return its answer."""
    await wire.send(id=number, **message)
    got: Map = await wire.until("ok", "error", re=number)
    return got


async def pass_on(table: str, wires: dict[str, Any], times: int) -> None:
    """Pass that number of times from the start of a deal, each time the player asked."""
    seen = [m for m in wires["N"].seen if m["type"] == "deal_started"]
    dealer = (seen[-1] if seen else await wires["N"].until("deal_started"))["dealer"]
    order = "NWSE" * 3
    for seat in order[order.index(dealer) + 1 :][:times]:
        await say(table, wires[seat], "pass")


async def say(table: str, wire: Any, action: str) -> None:
    """The action in answer to the last request, which may have been seen already."""
    seen = [m for m in wire.seen if m["type"] in ("request", "ok") and "request" in m]
    request = seen[-1] if seen and seen[-1]["type"] == "request" else await wire.until("request")
    await wire.send(type="act", table=table, request=request["request"], action=action)
    await wire.until("ok", request=request["request"])


def boards(hands: dict[Seat, tuple[Card, ...]]) -> FixedBoards:
    """One board with those hands; South has dealt, so East speaks and leads first."""
    return FixedBoards([Board(Seat.SOUTH, stacked(hands, Seat.SOUTH, FFB.table))])
