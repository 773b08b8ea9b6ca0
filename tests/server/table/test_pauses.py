"""Tests of pauses: the right to ask, their start and end, and unchanged clocks and requests afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coinche.protocol.messages import Clock
from coinche.server import limits
from tests.server.tables import Map, answer, pass_on, quiet, seated, watching


class SteppedClock:
    """A clock that stands until it is set forward."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def now_ms(self) -> int:
        return self.ms

    def unix_ms(self) -> int:
        return self.ms


async def ask(table: str, wire: Any, number: int = 50) -> Map:
    """The answer to a request to pause."""
    return await answer(wire, number, type="pause", table=table)


async def pause(table: str, wires: dict[str, Any]) -> None:
    """A pause that all four have asked for."""
    for wire in wires.values():
        assert (await ask(table, wire))["type"] == "ok"
    for wire in wires.values():
        await wire.until("paused")


async def asked(wires: dict[str, Any]) -> tuple[Any, Map]:
    """The player on turn, and the request."""
    for wire in wires.values():
        for message in (*wire.seen, *await quiet(wire)):
            if message["type"] == "request":
                return wire, message
    raise AssertionError("nobody is asked")


async def test_a_pause_begins_when_all_people_have_asked(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        watcher = await watching(running, table)
        for seat in "NES":
            await ask(table, wires[seat])
        await ask(table, wires["N"], number=51)  # the same wish again
        assert [m["seat"] for m in await quiet(watcher) if m["type"] == "pause_asked"] == ["N", "E", "S"]
        await ask(table, wires["W"])
        assert (await watcher.until("paused"))["ms"] == limits.PAUSE * 1000


async def test_a_wish_goes_with_the_player_who_leaves_the_seat(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        assert (await ask(table, wires["N"]))["type"] == "ok"
        await wires["N"].send(type="leave", table=table)
        await wires["N"].until("left")
        await wires["N"].send(type="join", table=table, seat="N")
        await wires["N"].until("joined")
        for seat in "ESW":
            await ask(table, wires[seat])
        assert not [m for m in await quiet(wires["E"]) if m["type"] == "paused"]
        await ask(table, wires["N"], number=53)
        await wires["E"].until("paused")


async def test_programs_have_no_say_in_it(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="S")
        assert (await ask(table, wires["N"]))["code"] == "FORBIDDEN"
        assert (await ask(table, wires["S"]))["type"] == "ok"
        await wires["N"].until("paused")
        refusal = await answer(wires["E"], 9, type="go_on", table=table)
        assert refusal["code"] == "FORBIDDEN"
        await answer(wires["S"], 9, type="go_on", table=table)
        await wires["N"].until("pause_ended")


async def test_what_is_said_in_a_pause_is_heard_after_it(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        wire, request = await asked(wires)
        await pause(table, wires)
        act = {"type": "act", "table": table, "request": request["request"], "action": "80S"}
        await wire.send(id=3, **act)
        assert not [m for m in await quiet(wire) if m.get("re") == 3]
        await answer(wires["S"], 9, type="go_on", table=table)
        await wire.until("pause_ended")
        again = await wire.until("request")
        assert {**again, "clock": None} == {**request, "clock": None}
        assert (await wire.until("ok", "error", re=3))["type"] == "ok"
        await wires["S"].until("bid_made")


async def test_who_may_coinche_out_of_turn_is_asked_again_too(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=replace(brisk, reaction=30.0)) as running:
        table, wires = await seated(running, preset="pagat")
        wire, request = await asked(wires)
        await answer(wire, 3, type="act", table=table, request=request["request"], action="80S")
        asked_now = {}
        for seat, other in wires.items():
            await quiet(other)
            asked_now[seat] = [(m["request"], m["kind"]) for m in other.seen if m["type"] == "request"]
        await pause(table, wires)
        await answer(wires["S"], 9, type="go_on", table=table)
        for seat, other in wires.items():
            if other is not wire and asked_now[seat]:
                await other.until("pause_ended")
                again = await other.until("request")
                assert (again["request"], again["kind"]) == asked_now[seat][-1]
        assert sorted(kind for live in asked_now.values() for _, kind in live) == ["bid", "bid", "react"]


async def test_nobodys_time_runs_in_a_pause(run_server: Any) -> None:
    time = SteppedClock()
    async with run_server(time=time, clock=Clock(move_ms=60_000, bank_ms=9_000)) as running:
        table, wires = await seated(running)
        wire, request = await asked(wires)
        time.ms += 1_000
        await pause(table, wires)
        time.ms += 500_000
        await wire.send(type="act", table=table, request=request["request"], action="80S", id=3)
        await quiet(wire)
        time.ms += 500_000
        await answer(wires["S"], 9, type="go_on", table=table)
        assert (await wire.until("request"))["clock"] == {"move_ms": 59_000, "bank_ms": 9_000}
        assert (await wire.until("ok", "error", re=3))["used_ms"] == 1_000


async def test_a_pause_ends_by_itself(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAUSE", 0.05)
    async with run_server() as running:
        table, wires = await seated(running)
        wire, request = await asked(wires)
        await pause(table, wires)
        await wire.until("pause_ended")
        assert (await wire.until("request"))["request"] == request["request"]


async def test_a_pause_that_all_people_have_left_ends(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="N")
        await ask(table, wires["N"])
        await wires["E"].until("paused")
        await wires["N"].send(type="leave", table=table)
        await wires["E"].until("pause_ended")


async def test_who_comes_back_in_a_pause_is_asked_at_its_end(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        wire, request = await asked(wires)
        await pause(table, wires)
        ready = next(m for m in wire.seen if m["type"] == "ready")
        await wire.stream.aclose()
        others = [other for other in wires.values() if other is not wire]
        await others[0].until("seat_changed", connected=False)
        back = await come_back(running, ready)
        await back.until("paused")
        assert not [m for m in await quiet(back) if m["type"] == "request"]
        await answer(others[0], 9, type="go_on", table=table)
        await back.until("pause_ended")
        assert (await back.until("request"))["request"] == request["request"]


async def test_a_wish_is_forgotten_when_the_deal_is_over(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running)
        await ask(table, wires["N"])
        await pass_on(table, wires, times=4)
        for wire in wires.values():
            await wire.until("recap_started")
            await wire.send(type="go_on", table=table)
        await wires["N"].until("deal_started", deal=2)
        for seat in "ESW":
            await ask(table, wires[seat])
        assert not [m for m in await quiet(wires["N"]) if m["type"] == "paused"]
        await ask(table, wires["N"])
        await wires["N"].until("paused")


@pytest.mark.parametrize(("people", "create"), [("NESW", {"strict": True}), ("", {})])
async def test_there_is_none_at_a_strict_table_and_none_among_programs(
    run_server: Any, people: str, create: dict[str, Any]
) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people=people, **create)
        assert {(await ask(table, wire))["code"] for wire in wires.values()} == {"FORBIDDEN"}


async def test_there_is_none_before_the_match_and_none_for_who_watches(run_server: Any) -> None:
    async with run_server() as running:
        maker = await running.connect("maker", program=False)
        await maker.send(type="create_table", name="table")
        table = (await maker.until("joined"))["table"]
        assert (await ask(table, maker))["code"] == "FORBIDDEN"
        table, wires = await seated(running)
        assert (await ask(table, await watching(running, table)))["code"] == "FORBIDDEN"
        assert (await answer(wires["N"], 9, type="go_on", table=table))["code"] == "FORBIDDEN"


async def test_a_match_has_only_so_many(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAUSES", 1)
    async with run_server() as running:
        table, wires = await seated(running, people="N")
        await ask(table, wires["N"])
        await answer(wires["N"], 9, type="go_on", table=table)
        refusal = await ask(table, wires["N"], number=52)
        assert (refusal["code"], refusal["message"]) == ("FORBIDDEN", "1 pauses are enough")


async def test_no_more_is_kept_in_a_pause_than_may_wait_for_a_table(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        await pause(table, wires)
        for number in range(limits.PENDING + 1):
            await wires["N"].send(type="act", table=table, request=9999, action="pass", id=number)
        refusal = await wires["N"].until("error")
        assert (refusal["code"], refusal["re"]) == ("RATE", limits.PENDING)
