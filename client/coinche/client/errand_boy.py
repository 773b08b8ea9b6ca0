"""Carries out errands: searches, connects, starts a private server, reads and keeps files, asks for advice.

What cannot be done becomes a notice, never the end of the program, and so does a fault of ours in what is asked for in
mid-match (`light_errands`). Refuses to know keys and screens, and how a connection ends (`journeys`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import assert_never

import trio

from coinche.client import tables
from coinche.client.on_disk.kept_settings import keep
from coinche.connection.address import Address
from coinche.connection.storage import KeptError

from .errands import (
    Connect,
    Errand,
    FetchRecord,
    GoHome,
    KeepRecord,
    KeepSettings,
    Learn,
    OpenRecord,
    PlayAlone,
    Search,
    Think,
    Weigh,
    WriteRules,
)
from .inputs import RecordRead, RecordUnread, RecordWritten, RulesWritten, WentWrong
from .journeys import Journeys
from .light_errands import carry_out
from .on_disk import house_files
from .person import Person
from .solo import private_server

Sign = Callable[[Person, Address, bool], Awaitable[None]]
"""Stay connected to that address, as a guest or not, until our bye was answered."""


class ErrandBoy:
    """Whoever runs them for one person."""

    def __init__(self, person: Person, stay: Sign, search: Callable[[Person], Awaitable[None]]) -> None:
        self._person = person
        self._stay = stay
        self._search = search
        self._journeys = Journeys(person)

    async def run(self) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            async for errand in self._person.errands:
                await self._carry_out(errand, nursery)

    async def idle(self) -> None:
        """Wait until no connection is under way."""
        await self._journeys.idle()

    async def _carry_out(self, errand: Errand, nursery: trio.Nursery) -> None:
        match errand:
            case Search():
                nursery.start_soon(self._search, self._person)
            case Connect(address):
                await self._journeys.begin(nursery, lambda: self._stay(self._person, address, False))
            case PlayAlone():
                await self._journeys.begin(nursery, self._play_alone)
            case GoHome():
                await self._journeys.end()
            case KeepSettings(changes):
                self._keep(changes)
            case WriteRules():
                self._write(errand)
            case OpenRecord(path):
                nursery.start_soon(self._open_record, path)
            case KeepRecord():
                self._write_record(errand)
            case Think() | FetchRecord() | Learn() | Weigh():
                carry_out(errand, self._person, nursery)
            case _:
                assert_never(errand)

    async def _open_record(self, path: str) -> None:
        from coinche.client.playback.record_files import (
            UnreadableRecord,
            lines_of,  # with whatever unpacks files
        )

        try:
            lines = await trio.to_thread.run_sync(lines_of, path)
        except UnreadableRecord as error:
            self._person.take(RecordUnread(path, str(error)))
        else:
            self._person.take(RecordRead(path, lines))

    def _write_record(self, wanted: KeepRecord) -> None:
        from coinche.client.playback.record_files import (
            write,
            write_to,  # with whatever unpacks files
        )

        try:
            path = write_to(wanted.path, wanted.lines) if wanted.path else write(wanted.title, wanted.lines)
        except KeptError as error:
            self._person.take(WentWrong(error))
        else:
            self._person.take(RecordWritten(house_files.spoken(path)))

    def _keep(self, changes: Mapping[str, object]) -> None:
        try:
            keep(changes)
        except KeptError as error:
            self._person.take(WentWrong(error))

    def _write(self, wanted: WriteRules) -> None:
        try:
            path = house_files.write(wanted.name, wanted.base, wanted.rules)
        except KeptError as error:
            self._person.take(WentWrong(error))
        else:
            self._person.take(RulesWritten(house_files.spoken(path), house_files.kept()))

    async def _play_alone(self) -> None:
        async with private_server() as address, trio.open_nursery() as nursery:
            nursery.start_soon(self._open_table)
            await self._stay(self._person, address, True)
            nursery.cancel_scope.cancel()

    async def _open_table(self) -> None:
        """Once signed in."""
        await self._person.until(lambda state: state.in_lobby)
        self._person.do(tables.create)
