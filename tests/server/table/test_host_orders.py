"""Tests of a table's host, and of the host's rights before and after the first deal."""

from __future__ import annotations

from typing import Any

import pytest

from coinche.server import limits
from coinche.server.match.table_options import HintsPolicy, TableOptions
from coinche.server.seating import host
from tests.server.connections.test_sign_in import Person
from tests.server.seating.test_own_seat import BRISK, beside, lost, program
from tests.server.seating.test_own_seat import opened as with_table
from tests.server.tables import Map, answer, quiet, seated, watching

KINDS = ("steady", "greedy")


async def opened(running: Any, **create: Any) -> tuple[str, Any]:
    """A table that North has opened, and North's wire."""
    wire = await running.connect("at N")
    await wire.send(type="create_table", **{"name": "table", "seat": "N", **create})
    return (await wire.until("joined"))["table"], wire


async def seat_down(running: Any, table: str, seat: str) -> Any:
    wire = await running.connect(f"at {seat}")
    await wire.send(type="join", table=table, seat=seat)
    await wire.until("joined")
    return wire


def hosts(wire: Any) -> list[str | None]:
    """The hosts, one after the other."""
    return [m["seat"] for m in wire.seen if m["type"] == "host_changed"]


async def info(running: Any, table: str) -> Any:
    (found,) = (info for info in running.server.lobby.broadcast.draw().tables if info.table == table)
    return found


async def test_who_opens_a_table_is_its_host_and_everybody_is_told(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        assert (await north.until("host_changed"))["n"] == 2
        late = await seat_down(running, table, "E")
        await quiet(late)
        assert hosts(late) == ["N"]
        assert (await info(running, table)).host == "N"
        assert (await info(running, table)).hold is False


async def test_where_it_was_opened_to_be_watched_the_first_who_sits_down_is(run_server: Any) -> None:
    async with run_server() as running:
        table, maker = await opened(running, watch=True)
        await quiet(maker)
        assert hosts(maker) == []
        assert (await info(running, table)).host is None
        await seat_down(running, table, "W")
        await seat_down(running, table, "E")
        await quiet(maker)
        assert hosts(maker) == ["W"]


async def test_when_the_host_gets_up_it_is_who_has_sat_there_longest(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        west, east = [await seat_down(running, table, seat) for seat in "WE"]
        watcher = await watching(running, table)
        await north.send(type="leave", table=table)
        await north.until("left")
        again = await seat_down(running, table, "N")
        await west.send(type="bye")
        await west.until("bye")
        await watcher.until("host_changed", seat="E")
        await east.send(type="bye")
        await watcher.until("host_changed", seat="N")
        await again.send(type="leave", table=table)
        await watcher.until("host_changed", seat=None)
        assert hosts(watcher) == ["N", "W", "E", "N", None]
        types = [m["type"] for m in watcher.seen if "n" in m]
        assert all(types[at - 1] == "seat_changed" for at, kind in enumerate(types) if kind == "host_changed")
        await seat_down(running, table, "S")
        await watcher.until("host_changed", seat="S")


async def test_a_host_who_is_away_in_mid_match_stays_it(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="")
        await wires["N"].stream.aclose()
        await wires["E"].until("seat_changed", seat="N", connected=False)
        assert (await info(running, table)).host == "N"
        back = await come_back(running, next(m for m in wires["N"].seen if m["type"] == "ready"))
        await back.until("seat_changed", seat="N", connected=True)
        await quiet(wires["E"])
        assert hosts(wires["E"]) == ["N"]


async def test_where_all_others_are_away_the_first_who_is_back_is_the_host(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="")
        watcher = await watching(running, table)
        for seat in "ESW":
            await wires[seat].stream.aclose()
            await watcher.until("seat_changed", seat=seat, connected=False)
        await wires["N"].send(type="leave", table=table)
        await watcher.until("host_changed", seat=None)
        await come_back(running, next(m for m in wires["S"].seen if m["type"] == "ready"))
        await watcher.until("host_changed", seat="S")


async def test_a_table_of_the_operators_has_no_host(run_server: Any) -> None:
    async with run_server() as running:
        table = running.server.lobby.tables.open(TableOptions(name="board")).id
        north = await seat_down(running, table, "N")
        refusal = await answer(north, 3, type="clear_seat", table=table, seat="E")
        assert (refusal["code"], refusal["message"]) == ("FORBIDDEN", "only the host does that; nobody is")
        assert hosts(north) == []


@pytest.mark.parametrize(
    ("asked", "hints"),
    [({}, True), ({"hints": False}, False), ({"hints": True, "strict": True}, False), ({"strict": True}, False)],
)
async def test_the_host_decides_about_hints_but_not_in_a_contest(run_server: Any, asked: Map, hints: bool) -> None:
    async with run_server() as running:
        table, _ = await opened(running, **asked)
        east = await seat_down(running, table, "E")
        (joined,) = (m for m in east.seen if m["type"] == "joined")
        assert joined["hints"] is hints
        assert (await info(running, table)).hints is hints


@pytest.mark.parametrize(
    ("policy", "asked", "hints"),
    [
        (HintsPolicy.OFF, {}, False),
        (HintsPolicy.OFF, {"hints": True}, False),
        (HintsPolicy.ON, {"hints": False}, True),
        (HintsPolicy.ON, {"strict": True}, False),
        (HintsPolicy.HOST, {"hints": False}, False),
    ],
)
async def test_the_operator_can_decide_about_hints_in_place_of_the_host(
    run_server: Any, policy: HintsPolicy, asked: Map, hints: bool
) -> None:
    async with run_server(hints_policy=policy) as running:
        table, host = await opened(running, **asked)
        (welcome,) = (m for m in host.seen if m["type"] == "welcome")
        assert welcome.get("hints") is policy.decided
        east = await seat_down(running, table, "E")
        (joined,) = (m for m in east.seen if m["type"] == "joined")
        assert joined["hints"] is hints
        assert (await info(running, table)).hints is hints


async def test_a_held_table_waits_for_its_host_even_with_four_players(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", hold=True)
        assert "match_started" not in [m["type"] for m in await quiet(wires["N"])]
        joined = [m for wire in wires.values() for m in wire.seen if m["type"] == "joined"]
        assert [m["hold"] for m in joined] == [True] * 4
        assert (await info(running, table)).hold is True
        refusal = await answer(wires["E"], 5, type="begin", table=table)
        assert (refusal["code"], refusal["message"]) == ("FORBIDDEN", "only the host does that, who sits N")
        assert (await answer(wires["N"], 6, type="begin", table=table))["type"] == "ok"
        await wires["E"].until("match_started")


async def test_a_held_table_begins_with_bots_where_nobody_sits(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        table, north = await opened(running, hold=True)
        refusal = await answer(north, 4, type="begin", table=table)
        assert (refusal["code"], refusal["data"]) == ("FORBIDDEN", {"free": ["E", "S", "W"]})
        refusal = await answer(north, 5, type="begin", table=table, bots="tarot")
        assert (refusal["code"], refusal["data"]) == ("FORBIDDEN", {"bots": [*KINDS]})
        await answer(north, 6, type="begin", table=table, bots="greedy")
        await north.until("match_started")
        assert [m["name"] for m in north.seen if m["type"] == "seat_changed"][1:] == ["greedy"] * 3


async def test_a_held_table_that_was_opened_with_bots_waits_all_the_same(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        table, north = await opened(running, hold=True, bots="steady")
        await north.until("seat_changed", seat="W", occupant="bot")
        assert "match_started" not in [m["type"] for m in await quiet(north)]
        await answer(north, 6, type="begin", table=table)
        await north.until("match_started")


async def test_the_fourth_player_begins_the_match_where_it_is_not_held(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        refusal = await answer(north, 4, type="begin", table=table)
        assert refusal["code"] == "FORBIDDEN"
        assert "fourth player" in refusal["message"]


async def test_the_host_takes_a_bot_away(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        provider = await running.provider()
        table, north = await opened(running)
        await answer(north, 4, type="add_bot", table=table, seat="E")
        await provider.until("invite", seat="E")
        await provider.send(type="accept", table=table, seat="E")
        await quiet(provider)
        assert (await answer(north, 5, type="clear_seat", table=table, seat="E"))["type"] == "ok"
        assert (await north.until("seat_changed", seat="E", occupant="free"))["name"] == ""
        await provider.until("dismiss", seat="E")


async def test_whoever_the_host_removes_leaves_the_table_and_may_come_again(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east = await seat_down(running, table, "E")
        assert (await answer(north, 5, type="clear_seat", table=table, seat="E"))["type"] == "ok"
        assert await east.until("left") == {"type": "left", "table": table, "reason": "removed"}
        await east.until("lobby")
        await north.until("seat_changed", seat="E", occupant="free")
        await east.send(type="chat", table=table, text="why?")
        assert (await east.until("error"))["code"] == "FORBIDDEN"
        await east.send(type="join", table=table, seat="S")
        assert (await east.until("joined"))["seat"] == "S"


async def test_who_was_removed_while_he_was_leaving_for_another_table_sits_there(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east = await seat_down(running, table, "E")
        other, _ = await opened(running)
        await north.send(type="clear_seat", table=table, seat="E")
        await east.send(type="leave", table=table)
        await east.until("left")
        await east.send(type="join", table=other, seat="E")
        await east.until("joined", table=other)
        assert (await answer(east, 9, type="chat", table=other, text="here"))["type"] == "ok"


async def test_the_host_frees_no_seat_that_is_free_and_not_his_own(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        assert (await answer(north, 5, type="clear_seat", table=table, seat="E"))["type"] == "ok"
        assert "seat_changed" not in [m["type"] for m in (await quiet(north))]
        assert (await answer(north, 6, type="clear_seat", table=table, seat="N"))["code"] == "FORBIDDEN"


@pytest.mark.parametrize(
    "asked",
    [
        {"type": "swap_seats", "seats": ["N", "E"]},
        {"type": "clear_seat", "seat": "E"},
        {"type": "begin"},
        {"type": "begin", "bots": "steady"},
    ],
    ids=lambda asked: str(asked["type"]),
)
async def test_what_the_host_may_is_for_him_alone_and_over_when_the_cards_are_dealt(
    run_server: Any, asked: Map
) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        table, wires = await seated(running, people="", hold=True)
        watcher = await watching(running, table)
        for wire in (wires["E"], watcher):
            refusal = await answer(wire, 5, table=table, **asked)
            assert (refusal["code"], refusal["message"]) == ("FORBIDDEN", "only the host does that, who sits N")
        stranger = await running.connect("stranger")
        assert (await answer(stranger, 5, table=table, **asked))["code"] == "FORBIDDEN"
        await answer(wires["N"], 6, type="begin", table=table)
        await wires["N"].until("hand_dealt")
        told = len([m for m in wires["E"].seen if m["type"] == "seat_changed"])
        refusal = await answer(wires["N"], 7, table=table, **asked)
        assert (refusal["code"], refusal["message"]) == (
            "FORBIDDEN",
            "the match has begun: who sits where stays as it is",
        )
        await quiet(wires["E"])
        assert len([m for m in wires["E"].seen if m["type"] == "seat_changed"]) == told


async def test_only_the_host_puts_another_bot_in_the_place_of_one(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        table, north = await opened(running)
        east = await seat_down(running, table, "E")
        assert (await answer(east, 3, type="add_bot", table=table, seat="S"))["type"] == "ok"
        refusal = await answer(east, 4, type="add_bot", table=table, seat="S", bot="greedy")
        assert (refusal["code"], refusal["data"]) == ("SEAT_TAKEN", {"free": ["W"]})
        assert (await answer(north, 5, type="add_bot", table=table, seat="E"))["code"] == "SEAT_TAKEN"
        assert (await answer(north, 6, type="add_bot", table=table, seat="S", bot="greedy"))["type"] == "ok"
        assert (await east.until("seat_changed", seat="S", name="greedy"))["occupant"] == "bot"


async def test_another_bot_takes_over_what_was_asked_of_the_one_before(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        provider = await running.provider()
        north = await running.connect("at N", program=False)
        await north.send(type="create_table", name="table", seat="N", bots="steady")
        table = (await north.until("joined"))["table"]
        for seat in "ESW":
            await provider.until("invite", seat=seat, bot="steady")
            await provider.send(type="accept", table=table, seat=seat)
        request = await asked_of_a_bot(table, north, provider)
        seat = request["seat"]
        await answer(north, 8, type="add_bot", table=table, seat=seat, bot="greedy")
        await provider.until("dismiss", seat=seat)
        await provider.until("invite", seat=seat, bot="greedy")
        await provider.send(type="act", table=table, request=request["request"], action="pass", id=5)
        assert (await provider.until("error", "ok", re=5))["type"] == "error"
        await provider.send(type="accept", table=table, seat=seat)
        again = await provider.until("request", seat=seat)
        assert again["request"] == request["request"]
        await provider.send(type="act", table=table, request=request["request"], action="pass")
        await north.until("passed", seat=seat)


async def asked_of_a_bot(table: str, north: Any, provider: Any) -> Map:
    """The first request to a bot, after North's pass if North is asked before."""
    dealer = (await north.until("deal_started"))["dealer"]
    if dealer == "E":
        request = await north.until("request")
        await north.send(type="act", table=table, request=request["request"], action="pass")
    found: Map = await provider.until("request")
    return found


async def test_nobody_changes_seats_without_end(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REARRANGED", 3)
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        table, north = await opened(running)
        allowed: tuple[Map, ...] = (
            {"type": "add_bot", "seat": "S"},
            {"type": "swap_seats", "seats": ["S", "E"]},
            {"type": "add_bot", "seat": "E", "bot": "greedy"},
            {"type": "swap_seats", "seats": ["W", "S"]},
            {"type": "clear_seat", "seat": "E"},
        )
        for number, asked in enumerate(allowed):
            assert (await answer(north, number, table=table, **asked))["type"] == "ok"
        await seat_down(running, table, "E")
        refused: tuple[Map, ...] = ({"type": "swap_seats", "seats": ["N", "E"]}, {"type": "clear_seat", "seat": "E"})
        for number, asked in enumerate(refused):
            assert (await answer(north, number, table=table, **asked))["code"] == "FORBIDDEN"
        await answer(north, 7, type="add_bot", table=table, seat="S")
        refusal = await answer(north, 8, type="add_bot", table=table, seat="S", bot="greedy")
        assert (refusal["code"], "too often" in refusal["message"]) == ("FORBIDDEN", True)


async def test_a_program_that_comes_back_to_its_seat_in_a_new_session_is_still_the_host(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        running.server.lobby.server.bots = KINDS
        owner = Person()
        first = await program(running, owner, "Ana")
        table = await with_table(first, "N")
        guests = await beside(running, table, "ESW")
        await guests["S"].send(type="leave", table=table)
        await guests["E"].until("seat_changed", seat="S", occupant="bot")
        await lost(first, guests["E"], "N")
        again = await program(running, owner, "Ana")
        await again.send(type="join", table=table, seat="N")
        await again.until("joined", seat="N")
        assert (await answer(again, 8, type="add_bot", table=table, seat="S", bot="greedy"))["type"] == "ok"
        await guests["E"].until("seat_reserved", seat="S", name="greedy")
        assert hosts(guests["E"]) == ["N"]


# --- who comes from one address --------------------------------------------------------------------------


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine counts as any other: all who come from it come from one address."""
    monkeypatch.setattr(host, "stands_for_many", lambda address: False)


def told_of_addresses(wire: Any) -> list[list[list[str]]]:
    return [m["groups"] for m in wire.seen if m["type"] == "same_address"]


async def test_the_host_alone_is_told_who_comes_from_one_address_and_when_nobody_does(
    run_server: Any, elsewhere: None
) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east = await seat_down(running, table, "E")
        watcher = await watching(running, table)
        assert (await north.until("same_address"))["groups"] == [["N", "E"]]
        west = await seat_down(running, table, "W")
        assert (await north.until("same_address"))["groups"] == [["N", "E", "W"]]
        for wire in (east, west):
            await wire.send(type="leave", table=table)
            await wire.until("left")
        await north.until("same_address", groups=[])
        assert told_of_addresses(north)[-2:] == [[["N", "W"]], []]
        for wire in (east, west, watcher):
            await quiet(wire)
            assert told_of_addresses(wire) == []
        assert not any("127.0.0.1" in str(m) for m in north.seen if m["type"] != "welcome")


async def test_who_is_host_next_is_told(run_server: Any, elsewhere: None) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        east = await seat_down(running, table, "E")
        await seat_down(running, table, "W")
        await north.send(type="leave", table=table)
        assert (await east.until("same_address"))["groups"] == [["E", "W"]]


async def test_of_the_servers_own_machine_nobody_is_told(run_server: Any) -> None:
    async with run_server() as running:
        table, north = await opened(running)
        await seat_down(running, table, "E")
        await quiet(north)
        assert told_of_addresses(north) == []
