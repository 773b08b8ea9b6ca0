"""Tests of a server killed and restarted on the same port: clients return to their tables by themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from coinche.client.model.messages import LinkLost, LinkUp
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Wish
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.client.update import lobby
from coinche.connection.address import Address
from tests.client.client.runtime.test_connections import HELLO, Waiter
from tests.client.pseudo_terminal import children, is_alive
from tests.client.terminal import PATIENCE

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="no signals"), pytest.mark.slow]

LISTENING = b"listening on 127.0.0.1:"


@asynccontextmanager
async def running(data: Path, port: int = 0) -> AsyncIterator[tuple[trio.Process, int]]:
    """A server with that data, and its port."""
    command = (sys.executable, "-m", "coinche.server", "--host", "127.0.0.1", "--no-announce", "--data", str(data))
    process = await trio.lowlevel.open_process(
        (*command, "--port", str(port)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    try:
        heard = b""
        with trio.fail_after(PATIENCE):
            while b"\n" not in heard.partition(LISTENING)[2]:
                said = await process.stdout.receive_some()
                assert said, heard.decode()
                heard += bytes(said)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_drain, process.stdout)
            yield process, int(heard.partition(LISTENING)[2].split()[0])
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            process.terminate()
            await process.wait()
            await process.stdout.aclose()


async def _drain(pipe: trio.abc.ReceiveStream) -> None:
    async for _ in pipe:
        pass


async def test_a_person_is_back_at_his_table_when_a_killed_server_is_there_again(tmp_path: Path) -> None:
    store, came = ClientStore(ClientState(wish=Wish(bots=True))), list[object]()
    store.watch(lambda before, what: came.append(what))
    waiter = Waiter(store)
    async with trio.open_nursery() as nursery:
        async with running(tmp_path) as (server, port):
            await nursery.start(stay_connected, store, Address("127.0.0.1", port, tls=False), HELLO)
            store.do(lobby.create)
            await waiter.until(lambda state: state.table is not None and state.table.asked is not None)
            before = store.state.table
            bots = children(server.pid)
            server.send_signal(signal.SIGKILL)
            await waiter.until(lambda state: state.link is Link.LOST)
        async with running(tmp_path, port):
            await waiter.until(lambda state: state.link is Link.UP)
            await waiter.until(lambda state: state.table is not None and state.table.asked is not None)
            after = store.state.table
            nursery.cancel_scope.cancel()
    assert any(isinstance(what, LinkLost) for what in came)
    assert [what.resumed for what in came if isinstance(what, LinkUp)] == [False, True]
    assert before is not None
    assert after is not None
    assert (after.table, after.seat, after.view.hand) == (before.table, before.seat, before.view.hand)
    with trio.fail_after(PATIENCE):
        while any(map(is_alive, bots)):  # the bot provider of the first one
            await trio.sleep(0.05)
