"""Tests of a spectator one deal behind on a real server, who sees through the eyes of a seat."""

from __future__ import annotations

import trio

from coinche.bot import Player
from coinche.bot.placement import Place
from coinche.bot.seat import play_seat
from coinche.bots.built_in import Steady
from coinche.client.model.messages import Input, Received
from coinche.client.model.state import ClientState
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.client.update import lobby, navigation
from coinche.engine.events import HandDealt
from coinche.engine.presets import preset
from coinche.engine.seats import Seat
from coinche.protocol.messages import Envelope, Hello
from coinche.server.match.table_options import TableOptions
from tests.client.serving import Served, served


async def test_the_key_that_turns_the_table_asks_for_the_next_seats_eyes() -> None:
    async with served() as house, trio.open_nursery() as nursery:
        options = TableOptions(name="late", rules=preset("ffb", 200), delay_deals=1)
        late = house.server.lobby.tables.open(options).id
        store = await arrived(house, nursery)
        info = next(info for info in store.state.tables if info.table == late)
        store.do(lambda state: lobby.look_at(state, info))
        await store.until(lambda state: state.table is not None)
        for seen in (Seat.EAST, Seat.NORTH):
            store.press("w")
            await store.until(lambda state, seen=seen: eyes(state) is seen)  # type: ignore[misc]
        hands: set[Seat] = set()
        store.watch(lambda before, came: hands.update(hand_shown(came)))
        for seat in Seat:
            place = Place(address=house.address, table=late, seat=seat, name=f"steady {seat}")
            nursery.start_soon(play_seat, Player(Steady()), place)
        await store.until(lambda state: bool(hands))
        assert hands == {Seat.NORTH}
        assert store.state.table is not None
        assert store.state.table.bottom is Seat.NORTH
        store.do(navigation.leave_program)
        nursery.cancel_scope.cancel()


async def arrived(house: Served, nursery: trio.Nursery) -> ClientStore:
    """Somebody in the lobby."""
    store = ClientStore(ClientState())
    hello = Hello(versions=(1, 1), name="Mia")
    await nursery.start(stay_connected, store, house.address, hello)
    await store.until(lambda state: len(state.tables) == 2)
    return store


def eyes(state: ClientState) -> Seat | None:
    return state.table.eyes if state.table is not None else None


def hand_shown(came: Input | None) -> set[Seat]:
    """The seat whose cards the messages show."""
    match came:
        case Received(message=Envelope(event=HandDealt(seat, cards))) if cards is not None:
            return {seat}
        case _:
            return set()
