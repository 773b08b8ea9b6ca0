"""Tests of strict tables over real sockets: the cost of an illegal action, and the effect of too many strikes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.engine.seats import Seat
from coinche.protocol.messages import Struck
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, Declined, StrikeCounted, Told
from tests.server.conftest import OpenJournal
from tests.server.reacting import bench_at, open_with
from tests.server.tables import Map, quiet, seated


async def first_asked(seats: dict[str, Any]) -> tuple[str, Map]:
    """The first to speak, and the request."""
    dealer = (await seats["N"].until("deal_started"))["dealer"]
    seat = {"S": "E", "E": "N", "N": "W", "W": "S"}[dealer]
    return seat, await seats[seat].until("request")


async def act(table: str, wire: Any, request: Map | int, action: str, **fields: Any) -> Map:
    """The answer to an act."""
    number = request if isinstance(request, int) else request["request"]
    await wire.send(type="act", table=table, request=number, action=action, **fields)
    got: Map = await wire.until("ok", "error")
    return got


async def test_an_illegal_action_has_the_default_played(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        refusal = await act(table, seats[seat], request, "70S")
        assert (refusal["code"], refusal["class"], refusal["request"]) == (
            "ILLEGAL_ACTION",
            "reject",
            request["request"],
        )
        assert refusal["data"] == {
            "reason": "bid_too_low",
            "legal": request["legal"],
            "played": request["default"],
            "strikes": 1,
        }
        struck = await seats[seat].until("struck")
        assert (struck["seat"], struck["strikes"]) == (seat, 1)
        assert "reason" not in struck
        assert (await seats[seat].until("passed"))["seat"] == seat


async def test_what_is_no_action_at_all_is_a_strike_too(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        refusal = await act(table, seats[seat], request, "go fish")
        assert (refusal["code"], refusal["data"]["reason"]) == ("ILLEGAL_ACTION", "no_action")
        await seats[seat].until("struck")
        assert (await seats[seat].until("passed"))["seat"] == seat


async def test_at_another_table_an_illegal_action_costs_nothing(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="")
        seat, request = await first_asked(seats)
        for action in ("70S", "go fish"):
            assert "strikes" not in (await act(table, seats[seat], request, action))["data"]
        assert (await act(table, seats[seat], request, "pass"))["type"] == "ok"
        assert not [m for m in seats[seat].seen if m["type"] == "struck"]


async def test_the_same_illegal_act_again_gets_the_same_answer_and_no_second_strike(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        first = await act(table, seats[seat], request, "70S", id=1)
        again = await act(table, seats[seat], request, "70S", id=2)
        assert again == {**first, "re": 2}
        assert len([m for m in (*seats[seat].seen, *await quiet(seats[seat])) if m["type"] == "struck"]) == 1


async def test_another_act_after_a_strike_is_stale(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        await act(table, seats[seat], request, "70S")
        for action in ("80S", request["default"], "go fish"):
            stale = await act(table, seats[seat], request, action)
            assert (stale["code"], stale["data"]) == ("STALE_REQUEST", {"current": 0}), action


async def test_the_default_of_a_strike_is_nobodys_answer_after_a_restart_either(
    run_server: Any, come_back: Any, tmp_path: Path, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        seats, readies = {}, {}
        for seat in "NESW":
            seats[seat] = await running.connect()
            readies[seat] = await seats[seat].sign_in(f"at {seat}")
            sit = {"type": "create_table", "name": "table", "strict": True} if seat == "N" else {"type": "join"}
            await seats[seat].send(**sit, seat=seat, **({} if seat == "N" else {"table": table}))  # noqa: F821
            table: str = (await seats[seat].until("joined"))["table"]
        seat, request = await first_asked(seats)
        await act(table, seats[seat], request, "70S")
        await seats[seat].until("passed")
    async with run_server(store=journal(tmp_path)) as running:
        back = await come_back(running, readies[seat])
        await back.until("passed")
        assert (await act(table, back, request, request["default"]))["code"] == "STALE_REQUEST"


async def test_what_is_refused_for_other_reasons_is_no_strike(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        other = next(s for s in seats if s != seat)
        assert (await act(table, seats[other], request, "70S"))["code"] == "NOT_YOUR_TURN"
        assert (await act(table, seats[seat], 99, "70S"))["code"] == "STALE_REQUEST"
        assert (await act(table, seats[seat], request, "pass"))["type"] == "ok"
        assert not [m for wire in seats.values() for m in (*wire.seen, *await quiet(wire)) if m["type"] == "struck"]


async def test_a_strike_is_kept_before_anybody_hears_of_it(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        await act(table, seats[seat], request, "70S")
        await seats[seat].until("passed")
        struck, told, taken = running.server.store.entries(table)[-3:]
        assert isinstance(told, Told)
        assert told.event == Struck(Seat(seat), 1)
        assert struck == StrikeCounted(
            request=request["request"], seat=Seat(seat), action="70S", reason="bid_too_low", strikes=1
        )
        assert isinstance(taken, ActionTaken)
        assert (taken.request, taken.action, taken.timed_out) == (request["request"], "pass", False)


async def play_badly(wire: Any) -> Map:
    """Answer every request with what no hand allows, until the match is over."""
    while (message := await wire.until("request", "left"))["type"] != "left":
        await wire.send(type="act", table=message["table"], request=message["request"], action="70S")
    left: Map = message
    return left


async def test_after_its_strikes_a_seat_has_forfeited_and_is_asked_no_more(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        _, seats = await seated(running, people="", strict=True)
        bad = seats.pop("S")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_badly, bad)
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else str(r["default"]))
        log = [m for m in bad.seen if "n" in m]
        assert [m["strikes"] for m in log if m["type"] == "struck"] == list(range(1, limits.STRIKES + 2))
        forfeited = [m for m in log if m["type"] == "forfeited"]
        assert [m["seat"] for m in forfeited] == ["S"]
        asked = [m for m in bad.seen if m["type"] == "request"]
        assert all(m["after"] < forfeited[0]["n"] for m in asked)
        assert len(asked) == limits.STRIKES + 1
        assert [m["forfeits"] for m in log if m["type"] == "table_closed"] == [["S"]]
        assert not [m for m in log if m["type"] == "timed_out"]
        assert log[-1]["reason"] == "match_over"


async def test_the_acts_of_who_has_forfeited_are_forbidden(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRIKES", 0)
    async with run_server() as running:
        table, seats = await seated(running, people="", strict=True)
        seat, request = await first_asked(seats)
        await act(table, seats[seat], request, "70S")
        await seats[seat].until("forfeited", seat=seat)
        for number in (request["request"], request["request"] + 1, 99):
            assert (await act(table, seats[seat], number, "pass"))["code"] == "FORBIDDEN"


async def test_where_all_have_forfeited_the_match_plays_itself_out(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRIKES", 0)
    async with run_server(matches=3, board=True) as running:
        _, seats = await seated(running, people="", strict=True)
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play_badly, wire)
        closed = next(m for m in seats["N"].seen if m["type"] == "table_closed")
        assert (closed["reason"], closed["forfeits"]) == ("match_over", ["N", "E", "S", "W"])


async def test_a_new_match_begins_without_strikes(run_server: Any) -> None:
    async with run_server(matches=2, board=True) as running:
        _, seats = await seated(running, people="", strict=True)
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play_badly, wire)
        struck = [(m["seat"], m["strikes"]) for m in seats["N"].seen if m["type"] == "struck"]
        assert sorted(struck) == sorted(2 * [(seat, 1) for seat in "NESW"])


# --- out of turn -------------------------------------------------------------------------------------


@pytest.fixture
def strict_bench(run_server: Any) -> Any:
    return partial(bench_at, run_server, strict=True)


async def test_an_illegal_reaction_is_declined_and_a_strike(strict_bench: Any) -> None:
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        refusal = await table.answer_to("S", await table.act("S", reaction, "90H"))
        assert (refusal["code"], refusal["data"]["played"], refusal["data"]["strikes"]) == ("ILLEGAL_ACTION", "pass", 1)
        await table.says("N", turn, "90H")
        assert not [m for m in table.wires["S"].seen if m["type"] == "passed"]


async def test_who_has_had_a_reaction_declined_by_a_strike_may_still_coinche(strict_bench: Any) -> None:
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        await table.answer_to("S", await table.act("S", reaction, "90H"))
        sent = await table.act("S", reaction, "coinche")
        await table.act("N", turn, "pass")
        assert (await table.answer_to("S", sent))["type"] == "ok"


async def test_an_illegal_reaction_after_declining_is_a_strike_and_declines_nothing_anew(strict_bench: Any) -> None:
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "pass")
        refusal = await table.answer_to("S", await table.act("S", reaction, "surcoinche"))
        assert (refusal["code"], refusal["data"]["strikes"]) == ("ILLEGAL_ACTION", 1)
        entries = table.running.server.lobby.server.store.entries(table.table)
        assert len([entry for entry in entries if isinstance(entry, Declined)]) == 1


async def test_a_stale_coinche_is_no_strike(strict_bench: Any) -> None:
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "90H")
        assert (await table.answer_to("S", await table.shout("S", turn["after"])))["code"] == "STALE_REQUEST"
        assert not [m for m in (*table.wires["S"].seen, *await table.quiet("S")) if m["type"] == "struck"]


async def test_an_illegal_coinche_unasked_is_a_strike_and_nothing_is_played(strict_bench: Any) -> None:
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        refusal = await table.answer_to("E", await table.shout("E", turn["after"]))
        assert (refusal["code"], refusal["data"]["reason"]) == ("ILLEGAL_ACTION", "own_bid")
        assert "played" not in refusal["data"]
        assert (await table.wires["E"].until("struck"))["strikes"] == 1
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "90H")


async def test_the_default_of_a_strike_waits_for_a_coinche_that_goes_first(strict_bench: Any) -> None:
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        assert (await table.answer_to("N", await table.act("N", turn, "70S")))["data"]["strikes"] == 1
        await table.says("S", reaction, "coinche")
        log = [m["type"] for m in table.wires["S"].seen if "n" in m]
        assert "struck" in log
        assert "passed" not in log


async def test_who_has_forfeited_is_not_asked_to_react(strict_bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRIKES", 0)
    async with strict_bench() as table:
        turn, reaction = await open_with(table)
        await table.answer_to("S", await table.act("S", reaction, "90H"))
        refusal = await table.answer_to("S", await table.act("S", reaction, "coinche"))
        assert refusal["code"] == "FORBIDDEN"
        await table.says("N", turn, "90H")
        await table.says("E", await table.asked("E", "react"), "pass")
        await table.says("W", await table.asked("W", "bid"), "pass")
        await table.says("E", await table.asked("E", "bid"), "100H")
        await table.says("N", await table.asked("N", "bid"), "pass")
        asked = [m for m in (*table.wires["S"].seen, *await table.quiet("S")) if m["type"] == "request"]
        assert [m["request"] for m in asked] == [reaction["request"]]
