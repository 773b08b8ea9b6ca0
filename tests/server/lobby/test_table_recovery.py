"""Tests of a restarted server: finished matches stay finished, and a return costs nobody anything."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from coinche.engine.cards import PACK, Card
from coinche.engine.dealing import stacked
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.admin.orders import OrderRefused
from coinche.server.archive.archive import Archive
from coinche.server.lobby.tables import Tables
from coinche.server.match.entries import Entry
from coinche.server.match.packs import PackSource
from coinche.server.match.table_options import TableOptions
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.journal import Journal
from tests.engine.script import cards
from tests.server.conftest import PATIENCE, OpenFile, OpenJournal, Wire, until
from tests.server.ended import ended, matches
from tests.server.storage.test_journal import Disk
from tests.server.tables import answer, quiet

Map = dict[str, Any]
ComeBack = Callable[..., Awaitable[Wire]]
ALL_HEARTS = cards("7H 8H QH KH 10H AH 9H JH")
REST = [card for card in PACK if card not in ALL_HEARTS]
HANDS = {
    Seat.EAST: tuple(ALL_HEARTS),
    Seat.NORTH: tuple(REST[:8]),
    Seat.SOUTH: tuple(REST[8:16]),
    Seat.WEST: tuple(REST[16:]),
}


class FirstDeal(PackSource):
    """South deals, and East has all hearts; everything after that is shuffled."""

    def first_dealer(self, match: int) -> Seat:
        return Seat.SOUTH

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        return stacked(HANDS, Seat.SOUTH, FFB.table) if deal == 1 else None


def asleep_until(monkeypatch: pytest.MonkeyPatch) -> trio.Event:
    """Tables from before sleep until that."""
    awake = trio.Event()
    wake_all = Tables._bring_all_back

    async def late(tables: Tables) -> None:
        await awake.wait()
        await wake_all(tables)

    monkeypatch.setattr(Tables, "_bring_all_back", late)
    return awake


async def said(wire: Wire, table: str, action: str) -> None:
    """The action in answer to the next request."""
    request = await wire.until("request")
    got = await answer(wire, 7, type="act", table=table, request=request["request"], action=action)
    assert got["type"] == "ok", got


async def test_a_claim_is_over_with_its_deal(
    run_server: Any, come_back: ComeBack, tmp_path: Path, journal: OpenJournal
) -> None:
    readies: dict[str, Map] = {}
    async with run_server(store=journal(tmp_path)) as running:
        table = running.server.lobby.tables.open(TableOptions(name="claimed"), FirstDeal(), kept=False).id
        wires: dict[str, Wire] = {}
        for seat in "NESW":
            wires[seat] = await running.connect()
            readies[seat] = await wires[seat].sign_in(f"at {seat}")
            await wires[seat].send(type="join", table=table, seat=seat)
            await wires[seat].until("joined")
        for seat, action in zip("ENWS", ("80H", "pass", "pass", "pass"), strict=True):
            await said(wires[seat], table, action)
        lead = await wires["E"].until("request")
        await answer(wires["E"], 8, type="claim", table=table, request=lead["request"])
        for seat, action in zip("NWSE", ("80S", "pass", "pass", "pass"), strict=True):
            await said(wires[seat], table, action)
        lead = await wires["N"].until("request")
        await answer(wires["N"], 9, type="act", table=table, request=lead["request"], action=lead["default"])
        await wires["N"].until("card_played", seat="N")
    async with run_server(store=journal(tmp_path)) as running:
        back = {seat: await come_back(running, readies[seat]) for seat in "NESW"}
        await back["W"].until("request")
        await quiet(back["W"])
        played = [event for event in back["W"].seen if event["type"] == "card_played"]
        assert len(played) == 32 + 1, "nobody has claimed this deal"


async def test_a_restart_gives_up_no_table_before_anybody_can_be_back(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    tables: list[str] = []
    async with run_server(store=journal(tmp_path)) as running:
        for number in range(limits.DESERTED_BY_PROGRAMS.tables + 2):
            wires = [await running.connect(f"{number} {seat}") for seat in "NESW"]
            await wires[0].send(type="create_table", name="full")
            tables.append((await wires[0].until("joined"))["table"])
            for wire in wires[1:]:
                await wire.send(type="join", table=tables[-1])
            await wires[3].until("deal_started")
    monkeypatch.setattr(limits, "SWEEP", 0.01)
    async with run_server(store=journal(tmp_path)) as running:
        there = running.server.lobby.tables
        await until(lambda: sum(" is back" in line for line in running.lines) == len(tables))
        await trio.sleep(5 * limits.SWEEP)
        assert sorted(there) == sorted(tables)


async def test_a_table_that_was_closed_does_not_come_back_and_its_match_is_kept(
    run_server: Any, come_back: ComeBack, tmp_path: Path, journal: OpenJournal, open_file: OpenFile
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    disk = Disk()
    kept = journal(before)
    async with run_server(store=kept) as running:
        running.server._archive_service._worker = disk
        disk.free = trio.Event()
        _, wires = await ended(running, target=100)
        with trio.fail_after(PATIENCE):
            await kept.settled()
        shutil.copytree(before, after)
        disk.free.set()
        ready = next(message for message in wires["N"].seen if message["type"] == "ready")
    file = open_file(after)
    store = Journal(file, lambda line: None)
    with Archive(file, store) as archive:
        async with run_server(store=store, archive=archive) as running:
            back = await come_back(running, ready)
            assert (await back.until("joined", "lobby"))["tables"] == []
            assert len(await matches(back)) == 1
            with trio.fail_after(PATIENCE):
                await store.settled()
            assert store.tables() == ()


async def test_a_table_that_wakes_when_the_bots_are_there_has_them_play(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        running.server.lobby.server.bots = ("steady",)
        await running.provider()
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table", seat="N", bots="steady")
        table = (await maker.until("joined"))["table"]
        await maker.until("deal_started")
    awake = asleep_until(monkeypatch)
    async with run_server(store=journal(tmp_path)) as running:
        running.server.lobby.server.bots = ("steady",)
        provider = await running.provider()
        awake.set()
        invites = [await provider.until("invite", table=table) for _ in "ESW"]
        assert {invite["seat"] for invite in invites} == set("ESW")


async def test_a_seat_that_nobody_plays_yet_is_free_again_when_its_owner_does_not_come_back(
    run_server: Any, come_back: ComeBack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        maker, other = await running.connect(), await running.connect("other")
        ready = await maker.sign_in("maker")
        await maker.send(type="create_table", name="waits", seat="N")
        table = (await maker.until("joined"))["table"]
        await other.send(type="join", table=table, seat="E")
        await other.until("joined")
        running.stop()
        await running.until_alone()
    monkeypatch.setattr(limits, "GATHERING_AWAY", 0.3)
    async with run_server(store=journal(tmp_path)) as running:
        back = await come_back(running, ready)
        assert (await back.until("joined"))["seat"] == "N"
        await back.until("seat_changed", seat="E", occupant="free")
        assert running.server.lobby.tables[table].info().host is Seat.NORTH


async def test_a_table_that_sleeps_is_not_brought_back_by_whoever_is_not_at_it(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        table, _ = await running.four()
        running.stop()
        await running.until_alone()
    asleep_until(monkeypatch)
    async with run_server(store=journal(tmp_path)) as running:
        stranger = await running.connect("stranger")
        for kind in ("leave", "pause", "begin"):
            error = await answer(stranger, 1, type=kind, table=table)
            assert (error["code"], error["message"]) == ("FORBIDDEN", f"you are not at {table}")
        assert running.server.lobby.tables.sleeps(table)
        await stranger.send(type="watch", table=table, id=2)
        await stranger.until("joined", re=2)


async def test_those_whose_table_sleeps_are_let_go_when_it_is_back_and_not_before(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        played, _ = await running.four()
        maker = await running.connect()
        ready = await maker.sign_in("maker")
        await maker.send(type="create_table", name="waits", seat="N")
        waits = (await maker.until("joined"))["table"]
        running.stop()
        await running.until_alone()
    awake = asleep_until(monkeypatch)
    for bound, value in (("RETURN", 0.01), ("SWEEP", 0.01), ("SESSIONS_AWAY", 0)):
        monkeypatch.setattr(limits, bound, value)
    async with run_server(store=journal(tmp_path)) as running:
        there = running.server.lobby.tables
        _, wires = await running.four()
        sessions = len(running.server.lobby.sessions)
        await trio.aclose_forcefully(wires["N"].stream)
        await until(lambda: len(running.server.lobby.sessions) == sessions - 1)
        assert there.sleeps(played)
        assert there.sleeps(waits)
        awake.set()
        await until(lambda: ready["session"] not in running.server.lobby.sessions)
        await until(lambda: not there.has(waits))


async def test_a_table_that_still_sleeps_is_closed_by_the_operator_like_any_other(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table", seat="N")
        table = (await maker.until("joined"))["table"]
        running.stop()
        await running.until_alone()
    awake = asleep_until(monkeypatch)
    async with run_server(store=journal(tmp_path)) as running, trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            nursery.start_soon(running.server.orders.obey, ("close", table))
            await trio.testing.wait_all_tasks_blocked()
            awake.set()
            await until(lambda: table not in running.server.lobby.tables and not nursery.child_tasks)


async def test_a_drain_that_is_cancelled_while_tables_sleep_closes_none(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table", seat="N")
        table = (await maker.until("joined"))["table"]
        running.stop()
        await running.until_alone()
    awake = asleep_until(monkeypatch)
    async with run_server(store=journal(tmp_path)) as running, trio.open_nursery() as nursery:
        obey = running.server.orders.obey

        async def drain() -> None:
            with pytest.raises(OrderRefused, match="cancelled"):
                await obey(("drain",))

        guest = await running.connect("guest")
        nursery.start_soon(drain)
        assert (await guest.until("notice"))["topic"] == "draining"
        await obey(("drain", "--cancel"))
        assert (await guest.until("notice"))["topic"] == "operator"
        awake.set()
        await until(lambda: not nursery.child_tasks)
        assert list(running.server.lobby.tables) == [table]
        assert not running.server.shutdown.scope.cancel_called


async def test_a_table_that_nobody_had_come_to_when_the_server_ended_is_closed(
    run_server: Any, tmp_path: Path, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        running.server.lobby.tables.open(TableOptions(name="empty"), kept=False)
        await running.connect("who hears what is stored")
    async with run_server(store=journal(tmp_path)) as running:
        await running.until_said("closed (abandoned)")
        assert not running.server.lobby.tables


@pytest.mark.parametrize("waits", [False, True], ids=["in its turn", "wanted"])
async def test_a_table_whose_entries_cannot_be_read_now_stays_asleep_and_the_server_ends(
    run_server: Any,
    come_back: ComeBack,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    journal: OpenJournal,
    *,
    waits: bool,
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        maker = await running.connect()
        ready = await maker.sign_in("maker", program=False)
        await maker.send(type="create_table", name="table", seat="N")
        table = (await maker.until("joined"))["table"]
        running.stop()
        await running.until_alone()
    if waits:
        asleep_until(monkeypatch)
    store = journal(tmp_path)

    def unreadable(_table: str) -> tuple[Entry, ...]:
        raise DataFailed("database is locked")

    monkeypatch.setattr(store, "entries", unreadable)
    try:
        with trio.fail_after(PATIENCE):
            async with run_server(store=store) as running:
                if waits:
                    await come_back(running, ready)
                await trio.sleep_forever()
    except* DataFailed:
        lobby = running.server.lobby
    assert lobby.tables.has(table)
    assert lobby.sessions[ready["session"]].peer is None, "nobody has come back"
