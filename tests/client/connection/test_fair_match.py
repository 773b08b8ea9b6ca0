"""Tests of a match in which every shuffle has a client's share, verified as fair by each client."""

from __future__ import annotations

import pytest
import trio

from coinche.client.model.state import ClientState
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.connection.fair_shuffle import ShuffleVerdict
from coinche.engine.events import DealScored, ThrownIn
from coinche.engine.presets import preset
from coinche.engine.rules import Shuffle
from coinche.engine.seats import Seat
from coinche.protocol.messages import Hello, ShareGiven, Shares, Watch
from coinche.server.match.table_options import TableOptions
from tests.client.serving import Served, served


@pytest.mark.parametrize("shares", Shares)
@pytest.mark.parametrize("shuffle", Shuffle)
async def test_who_watches_finds_every_shuffle_fair(shares: Shares, shuffle: Shuffle) -> None:
    told: list[ShareGiven] = []
    watcher = ClientStore(ClientState())
    async with served() as house, trio.open_nursery() as nursery:
        rules = preset("ffb", 200).changed(shuffle=shuffle)
        options = TableOptions(name="fair", rules=rules, shares=shares)
        table = house.server.lobby.tables.open(options).id
        await nursery.start(stay_connected, watcher, house.address, Hello(versions=(1, 1), name="Lou"))
        watcher.watch(lambda before, came: told.extend(_given(watcher.state, before)))
        watcher._send.send_nowait(Watch(table=table))
        await watcher.until(lambda state: state.table is not None)
        async with trio.open_nursery() as players:
            await Served(house.server, house.address, table).sit(players, list(Seat))
        await watcher.until(lambda state: state.table is not None and state.table.closed)
        nursery.cancel_scope.cancel()
    state = watcher.state.table
    assert state is not None
    deals = sum(isinstance(event, DealScored | ThrownIn) for event in state.story)
    shuffled = {Shuffle.EVERY_DEAL: range(1, deals + 1), Shuffle.NEVER: (1,)}[shuffle]
    assert state.checked == dict.fromkeys(shuffled, ShuffleVerdict.SHARED)
    assert len(told) == len(state.checked) * (4 if shares is Shares.ALL else 1)
    assert not any(given.substitute for given in told)


def _given(state: ClientState, before: ClientState) -> list[ShareGiven]:
    """The share that has just been told, if one has."""
    if state.table is None or before.table is None or state.table.n == before.table.n:
        return []
    return [event for event in state.table.log[-1:] if isinstance(event, ShareGiven)]
