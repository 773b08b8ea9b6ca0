"""Tests of the lobby list: built once for all readers, sent no faster than each one reads, and bounded in size."""

from __future__ import annotations

from dataclasses import replace
from json import dumps
from typing import Any

import msgpack
import pytest
import trio
from msgspec import UNSET

from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Clock, Occupant, SeatInfo, TableInfo
from coinche.server import limits
from coinche.server.lobby import listing as picture
from coinche.server.lobby.listing import LobbyListing
from tests.server.conftest import PATIENCE
from tests.server.tables import seated

FLIPS = 400


def table(number: int, **fields: Any) -> TableInfo:
    info = TableInfo(
        table=f"t{number}",
        name="table",
        preset="ffb+1",
        base="ffb",
        options={"bid_step": 5},
        target=2000,
        phase=Phase.WAITING,
        seats=tuple(SeatInfo(seat=seat, occupant=Occupant.FREE, name="", connected=True) for seat in Seat),
        spectators=0,
        clock=Clock(move_ms=1, bank_ms=1),
        strict=False,
        private=False,
        delay_s=0,
        delay_deals=0,
    )
    return replace(info, **fields)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that have been measured."""
    tables: list[str] = []
    size = picture._size

    def noted(info: TableInfo) -> int:
        tables.append(info.table)
        return size(info)

    monkeypatch.setattr(picture, "_size", noted)
    return tables


def test_a_table_that_has_not_changed_is_not_measured_again(measured: list[str]) -> None:
    drawing = LobbyListing(("ffb",))
    first = drawing.message([table(1), table(2)], ())
    measured.clear()
    assert drawing.message([table(1), table(2, spectators=1)], ()) != first
    assert set(measured) == {"t2"}


def test_the_target_of_new_tables_is_told_where_the_server_has_one() -> None:
    assert LobbyListing(("ffb",), 1500).message([], ()).target == 1500
    assert LobbyListing(("ffb",)).message([], ()).target is UNSET


def test_tables_that_wait_come_first_and_the_rest_as_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOBBY_TABLES", 2)
    shown = LobbyListing(()).message([table(1, phase=Phase.PLAYING), table(2), table(3)], ()).tables
    assert [info.table for info in shown] == ["t2", "t3"]


@pytest.mark.parametrize("json", [False, True])
async def test_who_reads_slowly_is_shown_the_newest_and_not_every_picture(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, json: bool
) -> None:
    monkeypatch.setattr(limits, "OUTBOX", 40_000)
    monkeypatch.setattr(limits, "LOBBY_EVERY", 0.0)
    async with run_server() as running:
        for number in range(40):
            maker = await running.connect(f"maker {number}")
            await maker.send(type="create_table", name="a table with a long name", seat="N")
        slow = trio.SocketStream(trio.socket.socket())
        slow.socket.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, 4096)
        await slow.socket.connect(("127.0.0.1", running.port))
        hello = {"type": "hello", "versions": [1, 1], "name": "slow"}
        frame = msgpack.packb(hello)
        await slow.send_all(dumps(hello).encode() + b"\n" if json else len(frame).to_bytes(4, "big") + frame)
        with trio.fail_after(PATIENCE):
            while not any("slow signed in" in line for line in running.lines):
                await trio.sleep(0.01)
        for _ in range(FLIPS):
            running.server.lobby.server.changed()
            await trio.sleep(0.001)
        await maker.send(type="leave", table="t40")
        await maker.until("left")
        received = b""
        with trio.fail_after(PATIENCE):
            while b"t39" not in (last := received.rpartition(b"lobby")[2]) or b"t40" in last or b"bots" not in last:
                received += await slow.receive_some(65536)
        assert received.count(b"lobby") < FLIPS
        assert b"SLOW_CONSUMER" not in received
        await slow.aclose()


@pytest.mark.parametrize("delay", [{"delay_s": 3600}, {"delay_deals": 1}, {}])
async def test_the_lobby_does_not_show_the_pace_of_a_table_with_delay(run_server: Any, delay: dict[str, int]) -> None:
    async with run_server() as running:
        name, wires = await seated(running, people="", **delay)
        await wires["N"].until("deal_started")
        info = running.server.lobby.tables[name].info()
        assert info.phase is (Phase.PLAYING if delay else Phase.BIDDING)


async def test_many_who_come_to_a_lobby_of_many_tables_share_its_next_picture(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOBBY_AT_ONCE", 0)
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table", seat="N")
        await maker.until("joined")
        drawn: list[float] = []
        monkeypatch.setattr(LobbyListing, "message", noted(drawn, LobbyListing.message))
        began = trio.current_time()
        comers = [await running.connect(f"comer {number}") for number in range(20)]
        for comer in comers:
            assert [info["name"] for info in (await comer.until("lobby"))["tables"]] == ["table"]
        assert len(drawn) <= 2 + (trio.current_time() - began) / limits.LOBBY_EVERY


def noted(moments: list[float], drawn: Any) -> Any:
    """The same drawing; when it was done is noted."""

    def draw(*what: Any) -> Any:
        moments.append(trio.current_time())
        return drawn(*what)

    return draw
