"""Tests of bots on free seats and for absent players, from the real provider process, and of guests who abuse it."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.engine.seats import Seat
from coinche.protocol.messages import Decline
from coinche.server import limits
from coinche.server.app import DEFAULT_PROVIDER
from coinche.server.match.table_options import TableOptions
from tests.server.tables import answer


async def test_bots_take_the_free_seats_and_play_a_match(open_house: Any, play: Any) -> None:
    async with open_house(provider=DEFAULT_PROVIDER) as house:
        wire = await house.connect("Ana")
        await wire.send(type="create_table", name="Café", seat="S", target=300, bots="steady")
        await play(wire)
        seats = {m["seat"]: m for m in wire.seen if m["type"] == "seat_changed"}
        assert {seat: m["occupant"] for seat, m in seats.items() if seat != "S"} == dict.fromkeys("NEW", "bot")
        said = [m for m in wire.seen if m["type"] in ("bid_made", "card_played") and m["seat"] != "S"]
        assert said
        assert not any(m["type"] == "timed_out" for m in wire.seen)


async def test_a_table_of_four_bots_plays_for_who_watches(open_house: Any) -> None:
    async with open_house(provider=DEFAULT_PROVIDER) as house:
        wire = await house.connect("Ana")
        await wire.send(type="create_table", name="Café", watch=True, target=300, bots="steady")
        assert (await wire.until("joined"))["seat"] is None
        ended = await wire.until("match_ended")
        assert max(ended["totals"].values()) >= 300
        assert (await wire.until("left"))["reason"] == "match_over"


async def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(open_house: Any, play: Any) -> None:
    from coinche.protocol import auth

    async with open_house(provider=DEFAULT_PROVIDER) as house:
        await house.until_said("signs in as provider")
        _, seats = await house.four(target=2000)
        gone = seats.pop("E")
        ready = next(m for m in gone.seen if m["type"] == "ready")
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
            request = await gone.until("request")
            await gone.stream.aclose()
            await house.until_said("is away (E)")
            await house.until_said("deal 3")
            back = await house.connect()
            await back.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
            nonce = (await back.until("welcome"))["nonce"]
            await back.send(type="prove", proof=auth.proof(auth.key(ready["secret"]), nonce, 0), n=0)
            assert (await back.until("joined"))["seat"] == "E"
            await play(back)
        played = [m for m in back.seen if m["type"] == "card_played" and m["seat"] == "E"]
        assert len(played) >= 8
        assert request["request"] < next(m["request"] for m in back.seen if m["type"] == "request")


async def test_a_provider_that_cannot_be_started_is_said_and_defaults_are_played(open_house: Any, play: Any) -> None:
    async with open_house(provider="/nonexistent/bots") as house:
        await house.until_said("cannot start '/nonexistent/bots'")
        _, seats = await house.four()
        await seats.pop("W").send(type="bye")
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
        assert all(wire.seen[-1]["reason"] == "match_over" for wire in seats.values())


async def test_a_provider_that_plays_at_many_tables_is_never_told_to_try_again(open_house: Any) -> None:
    async with open_house(provider=DEFAULT_PROVIDER) as house:
        await house.until_said("signs in as provider")
        (provider,) = house.server.lobby.sessions.providers
        tables = [house.server.lobby.tables.open(TableOptions(name="Café")) for _ in range(limits.PENDING)]
        for table in tables:
            for seat in Seat:
                house.server.lobby.tables.deliver(table, provider, Decline(table=table.id, seat=seat))


KINDS = ("steady", "greedy")


async def test_however_many_seats_are_offered_at_once_the_provider_stays(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as house:
        house.server.lobby.server.bots = KINDS
        provider = await house.provider()
        wire = await house.connect("Ana")
        monkeypatch.setattr(limits, "OUTBOX", 2048)  # less than the rules in three invites
        await wire.send(type="create_table", name="table", seat="S", hold=True)
        table = (await wire.until("joined"))["table"]
        assert (await answer(wire, 5, type="add_bot", table=table, bot="steady"))["type"] == "ok"
        assert {(await provider.until("invite"))["seat"] for _ in range(3)} == set("NEW")


async def test_a_table_that_closes_before_its_bots_have_come_leaves_none_behind(open_house: Any) -> None:
    async with open_house() as house:
        house.server.lobby.server.bots = KINDS
        provider = await house.provider()
        wire = await house.connect("Ana")
        await wire.send(type="create_table", name="table", seat="S", hold=True, bots="steady")
        table = (await wire.until("joined"))["table"]
        for _ in range(3):
            await provider.until("invite")
        await wire.send(type="leave", table=table)
        assert {(await provider.until("dismiss", table=table))["seat"] for _ in range(3)} == set("NEW")
