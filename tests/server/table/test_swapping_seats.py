"""Tests of seats that the host swaps before the first deal: the messages, and players who arrive in between."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.table.test_host_orders import hosts, opened, seat_down
from tests.server.tables import Map, answer, quiet, watching


def log(wire: Any) -> list[Map]:
    """The events since the client was told last where it is."""
    last = max(at for at, m in enumerate(wire.seen) if m["type"] == "joined")
    return [m for m in wire.seen[last:] if "n" in m]


def sitting(wire: Any) -> dict[str, str]:
    """The players by seat, according to the log."""
    return {m["seat"]: m["name"] for m in log(wire) if m["type"] == "seat_changed"}


async def swapped(table: str, north: Any, one: str, other: str, number: int = 7) -> Map:
    return await answer(north, number, type="swap_seats", table=table, seats=[one, other])


async def test_two_people_change_seats_and_each_hears_of_it_as_from_his_new_one(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east, south = [await seat_down(running, table, seat) for seat in "ES"]
        watcher = await watching(running, table)
        assert (await swapped(table, north, "E", "S"))["type"] == "ok"
        for wire, seat in ((east, "S"), (south, "E")):
            joined = await wire.until("joined", seat=seat)
            assert joined["table"] == table
            assert "re" not in joined
        for wire in (north, east, south, watcher):
            await wire.until("seat_changed", seat="S", name="at E")
            await quiet(wire)
            assert [m["n"] for m in log(wire)] == list(range(1, len(log(wire)) + 1))
            assert sitting(wire) == {"N": "at N", "E": "at S", "S": "at E"}
            assert hosts(wire)[-1:] == ["N"]
        assert len([m for m in (*north.seen, *watcher.seen) if m["type"] == "joined"]) == 2


async def test_the_host_moves_himself_and_stays_it(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east = await seat_down(running, table, "E")
        await swapped(table, north, "W", "N")
        assert (await north.until("joined"))["seat"] == "W"
        await north.until("host_changed", n=6)
        last = [(m["type"], m["seat"]) for m in log(north)][-3:]
        assert last == [("seat_changed", "W"), ("seat_changed", "N"), ("host_changed", "W")]
        assert (await swapped(table, north, "W", "E"))["type"] == "ok"
        await east.until("joined", seat="W")
        assert (await swapped(table, east, "N", "E"))["code"] == "FORBIDDEN"


async def test_bots_are_moved_and_called_anew(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = ("steady", "greedy")
        provider = await running.provider()
        table, north = await opened(running)
        for seat, kind in (("E", "steady"), ("S", "greedy")):
            await answer(north, 3, type="add_bot", table=table, seat=seat, bot=kind)
            await provider.until("invite", seat=seat, bot=kind)
            await provider.send(type="accept", table=table, seat=seat)
        await quiet(provider)
        await swapped(table, north, "E", "W")
        await provider.until("dismiss", seat="E")
        await provider.until("invite", seat="W", bot="steady")
        await swapped(table, north, "S", "W")
        await provider.until("dismiss", seat="S")
        await provider.until("invite", seat="S", bot="steady")
        await provider.until("invite", seat="W", bot="greedy")
        await swapped(table, north, "N", "S")
        await provider.until("invite", seat="N", bot="steady")
        await quiet(north)
        assert sitting(north) == {"N": "steady", "E": "", "S": "at N", "W": "greedy"}


@pytest.mark.parametrize(("first", "seat"), [("join", "S"), ("swap", "E")])
async def test_who_sits_down_meanwhile_is_moved_too_or_finds_the_seat_taken(
    run_server: Any, first: str, seat: str
) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        other = await seat_down(running, table, "S")
        late = await running.connect("late")

        async def join() -> None:
            await late.send(type="join", table=table, seat="E", id=4)
            await late.until("joined", "error", re=4)

        async def swap() -> None:
            await swapped(table, north, "E", "S")

        order = (join, swap) if first == "join" else (swap, join)
        for step in order:
            await step()
        answered = next(m for m in late.seen if m.get("re") == 4)
        if first == "join":
            assert answered["seat"] == "E"
            assert (await late.until("joined"))["seat"] == "S"
            assert (await other.until("joined"))["seat"] == "E"
        else:
            assert (answered["code"], answered["data"]) == ("SEAT_TAKEN", {"free": ["S", "W"]})


async def test_two_swaps_and_a_join_at_once_leave_everybody_on_one_seat(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east, south = [await seat_down(running, table, seat) for seat in "ES"]
        late = await running.connect("late")
        for pair in ("ES", "SW"):
            await north.send(type="swap_seats", table=table, seats=[*pair])
        await late.send(type="join", table=table, id=4)
        where = (await late.until("joined"))["seat"]
        for wire in (north, east, south, late):
            await wire.until("match_started", "seat_changed", name="late")
            await quiet(wire)
        seats = {name: seat for seat, name in sitting(north).items()}
        assert sorted(seats.values()) == ["E", "N", "S", "W"]
        for wire, name in ((north, "at N"), (east, "at E"), (south, "at S"), (late, "late")):
            told = [m["seat"] for m in wire.seen if m["type"] == "joined"]
            assert told[-1] == seats[name]
        assert where == seats["late"]


async def test_who_is_moved_holds_the_cards_of_his_new_seat_alone(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running, hold=True)
        wires = {"N": north, **{seat: await seat_down(running, table, seat) for seat in "ESW"}}
        await swapped(table, north, "E", "S")
        wires["E"], wires["S"] = wires["S"], wires["E"]
        await answer(north, 8, type="begin", table=table)
        for seat, wire in wires.items():
            dealt = [await wire.until("hand_dealt") for _ in range(4)]
            assert [m["seat"] for m in dealt if m["cards"] is not None] == [seat]


async def test_two_free_seats_are_swapped_without_a_word(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        assert (await swapped(table, north, "E", "S"))["type"] == "ok"
        assert await quiet(north) == []


@pytest.mark.parametrize("seats", [["E", "E"], ["E"], ["E", "S", "W"], "ES", ["E", "X"], None])
async def test_two_different_seats_are_swapped_and_nothing_else(run_server: Any, seats: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        refusal = await answer(north, 4, type="swap_seats", table=table, seats=seats)
        assert refusal["code"] == "BAD_MESSAGE"
