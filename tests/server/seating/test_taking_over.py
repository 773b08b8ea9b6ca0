"""Tests of players who join or leave a deal in progress: the seat has a new player at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.tables import Map, answer

SEATS = "ESW"


async def among_bots(running: Any) -> tuple[str, Any, Any]:
    """A table where a person plays with three bots, all of them there."""
    running.server.lobby.server.bots = ("steady",)
    provider = await running.provider()
    north = await running.connect("at N", program=False)
    await north.send(type="create_table", name="table", seat="N", bots="steady")
    table = (await north.until("joined"))["table"]
    for seat in SEATS:
        await provider.until("invite", seat=seat)
        await provider.send(type="accept", table=table, seat=seat)
    return table, north, provider


async def let_in(running: Any, table: str, north: Any, seat: str) -> Any:
    """A friend who joins in mid-deal and whom North, the only person there, lets have the seat at once."""
    friend = await running.connect("friend", program=False)
    await friend.send(type="join", table=table, seat=seat)
    await friend.until("joined", reserved=seat)
    assert (await answer(north, 9, type="admit", table=table, seat=seat, name="friend"))["type"] == "ok"
    return friend


async def bots_turn(table: str, north: Any, provider: Any) -> Map:
    """The first request to a bot, which does not answer."""
    if (await north.until("deal_started"))["dealer"] == "E":  # then North is asked first
        request = await north.until("request")
        await north.send(type="act", table=table, request=request["request"], action="pass")
    request = await provider.until("request")
    return dict(request)


async def test_a_person_who_takes_a_bots_seat_has_its_hand_and_what_it_was_asked(run_server: Any) -> None:
    async with run_server() as running:
        table, north, provider = await among_bots(running)
        asked = await bots_turn(table, north, provider)
        friend = await let_in(running, table, north, asked["seat"])
        await provider.until("dismiss", seat=asked["seat"])
        assert (await friend.until("joined"))["seat"] == asked["seat"]
        request = await friend.until("request")
        assert (request["request"], request["legal"]) == (asked["request"], asked["legal"])
        dealt = [m for m in friend.seen if m["type"] == "hand_dealt" and m["cards"] is not None]
        assert [(m["seat"], sorted(m["cards"])) for m in dealt] == [(asked["seat"], sorted(asked["view"]["hand"]))]
        assert (await answer(friend, 4, type="act", table=table, request=request["request"], action="pass"))[
            "type"
        ] == "ok"
        await north.until("passed", seat=asked["seat"])


@pytest.mark.parametrize("way", ["leave", "bye"])
async def test_a_bot_takes_the_seat_of_a_person_who_leaves_and_what_he_was_asked(run_server: Any, way: str) -> None:
    async with run_server() as running:
        table, north, provider = await among_bots(running)
        asked = await bots_turn(table, north, provider)
        friend = await let_in(running, table, north, asked["seat"])
        request = await friend.until("request")
        await friend.send(type=way, **({"table": table} if way == "leave" else {}))
        changed = await north.until("seat_changed", seat=asked["seat"], occupant="bot")
        assert (changed["name"], changed["connected"]) == ("steady", True)
        await provider.until("invite", seat=asked["seat"], bot="steady")
        await provider.send(type="accept", table=table, seat=asked["seat"])
        again = await provider.until("request", seat=asked["seat"])
        assert (again["request"], again["view"]["hand"]) == (request["request"], request["view"]["hand"])
        await provider.send(type="act", table=table, request=again["request"], action="pass")
        await north.until("passed", seat=asked["seat"])
