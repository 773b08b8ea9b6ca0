"""Tests of the listening sockets, of the threads that resolve addresses, and of the throttle."""

from __future__ import annotations

import socket
import sys
import threading
from functools import partial
from itertools import pairwise

import pytest
import trio

from coinche.server import app, limits, service
from coinche.server.app import CannotListen, Server
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.log import Happening, Log, LogEntry
from coinche.server.transport.sockets import Throttle


def server(say: Log = lambda each: None) -> Server:
    return Server(provider=None, say=say)


async def test_a_server_that_fails_before_it_accepts_closes_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[trio.SocketListener] = []
    listen = trio.open_tcp_listeners

    async def noted(port: int, host: str | None) -> list[trio.SocketListener]:
        opened.extend(await listen(port, host=host))
        return opened

    def fail(*_: object) -> None:
        raise ValueError("unplayable")

    monkeypatch.setattr(trio, "open_tcp_listeners", noted)
    monkeypatch.setattr(ServerLobby, "recall", fail)
    with pytest.RaisesGroup(pytest.RaisesExc(ValueError), flatten_subgroups=True):
        await server().run("127.0.0.1", 0)
    assert [listener.socket.fileno() for listener in opened] == [-1]


async def test_a_port_in_use_is_a_failure_of_its_own() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(CannotListen):
        await server().run("127.0.0.1", other.getsockname()[1])


async def test_a_slow_name_service_stops_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[threading.Thread] = []

    def addresses(host: str) -> list[str]:
        asked.append(threading.current_thread())
        return [host]

    monkeypatch.setattr(app, "reachable_addresses", addresses)
    monkeypatch.setattr(sys, "stdin", None)
    said = trio.Event()

    def say(news: LogEntry) -> None:
        if news.happening is Happening.LISTENING:
            said.set()

    start = partial(service.serve, server(say), service.ServiceManager(None), ctl=None, until_stdin_closes=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(start, host="127.0.0.1", port=0))
        with trio.fail_after(20):
            await said.wait()
        nursery.cancel_scope.cancel()
    assert asked
    assert threading.main_thread() not in asked


async def test_of_many_only_so_many_pass_before_the_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AT_A_TIME", 3)
    throttle, passed, seen = Throttle(), 0, [0]

    async def passes() -> None:
        nonlocal passed
        await throttle.wait()
        passed += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(throttle.run)
        for _ in range(30):
            nursery.start_soon(passes)
        while passed < 30:
            await trio.lowlevel.checkpoint()
            seen.append(passed)
        nursery.cancel_scope.cancel()
    assert max(after - before for before, after in pairwise(seen)) <= 2 * 3
