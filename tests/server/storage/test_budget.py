"""Tests of the budget of tables for memory and the data file: shares, refusals, and evictions."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coinche.server import limits
from coinche.server.addresses import (
    TrustedNetworks,
    counted_as,
    identity_of_invited_token,
    identity_of_token,
    network_of,
)
from coinche.server.app import Exposure
from coinche.server.match.entries import TableOpened
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.name_register import Register
from coinche.server.storage.budget import Budget, Growth, parse_size, stored_size
from tests.server.admin.test_orders import order
from tests.server.conftest import OpenJournal, RunServer, until
from tests.server.connections.test_invitations import invited, redeemed, token_of
from tests.server.connections.test_sign_in import made, with_token
from tests.server.seating.test_bidding_systems import system
from tests.server.table.test_rematch import play_to_the_end
from tests.server.tables import answer, quiet, seated, watching

MB = 1024 * 1024
HERE = "127.0.0.1"


def filled(memory: int, origin: str = HERE, budget: int = 64 * MB) -> Budget:
    """A budget of which so much is taken by a table of that origin."""
    filled = Budget(memory=budget)
    filled.open("t1000", origin, bounded=True).take_memory(memory)
    return filled


# --- shares --------------------------------------------------------------------------------------------


def grown(budget: Budget, *origins: str) -> dict[str, int]:
    """The memory in MB of tables that grow in turn until each is refused."""
    usages = [budget.open(f"t{number}", origin, bounded=True) for number, origin in enumerate(origins)]
    while going_on := [usage for usage in usages if usage.refusal(Growth.SYSTEM) is None]:
        for usage in going_on:
            usage.take_memory(MB // 16)
    return {usage.origin: usage.memory // MB for usage in usages}


def test_one_origin_gets_half_of_what_is_not_kept_back() -> None:
    assert grown(Budget(memory=80 * MB), "a") == {"a": 30}


def test_two_get_a_third_each_and_leave_a_third() -> None:
    assert grown(Budget(memory=80 * MB), "a", "b") == {"a": 20, "b": 20}


def test_however_many_are_greedy_another_can_still_open_a_table() -> None:
    budget = Budget(memory=80 * MB)
    grown(budget, *(f"greedy {number}" for number in range(30)))
    assert budget.refusal("another", Growth.TABLE) is None
    assert budget.refusal("greedy 1", Growth.TABLE) is not None


def test_what_a_table_took_is_free_when_it_is_over() -> None:
    budget = filled(40 * MB)
    assert budget.refusal(HERE, Growth.REMATCH) is not None
    budget.close("t1000")
    assert budget.refusal(HERE, Growth.REMATCH) is None
    assert budget.memory.used == 0


def test_the_operators_table_is_refused_nothing_and_never_ends_for_others() -> None:
    budget = Budget(memory=MB)
    own = budget.open("t1", "", bounded=False)
    own.take_memory(10 * MB)
    assert own.refusal(Growth.REMATCH) is None
    assert list(budget.beyond()) == []


def test_records_of_matches_have_a_part_of_the_disk_and_tables_the_rest(tmp_path: Path) -> None:
    assert (usual := Budget(directory=tmp_path)).archive == limits.ARCHIVE
    assert usual.kept.size == limits.DISK_BUDGET - limits.ARCHIVE
    assert (small := Budget(disk=100 * MB, directory=tmp_path)).archive == 25 * MB
    assert small.kept.size == 75 * MB


def test_where_nothing_is_left_the_largest_tables_of_who_takes_most_end_once() -> None:
    budget = Budget(memory=100 * MB)
    for table, origin, taken in (("t1", "greedy", 50), ("t2", "greedy", 40), ("t3", "honest", 45), ("t4", "greedy", 1)):
        budget.open(table, origin, bounded=True).take_memory(taken * MB)
    assert list(budget.beyond()) == ["t1"]
    assert list(budget.beyond()) == [], "it ends already"
    budget.close("t1")
    assert list(budget.beyond()) == []


@pytest.mark.parametrize(("entry", "kept"), [(100, 210), (1000, 1560), (3600, 5656), (5000, 9752)])
def test_what_an_entry_comes_to_in_the_file_is_more_than_its_bytes(entry: int, kept: int) -> None:
    assert stored_size(entry) == kept


@pytest.mark.parametrize(("text", "bytes_"), [("256M", 256 * MB), ("2g", 2048 * MB), ("20000000", 20_000_000)])
def test_an_operator_says_sizes_in_megabytes_or_gigabytes(text: str, bytes_: int) -> None:
    assert parse_size(text) == bytes_


# --- with whom one counts ------------------------------------------------------------------------------


def trusted(text: str) -> TrustedNetworks:
    network = network_of(text)
    assert network is not None
    return TrustedNetworks((network,))


@pytest.mark.parametrize("who", ["key " + "ab" * 32, "0123456789abcdef"])
def test_a_fresh_key_counts_with_its_address(who: str) -> None:
    assert counted_as("192.0.2.1", who, trusted("203.0.113.0/24")) == "192.0.2.1"
    assert counted_as("2001:db8::1", who, trusted("203.0.113.0/24")) == "2001:db8::/64"


def test_a_token_that_came_by_an_invitation_counts_with_its_address() -> None:
    club = trusted("203.0.113.0/24")
    assert counted_as("192.0.2.1", identity_of_invited_token(bytes(32)), club) == "192.0.2.1"
    assert counted_as("192.0.2.1", identity_of_token(bytes(32)), club) != "192.0.2.1"


def test_a_token_of_the_operators_and_who_comes_from_a_trusted_network_count_apart() -> None:
    club = trusted("203.0.113.0/24")
    assert counted_as("192.0.2.1", "token deep blue", club) == "token deep blue"
    assert counted_as("203.0.113.7", "key aa", club) != counted_as("203.0.113.7", "key bb", club)


# --- at a server ---------------------------------------------------------------------------------------


async def opens(wire: Any) -> Any:
    await wire.send(type="create_table", name="mine", seat="N")
    return await wire.until("joined", "error")


async def test_beyond_the_budget_no_table_is_opened_and_who_wants_one_hears_why(run_server: RunServer) -> None:
    async with run_server(budget=filled(40 * MB)) as running:
        refused = await opens(await running.connect("Ana"))
        assert (refused["code"], refused["data"]) == ("FORBIDDEN", {"reason": "full"})
        assert "no room for another table" in refused["message"]


async def test_what_others_have_taken_keeps_nobody_out(run_server: RunServer) -> None:
    async with run_server(budget=filled(40 * MB, "192.0.2.1")) as running:
        assert (await opens(await running.connect("Ana")))["type"] == "joined"


async def test_who_has_a_token_does_not_count_with_the_address(run_server: RunServer) -> None:
    register = Register()
    token = made(register, "Deep Blue")
    async with run_server(budget=filled(40 * MB), register=register) as running:
        wire = await running.connect()
        await with_token(wire, "Deep Blue", token)
        assert (await opens(wire))["type"] == "joined"


async def test_a_guest_of_an_invitation_counts_with_the_address_and_later_too(run_server: RunServer) -> None:
    async with run_server(budget=filled(40 * MB)) as running:
        secret, nonce = await invited(running, "Zoé"), "cd" * 32
        wire = await running.connect()
        assert (await redeemed(wire, secret, nonce))["owned"] == "Zoé"
        assert (await opens(wire))["code"] == "FORBIDDEN"
        await wire.stream.aclose()
        back = await running.connect()
        await with_token(back, "Zoé", token_of(secret, nonce))
        assert (await opens(back))["code"] == "FORBIDDEN"


async def test_who_comes_from_a_trusted_network_does_not_count_with_the_address(run_server: RunServer) -> None:
    async with run_server(budget=filled(40 * MB), exposure=Exposure(trust=trusted(HERE))) as running:
        assert (await opens(await running.connect("Ana")))["type"] == "joined"


async def test_beyond_it_no_system_is_taken(run_server: RunServer) -> None:
    budget = Budget(memory=64 * MB)
    async with run_server(budget=budget) as running:
        wire = await running.connect("Ana")
        table = (await opens(wire))["table"]
        budget.open("t1000", HERE, bounded=True).take_memory(40 * MB)
        refused = await answer(wire, 7, type="declare_system", table=table, system=system("mine"))
        assert (refused["code"], refused["data"]) == ("FORBIDDEN", {"reason": "full"})


async def test_beyond_it_a_match_is_played_to_its_end_and_has_no_rematch(run_server: RunServer, brisk: Any) -> None:
    budget = Budget(memory=64 * MB)
    async with run_server(budget=budget, pace=brisk) as running:
        table, wires = await seated(running, target=1)
        budget.open("t1000", HERE, bounded=True).take_memory(40 * MB)
        await play_to_the_end(table, wires)
        refused = await answer(wires["N"], 8, type="rematch", table=table)
        assert (refused["code"], refused["data"]) == ("FORBIDDEN", {"reason": "full"})
        for number, wire in enumerate(wires.values()):
            await answer(wire, number, type="go_on", table=table)
        for wire in wires.values():
            assert (await wire.until("left"))["reason"] == "match_over"
        await until(lambda: budget.of(table) is None)
        budget.close("t1000")
        assert budget.memory.used == 0, "all that the table took is given back, its match and log included"


@pytest.fixture
def _rarely_collected() -> Iterator[None]:
    """Python looks for garbage only where it is told to, as it does where there are few new objects."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_rarely_collected")
async def test_the_memory_of_tables_that_are_over_is_freed_however_few_their_objects_are(
    run_server: RunServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNCOLLECTED", limits.TABLE_MEMORY)
    async with run_server() as running:
        tables = []
        for name in ("Ana", "Bea"):
            wire = await running.connect(name)
            table = (await opens(wire))["table"]
            tables.append(weakref.ref(running.server.lobby.tables[table]))
            await wire.send(type="leave", table=table)
            await running.until_said(f"{table}: closed")
        await until(lambda: tables[0]() is None)


async def test_where_nothing_is_left_at_all_the_table_ends_that_takes_most_and_others_play_on(
    run_server: RunServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.01)
    budget = Budget(memory=64 * MB)
    async with run_server(budget=budget) as running:
        greedy, _ = await seated(running)
        other, wires = await seated(running)
        usage = budget.of(greedy)
        assert usage is not None
        usage.take_memory(65 * MB)
        await running.until_said(f"{greedy}: closed (endless: the tables opened from its address take all the room")
        assert budget.of(other) is not None
        await wires["N"].send(type="chat", table=other, text="still here")
        await wires["S"].until("chatted", text="still here")


async def test_what_left_the_memory_is_sent_to_who_comes_late_as_it_was(
    run_server: RunServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, brisk: Any
) -> None:
    monkeypatch.setattr(limits, "LOG_IN_MEMORY", 2000)
    budget = Budget(memory=0, directory=tmp_path)
    async with run_server(budget=budget, pace=brisk) as running:
        table = running.server.lobby.tables.open(TableOptions(name="match", pace=brisk)).id
        wires = {seat: await running.connect(f"at {seat}", program=False) for seat in "NESW"}
        for seat, wire in wires.items():
            await wire.send(type="join", table=table, seat=seat)
        await play_to_the_end(table, wires)
        late = await watching(running, table)
        last = next(m["n"] for m in reversed(wires["N"].seen) if "n" in m)
        await late.until("recap_started", n=last)
        events = [m["n"] for m in late.seen if "n" in m]
        assert events == list(range(1, last + 1))
        usage = budget.of(table)
        assert usage is not None
        assert usage.kept > 2000, "most of it was read back"
        public = [body for body in wires["N"].bodies if b"card_played" in body]
        assert public
        assert set(public) <= set(late.bodies)


async def test_a_table_that_sleeps_is_not_in_memory_until_it_wakes_and_counts_from_then_on(
    run_server: RunServer, journal: OpenJournal, tmp_path: Path
) -> None:
    async with run_server(store=journal(tmp_path)) as running:
        table, wires = await seated(running)
        await quiet(wires["N"])
    kept = journal(tmp_path)
    assert list(kept.tables()) == [table]
    assert isinstance(kept.entries(table)[0], TableOpened)
    budget = Budget()
    async with run_server(store=journal(tmp_path), budget=budget) as running:
        await running.server.lobby.tables.all_awake()
        usage = budget.of(table)
        assert usage is not None
        assert usage.origin == HERE
        assert usage.kept > 0


async def test_an_operator_sees_what_tables_take(run_server: RunServer) -> None:
    async with run_server(budget=Budget(memory=64 * MB)) as running:
        await seated(running)
        data = await order(running, "status")
        assert limits.TABLE_MEMORY < data["logs"] < data["logs_at_most"] == 64 * MB
        assert data["kept"] == data["logs"], "without a directory all is in memory"
