"""Tests of requests without the view, for the client that asked for that, and for no other player of its seat."""

from __future__ import annotations

from typing import Any

import trio

from tests.server.tables import Map


async def four(running: Any, **wants: Any) -> tuple[str, dict[str, Any]]:
    """A table of four programs; `wants` extends North's hello."""
    wires = {seat: await running.connect(f"at {seat}", **(wants if seat == "N" else {})) for seat in "NESW"}
    await wires["N"].send(type="create_table", name="table", seat="N", target=200)
    table = (await wires["N"].until("joined"))["table"]
    for seat in "ESW":
        await wires[seat].send(type="join", table=table, seat=seat)
        await wires[seat].until("joined")
    return table, wires


def requests(wire: Any) -> list[Map]:
    return [m for m in wire.seen if m["type"] == "request"]


async def test_who_wants_events_alone_gets_requests_without_a_view(run_server: Any, play: Any) -> None:
    async with run_server(board=True) as running:
        _, seats = await four(running, want=["events"])
        assert next(m for m in seats["N"].seen if m["type"] == "ready")["capabilities"] == ["events"]
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
        assert requests(seats["N"])
        assert all("view" not in request for request in requests(seats["N"]))
        assert all("view" in request for seat in "ESW" for request in requests(seats[seat]))


async def test_the_server_says_that_it_has_it(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.sign_in("Ana", need=["events"])
        assert next(m for m in wire.seen if m["type"] == "welcome")["capabilities"]["events"] == "1"


async def test_who_plays_for_him_gets_the_view(run_server: Any) -> None:
    async with run_server() as running:
        provider = await running.provider()
        table, seats = await four(running, want=["events"])
        await seats["N"].until("deal_started")
        await seats["N"].stream.aclose()
        assert (await provider.until("invite"))["seat"] == "N"
        await provider.send(type="accept", table=table, seat="N")
        async with trio.open_nursery() as nursery:
            for seat in "ESW":
                nursery.start_soon(answer_until, seats[seat], table)
            asked = await provider.until("request")
            nursery.cancel_scope.cancel()
        assert (asked["seat"], asked["view"]["viewer"]) == ("N", "N")


async def answer_until(wire: Any, table: str) -> None:
    """Play the defaults until cancelled."""
    while True:
        request = await wire.until("request")
        await wire.send(type="act", table=table, request=request["request"], action=request["default"])
