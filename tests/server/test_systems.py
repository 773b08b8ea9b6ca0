"""Bidding systems at a table: who may declare one, when it counts, and whose it is when somebody else sits there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.messages import Capability, Occupant, SeatChanged, System, SystemDeclared
from coinche.server import limits
from coinche.server.app import DEFAULT_PROVIDER
from coinche.server.chairs import Chairs
from coinche.server.entries import Told
from coinche.server.options import Pace
from coinche.server.systems import Systems
from tests.server.conftest import Wire
from tests.server.seating import answer, pass_on, quiet, say, seated, watching
from tests.server.test_journal import journal

Map = dict[str, Any]
BRISK = Pace(bot=0.01, trick=0.01, recap=0.05, final=0.05, reaction=0.01)


def system(name: str, **facts: Any) -> Map:
    """A system with one convention."""
    return {"name": name, "conventions": [{"said": "80+", "when": "opening", "shows": "a suit", **facts}]}


async def declare(wire: Any, table: str, said: Map, number: int = 7, **fields: Any) -> Map:
    """What the declaration gets."""
    return await answer(wire, number, type="declare_system", table=table, system=said, **fields)


def told(messages: list[Map]) -> list[tuple[str, str]]:
    """The systems of which somebody was told: seats and names."""
    return [(m["seat"], m["system"]["name"]) for m in messages if m["type"] == "system_declared"]


async def gathering(house: Any) -> tuple[str, Any, Any]:
    """A table at which North and East wait for others."""
    north, east = await house.connect("north"), await house.connect("east")
    await north.send(type="create_table", name="table", seat="N")
    table = (await north.until("joined"))["table"]
    await east.send(type="join", table=table, seat="E")
    await east.until("joined")
    return table, north, east


async def test_a_server_says_that_systems_may_be_declared(open_house: Any) -> None:
    async with open_house() as house:
        wire = await house.connect()
        await wire.send(type="hello", versions=[1, 1], name="asks", want=[Capability.SYSTEMS])
        assert (await wire.until("welcome"))["capabilities"]["systems"] == "1"
        assert (await wire.until("ready"))["capabilities"] == ["systems"]


async def test_what_holds_already_is_not_told_again_and_the_last_that_was_said_counts(open_house: Any) -> None:
    async with open_house() as house:
        table, north, east = await gathering(house)
        for name in ("one", "one", "two", "one"):
            assert (await declare(east, table, system(name)))["type"] == "ok"
        assert told(await quiet(north)) == [("E", "one"), ("E", "two"), ("E", "one")]
        watcher = await watching(house, table)
        assert told(await quiet(watcher)) == [("E", "one"), ("E", "two"), ("E", "one")], "it is all in the log"


async def test_who_sits_down_last_may_declare_as_long_as_nobody_has_said_anything(open_house: Any) -> None:
    async with open_house(pace=BRISK) as house:
        table, wires = await seated(house)
        await wires["W"].until("deal_started")
        assert (await declare(wires["W"], table, system("first")))["type"] == "ok"
        await wires["E"].until("system_declared", seat="W")
        assert (await declare(wires["W"], table, system("second"), 8))["type"] == "ok"
        assert told(await quiet(wires["E"])) == [], "with a hand before him nobody changes what he has declared"


async def test_a_system_that_is_declared_in_an_auction_counts_from_the_next_deal(open_house: Any) -> None:
    async with open_house(pace=BRISK) as house:
        table, wires = await seated(house, people="")
        await pass_on(table, wires, 1)
        for number, name in enumerate(("one", "two"), 7):
            assert (await declare(wires["E"], table, system(name), number))["type"] == "ok"
        assert told(wires["N"].seen) == []
        dealer = next(m["dealer"] for m in wires["N"].seen if m["type"] == "deal_started")
        order = "NWSE" * 2
        for seat in order[order.index(dealer) + 2 :][:3]:
            await say(table, wires[seat], "pass")
        await wires["N"].until("deal_started", deal=2)
        kinds = [m["type"] for m in wires["N"].seen]
        assert told(wires["N"].seen) == [("E", "two")], "the last counts"
        assert kinds.index("thrown_in") < kinds.index("system_declared")


async def test_what_is_declared_in_a_deal_is_forgotten_with_who_has_gone_before_it_was_over(open_house: Any) -> None:
    async with open_house(pace=BRISK) as house:
        table, wires = await seated(house)
        await pass_on(table, wires, 1)
        assert (await declare(wires["E"], table, system("gone")))["type"] == "ok"
        await wires["E"].send(type="leave", table=table)
        await wires["E"].until("left")
        await wires["N"].until("seat_changed", seat="E", occupant="bot")
        server = house.server.lobby.tables[table]
        assert server._company.systems._wait == {}


async def test_only_who_plays_declares_and_for_his_own_seat(open_house: Any) -> None:
    async with open_house() as house:
        table, north, east = await gathering(house)
        watcher = await watching(house, table)
        assert (await declare(watcher, table, system("none")))["code"] == "FORBIDDEN"
        refused = await declare(north, table, system("none"), seat="E")
        assert (refused["code"], refused["message"]) == (
            "FORBIDDEN",
            "who sits at the table declares a system, for his own seat",
        )
        assert (await declare(north, table, system("mine"), seat="N"))["type"] == "ok"
        assert told(await quiet(east)) == [("N", "mine")]


@pytest.mark.parametrize("strict", [False, True])
async def test_a_system_is_told_at_a_strict_table_too(open_house: Any, strict: bool) -> None:
    async with open_house() as house:
        north = await house.connect("north")
        await north.send(type="create_table", name="table", seat="N", strict=strict)
        table = (await north.until("joined"))["table"]
        assert (await declare(north, table, system("mine")))["type"] == "ok"
        await north.until("system_declared", seat="N")


async def test_a_seat_has_no_more_than_some_systems_told(open_house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SYSTEMS", 2)
    async with open_house() as house:
        table, north, east = await gathering(house)
        for name in ("one", "two"):
            assert (await declare(north, table, system(name)))["type"] == "ok"
        refused = await declare(north, table, system("three"))
        assert (refused["code"], refused["message"]) == (
            "FORBIDDEN",
            "2 systems have been declared from N; no more",
        )
        assert (await declare(east, table, system("one")))["type"] == "ok", "each seat has its own"


async def test_the_system_is_kept_with_the_table(
    open_house: Any, come_back: Callable[..., Awaitable[Wire]], tmp_path: Path
) -> None:
    readies = {}
    async with open_house(store=journal(tmp_path), absence_ms=60_000) as house:
        wires = {}
        for seat in "NESW":
            wires[seat] = await house.connect()
            readies[seat] = await wires[seat].sign_in(f"at {seat}")
            if seat == "N":
                await wires[seat].send(type="create_table", name="programs", seat="N")
                table = (await wires[seat].until("joined"))["table"]
                assert (await declare(wires["N"], table, system("kept", any=["J"])))["type"] == "ok"
            else:
                await wires[seat].send(type="join", table=table, seat=seat)
                await wires[seat].until("joined")
        await wires["N"].until("deal_started")
    async with open_house(store=journal(tmp_path), absence_ms=60_000) as house:
        back = await come_back(house, readies["E"])
        event = await back.until("system_declared")
        assert (event["seat"], event["system"]) == ("N", system("kept", any=["J"]))
        assert house.server.lobby.tables[table]._company.systems._told == {Seat.NORTH: 1}


def test_what_was_declared_holds_when_the_table_comes_back_unless_the_seat_has_changed() -> None:
    systems = Systems(Chairs("t1", FFB), None)  # type: ignore[arg-type]
    mine, his = (System(name=name, conventions=()) for name in ("mine", "his"))
    for event in (
        SystemDeclared(Seat.NORTH, mine),
        SystemDeclared(Seat.EAST, his),
        SeatChanged(Seat.EAST, Occupant.PROGRAM, "east", False),
    ):
        systems.recall(Told(0, event))
    assert systems.in_force == {Seat.NORTH: mine}


async def test_a_provider_declares_for_a_seat_that_it_plays_and_is_told_of_the_others_in_its_requests(
    open_house: Any,
) -> None:
    async with open_house(provider=DEFAULT_PROVIDER) as house:
        await house.until_said("signs in as provider")
        wire = await house.connect("Ana")
        await wire.send(type="create_table", name="Café", seat="S", target=300, bots="steady", hold=True)
        table = (await wire.until("joined"))["table"]
        heard = {(await wire.until("system_declared"))["seat"] for _ in "NEW"}
        assert heard == set("NEW"), "the bots that were lent have said what their calls promise"
        provider = house.server.lobby.provider
        assert (await declare(wire, table, system("mine")))["type"] == "ok"
        chairs = house.server.lobby.tables[table]._company
        assert {seat.value for seat in chairs.systems.in_force} == set("NESW")
        assert all(chairs.chairs[seat].player is provider for seat in (Seat.NORTH, Seat.EAST, Seat.WEST))
