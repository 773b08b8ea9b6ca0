"""Checks of how one leaves a table, before the match and in it, and what becomes of the seat."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json

from .harness import ServerBench
from .outcome import refused

CHECKS = Checks(Side.SERVER)
JOIN, LEAVE = "join", "leave"


@CHECKS.check("tables.leave", section=LEAVE)
async def leave(bench: ServerBench) -> None:
    """Who leaves before the match gets `left`, his seat is free, and the others hear of it."""
    maker, wire = await bench.client("maker"), await bench.client()
    table = (await bench.opened(maker))["table"]
    await wire.send(type="join", table=table, seat="S")
    await wire.until("joined")
    await wire.send(type="leave", table=table, id=3)
    await wire.until("left", table=table, reason="left", re=3)
    await maker.until("seat_changed", seat="S", occupant="free")


@CHECKS.check("tables.lost_before", section="Clocks and pauses")
async def lost_before(bench: ServerBench) -> None:
    """Before the match has started, losing the connection frees the seat."""
    maker, wire = await bench.client("maker"), await bench.client()
    table = (await bench.opened(maker))["table"]
    await wire.send(type="join", table=table, seat="S")
    await wire.until("joined")
    await wire.hang_up()
    await maker.until("seat_changed", seat="S", occupant="free")


@CHECKS.check("tables.left_in_play", section=LEAVE)
async def left_in_play(bench: ServerBench) -> None:
    """A seat left in mid-match goes to a bot; who left it gets `left`, and gets it back at once, with its cards."""
    table = await bench.four()
    await table.request()
    wire = table.wires["S"]
    await wire.send(type="leave", table=table.id)
    await wire.until("left", reason="left")
    await table.wires["N"].until("seat_changed", seat="S", occupant="bot")
    mine = next(event for event in table.events("S") if event["type"] == "hand_dealt" and event["seat"] == "S")
    await wire.send(type="join", table=table.id, seat="S")
    await wire.until("joined", seat="S")
    dealt = await wire.until("hand_dealt", seat="S")
    expect(dealt == mine, f"the seat's cards are {as_json(mine)}, not {as_json(dealt)}")
    await table.wires["N"].until("seat_changed", seat="S", occupant="program")


@CHECKS.check("tables.one_hand_each", section=JOIN)
async def one_hand_each(bench: ServerBench) -> None:
    """Who has held a hand of the match is refused any other (FORBIDDEN, with the `seat` that was his); not his own."""
    table = await bench.four()
    for seat in ("S", "E"):
        await table.wires[seat].send(type="leave", table=table.id)
        await table.wires[seat].until("left")
        await table.wires["N"].until("seat_changed", seat=seat, occupant="bot")
    await table.wires["S"].send(type="join", table=table.id, seat="E")
    error = await refused(table.wires["S"], "FORBIDDEN")
    expect(error["data"].get("seat") == "S", f"S is the seat that can be had again: {error['data']}")
    await table.wires["S"].send(type="join", table=table.id, seat="S")
    await table.wires["S"].until("joined", seat="S")


@CHECKS.check("tables.abandoned", section="left")
async def abandoned(bench: ServerBench) -> None:
    """When everybody has left, the table is gone at once."""
    table, looker = await bench.four(), await bench.client("looker")
    for wire in table.wires.values():
        await wire.send(type="leave", table=table.id)
        await wire.until("left")
    while any(shown["table"] == table.id for shown in (await looker.until("lobby"))["tables"]):
        pass
    await looker.send(type="watch", table=table.id)
    await refused(looker, "NO_SUCH_TABLE")
