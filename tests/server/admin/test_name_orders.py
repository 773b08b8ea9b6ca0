"""Tests of the operator's orders about names on a running server, and of their effect on the names' owners."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.engine.record_lines import read_record
from coinche.engine.replay import replay
from coinche.engine.seats import Points
from coinche.server import limits
from coinche.server.admin.orders import OrderRefused
from coinche.server.archive.archive import Archive
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import ReadOnlyFile
from coinche.server.storage.journal import Journal
from tests.server.archive.test_archive_file import keep
from tests.server.conftest import OpenArchive, OpenFile, RunningServer
from tests.server.connections.test_invitations import redeemed
from tests.server.connections.test_sign_in import Person, with_token
from tests.server.ended import ended, matches, record, statistics
from tests.server.storage.test_journal import Disk
from tests.server.tables import quiet


async def test_a_lost_name_is_freed_and_whoever_has_the_old_key_is_signed_out(run_server: Callable[..., Any]) -> None:
    async with run_server() as running:
        thief, ana = Person(), Person()
        wire = await running.connect()
        await thief.sign_in(wire, "Ana")
        answer = await running.server.orders.obey(("free", "ana"))
        assert answer.lines[1:] == ("signed out: 1",)
        assert (await wire.end())["code"] == "AUTH_FAILED"
        assert (await ana.sign_in(await running.connect(), "Ana"))["name"] == "Ana"
        assert (await thief.sign_in(await running.connect(), "Ana"))["code"] == "NAME_TAKEN"


async def test_a_token_that_is_handed_out_signs_in_until_it_is_removed(run_server: Callable[..., Any]) -> None:
    async with run_server() as running:
        token, note = (await running.server.orders.obey(("token", "add", "Deep", "Blue"))).lines
        assert "not shown again" in note
        assert not any(token in line for line in running.lines)
        assert (await with_token(await running.connect(), "Deep Blue", token))["name"] == "Deep Blue"
        await running.server.orders.obey(("token", "remove", "deep blue"))
        assert (await with_token(await running.connect(), "Deep Blue", token))["code"] == "AUTH_FAILED"
        assert (await running.server.orders.obey(("token", "list"))).lines == ()


async def test_whoever_came_with_a_token_goes_with_it(run_server: Callable[..., Any]) -> None:
    async with run_server() as running:
        (token, _) = (await running.server.orders.obey(("token", "add", "Lender", "--provider"))).lines
        player, lender = await running.connect(), await running.connect()
        await with_token(player, "Lender", token)
        await with_token(lender, "Lender", token, role="provider")
        other = await running.connect("Lender of last resort")
        answer = await running.server.orders.obey(("token", "remove", "lender"))
        assert answer.lines[1:] == ("signed out: 2",)
        assert [(await wire.end())["code"] for wire in (player, lender)] == 2 * ["AUTH_FAILED"]
        assert running.server.lobby.sessions.providers == ()
        assert {message["type"] for message in await quiet(other)} == {"lobby"}, "who has no token stays"


async def test_the_next_owner_of_a_name_sees_no_private_match_of_the_one_before(
    run_server: Callable[..., Any], tmp_path: Path, open_file: OpenFile, open_archive: OpenArchive
) -> None:
    file = open_file(tmp_path)
    archive, register = open_archive(file), Register(file)
    async with run_server(archive=archive, register=register) as running:

        async def signed_in(token: str) -> Any:
            wire = await running.connect()
            assert (await with_token(wire, "Ana", token))["name"] == "Ana"
            return wire

        async def made() -> str:
            return str((await running.server.orders.obey(("token", "add", "Ana"))).lines[0])

        first = await made()
        wire = await signed_in(first)
        (session,) = running.server.lobby.sessions.values()
        keep(archive, private=True, sat=(session.who,))
        assert len(await matches(wire)) == 1
        await wire.stream.aclose()
        await running.server.orders.obey(("token", "remove", "Ana"))
        assert await matches(await signed_in(await made())) == []
        await running.server.orders.obey(("token", "remove", "Ana"))
        invited = await running.connect()
        secret = (await running.server.orders.obey(("invite", "Ana"))).data["invitation"]
        assert (await redeemed(invited, secret))["owned"] == "Ana"
        assert await matches(invited) == []
    assert Register(file).owner_of("Ana") == register.owner_of("Ana"), "its identity is kept"


@pytest.mark.parametrize("words", [("token", "give", "Ana"), ("free", "Zoe"), ("forget", "Zoe"), ("free", "x" * 99)])
async def test_what_cannot_be_done_is_refused(run_server: Callable[..., Any], words: tuple[str, ...]) -> None:
    async with run_server() as running:
        with pytest.raises(OrderRefused):
            await running.server.orders.obey(words)


async def test_a_name_is_forgotten_while_the_server_runs(
    run_server: Callable[..., Any], tmp_path: Path, open_file: OpenFile
) -> None:
    file = open_file(tmp_path)
    journal = Journal(file, lambda line: None)
    with Archive(file, journal) as archive:
        async with run_server(store=journal, register=Register(file, journal), archive=archive) as running:
            _, wires = await ended(running, target=500)
            assert read_record(await record(wires["E"], 1)).header.provenance is not None
            answer = await running.server.orders.obey(("forget", "AT N"))
            assert answer.lines[:2] == ("'AT N' is forgotten", "signed out: 1")
            assert (await wires["N"].end())["code"] == "AUTH_FAILED"
            (match,) = await matches(wires["E"])
            assert match["seats"] == {"N": "somebody", "E": "at E", "S": "at S", "W": "at W"}
            assert {name for name, _ in await statistics(wires["E"])} == {"at E", "at S", "at W"}
            lines = await record(wires["E"], 1)
            assert "at N" not in "".join(lines)
            plain = read_record(lines)
            assert plain.header.provenance is None, "nobody has signed that"
            assert replay(plain)[0].standing.totals == Points(**match["score"])


@dataclass(frozen=True)
class StandingStill:
    """A server whose disk takes nothing until it is `free`; everything before that is safe. Zoe has her name there."""

    running: RunningServer
    register: Register
    free: trio.Event


@pytest.fixture
async def standing_still(
    run_server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, open_file: OpenFile, open_archive: OpenArchive
) -> AsyncIterator[StandingStill]:
    monkeypatch.setattr(limits, "SETTLED", 0.05)
    disk, file = Disk(), open_file()
    journal = Journal(file, lambda line: None, disk)
    register = Register(file, journal)
    register.claim("Zoe", "aa" * 32)
    async with run_server(store=journal, register=register, archive=open_archive(file, journal)) as running:
        await journal.settled()
        disk.free = trio.Event()
        yield StandingStill(running, register, disk.free)
        disk.free.set()


async def test_nothing_is_done_while_the_disk_takes_nothing(standing_still: StandingStill) -> None:
    standing_still.register.claim("Max", "bb" * 32)
    with pytest.raises(OrderRefused, match="the disk takes nothing"):
        await standing_still.running.server.orders.obey(("token", "add", "Ana"))
    assert standing_still.register.owner_of("Ana") is None


async def test_no_claim_of_a_name_is_heard_of_before_it_is_kept(
    run_server: Callable[..., Any], open_file: OpenFile
) -> None:
    disk, file = Disk(), open_file()
    journal = Journal(file, lambda line: None, disk)
    async with run_server(store=journal, register=Register(file, journal)) as running:
        wire, ana = await running.connect(), Person()
        await wire.send(**ana.hello("Ana"))
        nonce = (await wire.until("welcome"))["nonce"]
        disk.free = trio.Event()
        await wire.send(type="prove", proof=ana.proof(nonce))
        with trio.move_on_after(0.05) as waited:
            await wire.until("ready")
        assert waited.cancelled_caught
        assert file.rows("SELECT * FROM owners") == []
        disk.free.set()
        await wire.until("ready")
        assert file.rows("SELECT name FROM owners") == [("Ana",)]


def standing_in(directory: Path, name: bytes) -> list[str]:
    """The files there in which that name stands."""
    return [path.name for path in directory.rglob("*") if path.is_file() and name in path.read_bytes()]


async def test_a_name_that_was_forgotten_stands_in_no_file_the_log_included(
    run_server: Callable[..., Any], tmp_path: Path, open_file: OpenFile, open_archive: OpenArchive
) -> None:
    file = open_file(tmp_path)
    journal = Journal(file, lambda line: None)
    async with run_server(store=journal, archive=open_archive(file, journal)) as running:
        _, wires = await ended(running, target=500)
        await journal.settled()
        assert standing_in(tmp_path, b"at N")
        with closing(ReadOnlyFile(tmp_path)) as reader:
            reader.rows("BEGIN")
            reader.rows("SELECT * FROM owners")
            answer = await running.server.orders.obey(("forget", "at N"))
            assert "somebody reads the data just now" in answer.lines[-1]
            reader.rows("COMMIT")
        await running.connect("at N")
        answer = await running.server.orders.obey(("forget", "at N"))
        assert "reads the data" not in "".join(answer.lines)
        assert standing_in(tmp_path, b"at N") == []
        assert (await matches(wires["E"]))[0]["seats"]["N"] == "somebody", "the server goes on"


async def test_two_names_of_one_match_are_forgotten_at_once(
    run_server: Callable[..., Any], tmp_path: Path, open_file: OpenFile, open_archive: OpenArchive
) -> None:
    file = open_file(tmp_path)
    journal = Journal(file, lambda line: None)
    async with run_server(store=journal, archive=open_archive(file, journal)) as running:
        _, wires = await ended(running, target=500)
        async with trio.open_nursery() as nursery:
            for name in ("at N", "at S"):
                nursery.start_soon(running.server.orders.obey, ("forget", name))
        (match,) = await matches(wires["E"])
        assert match["seats"] == {"N": "somebody", "E": "at E", "S": "somebody", "W": "at W"}
        assert set(read_record(await record(wires["E"], 1)).header.seats.values()) == {"somebody", "at E", "at W"}


async def test_an_archive_that_is_busy_holds_up_nothing_but_what_is_done_to_its_matches(
    run_server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SETTLED", 0.05)
    async with run_server() as running:
        running.server._archive_service._worker = busy = Disk()
        busy.free = trio.Event()
        _, wires = await ended(running, target=1)
        try:
            assert "kept" not in (await running.server.orders.obey(("token", "add", "Ana"))).data
            with pytest.raises(OrderRefused, match="still wait for the archive"):
                await running.server.orders.obey(("forget", "at N"))
        finally:
            busy.free.set()
        assert (await matches(wires["E"]))[0]["seats"]["N"] == "at N"
        await running.server.orders.obey(("forget", "at N"))
        assert (await matches(wires["E"]))[0]["seats"]["N"] == "somebody"


async def test_of_what_is_done_when_the_disk_fails_the_outcome_is_said(standing_still: StandingStill) -> None:
    running = standing_still.running
    answer = await running.server.orders.obey(("token", "add", "Ana"))
    assert answer.lines[-1] == "the disk takes nothing just now; this is done, and kept once the disk takes it"
    assert (answer.data["name"], answer.data["kept"]) == ("Ana", False)
    standing_still.free.set()
    assert (await with_token(await running.connect(), "Ana", answer.lines[0]))["name"] == "Ana"


async def test_a_name_is_forgotten_though_its_bytes_cannot_be_erased(
    run_server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, open_file: OpenFile, open_archive: OpenArchive
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise DataFailed("cannot use the data: disk I/O error")

    file = open_file()
    journal = Journal(file, lambda line: None)
    register = Register(file, journal)
    register.claim("Ana", "aa" * 32)
    monkeypatch.setattr(file, "erase_removed", fail)
    async with run_server(store=journal, register=register, archive=open_archive(file, journal)) as running:
        said, why = (await running.server.orders.obey(("forget", "Ana"))).lines
        assert said == "'Ana' is forgotten, and belongs to nobody"
        assert "disk I/O error; forget it once more" in why


async def test_a_name_is_forgotten_though_the_disk_fails(standing_still: StandingStill) -> None:
    answer = await standing_still.running.server.orders.obey(("forget", "Zoe"))
    assert answer.lines[0] == "'Zoe' is forgotten, and belongs to nobody"
    assert "forget it once more" in answer.lines[1]
    assert "this is done" in answer.lines[2]
