"""Tests of the order in which handshakes begin."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from coinche.server import limits
from coinche.server.transport.connection_limits import Handshakes
from coinche.server.transport.peer import Peer
from tests.server.memory_socket import MemorySocket, new_delivery, new_peer


class Hall:
    """Clients that want to begin, and what became of them: who began when, in order, and who was given up."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.handshakes = Handshakes()
        self.began: list[str] = []
        self.times: list[float] = []
        self.waiting: dict[str, trio.CancelScope] = {}
        self.known: dict[str, Peer] = {}
        self._nursery = nursery

    def comes(self, *names: str) -> None:
        """Those come; one named `here 1` is of the origin `here`."""
        for name in names:
            self.known[name] = new_peer(new_delivery(), MemorySocket(), name.split()[0])
            self._nursery.start_soon(self._wait, name)

    async def _wait(self, name: str) -> None:
        with trio.CancelScope() as self.waiting[name]:
            await self.handshakes.wait(self.known[name])
            self.began.append(name)
            self.times.append(trio.current_time())

    @property
    def given_up(self) -> list[str]:
        return [name for name, peer in self.known.items() if peer.closing]

    def over(self, name: str) -> None:
        self.handshakes.over(self.known[name])


@asynccontextmanager
async def opened() -> AsyncIterator[Hall]:
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery)
        nursery.start_soon(hall.handshakes.run)
        yield hall
        nursery.cancel_scope.cancel()


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKES", 3)
    monkeypatch.setattr(limits, "HANDSHAKE", 1.0)
    monkeypatch.setattr(limits, "HANDSHAKE_EVERY", 0.01)


async def test_they_begin_at_a_pace(autojump_clock: trio.testing.MockClock) -> None:
    async with opened() as hall:
        hall.comes("a 1", "b 1", "c 1")
        await trio.sleep(0.5)
        first, second, third = hall.times
        assert second - first == pytest.approx(0.01)
        assert third - second == pytest.approx(0.01)


async def test_no_more_are_in_progress_than_may_be(autojump_clock: trio.testing.MockClock) -> None:
    async with opened() as hall:
        hall.comes(*(f"{name} 1" for name in "abcde"))
        await trio.sleep(0.5)
        assert (len(hall.began), len(hall.handshakes._in_progress)) == (3, 3)
        hall.over(hall.began[1])
        await trio.sleep(0.1)
        assert (len(hall.began), len(hall.handshakes._in_progress)) == (4, 3)
        assert not hall.given_up


async def test_who_comes_in_crowds_has_one_turn_after_one_of_each_other(autojump_clock: trio.testing.MockClock) -> None:
    async with opened() as hall:
        hall.comes(*(f"crowd {number}" for number in range(50)))
        await trio.sleep(0.1)
        hall.comes("ana 1", "bea 1")
        await trio.sleep(0)
        while "bea 1" not in hall.began or "ana 1" not in hall.began:
            hall.over(next(name for name in hall.began if hall.known[name] in hall.handshakes._in_progress))
            await trio.sleep(0.02)
        assert len(hall.began) <= 3 + 4


async def test_one_that_takes_its_time_makes_room_of_the_origin_that_has_most(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with opened() as hall:
        hall.comes("slow 1")
        await trio.sleep(0.1)
        hall.comes("crowd 1", "crowd 2")
        await trio.sleep(0.1)
        hall.comes("late 1")
        await trio.sleep(0.5)
        assert not hall.given_up
        await trio.sleep(1.0)
        assert len(hall.given_up) == 1
        assert hall.given_up[0].startswith("crowd")
        assert hall.began[-1] == "late 1"


async def test_where_nobody_waits_none_is_given_up(autojump_clock: trio.testing.MockClock) -> None:
    async with opened() as hall:
        hall.comes("a 1", "b 1", "c 1")
        await trio.sleep(100)
        assert not hall.given_up


async def test_who_goes_while_he_waits_is_forgotten(autojump_clock: trio.testing.MockClock) -> None:
    async with opened() as hall:
        hall.comes("a 1", "a 2", "a 3")
        await trio.sleep(0.5)
        hall.comes("b 1", "b 2")
        await trio.sleep(0.1)
        hall.waiting["b 1"].cancel()
        hall.waiting["b 2"].cancel()
        await trio.sleep(0.1)
        assert not hall.handshakes._waiting
        for name in hall.began:
            hall.over(name)
        hall.comes("c 1")
        await trio.sleep(0.1)
        assert hall.began[-1] == "c 1"
        assert len(hall.handshakes._in_progress) == 1


async def test_who_is_no_longer_wanted_may_be_told_so_twice(autojump_clock: trio.testing.MockClock) -> None:
    async with opened() as hall:
        hall.comes("a 1", "a 2", "a 3")
        await trio.sleep(0.5)
        hall.comes("b 1")
        await trio.sleep(0.1)
        hall.waiting["b 1"].cancel()
        await trio.sleep(0.1)
        hall.over("b 1")
        assert len(hall.handshakes._in_progress) == 3
