"""Tests of a table's clocks over real sockets: the time charged for a decision, with a clock moved by hand."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
import trio

from coinche.protocol.messages import ClockName
from coinche.server.match.entries import ActionTaken
from coinche.server.match.table_options import CLOCKS, STANDARD
from coinche.server.transport.outgoing import Receipt
from tests.server.hand_clock import HandClock
from tests.server.memory_socket import MemorySocket, new_delivery, new_peer
from tests.server.reacting import bench_at, open_with
from tests.server.tables import Map, quiet, seated


@pytest.fixture
def time() -> HandClock:
    return HandClock()


async def speaker(seats: dict[str, Any]) -> tuple[str, Map]:
    """The first to speak, and the request."""
    dealer = (await seats["N"].until("deal_started"))["dealer"]
    seat = {"S": "E", "E": "N", "N": "W", "W": "S"}[dealer]
    return seat, await seats[seat].until("request")


async def act(table: str, wire: Any, request: Map, action: str = "pass") -> Map:
    """The answer to an act."""
    await wire.send(type="act", table=table, request=request["request"], action=action)
    got: Map = await wire.until("ok", "error")
    return got


def test_every_usual_clock_has_its_times() -> None:
    assert set(CLOCKS) == set(ClockName)


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        ("casual", {"move_ms": 600_000, "bank_ms": 0}),
        ("standard", {"move_ms": 20_000, "bank_ms": 120_000}),
        ("blitz", {"move_ms": 2_000, "bank_ms": 20_000}),
        ("bot", {"move_ms": 200, "bank_ms": 5_000}),
        ({"move_ms": 0, "bank_ms": 700}, {"move_ms": 0, "bank_ms": 700}),
    ],
)
async def test_a_table_has_the_clock_that_its_maker_wants(
    run_server: Any, time: HandClock, clock: Any, expected: Map
) -> None:
    async with run_server(time=time) as running:
        _, seats = await seated(running, people="", clock=clock)
        assert next(m for m in seats["E"].seen if m["type"] == "joined")["clock"] == expected
        _, request = await speaker(seats)
        assert request["clock"] == expected


async def test_free_time_is_free_and_what_is_beyond_it_comes_from_the_bank(run_server: Any, time: HandClock) -> None:
    async with run_server(time=time) as running:
        table, seats = await seated(running, people="")
        seat, request = await speaker(seats)
        time.ms += 20_000
        paid = await act(table, seats[seat], request)
        assert (paid["used_ms"], paid["bank_ms"]) == (20_000, 120_000)
        after = {"E": "N", "N": "W", "W": "S", "S": "E"}[seat]
        request = await seats[after].until("request")
        time.ms += 25_000
        paid = await act(table, seats[after], request)
        assert (paid["used_ms"], paid["bank_ms"]) == (25_000, 115_000)


async def test_both_stamps_and_the_charge_are_kept(run_server: Any, time: HandClock) -> None:
    async with run_server(time=time) as running:
        table, seats = await seated(running, people="")
        seat, request = await speaker(seats)
        time.ms += 4321
        await act(table, seats[seat], request)
        taken = next(e for e in running.server.store.entries(table) if isinstance(e, ActionTaken))
        assert (taken.asked_ms, taken.heard_ms, taken.used_ms) == (1000, 5321, 4321)


async def test_an_act_that_was_read_after_its_time_is_late(run_server: Any, time: HandClock) -> None:
    async with run_server(time=time) as running:
        table, seats = await seated(running, people="")
        seat, request = await speaker(seats)
        time.ms += STANDARD.move_ms + STANDARD.bank_ms + 1
        refusal = await act(table, seats[seat], request, "80S")
        assert (refusal["code"], refusal["data"]) == ("LATE", {"played": "pass"})
        assert (await seats[seat].until("timed_out"))["seat"] == seat


async def test_who_comes_back_has_the_time_that_was_left(run_server: Any, time: HandClock, come_back: Any) -> None:
    async with run_server(time=time) as running:
        table, seats = await seated(running, people="")
        seat, request = await speaker(seats)
        ready = next(m for m in seats[seat].seen if m["type"] == "ready")
        time.ms += 25_000
        back = await come_back(running, ready)
        again = await back.until("request")
        assert again["request"] == request["request"]
        assert again["clock"] == {"move_ms": 0, "bank_ms": 115_000}
        time.ms += 1_000
        paid = await act(table, back, again)
        assert (paid["used_ms"], paid["bank_ms"]) == (26_000, 114_000)


async def test_a_reaction_costs_no_bank(run_server: Any, time: HandClock) -> None:
    async with bench_at(run_server, time=time, clock=STANDARD) as table:
        _, reaction = await open_with(table)
        time.ms += 50_000
        await table.act("S", reaction, "pass")
        paid = await table.wires["S"].until("ok")
        assert (paid["used_ms"], paid["bank_ms"]) == (50_000, STANDARD.bank_ms)


async def test_the_way_there_and_back_is_credited(run_server: Any, time: HandClock) -> None:
    async with run_server(time=time) as running:
        table, seats = await seated(running, people="")
        seat, request = await speaker(seats)
        session = next(s for s in running.server.lobby.sessions.values() if s.name == f"at {seat}")
        trip = session.peer.round_trip
        now = trio.current_time()
        trip.pinged("measured", now - 0.03)
        trip.ponged("measured", now)
        time.ms += 20_100
        paid = await act(table, seats[seat], request)
        assert (paid["used_ms"], paid["bank_ms"]) == (20_070, 120_000 - 70)


async def test_a_ping_goes_before_the_first_request_and_its_data_is_new_each_time(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await seated(running, people="")
        seat, request = await speaker(seats)
        await act(table, seats[seat], request)
        for wire in seats.values():
            await quiet(wire)
        asked = {s: wire.seen for s, wire in seats.items() if any(m["type"] == "request" for m in wire.seen)}
        assert len(asked) == 2
        for seen in asked.values():
            types = [m["type"] for m in seen if m["type"] in ("ping", "request")]
            assert types[:2] == ["ping", "request"]
        data = [m["data"] for seen in asked.values() for m in seen if m["type"] == "ping"]
        assert len({*data}) == len(data)
        assert all(len(one) == 16 for one in data)


# --- when a request counts as written ----------------------------------------------------------------


async def test_a_request_counts_as_written_when_it_has_been_tried_although_nobody_reads(
    autojump_clock: trio.testing.MockClock,
) -> None:
    first, second = Receipt(), Receipt()
    peer = new_peer(new_delivery(), MemorySocket(room=0))
    peer.ask(b"first", first)
    assert first.written_ms is None
    peer.deliver(0)
    written_ms = first.written_ms
    assert written_ms is not None
    await trio.sleep(1)
    peer.ask(b"second", second)
    peer.ask(b"first again", first)
    peer.deliver(0)
    assert second.written_ms == written_ms + 1000
    assert first.written_ms == written_ms


async def test_a_ping_counts_from_when_it_was_written(autojump_clock: trio.testing.MockClock) -> None:
    socket = MemorySocket()
    peer = new_peer(new_delivery(), socket)
    peer.ping()
    await trio.sleep(3)
    peer.deliver(0)
    await trio.sleep(0.02)
    peer.round_trip.ponged(msgpack.unpackb(socket.written[4:])["data"], trio.current_time())
    assert peer.round_trip.credit_ms(trio.current_time()) == 20
