"""Tests that a server which starts later is found: the client at home searches again by itself."""

from __future__ import annotations

import trio

from coinche.client.model.messages import SearchEnded, ServerFound
from coinche.client.model.state import ClientState, Screen
from coinche.client.runtime.effects import SEARCH_AGAIN_SECONDS, EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.update.home import search
from coinche.connection.address import Address, Found

SERVER = Found(name="Chez Ana", address=Address("127.0.0.1", 24567), tables=1, people=2)


class Network:
    """A network on which a server starts after so many searches."""

    def __init__(self, starts_after: int) -> None:
        self.searches = 0
        self._starts_after = starts_after

    async def search(self, store: ClientStore) -> None:
        self.searches += 1
        if self.searches > self._starts_after:
            store.take(ServerFound(SERVER))
        store.take(SearchEnded())


async def _nowhere(*_: object) -> None:
    raise AssertionError


async def test_a_server_that_starts_later_is_found(autojump_clock: object) -> None:
    network, store = Network(starts_after=2), ClientStore(ClientState(waiting=(), screen=Screen.HOME))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, network.search).run)
        store.do(search)
        await store.until(lambda state: bool(state.found))
        await trio.sleep(10 * SEARCH_AGAIN_SECONDS)
        nursery.cancel_scope.cancel()
    assert store.state.found == (SERVER,)
    assert network.searches == 3


async def test_nobody_searches_on_another_screen(autojump_clock: object) -> None:
    network = Network(starts_after=0)
    store = ClientStore(ClientState(waiting=(), screen=Screen.PLAY))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, network.search).run)
        await trio.sleep(10 * SEARCH_AGAIN_SECONDS)
        nursery.cancel_scope.cancel()
    assert network.searches == 0
