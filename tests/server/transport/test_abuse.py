"""Tests of hostile connections, signed in or not, and of their bounded cost for the server."""

from __future__ import annotations

import ssl
from contextlib import suppress
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.connections import connections

PATIENCE = 10.0


@pytest.mark.parametrize("name", [None, "Ana"], ids=["before sign-in", "after sign-in"])
async def test_who_has_said_over_tls_that_nothing_more_comes_is_heard_no_more(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", 10 * PATIENCE)
    monkeypatch.setattr(limits, "FAREWELL", 0.1)
    async with run_server() as running:
        wire = await running.secure(name)
        with suppress(ssl.SSLWantReadError):
            wire.stream._ssl_object.unwrap()
        raw = wire.stream.transport_stream
        await raw.send_all(wire.stream._outgoing.read())
        with trio.fail_after(PATIENCE), suppress(trio.BrokenResourceError):
            while True:
                await raw.send_all(b"\x17" * 65536)
        await running.until_alone()
        assert not any("a fault" in line for line in running.lines)


async def test_a_socket_that_is_gone_when_its_turn_comes_disturbs_nobody(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(stream: trio.SocketStream) -> None:
        raise OSError(22, "Invalid argument")

    async with run_server() as running:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(connections, "ReadySocket", gone)
            wire = await running.connect()
            assert await wire.read() is None
        await running.connect("Ana")


async def test_those_beyond_the_bounds_are_not_kept_and_keep_nobody_out(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 6)
    monkeypatch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 4)
    monkeypatch.setattr(limits, "TURNED_AWAY", 2)
    async with run_server() as running:
        silent = [await running.connect() for _ in range(20)]
        for wire in silent[6:]:
            with suppress(trio.BrokenResourceError):
                assert await wire.read() is None
        assert running.server.connections.count == 6
        await silent[4].send(type="ping")
        assert (await silent[4].end())["code"] == "FLOOD"
        await silent[0].sign_in("Ana")
