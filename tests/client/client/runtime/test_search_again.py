"""Tests that the client at home searches again by itself: servers come, and those that have ended go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio

from coinche.client.model.state import ClientState, Screen
from coinche.client.runtime import effects
from coinche.client.runtime.effects import SEARCH_AGAIN_SECONDS, EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.update.home import search
from coinche.connection.address import Address, Found

SERVER = Found(name="Chez Ana", address=Address("127.0.0.1", 24567), tables=1, people=2)


class Network:
    """A network on which a server starts after so many searches, and ends after so many more."""

    def __init__(self, starts_after: int, runs_for: int = 1000) -> None:
        self.searches = 0
        self._runs = range(starts_after, starts_after + runs_for)

    async def find_servers(self, heard: Callable[[Found], None]) -> None:
        if self.searches in self._runs:
            heard(SERVER)
        self.searches += 1

    async def search(self, store: ClientStore) -> None:
        await effects.search(store)


async def _nowhere(*_: object) -> None:
    raise AssertionError


async def test_a_server_is_found_when_it_starts_and_off_the_list_when_it_has_ended(
    autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, store = Network(starts_after=2, runs_for=3), ClientStore(ClientState(waiting=(), screen=Screen.HOME))
    monkeypatch.setattr(effects, "find_servers", network.find_servers)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, network.search).run)
        store.do(search)
        await store.until(lambda state: bool(state.found))
        assert store.state.found == (SERVER,)
        assert network.searches == 3
        await store.until(lambda state: not state.found)
        assert network.searches == 6
        nursery.cancel_scope.cancel()


async def test_nobody_searches_on_another_screen(autojump_clock: object) -> None:
    network = Network(starts_after=0)
    store = ClientStore(ClientState(waiting=(), screen=Screen.PLAY))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, network.search).run)
        await trio.sleep(10 * SEARCH_AGAIN_SECONDS)
        nursery.cancel_scope.cancel()
    assert network.searches == 0
