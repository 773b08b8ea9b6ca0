"""Tests of absent players: the table waits for as long as they have time; then a bot plays until they return."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import trio

from tests.server.conftest import Wire
from tests.server.tables import answer

Map = dict[str, Any]
NEXT = dict(zip("NWSE", "WSEN", strict=True))


async def four(running: Any, *, program: bool = True) -> tuple[str, dict[str, Wire], dict[str, Map]]:
    wires, readies = {}, {}
    for seat in "NESW":
        wires[seat] = await running.connect()
        readies[seat] = await wires[seat].sign_in(f"at {seat}", program=program)
        if seat == "N":
            await wires[seat].send(type="create_table", name="table", seat="N", target=200)
        else:
            await wires[seat].send(type="join", table=table, seat=seat)  # noqa: F821
        table: str = (await wires[seat].until("joined"))["table"]
    return table, wires, readies


async def asked(wires: dict[str, Wire]) -> tuple[str, Map]:
    seat = NEXT[(await wires["N"].until("deal_started"))["dealer"]]
    return seat, await wires[seat].until("request")


async def go_away(wires: dict[str, Wire], seat: str) -> None:
    """The client's connection is lost, and another has heard that."""
    await wires[seat].stream.aclose()
    await wires[NEXT[seat]].until("seat_changed", seat=seat, connected=False)


async def test_who_is_back_in_time_is_asked_the_same_and_his_clock_has_stood(
    run_server: Callable[..., Any], come_back: Callable[..., Awaitable[Wire]]
) -> None:
    async with run_server(absence_ms=60_000) as running:
        _, wires, readies = await four(running)
        seat, request = await asked(wires)
        await go_away(wires, seat)
        await trio.sleep(0.2)
        back = await come_back(running, readies[seat])
        again = await back.until("request")
        assert again["request"] == request["request"]
        used = sum(request["clock"].values()) - sum(again["clock"].values())
        assert used < 150, "ms; he was away for 200"
        assert not [m for m in back.seen if m["type"] == "timed_out"]


async def test_who_is_away_for_too_long_is_played_for_and_has_his_seat_back_when_he_comes(
    run_server: Callable[..., Any], come_back: Callable[..., Awaitable[Wire]]
) -> None:
    async with run_server(absence_ms=100) as running:
        table, wires, readies = await four(running)
        seat, request = await asked(wires)
        await go_away(wires, seat)
        other = NEXT[seat]
        assert (await wires[other].until("passed"))["seat"] == seat, "the default"
        live = await wires[other].until("request")
        back = await come_back(running, readies[seat])
        await back.until("seat_changed", seat=seat, connected=True)
        late = await answer(back, 5, type="act", table=table, request=request["request"], action="80H")
        assert late["code"] in ("LATE", "STALE_REQUEST")
        assert (await answer(wires[other], 6, type="act", table=table, request=live["request"], action="80H"))[
            "re"
        ] == 6


async def test_the_time_for_absences_is_one_for_the_whole_match(run_server: Callable[..., Any]) -> None:
    async with run_server(absence_ms=150) as running:
        table, wires, _ = await four(running)
        seat, _ = await asked(wires)
        await go_away(wires, seat)
        chair = running.server.lobby.tables[table]._members.seats[seat]
        assert chair.awaited
        await wires[NEXT[seat]].until("passed")
        assert chair.absence_ms == 0
        assert not chair.awaited


async def test_a_match_at_which_nobody_else_is_waits_for_a_person(
    run_server: Callable[..., Any], come_back: Callable[..., Awaitable[Wire]]
) -> None:
    async with run_server(absence_ms=100) as running:
        table, wires, readies = await four(running, program=False)
        seat, request = await asked(wires)
        chair = running.server.lobby.tables[table]._members.seats[seat]
        for other in "NESW".replace(seat, ""):
            await wires[other].stream.aclose()
            await wires[seat].until("seat_changed", seat=other, connected=False)
        await wires[seat].stream.aclose()
        await trio.sleep(0.4)
        back = await come_back(running, readies[seat])
        assert (await back.until("request"))["request"] == request["request"]
        assert chair.absence_ms == 100, "no bot has been asked to play"
