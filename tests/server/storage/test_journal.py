"""Tests of the journal: nothing is sent before it is stored, and stored matches survive any end of the server."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.match.entries import Declined, Seating, Shown, Sitting
from coinche.server.rate_limit import Allowance
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import Result, WorkerThread, statement
from coinche.server.storage.journal import Journal
from coinche.server.storage.serialization import encode_entry
from tests.server.conftest import OpenFile, OpenJournal, Wire, play_on
from tests.server.tables import answer, quiet, seated

Map = dict[str, Any]


class Disk(WorkerThread):
    """A disk that takes something only while it is `free`."""

    def __init__(self) -> None:
        super().__init__()
        self.free = trio.Event()
        self.free.set()

    async def run(self, task: Callable[[], Result]) -> Result:
        await self.free.wait()
        return await super().run(task)


async def first_request(wires: dict[str, Wire]) -> tuple[str, Map]:
    """The first player asked, and the request."""
    dealt = await wires["N"].until("deal_started")
    seat = "NWSE"["NWSE".index(dealt["dealer"]) - 3]
    return seat, await wires[seat].until("request")


async def test_nothing_is_heard_before_it_is_kept(run_server: Callable[..., Any], journal: OpenJournal) -> None:
    disk = Disk()
    async with run_server(store=journal(disk=disk)) as running:
        table, wires = await seated(running, people="")
        seat, request = await first_request(wires)
        disk.free = trio.Event()
        before = {each: len(await quiet(wire)) for each, wire in wires.items() if each != seat}
        await wires[seat].send(type="act", id=7, table=table, request=request["request"], action="pass")
        await trio.testing.wait_all_tasks_blocked()
        store = running.server.store
        assert store.durable < store.position
        with trio.move_on_after(0.05) as waited:
            await wires[seat].until("ok", re=7)
        assert waited.cancelled_caught
        disk.free.set()
        assert (await wires["N"].until("passed"))["seat"] == seat
        assert before


async def test_a_match_goes_on_where_it_was_when_the_server_is_started_again(
    run_server: Callable[..., Any], come_back: Callable[..., Awaitable[Wire]], tmp_path: Path, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        wires: dict[str, Wire] = {}
        readies: dict[str, Map] = {}
        for seat in "NESW":
            wires[seat] = await running.connect()
            readies[seat] = await wires[seat].sign_in(f"at {seat}")
        await wires["N"].send(type="create_table", name="kept", seat="N", target=200)
        table = (await wires["N"].until("joined"))["table"]
        for seat in "ESW":
            await wires[seat].send(type="join", table=table, seat=seat)
        asked, request = await first_request(wires)
        assert (await answer(wires[asked], 3, type="act", table=table, request=request["request"], action="80H"))[
            "type"
        ] == "ok"
        await wires[asked].until("bid_made")
        following = "NWSE"["NWSE".index(asked) - 3]
        live = await wires[following].until("request")
        for wire in wires.values():
            await quiet(wire)
        heard = {seat: max(m["n"] for m in wire.seen if "n" in m) for seat, wire in wires.items()}
        events = [m for m in wires["N"].seen if "n" in m]
    async with run_server(store=journal(tmp_path)) as running:
        back = {seat: await come_back(running, readies[seat], 0 if seat == "N" else heard[seat]) for seat in "NESW"}
        joined = await back["N"].until("joined")
        assert joined["table"] == table
        again = await back[following].until("request")
        assert (again["request"], again["legal"], again["bids"]) == (live["request"], live["legal"], live["bids"])
        await quiet(back["N"])
        assert [m for m in back["N"].seen if "n" in m][: len(events)] == events
        repeated = await answer(back[asked], 4, type="act", table=table, request=request["request"], action="80H")
        assert (repeated["type"], repeated["request"]) == ("ok", request["request"])
        await back[following].send(type="act", table=table, request=again["request"], action="pass")
        async with trio.open_nursery() as nursery:
            for wire in back.values():
                nursery.start_soon(play_on, wire)


@pytest.mark.parametrize(("tables", "fewest", "most"), [(1, 90, 101), (2, 8, 14), (5, 3, 6)])
async def test_what_many_tables_keep_is_written_in_groups_and_one_alone_waits_for_nobody(
    autojump_clock: trio.testing.MockClock, tables: int, fewest: int, most: int, journal: OpenJournal
) -> None:
    kept = journal(disk=AtOnce())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(kept.run)
        for number in range(100):
            kept.append(f"t{number % tables}", Declined(request=number, seat=Seat.NORTH, used_ms=0, bank_ms=0))
            await trio.sleep(limits.GATHER / 10)
        await kept.settled()
        assert fewest <= kept.commits <= most
        nursery.cancel_scope.cancel()


class AtOnce(WorkerThread):
    """A disk that takes no time."""

    async def run(self, task: Callable[[], Result]) -> Result:
        done = task()
        await trio.lowlevel.checkpoint()
        return done


async def test_where_the_disk_is_full_everybody_is_told_and_nothing_is_acknowledged(
    run_server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, open_file: OpenFile
) -> None:
    monkeypatch.setattr(limits, "DISK_AGAIN", 0.01)
    file = open_file()
    async with run_server(store=Journal(file, lambda line: None)) as running:
        wire = await running.connect("somebody")
        ((pages,),) = file.rows("PRAGMA page_count")
        file.rows(f"PRAGMA max_page_count = {pages}")
        running.server.store.write(statement("INSERT INTO sessions VALUES ('big', zeroblob(1000000))"))
        notice = await wire.until("notice")
        assert notice["topic"] == "storage"
        heard = len(wire.seen)
        await wire.send(id=9, type="create_table", name="full", seat="N")
        file.rows("PRAGMA max_page_count = 100000")
        await wire.until("joined", re=9)
        since = [m["type"] for m in wire.seen[heard:]]
        assert "notice" in since, "they go on before anybody hears anything else"
        assert since.index("notice") < since.index("joined")


async def test_no_table_has_the_number_of_one_before_it(
    run_server: Callable[..., Any], tmp_path: Path, journal: OpenJournal
) -> None:
    numbers = []
    for _ in range(2):
        async with run_server(store=journal(tmp_path)) as running:
            wire = await running.connect("somebody")
            await wire.send(type="create_table", name="short", seat="N")
            numbers.append((await wire.until("joined"))["table"])
            await wire.send(type="leave", table=numbers[-1])
            await running.until_said("closed (abandoned)")
    assert numbers == ["t1", "t2"]


class Refusals(WorkerThread):
    """A disk that takes nothing until it has given all these reasons."""

    def __init__(self, *reasons: str) -> None:
        super().__init__()
        self.left = list(reasons)

    async def run(self, task: Callable[[], Result]) -> Result:
        await trio.lowlevel.checkpoint()
        if self.left:
            raise DataFailed(self.left.pop(0))
        return task()


async def test_the_trouble_is_the_latest_reason(
    autojump_clock: trio.testing.MockClock, journal: OpenJournal, nursery: trio.Nursery
) -> None:
    kept = journal(disk=Refusals("the disk is full", "I/O error"))
    nursery.start_soon(kept.run)
    kept.number()
    troubles: list[str | None] = []
    while (not troubles or troubles[-1] is not None) and len(troubles) < 10:
        await trio.sleep(limits.DISK_AGAIN / 2)
        troubles.append(kept.trouble)
    assert list(dict.fromkeys(troubles)) == ["the disk is full", "I/O error", None]
    nursery.cancel_scope.cancel()


async def test_whoever_waits_for_the_disk_lets_others_run_even_where_nothing_is_to_be_waited_for(
    journal: OpenJournal,
) -> None:
    kept = journal()
    for wait in (kept.settled, partial(kept.flowing, "t1")):
        with trio.testing.assert_checkpoints():
            await wait()


async def test_entries_are_read_while_a_group_is_written(tmp_path: Path, open_file: OpenFile) -> None:
    file = open_file(tmp_path)
    kept = Journal(file, lambda line: None)
    begun, read = threading.Event(), threading.Event()
    waited: list[bool] = []

    def write() -> None:
        with file.transaction():
            begun.set()
            waited.append(read.wait(2))

    writing = threading.Thread(target=write)
    writing.start()
    begun.wait()
    assert kept.entries("t1") == ()
    read.set()
    writing.join()
    assert waited == [True], "the entries were read before the group was on the disk"


async def test_entries_are_read_though_no_more_files_can_be_opened(journal: OpenJournal, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    kept = journal(tmp_path)
    kept.append("t1", Shown(1))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(kept.run)
        await kept.settled()
        await kept.erase_removed()
        kept.append("t1", Shown(2))
        await kept.settled()
        nursery.cancel_scope.cancel()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        found = kept.entries("t1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert found == (Shown(1), Shown(2))


async def test_who_has_come_and_gone_before_a_match_is_not_kept_with_every_seating(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=10**6, every=1e-6))
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="open", seat="N")
        table = (await maker.until("joined"))["table"]
        sizes = []
        for number in range(40):
            guest = await running.connect(f"guest {number}")
            await guest.send(type="join", table=table)
            await guest.until("joined")
            await guest.send(type="leave", table=table)
            await guest.until("left")
            sizes.append(len(encode_entry(running.server.store.entries(table)[-1])))
            await guest.stream.aclose()
        assert max(sizes) < 2 * sizes[0], "each entry would be longer than the one before"


def test_a_seating_is_short_however_many_have_sat_there() -> None:
    held = {f"key {number:064x}": (Seat.NORTH,) for number in range(limits.NEWCOMERS + len(Seat))}
    chairs = tuple(Sitting(seat, "ab" * 16, None) for seat in Seat)
    longest_first = ("ab" * 16,) * len(Seat)
    seating = Seating(
        chairs=chairs,
        host="ab" * 16,
        longest_first=longest_first,
        held=held,
        newcomers=limits.NEWCOMERS,
        rearranged=limits.REARRANGED,
    )
    assert len(encode_entry(seating)) < 3000, "some ten thousands of them go at once when their table is closed"
