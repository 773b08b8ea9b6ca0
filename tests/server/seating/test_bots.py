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


async def test_bots_take_the_free_seats_and_play_a_match(run_server: Any, play: Any) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="Café", seat="S", target=300, bots="steady")
        await play(wire)
        seats = {m["seat"]: m for m in wire.seen if m["type"] == "seat_changed"}
        assert {seat: m["occupant"] for seat, m in seats.items() if seat != "S"} == dict.fromkeys("NEW", "bot")
        said = [m for m in wire.seen if m["type"] in ("bid_made", "card_played") and m["seat"] != "S"]
        assert said
        assert not any(m["type"] == "timed_out" for m in wire.seen)


async def test_a_table_of_four_bots_plays_for_who_watches(run_server: Any) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="Café", watch=True, target=300, bots="steady")
        assert (await wire.until("joined"))["seat"] is None
        ended = await wire.until("match_ended")
        assert max(ended["totals"].values()) >= 300
        assert (await wire.until("left"))["reason"] == "match_over"


async def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(run_server: Any, play: Any) -> None:
    from coinche.protocol import auth

    async with run_server(provider=DEFAULT_PROVIDER) as running:
        await running.until_said("signed in as provider")
        _, seats = await running.four(target=2000)
        gone = seats.pop("E")
        ready = next(m for m in gone.seen if m["type"] == "ready")
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
            request = await gone.until("request")
            await gone.stream.aclose()
            await running.until_said("is away (E)")
            await running.until_said("deal 3")
            back = await running.connect()
            await back.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
            nonce = (await back.until("welcome"))["nonce"]
            await back.send(type="prove", proof=auth.proof(auth.key(ready["secret"]), nonce, 0), n=0)
            assert (await back.until("joined"))["seat"] == "E"
            await play(back)
        played = [m for m in back.seen if m["type"] == "card_played" and m["seat"] == "E"]
        assert len(played) >= 8
        assert request["request"] < next(m["request"] for m in back.seen if m["type"] == "request")


async def test_a_provider_that_cannot_be_started_is_said_and_defaults_are_played(run_server: Any, play: Any) -> None:
    async with run_server(provider="/nonexistent/bots") as running:
        await running.until_said("cannot start '/nonexistent/bots'")
        _, seats = await running.four()
        await seats.pop("W").send(type="bye")
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play, wire, lambda r: "80S" if r["bids"].get("S") == 80 else r["default"])
        assert all(wire.seen[-1]["reason"] == "match_over" for wire in seats.values())


async def test_a_provider_that_plays_at_many_tables_is_never_told_to_try_again(run_server: Any) -> None:
    async with run_server(provider=DEFAULT_PROVIDER) as running:
        await running.until_said("signed in as provider")
        (provider,) = running.server.lobby.sessions.providers
        tables = [running.server.lobby.tables.open(TableOptions(name="Café")) for _ in range(limits.PENDING)]
        for table in tables:
            for seat in Seat:
                running.server.lobby.tables.deliver(table, provider, Decline(table=table.id, seat=seat))


KINDS = ("steady", "greedy")


async def test_however_many_seats_are_offered_at_once_the_provider_stays(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        provider = await running.provider()
        wire = await running.connect("Ana")
        monkeypatch.setattr(limits, "OUTBOX", 2048)  # less than the rules in three invites
        await wire.send(type="create_table", name="table", seat="S", hold=True)
        table = (await wire.until("joined"))["table"]
        assert (await answer(wire, 5, type="add_bot", table=table, bot="steady"))["type"] == "ok"
        assert {(await provider.until("invite"))["seat"] for _ in range(3)} == set("NEW")


async def test_a_table_that_closes_before_its_bots_have_come_leaves_none_behind(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = KINDS
        provider = await running.provider()
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="table", seat="S", hold=True, bots="steady")
        table = (await wire.until("joined"))["table"]
        for _ in range(3):
            await provider.until("invite")
        await wire.send(type="leave", table=table)
        assert {(await provider.until("dismiss", table=table))["seat"] for _ in range(3)} == set("NEW")
