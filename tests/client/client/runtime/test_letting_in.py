"""Tests of a host who lets applicants in, and of an owner of a name who invites, at a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from coinche.client.keys import press
from coinche.client.model.notices import News, NoInvitation
from coinche.client.model.people import Standing
from coinche.client.model.state import ClientState, Link
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.client.update import admission
from coinche.client.update.lobby import create
from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, Credentials, KeyCredentials, key_credentials, own_key
from coinche.protocol.messages import Hello
from coinche.server.app import Exposure, Server
from coinche.server.connections.admission import AdmissionPolicy
from tests.client.client.runtime.test_connections import Waiter
from tests.client.terminal import PATIENCE


class GuardedServer:
    """A server that takes nobody new by itself and lets owners of names invite, and those who connect to it."""

    def __init__(self, server: Server, address: Address, nursery: trio.Nursery) -> None:
        self.server, self.address, self._nursery = server, address, nursery

    def connect(self, name: str, credentials: Credentials = GUEST) -> ClientStore:
        """Somebody who asks to come in."""
        store, hello = ClientStore(ClientState()), Hello(versions=(1, 1), name=name)
        self._nursery.start_soon(stay_connected, store, self.address, hello, credentials)
        return store

    async def host(self) -> ClientStore:
        """Ana, who owns her name and has opened a table."""
        store = self.connect("Ana", KeyCredentials(own_key()))
        waiter = Waiter(store)
        await waiter.until(lambda state: state.notice is News.AWAITS_APPROVAL)
        await self.server.orders.obey(("approve", "Ana"))
        await waiter.until(lambda state: state.in_lobby)
        store.do(create)
        await waiter.until(lambda state: state.table is not None and state.table.host is state.table.seat)
        return store


@asynccontextmanager
async def guarded_server() -> AsyncIterator[GuardedServer]:
    exposure = Exposure(admit=AdmissionPolicy.APPROVE, members_invite=True)
    server = Server(provider=None, say=lambda line: None, exposure=exposure)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            yield GuardedServer(server, Address("127.0.0.1", port), nursery)
            nursery.cancel_scope.cancel()


async def test_a_host_is_told_who_waits_and_lets_them_in_with_a_key() -> None:
    async with guarded_server() as running:
        ana = await running.host()
        leo = running.connect("Léo")
        await Waiter(ana).until(lambda state: [one.name for one in admission.waiting(state.table)] == ["Léo"])
        assert leo.state.notice is News.AWAITS_APPROVAL
        ana.do(lambda state: press(state, "f3"))
        await Waiter(leo).until(lambda state: state.link is Link.UP)
        await Waiter(ana).until(lambda state: state.table is not None and not state.table.applicants)


async def test_who_is_put_off_goes_on_waiting_until_they_leave() -> None:
    async with guarded_server() as running:
        ana = await running.host()
        async with trio.open_nursery() as nursery:
            leo = ClientStore(ClientState())
            nursery.start_soon(stay_connected, leo, running.address, Hello(versions=(1, 1), name="Léo"))
            await Waiter(ana).until(lambda state: bool(admission.waiting(state.table)))
            ana.do(lambda state: press(state, "f4"))
            assert [one.name for one in admission.waiting(ana.state.table, Standing.PUT_OFF)] == ["Léo"]
            assert leo.state.notice is News.AWAITS_APPROVAL
            nursery.cancel_scope.cancel()
        await Waiter(ana).until(lambda state: state.table is not None and not state.table.applicants)


async def test_an_owner_invites_and_the_invited_come_in_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guarded_server() as running:
        ana = await running.host()
        ana.do(admission.invite("Zoé"))
        await Waiter(ana).until(lambda state: state.invitation is not None)
        assert ana.state.invitation is not None
        secret = ana.state.invitation.secret
        ana.do(admission.invite("Ana"))
        await Waiter(ana).until(lambda state: isinstance(state.notice, NoInvitation))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of Zoé"))
        zoe = running.connect("whoever", key_credentials(secret))
        await Waiter(zoe).until(lambda state: state.name == "Zoé")
        assert zoe.state.has_key
        assert zoe.state.members_invite
