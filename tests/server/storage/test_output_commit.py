"""Tests of the output commit: everything a client is sent has been stored before, on every path."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.storage.database import Result
from tests.server.conftest import OpenFile, OpenJournal, RunningServer, Wire, until
from tests.server.ended import ended
from tests.server.storage.test_journal import Disk
from tests.server.tables import quiet


class Turnstile(Disk):
    """A disk that takes one group for each time that it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.lets: trio.Semaphore = trio.Semaphore(0)
        self.shut = False

    @asynccontextmanager
    async def let_go(self) -> AsyncIterator[None]:
        """Take everything in the end, so that the server can."""
        try:
            yield
        finally:
            self.shut = False
            self.lets.release()

    async def run(self, task: Callable[[], Result]) -> Result:
        if self.shut:
            await self.lets.acquire()
        return await super().run(task)


async def test_a_picture_of_the_lobby_shows_no_table_that_is_not_kept(
    run_server: Callable[..., Any], journal: OpenJournal
) -> None:
    disk = Turnstile()
    async with run_server(store=journal(disk=disk)) as running, disk.let_go():
        idle, first, second = [await running.connect(name) for name in ("idle", "first", "second")]
        for wire in (idle, first, second):
            await quiet(wire)
        await trio.sleep(2 * limits.LOBBY_EVERY)
        disk.shut = True
        await first.send(type="create_table", name="one")
        await until(lambda: len(running.server.lobby.tables) == 1)
        await trio.sleep(2 * limits.LOBBY_EVERY)
        store = running.server.store
        shown_up_to = store.position
        await second.send(type="create_table", name="two")
        await until(lambda: len(running.server.lobby.tables) == 2)
        running.server.lobby.broadcast.frame()
        while store.durable < shown_up_to:
            groups = store.commits
            disk.lets.release()
            while store.commits == groups:
                await trio.sleep(0.005)
        shown = await idle.until("lobby")
        assert [table["name"] for table in shown["tables"]] == ["one"]


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ({"type": "chat", "text": "hello"}, "ok"),
        ({"type": "swap_seats", "seats": ["E", "S"]}, "ok"),
        ({"type": "leave"}, "left"),
    ],
    ids=lambda each: each["type"] if isinstance(each, dict) else each,
)
async def test_no_reply_leaves_before_what_it_says_is_kept(
    run_server: Callable[..., Any], journal: OpenJournal, said: dict[str, Any], reply: str
) -> None:
    disk = Turnstile()
    async with run_server(store=journal(disk=disk)) as running, disk.let_go():
        host, guest = await running.connect("host"), await running.connect("guest")
        await host.send(type="create_table", name="table")
        table = (await host.until("joined"))["table"]
        await guest.send(type="join", table=table, seat="E")
        await guest.until("joined")
        await quiet(host)
        store, disk.shut = running.server.store, True
        kept = store.position
        await host.send(table=table, id=7, **said)
        await until(lambda: store.position > kept)
        await wait_all_tasks_blocked(0.05)
        session = next(each for each in running.server.lobby.sessions.values() if each.name == "host")
        assert any(reply.encode() in frames for _, frames in session.peer.outgoing.queue)
        disk.lets.release()
        disk.shut = False
        assert (await host.until(reply))["type"] == reply


async def hang_up(running: RunningServer, wire: Wire) -> None:
    await trio.aclose_forcefully(wire.stream)


async def kick(running: RunningServer, wire: Wire) -> None:
    await running.server.orders.obey(("kick", "other"))


async def drop_in_silence(running: RunningServer, wire: Wire) -> None:
    """Lose the connection to a client that has said nothing for too long."""
    for client in running.server.connections._clients:
        if client.session is not None and client.session.name == "other":
            client.heard -= 2 * limits.GONE_AFTER


@pytest.mark.parametrize("happens", [hang_up, kick, drop_in_silence])
async def test_what_was_said_waits_for_nothing_that_happens_afterwards(
    run_server: Callable[..., Any],
    journal: OpenJournal,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[RunningServer, Wire], Awaitable[None]],
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.01)
    monkeypatch.setattr(limits, "LOBBY_AWAY", 0.0)
    disk = Turnstile()
    async with run_server(store=journal(disk=disk)) as running, disk.let_go():
        wire, other = await running.connect("host"), await running.connect("other")
        for each in (wire, other):
            await quiet(each)
        store = running.server.store
        await store.settled()
        disk.shut = True
        await wire.send(type="create_table", name="one")
        await until(lambda: len(running.server.lobby.tables) == 1)
        await wait_all_tasks_blocked()
        said = store.position
        await happens(running, other)
        await until(lambda: store.position > said)
        disk.lets.release()
        assert (await wire.until("joined"))["table"] == "t1"
        assert store.durable < store.position


@pytest.mark.parametrize("archived", ["with the last group", "after it"])
async def test_a_match_that_is_archived_while_the_server_ends_keeps_nobody_waiting(
    run_server: Callable[..., Any],
    open_file: OpenFile,
    journal: OpenJournal,
    monkeypatch: pytest.MonkeyPatch,
    archived: str,
) -> None:
    monkeypatch.setattr(limits, "FAREWELL_AT_END", 10.0)
    disk, archiving = Turnstile(), Disk()
    store = journal(disk=disk)
    with Archive(open_file(), store) as archive:
        async with run_server(store=store, archive=archive) as running, disk.let_go():
            running.server._archive_service._worker = archiving
            archiving.free = trio.Event()
            await ended(running, target=1)
            wire = await running.connect("host")
            await quiet(wire)
            await store.settled()
            disk.shut = True
            await wire.send(type="create_table", name="two")
            await until(lambda: len(running.server.lobby.tables) == 1)
            await wait_all_tasks_blocked(0.05)
            said = store.position
            running.stop()
            await wait_all_tasks_blocked(0.05)
            if archived == "with the last group":
                archiving.free.set()
                await until(lambda: store.position > said)
            disk.lets.release()
            await wire.until("joined")
            archiving.free.set()
            disk.shut = False
            disk.lets.release()
            last = await wire.end()
            assert last is not None
            assert last["code"] == "SHUTDOWN"
            await until(lambda: store.durable == store.position > said)


async def test_who_waits_for_nothing_is_told_that_the_server_ends_though_the_disk_takes_nothing(
    run_server: Callable[..., Any], journal: OpenJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FAREWELL_AT_END", 10.0)
    disk = Turnstile()
    async with run_server(store=journal(disk=disk)) as running, disk.let_go():
        idle, other = await running.connect("idle"), await running.connect("other")
        for wire in (idle, other):
            await quiet(wire)
        store = running.server.store
        await store.settled()
        disk.shut = True
        await kick(running, other)
        running.server.connections.tell_at_the_end(limits.AGAIN_MS)
        running.stop()
        last = await idle.end()
        assert last is not None
        assert (last["code"], last["data"]) == ("SHUTDOWN", {"again_ms": limits.AGAIN_MS})
        assert store.durable < store.position
