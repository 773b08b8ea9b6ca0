"""No way around the journal: what somebody is shown has been kept before, by whatever way it goes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from coinche.server import limits
from coinche.server.storage.database import Result
from tests.server.conftest import OpenJournal, until
from tests.server.seating import quiet
from tests.server.test_journal import Disk


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
    open_house: Callable[..., Any], journal: OpenJournal
) -> None:
    disk = Turnstile()
    async with open_house(store=journal(disk=disk)) as house, disk.let_go():
        idle, first, second = [await house.connect(name) for name in ("idle", "first", "second")]
        for wire in (idle, first, second):
            await quiet(wire)
        await trio.sleep(2 * limits.LOBBY_EVERY)
        disk.shut = True
        await first.send(type="create_table", name="one")
        await until(lambda: len(house.server.lobby.tables) == 1)
        await trio.sleep(2 * limits.LOBBY_EVERY)
        store = house.server.store
        shown_up_to = store.position
        await second.send(type="create_table", name="two")
        await until(lambda: len(house.server.lobby.tables) == 2)
        house.server.lobby.broadcast.frame()
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
    open_house: Callable[..., Any], journal: OpenJournal, said: dict[str, Any], reply: str
) -> None:
    disk = Turnstile()
    async with open_house(store=journal(disk=disk)) as house, disk.let_go():
        host, guest = await house.connect("host"), await house.connect("guest")
        await host.send(type="create_table", name="table")
        table = (await host.until("joined"))["table"]
        await guest.send(type="join", table=table, seat="E")
        await guest.until("joined")
        await quiet(host)
        store, disk.shut = house.server.store, True
        kept = store.position
        await host.send(table=table, id=7, **said)
        await until(lambda: store.position > kept)
        await wait_all_tasks_blocked(0.05)
        session = next(each for each in house.server.lobby.sessions.values() if each.name == "host")
        assert any(reply.encode() in frames for _, frames in session.peer.outgoing.queue)
        disk.lets.release()
        disk.shut = False
        assert (await host.until(reply))["type"] == reply
