"""No way around the journal: what somebody is shown has been kept before, by whatever way it goes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio

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
