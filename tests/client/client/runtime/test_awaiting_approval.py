"""Tests of a client that somebody has to let in: it says so, waits, and goes on or says who has refused it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from coinche.client.cli import _tell_wait
from coinche.client.model.notices import News, trouble
from coinche.client.model.state import ClientState, Link
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.client.views.notice import notice
from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, KeyCredentials, own_key
from coinche.connection.errors import TurnedDown, leaves
from coinche.protocol.messages import Hello
from coinche.server.app import Exposure, Server
from coinche.server.connections.admission import AdmissionPolicy
from coinche.text.language import Language
from coinche.text.settings import Settings, face_of
from tests.client.client.runtime.test_connections import Waiter
from tests.client.terminal import PATIENCE

HELLO = Hello(versions=(1, 1), name="Ana")


@asynccontextmanager
async def served() -> AsyncIterator[tuple[Server, Address]]:
    """A server that takes nobody new by itself."""
    server = Server(provider=None, say=lambda line: None, exposure=Exposure(admit=AdmissionPolicy.APPROVE))
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            yield server, Address("127.0.0.1", port)
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("keyed", [False, True])
async def test_the_client_says_that_it_waits_and_goes_on_when_it_is_let_in(
    keyed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    credentials = KeyCredentials(own_key()) if keyed else GUEST
    async with served() as (server, address), trio.open_nursery() as nursery:
        store = ClientStore(ClientState())
        waiter = Waiter(store)
        store.watch(partial(_tell_wait, store))
        nursery.start_soon(stay_connected, store, address, HELLO, credentials)
        await waiter.until(lambda state: state.notice is News.AWAITS_APPROVAL)
        said = notice(News.AWAITS_APPROVAL, face_of(store.state.ui.settings))
        assert capsys.readouterr().out.split() == said.split()
        await server.orders.obey(("approve", "Ana"))
        await waiter.until(lambda state: state.link is Link.UP)
        assert store.state.name == "Ana"
        assert store.state.notice is not News.AWAITS_APPROVAL
        nursery.cancel_scope.cancel()


async def refused(server: Server, address: Address) -> None:
    """Wait at that server until its operator refuses."""
    store = ClientStore(ClientState())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(stay_connected, store, address, HELLO)
        await Waiter(store).until(lambda state: state.notice is News.AWAITS_APPROVAL)
        await server.orders.obey(("refuse", "Ana", "phone", "first"))


async def test_who_is_refused_is_told_that_it_was_the_operator() -> None:
    async with served() as (server, address):
        with pytest.raises(BaseExceptionGroup) as ended:
            await refused(server, address)
        (error,) = leaves(ended.value)
        assert isinstance(error, TurnedDown)
        assert "phone first" in trouble(error, face_of(Settings(language=Language.FRENCH)))
