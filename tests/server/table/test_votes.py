"""Tests of votes: most of the other people at a table can replace a stalling player by a bot until the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.match.table_options import Pace
from tests.server.conftest import OpenJournal, until
from tests.server.connections.test_sign_in import Person
from tests.server.tables import answer, quiet, seated

Map = dict[str, Any]
AT_ONCE = Clock(move_ms=0, bank_ms=60_000)
"""No free time."""
LONG = Clock(move_ms=60_000, bank_ms=0)
BRISK = Pace(bot=0.01, trick=0.01, recap=0.05, final=0.05, reaction=0.01)
LEFT = dict(zip("NWSE", "WSEN", strict=True))


async def on_turn(wires: dict[str, Any]) -> str:
    """The seat that everybody waits for at the beginning of a deal."""
    seat = LEFT[(await wires["N"].until("deal_started"))["dealer"]]
    await wires[seat].until("request")
    return seat


async def vote(wire: Any, table: str, against: str) -> Map:
    """The answer to a vote."""
    return await answer(wire, 7, type="vote_out", table=table, seat=against)


@pytest.mark.usefixtures("stalls_at_once")
async def test_two_of_three_other_people_are_enough(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE) as running:
        table, wires = await seated(running)
        slow = await on_turn(wires)
        first, second, third = (seat for seat in "NESW" if seat != slow)
        assert (await vote(wires[first], table, slow))["type"] == "ok"
        cast = await wires[slow].until("vote_cast")
        assert (cast["seat"], cast["against"]) == (first, slow)
        assert (await vote(wires[first], table, slow))["type"] == "ok", "said twice, counted once"
        assert [m["type"] for m in await quiet(wires[slow])] == []
        assert (await vote(wires[second], table, slow))["type"] == "ok"
        left = await wires[slow].until("left")
        assert left["reason"] == "voted_out"
        changed = await wires[third].until("seat_changed", seat=slow, occupant="bot")
        assert changed["connected"]


@pytest.mark.usefixtures("stalls_at_once")
async def test_all_of_one_or_two_others_are_enough_and_who_was_voted_out_does_not_come_back(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE) as running:
        table, wires = await seated(running, people="NS")
        slow = await on_turn(wires)
        for other in (seat for seat in "NS" if seat != slow):
            assert (await vote(wires[other], table, slow))["type"] == "ok"
        assert (await wires[slow].until("left"))["reason"] == "voted_out"
        refused = await answer(wires[slow], 8, type="join", table=table)
        assert (refused["code"], refused["data"]["reason"]) == ("FORBIDDEN", "voted_out")
        await wires[slow].send(type="watch", table=table)
        assert (await wires[slow].until("joined"))["seat"] is None


async def with_keys(running: Any, people: dict[str, Person]) -> tuple[str, dict[str, Any]]:
    """A table of people who are known again."""
    wires = {seat: await running.connect() for seat in people}
    for seat, person in people.items():
        await person.sign_in(wires[seat], f"at {seat}")
    await wires["N"].send(type="create_table", name="table", seat="N")
    table = (await wires["N"].until("joined"))["table"]
    for seat in "ESW":
        await wires[seat].send(type="join", table=table, seat=seat)
        await wires[seat].until("joined")
    return table, wires


@pytest.mark.usefixtures("stalls_at_once")
async def test_who_was_voted_out_is_out_when_the_server_has_been_started_again(
    run_server: Any, tmp_path: Path, journal: OpenJournal
) -> None:
    people = {seat: Person() for seat in "NESW"}
    async with run_server(pace=BRISK, clock=AT_ONCE, store=journal(tmp_path)) as running:
        table, wires = await with_keys(running, people)
        slow = await on_turn(wires)
        for other in [seat for seat in "NESW" if seat != slow][:2]:
            await vote(wires[other], table, slow)
        await wires[slow].until("left")
    async with run_server(pace=BRISK, clock=AT_ONCE, store=journal(tmp_path)) as running:
        back = await running.connect()
        await people[slow].sign_in(back, "again")
        refused = await answer(back, 8, type="join", table=table)
        assert refused["data"]["reason"] == "voted_out"


@pytest.mark.usefixtures("stalls_at_once")
async def test_what_somebody_does_takes_back_the_votes_against_him(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE) as running:
        table, wires = await seated(running)
        slow = await on_turn(wires)
        first, second, _ = (seat for seat in "NESW" if seat != slow)
        await vote(wires[first], table, slow)
        number = next(m["request"] for m in reversed(wires[slow].seen) if m["type"] == "request")
        await wires[slow].send(type="act", table=table, request=number, action="80H")
        await wires[slow].until("ok")
        seat = LEFT[slow]
        for action in ("pass", "pass", "90H"):
            number = (await wires[seat].until("request"))["request"]
            await wires[seat].send(type="act", table=table, request=number, action=action)
            await wires[seat].until("ok")
            seat = LEFT[seat]
        await wires[slow].until("request")
        assert (await vote(wires[second], table, slow))["type"] == "ok"
        assert not [m for m in await quiet(wires[slow]) if m["type"] == "left"]


@pytest.mark.parametrize("create", [{"strict": True}, {}])
async def test_nobody_is_voted_out_in_his_free_time_or_at_a_strict_table(run_server: Any, create: Map) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE if create else LONG) as running:
        table, wires = await seated(running, **create)
        slow = await on_turn(wires)
        refused = await vote(wires[LEFT[slow]], table, slow)
        assert refused["code"] == "FORBIDDEN"


@pytest.mark.usefixtures("stalls_at_once")
async def test_programs_watchers_and_bots_have_no_vote_and_nobody_votes_against_himself(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=AT_ONCE) as running:
        table, wires = await seated(running, people="N")
        slow = await on_turn(wires)
        watcher = await running.connect("watcher", program=False)
        await watcher.send(type="watch", table=table)
        await watcher.until("joined")
        programs = [wires[seat] for seat in "ESW"]
        for wire in (watcher, *programs):
            assert (await vote(wire, table, slow))["code"] == "FORBIDDEN"
        assert (await vote(wires["N"], table, "N"))["code"] == "FORBIDDEN"
        if slow != "N":
            other = next(seat for seat in "ESW" if seat != slow)
            assert (await vote(wires["N"], table, other))["code"] == "FORBIDDEN", "that one keeps nobody waiting"


async def test_who_is_away_can_be_voted_out_while_waited_for(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STALLED_AWAY", 0.0)
    async with run_server(pace=BRISK, clock=LONG, absence_ms=600_000) as running:
        table, wires = await seated(running, people="NS")
        await wires["N"].until("deal_started")
        await wires["S"].stream.aclose()
        await wires["N"].until("seat_changed", seat="S", connected=False)
        assert (await vote(wires["N"], table, "S"))["type"] == "ok"
        await wires["N"].until("seat_changed", seat="S", occupant="bot")


async def test_nobody_is_voted_out_in_the_moment_in_which_the_connection_is_lost(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG, absence_ms=600_000) as running:
        table, wires = await seated(running, people="NS")
        await wires["N"].until("deal_started")
        await wires["S"].stream.aclose()
        await wires["N"].until("seat_changed", seat="S", connected=False)
        assert (await vote(wires["N"], table, "S"))["code"] == "FORBIDDEN"


async def test_one_person_sits_at_a_table_once_and_does_not_watch_it_besides(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        ana = Person()
        sits, again = await running.connect(), await running.connect()
        await ana.sign_in(sits, "Ana")
        await ana.sign_in(again, "Anna")
        await sits.send(type="create_table", name="table", seat="N")
        table = (await sits.until("joined"))["table"]
        for wish in ({"type": "join"}, {"type": "join", "seat": "S"}, {"type": "watch"}):
            refused = await answer(again, 3, table=table, **wish)
            assert (refused["code"], refused["data"]["reason"]) == ("FORBIDDEN", "twice")
        await sits.send(type="leave", table=table)
        await sits.until("left")


async def test_who_watches_does_not_sit_down_besides(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        ana = Person()
        watches, sits = await running.connect(), await running.connect()
        await ana.sign_in(watches, "Ana")
        await ana.sign_in(sits, "Anna")
        host = await running.connect("host")
        await host.send(type="create_table", name="table", seat="N")
        table = (await host.until("joined"))["table"]
        await watches.send(type="watch", table=table)
        await watches.until("joined")
        assert (await answer(sits, 3, type="join", table=table))["data"]["reason"] == "twice"
        await watches.stream.aclose()
        await until(lambda: not running.server.lobby.tables[table].info().spectators)
        await sits.send(type="join", table=table)
        assert (await sits.until("joined"))["seat"]


async def test_a_family_behind_one_address_sits_at_one_table(run_server: Any) -> None:
    async with run_server(pace=BRISK) as running:
        _, wires = await seated(running)
        assert {(await wires[seat].until("deal_started"))["deal"] for seat in "NESW"} == {1}


async def test_who_watches_a_strict_table_can_tell_the_players_nothing(run_server: Any) -> None:
    async with run_server(pace=BRISK, clock=LONG) as running:
        table, wires = await seated(running, strict=True)
        await on_turn(wires)
        for wire in wires.values():
            await quiet(wire)
        watcher = await running.connect("psst, he has the ace", program=False)
        await watcher.send(type="watch", table=table)
        await watcher.until("joined")
        for message in ({"type": "chat", "text": "ace"}, {"type": "pause"}, {"type": "go_on"}, {"type": "rematch"}):
            assert (await answer(watcher, 5, table=table, **message))["code"] == "FORBIDDEN"
        assert (await vote(watcher, table, "N"))["code"] == "FORBIDDEN"
        await watcher.send(type="leave", table=table)
        await watcher.until("left")
        for wire in wires.values():
            assert await quiet(wire) == []
