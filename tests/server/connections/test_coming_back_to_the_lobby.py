"""Tests of clients that lose their connection at no table: they come back as who they were."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from coinche.server import limits
from tests.server.conftest import Map, RunningServer, Wire, until

ComeBack = Callable[..., Awaitable[Wire]]


def ready_of(wire: Wire) -> Map:
    return next(message for message in wire.seen if message["type"] == "ready")


async def lost(running: RunningServer, wire: Wire) -> Map:
    """Hang up, and wait until the server has noticed; return the `ready` of the client."""
    ready = ready_of(wire)
    await wire.stream.aclose()
    session = running.server.lobby.sessions[ready["session"]]
    await until(lambda: session.peer is None)
    return ready


@pytest.mark.parametrize(
    "hello", [{}, {"program": True}, {"role": "spectator"}], ids=["person", "program", "spectator"]
)
async def test_a_guest_comes_back_to_the_lobby_as_who_it_was(run_server: Any, come_back: ComeBack, hello: Map) -> None:
    async with run_server() as running:
        ready = await lost(running, await running.connect("Ana", **hello))
        wire = await come_back(running, ready)
        again = await wire.until("ready")
        assert (again["session"], again["name"]) == (ready["session"], "Ana")
        await wire.until("lobby")


async def test_a_spectator_comes_back_to_the_lobby(run_server: Any, come_back: ComeBack) -> None:
    async with run_server() as running:
        host, guest = await running.connect("Ana"), await running.connect("Ben")
        await host.send(type="create_table", name="one")
        await host.until("joined")
        await guest.send(type="watch", table="t1")
        await guest.until("joined")
        wire = await come_back(running, await lost(running, guest))
        assert (await wire.until("ready"))["name"] == "Ben"
        await wire.until("lobby")


async def test_a_name_that_became_another_s_gets_a_number(run_server: Any, come_back: ComeBack) -> None:
    async with run_server() as running:
        ready = await lost(running, await running.connect("Ana"))
        other = await running.connect("Ana")
        assert ready_of(other)["name"] == "Ana"
        again = await (await come_back(running, ready)).until("ready")
        assert (again["session"], again["name"]) == (ready["session"], "Ana 2")
        third = await running.connect("Ana")
        assert ready_of(third)["name"] == "Ana 3"


async def test_a_session_that_rests_too_long_is_forgotten(
    run_server: Any, come_back: ComeBack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SWEEP", 0.01)
    monkeypatch.setattr(limits, "LOBBY_AWAY", 0.05)
    async with run_server() as running:
        wire = await running.connect("Ana")
        ready = ready_of(wire)
        await wire.stream.aclose()
        await until(lambda: not running.server.lobby.sessions)
        assert (await (await come_back(running, ready)).until("ready", "error"))["code"] == "AUTH_FAILED"


async def test_after_bye_nobody_comes_back(run_server: Any, come_back: ComeBack) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="bye")
        await wire.end()
        await until(lambda: not running.server.lobby.sessions)
        assert (await (await come_back(running, ready_of(wire))).until("ready", "error"))["code"] == "AUTH_FAILED"
