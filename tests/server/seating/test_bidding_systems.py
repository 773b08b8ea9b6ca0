"""Tests of bidding systems at a table: the right to declare one, its start, and its end with a change of the seat."""

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
from coinche.server.match.entries import MatchBegun, Told
from coinche.server.match.table_options import Pace
from coinche.server.seating.bidding_systems import Systems
from coinche.server.seating.seats import TableSeats
from coinche.server.storage.serialization import decode_entry, encode_entry
from tests.server.conftest import OpenJournal, Wire
from tests.server.tables import answer, pass_on, quiet, say, seated, watching

Map = dict[str, Any]
BEGUN = MatchBegun(
    at=0,
    id="00" * 32,
    called="table",
    origin="",
    preset="ffb",
    private=False,
    match=1,
    rules=FFB,
    first_dealer=Seat.NORTH,
    board=False,
    names=(),
    bank_ms=0,
)
BRISK = Pace(bot=0.01, trick=0.01, recap=0.05, final=0.05, reaction=0.01)


def system(name: str, **facts: Any) -> Map:
    """A system with one convention."""
    return {"name": name, "conventions": [{"said": "80+", "when": "opening", "shows": "a suit"} | facts]}


async def declare(wire: Any, table: str, said: Map, number: int = 7, **fields: Any) -> Map:
    """The answer to the declaration."""
    return await answer(wire, number, type="declare_system", table=table, system=said, **fields)


def told(messages: list[Map]) -> list[tuple[str, str]]:
    """The systems announced: seats and names."""
    return [(m["seat"], m["system"]["name"]) for m in messages if m["type"] == "system_declared"]


async def gathering(running: Any) -> tuple[str, Any, Any]:
    """A table at which North and East wait for others."""
    north, east = await running.connect("north"), await running.connect("east")
    await north.send(type="create_table", name="table", seat="N")
    table = (await north.until("joined"))["table"]
    await east.send(type="join", table=table, seat="E")
    await east.until("joined")
    return table, north, east


async def thrown_in(table: str, wires: dict[str, Any], deal: int) -> None:
    """Everybody passes; North has then heard of the next deal."""
    await pass_on(table, wires, 1)
    await pass_out(table, wires, deal)


async def pass_out(table: str, wires: dict[str, Any], deal: int) -> None:
    """The other three pass, too."""
    dealer = next(m["dealer"] for m in wires["N"].seen if m["type"] == "deal_started" and m["deal"] == deal)
    order = "NWSE" * 2
    for seat in order[order.index(dealer) + 2 :][:3]:
        await say(table, wires[seat], "pass")
    await wires["N"].until("deal_started", deal=deal + 1)


async def test_a_server_says_that_systems_may_be_declared(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.send(type="hello", versions=[1, 1], name="asks", want=[Capability.SYSTEMS])
        assert (await wire.until("welcome"))["capabilities"]["systems"] == "1"
        assert (await wire.until("ready"))["capabilities"] == ["systems"]


async def test_what_holds_already_is_not_told_again_and_the_last_that_was_said_counts(run_server: Any) -> None:
    async with run_server() as running:
        table, north, east = await gathering(running)
        for name in ("one", "one", "two", "one"):
            assert (await declare(east, table, system(name)))["type"] == "ok"
        assert told(await quiet(north)) == [("E", "one"), ("E", "two"), ("E", "one")]
        watcher = await watching(running, table)
        assert told(await quiet(watcher)) == [("E", "one"), ("E", "two"), ("E", "one")], "it is all in the log"


async def test_who_sits_down_last_may_declare_as_long_as_nobody_has_said_anything(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        table, wires = await seated(running)
        await wires["W"].until("deal_started")
        assert (await declare(wires["W"], table, system("first")))["type"] == "ok"
        await wires["E"].until("system_declared", seat="W")
        assert (await declare(wires["W"], table, system("second"), 8))["type"] == "ok"
        assert told(await quiet(wires["E"])) == [], "with a hand before him nobody changes what he has declared"


async def test_at_a_strict_table_nobody_declares_with_a_hand_before_him_not_even_for_the_first_time(
    run_server: Any,
) -> None:
    async with run_server(pace=BRISK) as running:
        table, wires = await seated(running, people="", strict=True)
        await wires["W"].until("hand_dealt")
        assert (await declare(wires["W"], table, system("I hold JS 9S")))["type"] == "ok"
        assert told(await quiet(wires["E"])) == []
        await thrown_in(table, wires, 1)
        assert told(wires["N"].seen) == [("W", "I hold JS 9S")], "it counts from the next deal"


async def test_from_the_second_deal_on_the_first_that_somebody_declares_waits_too(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        table, wires = await seated(running, people="")
        await thrown_in(table, wires, 1)
        await wires["W"].until("deal_started", deal=2)
        assert (await declare(wires["W"], table, system("I hold JS 9S")))["type"] == "ok"
        assert told(await quiet(wires["E"])) == []


async def dropped(wires: dict[str, Any], seat: str) -> Map:
    """Its client loses the connection; what proves that it is the same when it comes back."""
    await wires[seat].stream.aclose()
    other = "N" if seat != "N" else "E"
    await wires[other].until("seat_changed", seat=seat, connected=False)
    ready: Map = next(message for message in wires[seat].seen if message["type"] == "ready")
    return ready


@pytest.mark.parametrize("strict", [False, True])
async def test_who_comes_back_has_what_he_had_and_nothing_else_before_the_next_deal(
    run_server: Any, come_back: Callable[..., Awaitable[Wire]], strict: bool
) -> None:
    async with run_server(pace=BRISK, absence_ms=60_000) as running:
        wires = {seat: await running.connect(f"at {seat}") for seat in "NESW"}
        await wires["N"].send(type="create_table", name="table", seat="N", strict=strict, hold=True)
        table = (await wires["N"].until("joined"))["table"]
        for seat in "ESW":
            await wires[seat].send(type="join", table=table, seat=seat)
            await wires[seat].until("joined")
        assert (await declare(wires["E"], table, system("mine")))["type"] == "ok"
        await wires["N"].send(type="begin", table=table)
        for wire in wires.values():
            await wire.until("hand_dealt")
        for seat, names in (("E", ["I hold JS 9S", "mine"]), ("S", ["I hold AH", "I hold 10H"])):
            wires[seat] = await come_back(running, await dropped(wires, seat))
            await wires[seat].until("hand_dealt")
            for number, name in enumerate(names):
                assert (await declare(wires[seat], table, system(name), number))["type"] == "ok"
        await quiet(wires["W"])
        assert told(wires["W"].seen) == [("E", "mine"), ("E", "mine")]


async def test_who_sits_down_in_a_deal_has_no_system_before_the_next(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        table, wires = await seated(running)
        await wires["W"].until("hand_dealt")
        await wires["W"].send(type="leave", table=table)
        await wires["W"].until("left")
        guest = await running.connect("guest", program=False)
        await guest.send(type="join", table=table, seat="W")
        await guest.until("joined", reserved="W")
        assert (await declare(guest, table, system("I hold JS 9S")))["code"] == "FORBIDDEN"
        back = wires["W"]
        await back.send(type="join", table=table, seat="W")
        await back.until("joined", seat="W")
        assert (await declare(back, table, system("I hold JS 9S")))["type"] == "ok"
        assert told(await quiet(wires["E"])) == []


async def test_a_system_that_is_declared_in_an_auction_counts_from_the_next_deal(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        table, wires = await seated(running, people="")
        await pass_on(table, wires, 1)
        for number, name in enumerate(("one", "two"), 7):
            assert (await declare(wires["E"], table, system(name), number))["type"] == "ok"
        assert told(wires["N"].seen) == []
        await pass_out(table, wires, 1)
        kinds = [m["type"] for m in wires["N"].seen]
        assert told(wires["N"].seen) == [("E", "two")], "the last counts"
        assert kinds.index("thrown_in") < kinds.index("system_declared")


async def test_what_is_declared_in_a_deal_is_forgotten_with_who_has_gone_before_it_was_over(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        table, wires = await seated(running)
        await pass_on(table, wires, 1)
        assert (await declare(wires["E"], table, system("gone")))["type"] == "ok"
        await wires["E"].send(type="leave", table=table)
        await wires["E"].until("left")
        await wires["N"].until("seat_changed", seat="E", occupant="bot")
        server = running.server.lobby.tables[table]
        assert server._members.systems._wait == {}


async def test_only_who_plays_declares_and_for_his_own_seat(run_server: Any) -> None:
    async with run_server() as running:
        table, north, east = await gathering(running)
        watcher = await watching(running, table)
        assert (await declare(watcher, table, system("none")))["code"] == "FORBIDDEN"
        refused = await declare(north, table, system("none"), seat="E")
        assert (refused["code"], refused["message"]) == (
            "FORBIDDEN",
            "who sits at the table declares a system, for their own seat",
        )
        assert (await declare(north, table, system("mine"), seat="N"))["type"] == "ok"
        assert told(await quiet(east)) == [("N", "mine")]


@pytest.mark.parametrize("strict", [False, True])
async def test_a_system_is_told_at_a_strict_table_too(run_server: Any, strict: bool) -> None:
    async with run_server() as running:
        north = await running.connect("north")
        await north.send(type="create_table", name="table", seat="N", strict=strict)
        table = (await north.until("joined"))["table"]
        assert (await declare(north, table, system("mine")))["type"] == "ok"
        await north.until("system_declared", seat="N")


async def test_nobody_has_more_than_some_systems_told(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SYSTEMS", 2)
    async with run_server() as running:
        table, _, east = await gathering(running)
        for name in ("one", "two"):
            assert (await declare(east, table, system(name)))["type"] == "ok"
        refused = await declare(east, table, system("three"))
        assert (refused["code"], refused["message"]) == (
            "FORBIDDEN",
            "you have declared 2 systems from E; no more in this match",
        )
        await east.send(type="leave", table=table)
        await east.until("left")
        next_one = await running.connect("next")
        await next_one.send(type="join", table=table, seat="E")
        await next_one.until("joined")
        assert (await declare(next_one, table, system("one")))["type"] == "ok", "each has his own"


async def test_nor_has_a_table_however_many_come(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SYSTEMS_AT_TABLE", 2)
    async with run_server() as running:
        table, north, east = await gathering(running)
        assert (await declare(north, table, system("one")))["type"] == "ok"
        assert (await declare(east, table, system("two")))["type"] == "ok"
        refused = await declare(north, table, system("three"))
        assert (refused["code"], refused["message"]) == (
            "FORBIDDEN",
            "2 systems have been declared here; no more in this match",
        )


async def test_with_a_match_everybody_may_declare_anew(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SYSTEMS", 1)
    async with run_server(pace=BRISK) as running:
        table, north, east = await gathering(running)
        assert (await declare(east, table, system("one")))["type"] == "ok"
        for seat in "SW":
            wire = await running.connect(f"at {seat}")
            await wire.send(type="join", table=table, seat=seat)
        await east.until("hand_dealt")
        assert (await declare(east, table, system("two"), 8))["type"] == "ok"
        assert told(await quiet(north)) == [("E", "one")], "with a hand before him it waits"


@pytest.mark.parametrize(
    "text",
    [
        "a\u3164",
        "\u2800",
        "a\u115f",
        "a\u1160",
        "a\u034f",
        "a\u17b4",
        "a\u180b",
        "a\ufe0f",
        "e\u0301",
        "a" + "\u0301" * 31,
    ],
    ids=ascii,
)
async def test_a_system_is_written_to_be_read(run_server: Any, text: str) -> None:
    async with run_server() as running:
        table, north, _ = await gathering(running)
        for said, path in ((system(text), "$.system"), (system("x", shows=text), "$.system.conventions[0]")):
            refused = await declare(north, table, said)
            assert (refused["code"], refused["data"]["path"]) == ("BAD_MESSAGE", path)


async def test_a_system_is_no_longer_than_fits_into_any_frame(run_server: Any) -> None:
    async with run_server() as running:
        table, north, _ = await gathering(running)
        one = system("long")["conventions"][0]
        refused = await declare(north, table, {"name": "long", "conventions": [one | {"shows": "é" * 120}] * 16})
        assert (refused["code"], refused["data"]["path"]) == ("BAD_MESSAGE", "$.system")
        assert (await declare(north, table, {"name": "long", "conventions": [one | {"shows": "é" * 120}] * 15}))[
            "type"
        ] == "ok"


async def test_the_system_is_kept_with_the_table(
    run_server: Any, come_back: Callable[..., Awaitable[Wire]], tmp_path: Path, journal: OpenJournal
) -> None:
    readies = {}
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        wires = {}
        for seat in "NESW":
            wires[seat] = await running.connect()
            readies[seat] = await wires[seat].sign_in(f"at {seat}")
            if seat == "N":
                await wires[seat].send(type="create_table", name="programs", seat="N")
                table = (await wires[seat].until("joined"))["table"]
                assert (await declare(wires["N"], table, system("kept", any=["J"])))["type"] == "ok"
            else:
                await wires[seat].send(type="join", table=table, seat=seat)
                await wires[seat].until("joined")
        await wires["N"].until("deal_started")
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        back = await come_back(running, readies["E"])
        event = await back.until("system_declared")
        assert (event["seat"], event["system"]) == ("N", system("kept", any=["J"]))
        north = await come_back(running, readies["N"])
        await north.until("hand_dealt")
        for number, name in enumerate(("I hold JS 9S", "kept")):
            assert (await declare(north, table, system(name, any=["J"]), number))["type"] == "ok"
        assert told(await quiet(back)) == [("N", "kept")], "who it was is kept, too"


def test_how_many_were_declared_and_by_whom_is_known_when_the_table_comes_back() -> None:
    systems = Systems(TableSeats("t1"), None, None, strict=False)  # type: ignore[arg-type]
    for entry in (
        Told(0, SystemDeclared(Seat.NORTH, System(name="one", conventions=())), "ada"),
        Told(0, SystemDeclared(Seat.NORTH, System(name="two", conventions=())), "ada"),
    ):
        assert decode_entry(encode_entry(entry)) == entry
        systems.recall(entry)
    assert systems._told == {("ada", Seat.NORTH): 2}
    systems.recall(BEGUN)
    assert not systems._told, "each match has its own"


def test_what_was_declared_holds_when_the_table_comes_back_unless_the_seat_has_changed() -> None:
    systems = Systems(TableSeats("t1"), None, None, strict=False)  # type: ignore[arg-type]
    mine, his = (System(name=name, conventions=()) for name in ("mine", "his"))
    for event in (
        SystemDeclared(Seat.NORTH, mine),
        SystemDeclared(Seat.EAST, his),
        SeatChanged(Seat.EAST, Occupant.PROGRAM, "east", False),
    ):
        systems.recall(Told(0, event))
    assert systems.in_force == {Seat.NORTH: mine}


async def test_a_provider_declares_for_a_seat_that_it_plays_and_is_told_of_the_others_in_its_requests(
    run_server: Any,
) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        await running.until_said("signed in as provider")
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="Café", seat="S", target=300, bots="steady", hold=True)
        table = (await wire.until("joined"))["table"]
        heard = {(await wire.until("system_declared"))["seat"] for _ in "NEW"}
        assert heard == set("NEW"), "the bots that were lent have said what their calls promise"
        (provider,) = running.server.lobby.sessions.providers
        assert (await declare(wire, table, system("mine")))["type"] == "ok"
        members = running.server.lobby.tables[table]._members
        assert {seat.value for seat in members.systems.in_force} == set("NESW")
        assert all(members.seats[seat].player is provider for seat in (Seat.NORTH, Seat.EAST, Seat.WEST))
