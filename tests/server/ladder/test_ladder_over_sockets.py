"""Tests of the ladder through real sockets: who may enter, who plays whom, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import trio

from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.rate_limit import Allowance
from tests.server.conftest import PATIENCE, Wire, until
from tests.server.connections.test_sign_in import Person

from .programs import bold, default, entered, entry, ladder, ladder_when, play_on, program, silent

SHORT = LadderSettings(boards=2, clock=Clock(move_ms=60_000, bank_ms=0), pause=0.0)


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LADDER_EVERY", 0.01)
    monkeypatch.setattr(limits, "LADDER_NEWS", 0.01)
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=10**6, every=1e-6))


def sides(wire: Wire) -> dict[str, Any]:
    """The first `joined` of a program."""
    return next(message for message in wire.seen if message["type"] == "joined")


def hands(wire: Wire) -> set[tuple[str, ...]]:
    """The hands that a program has been dealt."""
    return {tuple(message["cards"]) for message in wire.seen if message["type"] == "hand_dealt" and message["cards"]}


async def refused(wire: Wire, **message: Any) -> dict[str, Any]:
    await wire.send(id=5, **message)
    return await wire.until("error", re=5)


async def test_two_entrants_are_seated_as_partners_and_play_strict_boards(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire, bold)
        looker = await running.connect("looker")
        told = await ladder_when(looker, lambda told: told["entries"] and told["entries"][0]["boards"] >= 2)
        told = await ladder_when(looker, lambda told: told["entries"][0]["rating"] is not None)
        assert {one["name"]: one["programs"] for one in told["entries"]} == {"Ada": 2, "Bob": 2}
        assert all(one["illegal"] == one["timed_out"] == one["absent"] == 0 for one in told["entries"])
        assert sum(one["rating"] for one in told["entries"]) == 0
        seats = [{sides(wire)["seat"] for wire in pair} for pair in (a, b)]
        assert sorted(map(sorted, seats)) == [["E", "W"], ["N", "S"]]
        assert sides(a[0])["strict"]
        assert (told["boards"], told["clock"]) == (2, {"move_ms": 60_000, "bank_ms": 0})
        nursery.cancel_scope.cancel()


async def test_boards_come_one_pause_after_the_other(run_server: Any) -> None:
    settings = LadderSettings(boards=2, clock=SHORT.clock, pause=0.05)
    async with run_server(ladder=settings) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire)
        while not (tables := tuple(running.server.lobby.tables.values())):
            await trio.sleep(0.001)
        (table,) = tables
        waited: set[str] = set()
        while not table.closed:
            waited.add(type(table._waits_for).__name__)
            await trio.sleep(0.001)
        assert "BetweenBoards" in waited
        assert entry(await ladder(await running.connect("looker")), "Ada")["boards"] >= 2, "the two of that table"
        nursery.cancel_scope.cancel()


async def test_who_has_just_met_exchange_sides(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire)
        seats: list[str] = []
        while len(seats) < 3:
            await trio.sleep(0.01)
            seats = [message["seat"] for message in a[0].seen if message["type"] == "joined"]
        north = [seat in "NS" for seat in seats[:3]]
        assert north in ([True, False, True], [False, True, False])
        nursery.cancel_scope.cancel()


async def test_guests_people_and_others_names_are_refused(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running:
        guest = await running.connect("guest")
        assert (await refused(guest, type="enter_ladder"))["data"]["reason"] == "guest"
        owner = Person()
        person = await program(running, owner, "Ada")
        error = await refused(person, type="enter_ladder", name="Bob")
        assert (error["code"], error["data"]["reason"], error["data"]["names"]) == ("FORBIDDEN", "not_yours", ["Ada"])
        wire = await running.connect()
        await wire.send(**Person().hello("Zoé"), id=9)
        await wire.until("welcome")
        person = await running.connect("person", program=False)
        assert (await refused(person, type="enter_ladder"))["data"]["reason"] == "no_program"


async def test_a_server_without_a_ladder_says_so_and_does_not_offer_it(run_server: Any) -> None:
    async with run_server() as running:
        wire = await program(running, Person(), "Ada", want=["ladder"])
        assert "ladder" not in next(m for m in wire.seen if m["type"] == "welcome")["capabilities"]
        assert "ladder" not in next(m for m in wire.seen if m["type"] == "ready")["capabilities"]
        for kind in ("enter_ladder", "leave_ladder", "get_ladder"):
            assert (await refused(wire, type=kind))["data"]["reason"] == "no_ladder"


async def test_one_program_is_no_side_and_two_entrants_of_one_owner_do_not_meet(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running:
        owner, other = Person(), Person()
        await entered(running, owner, "Ada", programs=2)
        two = [await program(running, owner, "Ada two") for _ in range(2)]
        for wire in two:
            await wire.send(type="enter_ladder", name="Ada two")
        (single,) = await entered(running, other, "Bob", programs=1)
        await trio.sleep(0.1)
        told = await ladder(single)
        assert told["tables"] == []
        assert {one["name"]: (one["programs"], one["rating"]) for one in told["entries"]} == {
            "Ada": (2, None),
            "Ada two": (2, None),
            "Bob": (1, None),
        }
        (second,) = await entered(running, other, "Bob", programs=1)
        await second.until("joined")


async def test_who_leaves_plays_on_and_is_seated_no_more(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        table = (await a[0].until("joined"))["table"]
        await a[0].send(type="leave_ladder", id=8)
        assert (await a[0].until("left_ladder", re=8))["reason"] == "left"
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire)
        looker = await running.connect("looker")
        told = await ladder_when(looker, lambda told: not told["tables"])
        assert entry(told, "Ada")["boards"] >= 2, "the two of that table"
        assert any(message["type"] == "left" and message["table"] == table for message in a[0].seen)
        await trio.sleep(0.1)
        assert (await ladder(looker))["tables"] == []
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("how", ["leaves", "hangs up", "stalls", "cheats"])
async def test_a_faulty_entrant_costs_itself_and_is_sent_away(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(limits, "LADDER_ABSENCE_MS", 20)
    monkeypatch.setattr(limits, "LADDER_FAULTS", 6)
    settings = LadderSettings(boards=8, clock=Clock(move_ms=100 if how == "stalls" else 60_000, bank_ms=0), pause=0.0)
    async with run_server(ladder=settings) as running, trio.open_nursery() as nursery:
        good, bad = await entered(running, Person(), "good"), await entered(running, faulty := Person(), "bad")
        table = (await bad[0].until("joined"))["table"]
        for wire in (*good, bad[1]):
            nursery.start_soon(play_on, wire, bold)
        match how:
            case "leaves":
                await bad[0].send(type="leave", table=table)
                nursery.start_soon(play_on, bad[0])
            case "hangs up":
                await trio.aclose_forcefully(bad[0].stream)
            case "stalls":
                nursery.start_soon(play_on, bad[0], silent)
            case "cheats":
                nursery.start_soon(play_on, bad[0], lambda request: "7S" if request["kind"] == "bid" else "pass")
        looker = await running.connect("looker")
        told = await ladder_when(looker, lambda told: entry(told, "bad")["away_ms"] > 0)
        kind = {"leaves": "absent", "hangs up": "absent", "stalls": "timed_out", "cheats": "illegal"}[how]
        assert entry(told, "bad")[kind] >= 6
        assert 0 < entry(told, "bad")["boards"] < 8
        assert entry(told, "good")["illegal"] == entry(told, "good")["timed_out"] == entry(told, "good")["absent"] == 0
        assert entry(told, "bad")["away_ms"] <= limits.LADDER_AWAY_MS
        await ladder_when(looker, lambda told: not told["tables"] and entry(told, "bad")["programs"] == 0)
        await until(lambda: any(message["type"] == "left_ladder" for message in bad[1].seen))
        again = await program(running, faulty, "bad")
        error = await refused(again, type="enter_ladder", name="bad")
        assert error["data"]["reason"] == "faults"
        assert error["data"]["again_ms"] > 0
        assert entry(await ladder(looker), "good")["programs"] == 2
        nursery.cancel_scope.cancel()


async def test_no_bot_of_the_server_plays_for_one_that_is_gone(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LADDER_ABSENCE_MS", 20)
    async with run_server(ladder=SHORT) as running, trio.open_nursery() as nursery:
        provider = await running.provider()
        a, b = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        for wire in (*a[1:], *b):
            nursery.start_soon(play_on, wire)
        await a[0].until("joined")
        await trio.aclose_forcefully(a[0].stream)
        looker = await running.connect("looker")
        await ladder_when(looker, lambda told: entry(told, "Ada")["boards"] == 2)
        await provider.send(type="ping", data="x")
        await provider.until("pong", data="x")
        assert not any(message["type"] == "invite" for message in provider.seen)
        nursery.cancel_scope.cancel()


async def test_the_ladder_is_sent_to_those_in_the_lobby_who_follow_it(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running, trio.open_nursery() as nursery:
        looker = await running.connect("looker", want=["ladder"])
        plain = await running.connect("plain")
        assert (await looker.until("ladder"))["entries"] == []
        a, b = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire, default)
        with trio.fail_after(PATIENCE):
            while not (told := await looker.until("ladder"))["tables"]:
                pass
        assert {told["tables"][0]["ns"], told["tables"][0]["ew"]} == {"Ada", "Bob"}
        while (await looker.until("ladder"))["entries"][0]["boards"] < 2:
            pass
        await plain.send(type="ping", data="x")
        await plain.until("pong", data="x")
        assert not any(message["type"] == "ladder" for message in (*plain.seen, *a[0].seen))
        nursery.cancel_scope.cancel()


async def test_spectators_see_a_table_and_nobody_else_sits_down(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running:
        a, _ = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        table = (await a[0].until("joined"))["table"]
        looker = await running.connect("looker")
        assert (await refused(looker, type="join", table=table))["data"]["reason"] == "strict"
        await looker.send(type="watch", table=table)
        assert (await looker.until("joined"))["seat"] is None


async def test_a_program_that_is_started_again_gets_its_seat_back(run_server: Any) -> None:
    settings = LadderSettings(boards=2, clock=SHORT.clock, pause=0.0)
    async with run_server(ladder=settings) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, owner := Person(), "Ada"), await entered(running, Person(), "Bob")
        was = await a[1].until("joined")
        for wire in (a[0], *b):
            nursery.start_soon(play_on, wire, bold)
        await trio.aclose_forcefully(a[1].stream)
        again = await program(running, owner, "Ada")
        await again.send(type="enter_ladder", id=1)
        await again.until("ok", re=1)
        joined = await again.until("joined")
        assert (joined["table"], joined["seat"]) == (was["table"], was["seat"])
        nursery.start_soon(play_on, again, bold)
        told = await ladder_when(await running.connect("looker"), lambda told: entry(told, "Ada")["boards"] >= 2)
        assert entry(told, "Ada")["absent"] == 0
        nursery.cancel_scope.cancel()


async def test_nobody_gets_both_hands_of_a_side_by_starting_its_programs_again(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LADDER_ABSENCE_MS", 20)
    monkeypatch.setattr(limits, "LADDER_RETURN", 0.01)
    async with run_server(ladder=replace(SHORT, boards=3)) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, owner := Person(), "Ada"), await entered(running, Person(), "Bob")
        for wire in a:
            await wire.until("hand_dealt")
        for wire in a:
            await trio.aclose_forcefully(wire.stream)
        again = await entered(running, owner, "Ada")
        await trio.sleep(0.1)
        for wire in again:
            await wire.send(type="ping", data="x")
            await wire.until("pong", data="x")
            assert not any(message["type"] == "joined" for message in wire.seen)
        for wire in (*again, *b):
            nursery.start_soon(play_on, wire)
        await until(lambda: all(map(hands, again)))
        assert not (hands(a[0]) | hands(a[1])) & (hands(again[0]) | hands(again[1]))
        nursery.cancel_scope.cancel()


async def test_a_free_program_takes_the_seat_of_a_partner_that_stays_away(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LADDER_RETURN", 0.02)
    async with run_server(ladder=SHORT) as running:
        a, _ = await entered(running, owner := Person(), "Ada"), await entered(running, Person(), "Bob")
        was = await a[1].until("joined")
        (spare,) = await entered(running, owner, "Ada", programs=1)
        await trio.aclose_forcefully(a[1].stream)
        joined = await spare.until("joined")
        assert (joined["table"], joined["seat"]) == (was["table"], was["seat"])


async def test_the_seat_of_another_owner_or_another_entrant_stays_empty(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running:
        a, _ = await entered(running, owner := Person(), "Ada"), await entered(running, Person(), "Bob")
        await a[1].until("joined")
        await trio.aclose_forcefully(a[1].stream)
        other = await program(running, owner, "Ada two")
        await other.send(type="enter_ladder", id=1, name="Ada two")
        await other.until("ok", re=1)
        (stranger,) = await entered(running, Person(), "Cyd", programs=1)
        await trio.sleep(0.05)
        for wire in (other, stranger):
            await wire.send(type="ping", data="x")
            await wire.until("pong", data="x")
            assert not any(message["type"] == "joined" for message in wire.seen)


async def test_a_table_of_the_ladder_is_listed_as_boards_after_all_others(run_server: Any) -> None:
    async with run_server(ladder=SHORT) as running:
        a, _ = await entered(running, Person(), "Ada"), await entered(running, Person(), "Bob")
        table = (await a[0].until("joined"))["table"]
        opener = await running.connect("opener")
        await opener.send(type="create_table", name="Café")
        await opener.until("joined")
        looker = await running.connect("looker")
        *_, other, last = (await looker.until("lobby"))["tables"]
        assert (other["name"], other["ladder"], other["options"]) == ("Café", False, {})
        assert (last["table"], last["ladder"], last["options"]) == (table, True, {"length": 1})
