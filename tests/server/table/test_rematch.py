"""Tests of a rematch at the same table: the right to ask, its start, and refusals."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.match.table_options import Pace, TableOptions
from tests.server.tables import Map, answer, pass_on, quiet, seated, watching


async def play_to_the_end(table: str, wires: dict[str, Any]) -> None:
    """One match of one deal, as far as its recap."""

    async def play(wire: Any) -> None:
        while (message := await wire.until("request", "recap_started"))["type"] == "request":
            action = "80S" if message["bids"].get("S") == 80 else message["default"]
            await wire.send(type="act", table=table, request=message["request"], action=action)

    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(play, wire)


SHORT_RECAP = Pace(bot=0.01, trick=0.01, recap=0.05, parting=0.05)
"""The recap is over soon, the offer of another match is not."""


def recap_of(wire: Any) -> tuple[int, int]:
    """The durations of the last recap, and of the offer of a rematch."""
    last = [m for m in wire.seen if m["type"] == "recap_started"][-1]
    return last["ms"], last["rematch_ms"]


async def ask(table: str, wire: Any, number: int = 50) -> Map:
    """The answer to a request for a rematch."""
    return await answer(wire, number, type="rematch", table=table)


async def test_a_match_that_all_people_want_begins_at_the_same_table(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, target=1)
        await play_to_the_end(table, wires)
        for wire in wires.values():
            assert (await ask(table, wire))["type"] == "ok"
        for seat, wire in wires.items():
            started = await wire.until("match_started")
            assert started["match"] == 2
            asked = [m["seat"] for m in wire.seen if m["type"] == "rematch_asked"]
            assert asked == list("NESW"), seat
        await play_to_the_end(table, wires)
        for wire in wires.values():
            await wire.send(type="go_on", table=table)
        for wire in wires.values():
            assert (await wire.until("left"))["reason"] == "match_over"


async def test_one_who_goes_on_does_not_want_it(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, target=1)
        await play_to_the_end(table, wires)
        for seat in "NES":
            await ask(table, wires[seat])
        await answer(wires["W"], 9, type="go_on", table=table)
        for wire in wires.values():
            assert (await wire.until("left"))["reason"] == "match_over"


async def test_who_had_gone_on_already_is_asked_anew_and_waited_for(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, target=1)
        await play_to_the_end(table, wires)
        for seat in "ESW":
            await answer(wires[seat], 9, type="go_on", table=table)
        await ask(table, wires["N"])
        assert "left" not in [m["type"] for m in await quiet(wires["N"])]
        for seat in "ESW":
            await ask(table, wires[seat])
        await wires["N"].until("match_started", match=2)


async def test_once_somebody_has_asked_the_others_have_more_time(run_server: Any) -> None:
    """The recap of another table, which began later and lies as long, is over before this one."""
    async with run_server(pace=Pace(bot=0.01, trick=0.01, recap=0.5, final=0.5)) as running:
        table, wires = await seated(running, target=1)
        other, others = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        await ask(table, wires["N"])
        await play_to_the_end(other, others)
        assert (await others["N"].until("left"))["reason"] == "match_over"
        for seat in "ESW":
            await ask(table, wires[seat])
        await wires["N"].until("match_started", match=2)


async def test_the_offer_stays_open_while_a_person_is_there(run_server: Any) -> None:
    """The recap of another table, which began later, is over and its person let go, before this one asks."""
    async with run_server(pace=SHORT_RECAP) as running:
        table, wires = await seated(running, people="N", target=1)
        other, others = await seated(running, people="NE", target=1)
        await play_to_the_end(table, wires)
        await play_to_the_end(other, others)
        await others["E"].send(type="go_on", table=other)
        assert (await others["E"].until("left"))["reason"] == "match_over"
        assert (await ask(table, wires["N"]))["type"] == "ok"
        await wires["N"].until("match_started", match=2)


async def test_who_has_gone_on_leaves_when_the_recap_is_over_and_the_others_may_still_ask(run_server: Any) -> None:
    async with run_server(pace=SHORT_RECAP) as running:
        table, wires = await seated(running, people="NE", target=1)
        await play_to_the_end(table, wires)
        await wires["E"].send(type="go_on", table=table)
        assert (await wires["E"].until("left"))["reason"] == "match_over"
        changed = await wires["N"].until("seat_changed", seat="E")
        assert changed["occupant"] == "bot"
        await ask(table, wires["N"])
        await wires["N"].until("match_started", match=2)


async def test_who_goes_on_after_the_recap_leaves_at_once(run_server: Any) -> None:
    async with run_server(pace=SHORT_RECAP) as running:
        table, wires = await seated(running, people="NES", target=1)
        await play_to_the_end(table, wires)
        for seat in "ES":
            await wires[seat].send(type="go_on", table=table)
            assert (await wires[seat].until("left"))["reason"] == "match_over"
        assert "left" not in [m["type"] for m in await quiet(wires["N"])]


async def test_who_comes_again_while_another_match_is_on_offer_is_asked_anew(run_server: Any) -> None:
    async with run_server(pace=SHORT_RECAP) as running:
        table, wires = await seated(running, people="NE", target=1)
        await play_to_the_end(table, wires)
        await wires["E"].send(type="go_on", table=table)
        await wires["E"].until("left")
        await wires["E"].send(type="join", table=table, seat="E")
        await wires["E"].until("joined")
        await ask(table, wires["N"])
        assert "left" not in [m["type"] for m in await quiet(wires["E"])]
        await ask(table, wires["E"])
        await wires["E"].until("match_started", match=2)


async def test_the_offer_ends(run_server: Any) -> None:
    async with run_server(pace=Pace(bot=0.01, trick=0.01, recap=0.05, final=0.1)) as running:
        table, wires = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        assert (await wires["N"].until("left"))["reason"] == "match_over"


async def test_where_nobody_is_there_the_table_closes_when_the_recap_is_over(run_server: Any) -> None:
    async with run_server(pace=SHORT_RECAP) as running:
        table, wires = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        await wires["N"].stream.aclose()
        await running.until_said(f"{table}: closed (match_over)")


async def test_the_last_person_whose_connection_is_lost_is_waited_for_as_long_again(
    run_server: Any, come_back: Any
) -> None:
    async with run_server(pace=Pace(bot=0.01, trick=0.01, parting=1.0)) as running:
        table, wires = await seated(running, people="NE", target=1)
        await play_to_the_end(table, wires)
        await wires["E"].send(type="go_on", table=table)
        await wires["E"].until("left")
        await wires["N"].stream.aclose()
        await running.until_said("is away (N)")
        ready = next(m for m in wires["N"].seen if m["type"] == "ready")
        back = await come_back(running, ready)
        await back.until("joined")
        assert (await ask(table, back))["type"] == "ok"


async def test_the_recap_says_how_long_it_lies_and_how_long_another_match_can_be_asked_for(run_server: Any) -> None:
    async with run_server(pace=Pace(bot=0.01, trick=0.01, recap=20.0, final=300.0, parting=40.0)) as running:
        table, wires = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        assert recap_of(wires["N"]) == (40_000, 300_000)
        longer, others = await seated(running, people="N", target=5000)
        await play_to_the_end(longer, others)
        assert recap_of(others["N"]) == (20_000, 0), "the match goes on, and none follows it now"


async def test_only_the_people_are_asked(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        assert (await ask(table, wires["E"]))["code"] == "FORBIDDEN"
        await ask(table, wires["N"])
        await wires["E"].until("match_started", match=2)


async def test_it_is_asked_for_at_the_end_of_a_match_by_who_plays(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, target=5000)
        await play_to_the_end(table, wires)
        assert (await ask(table, wires["N"]))["code"] == "FORBIDDEN"
        assert (await ask(table, await watching(running, table)))["code"] == "FORBIDDEN"


async def test_it_is_not_asked_for_in_mid_deal(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        assert (await ask(table, wires["N"]))["code"] == "FORBIDDEN"


async def test_a_table_of_the_operators_has_no_more_matches_than_he_wants(run_server: Any, brisk: Any) -> None:
    async with run_server() as running:
        options = TableOptions(name="one", pace=brisk, board=True)
        table = running.server.lobby.tables.open(options).id
        wires = {seat: await running.connect(f"at {seat}", program=False) for seat in "NESW"}
        for seat, wire in wires.items():
            await wire.send(type="join", table=table, seat=seat)
            await wire.until("joined")
        await play_to_the_end(table, wires)
        assert (await ask(table, wires["N"]))["code"] == "FORBIDDEN"


async def test_a_table_has_only_so_many(run_server: Any, brisk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMATCHES", 1)
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, people="N", target=1)
        await play_to_the_end(table, wires)
        await ask(table, wires["N"])
        await wires["N"].until("match_started", match=2)
        await play_to_the_end(table, wires)
        assert (await ask(table, wires["N"]))["code"] == "FORBIDDEN"


async def test_who_has_read_a_recap_between_two_deals_keeps_the_seat_when_its_time_is_up(run_server: Any) -> None:
    async with run_server(pace=Pace(bot=0.01, trick=0.01, recap=0.3, final=5.0, reaction=0.01)) as running:
        table, wires = await seated(running)
        await pass_on(table, wires, 4)
        await wires["N"].until("recap_started")
        for seat in "SW":
            await wires[seat].send(type="go_on", table=table)
        await wires["N"].until("deal_started", deal=2)
        assert not [m for m in wires["N"].seen if m["type"] == "seat_changed" and m["occupant"] == "bot"]
