"""Tests of spectators: readers get events at once, slow ones later from the log, without a cost to the table."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import lockstep_stream_pair, wait_all_tasks_blocked

from coinche.engine.events import Viewer
from coinche.engine.seats import Seat
from coinche.protocol.messages import Role
from coinche.server import limits
from coinche.server.seating.feed import EventLog, Frames, Spectators
from coinche.server.sessions.session import Session
from coinche.server.storage.budget import Budget
from coinche.server.transport.peer import Delivery
from tests.server.memory_socket import MemorySocket, new_delivery, new_peer

PIECE = 30
"""Bytes that are made of a log at once, and what an event has."""


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PIECE", 1)
    monkeypatch.setattr(limits, "WRITE", PIECE)


class Spectator:
    """A client whose socket takes nothing unless it is `eager`; then it reads event by event."""

    def __init__(self, delivery: Delivery, nursery: trio.Nursery) -> None:
        self._stream, server = lockstep_stream_pair()
        self._socket = MemorySocket(math.inf, server)
        peer = new_peer(delivery, self._socket, "127.0.0.1")
        self.session = Session(id="s", who="s", name="s", role=Role.SPECTATOR, program=True, peer=peer)
        self.peer = peer
        nursery.start_soon(peer.write)

    @property
    def eager(self) -> bool:
        return bool(self._socket.room)

    @eager.setter
    def eager(self, eager: bool) -> None:
        self._socket.room = math.inf if eager else 0

    async def read(self, events: int) -> None:
        """Read that number of waiting events."""
        for _ in range(events):
            self._socket.written += await self._stream.receive_some(PIECE)
        await wait_all_tasks_blocked()

    @property
    def heard(self) -> list[str]:
        """The events, as they came."""
        read = self._socket.written
        return [read[at : at + PIECE].decode().strip() for at in range(0, len(read), PIECE)]


class Stage:
    """A log that grows, and who watches it."""

    def __init__(self, delivery: Delivery, nursery: trio.Nursery) -> None:
        self.log = EventLog(Budget().open("t1", "", bounded=True))
        self.audience = Spectators(self.log)
        self._delivery = delivery
        self._nursery = nursery

    async def comes(self, eyes: Viewer = None) -> Spectator:
        spectator = Spectator(self._delivery, self._nursery)
        self.audience.add(spectator.session, eyes, 0)
        await wait_all_tasks_blocked()
        return spectator

    async def happens(self, times: int) -> None:
        for _ in range(times):
            n = len(self.log) + 1
            frames: Frames = {None: f"{n}".encode().ljust(PIECE), Seat.NORTH: f"{n} N".encode().ljust(PIECE)}
            self.log.append(frames)
            self.audience.show(frames)
        await wait_all_tasks_blocked()


@asynccontextmanager
async def opened() -> AsyncIterator[Stage]:
    delivery = new_delivery()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(delivery.run)
        yield Stage(delivery, nursery)
        nursery.cancel_scope.cancel()


def up_to(last: int, eyes: str = "") -> list[str]:
    return [f"{n}{eyes}" for n in range(1, last + 1)]


async def test_who_reads_is_told_at_once() -> None:
    async with opened() as stage:
        early = await stage.comes()
        await stage.happens(3)
        late = await stage.comes()
        await stage.happens(2)
        assert early.heard == late.heard == up_to(5)


async def test_for_who_does_not_read_nothing_is_kept_however_much_happens() -> None:
    async with opened() as stage:
        deaf = await stage.comes()
        deaf.eager = False
        await stage.happens(1)
        await stage.happens(10_000)
        assert not deaf.heard
        assert deaf.peer.outgoing.size == 0
        assert len(deaf.peer.outgoing.queue) == 1


async def test_who_reads_again_misses_nothing_and_hears_nothing_twice() -> None:
    async with opened() as stage:
        slow = await stage.comes(Seat.NORTH)
        slow.eager = False
        for _ in range(3):
            await stage.happens(20)
            await slow.read(15)
        await slow.read(15)
        slow.eager = True
        await stage.happens(5)
        assert slow.heard == up_to(65, " N")


async def test_all_of_the_log_lies_ready_once_the_table_is_over() -> None:
    async with opened() as stage:
        slow = await stage.comes()
        slow.eager = False
        await stage.happens(10)
        await slow.read(3)
        await stage.happens(10)
        stage.audience.settle()
        slow.session.push(b"over".ljust(PIECE))
        await slow.read(18)
        assert slow.heard == [*up_to(20), "over"]


async def test_who_leaves_and_comes_again_has_the_log_from_its_beginning_once() -> None:
    async with opened() as stage:
        slow = await stage.comes()
        slow.eager = False
        await stage.happens(1)
        await stage.happens(9)
        stage.audience.remove(slow.session)
        await stage.happens(10)
        stage.audience.add(slow.session, None, 0)
        await stage.happens(1)
        before = len(slow.heard)
        await slow.read(23 - before)
        slow.eager = True
        await stage.happens(1)
        first = slow.heard.index("1", 1)
        assert slow.heard[first:] == up_to(22)
