"""Tests of a server where clients only play: nobody can talk to anybody, or has a second connection to do so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from coinche.engine.seats import Seat
from coinche.protocol import auth
from coinche.server.app import Exposure
from coinche.server.match.table_options import TableOptions
from coinche.server.rate_limit import Allowance
from coinche.server.sessions.name_register import Register
from tests.server.conftest import RunningServer, RunServer, Wire
from tests.server.connections.test_sign_in import with_token

PLAYERS = {seat: f"player {seat}1" for seat in Seat}
TOKENS = {seat: f"{number:02x}" * auth.SECRET_BYTES for number, seat in enumerate(Seat, 1)}
TALK = "A of hearts"
WANTED = ("people", "archive", "hints", "practice", "invitations", "ladder", "systems", "json")

LOBBY: tuple[dict[str, Any], ...] = (
    {"type": "lobby_chat", "text": TALK},
    {"type": "create_table", "name": TALK},
    {"type": "create_table", "name": TALK, "practice": True},
    {"type": "invite_player", "name": TALK},
    {"type": "approve", "name": TALK},
    {"type": "watch", "table": "t1"},
    {"type": "watch", "table": "t2"},
    {"type": "call_to_table", "table": "t1"},
    {"type": "chat", "table": "t1", "text": TALK},
    {"type": "enter_ladder", "name": TALK},
    {"type": "get_ladder"},
    {"type": "list_matches"},
    {"type": "get_record", "match": 1},
    {"type": "get_values", "match": 1, "after": 0},
    {"type": "get_statistics"},
    {"type": "get_player", "name": "player W2"},
)
"""What needs no seat."""
TABLE: tuple[dict[str, Any], ...] = (
    {"type": "chat", "table": "t1", "text": TALK},
    {"type": "call_to_table", "table": "t1"},
    {"type": "add_bot", "table": "t1", "seat": "E"},
    {"type": "swap_seats", "table": "t1", "seats": ["N", "E"]},
    {"type": "clear_seat", "table": "t1", "seat": "N"},
    {"type": "begin", "table": "t1"},
    {"type": "get_hint", "table": "t1", "language": "en"},
    {"type": "go_on", "table": "t1"},
    {"type": "claim", "table": "t1", "request": 1},
    {"type": "pause", "table": "t1"},
    {"type": "rematch", "table": "t1"},
    {"type": "undo", "table": "t1"},
    {"type": "vote_out", "table": "t1", "seat": "E"},
    {"type": "admit", "table": "t1", "seat": "E", "name": TALK},
    {"type": "lobby_chat", "text": TALK},
)
"""What is no part of the play."""


@asynccontextmanager
async def contest(run_server: RunServer) -> AsyncIterator[RunningServer]:
    """A server with the table `t1` for the players, and another for others."""
    register = Register(closed=True)
    for seat, name in PLAYERS.items():
        assert register.add_token(name, auth.key(TOKENS[seat]), provider=False)
    async with run_server(register=register, exposure=Exposure(seats_only=True)) as running:
        others = {seat: f"player {seat}2" for seat in Seat}
        for places in (PLAYERS, others):
            running.server.lobby.tables.open(TableOptions(name="table", places=places, strict=True))
        yield running


async def enter(running: RunningServer, seat: Seat) -> Wire:
    """A program that has signed in with the token of that seat."""
    wire = await running.connect()
    answer = await with_token(wire, PLAYERS[seat], TOKENS[seat], program=True, want=WANTED)
    assert answer["type"] == "ready"
    assert set(answer["capabilities"]) == {"systems"}
    return wire


async def refusals(wire: Wire, messages: tuple[dict[str, Any], ...]) -> set[str]:
    """The codes of the answers to the messages."""
    codes = set()
    for number, message in enumerate(messages, 10):
        await wire.send(**message, id=number)
        codes.add((await wire.until("error", "ok", "joined", re=number)).get("code", "heard"))
    return codes


async def heard(wire: Wire) -> list[str]:
    """The types of what the client has been sent, up to the answer to a ping."""
    await wire.send(type="ping", data="last")
    await wire.until("pong", data="last")
    return [message["type"] for message in wire.seen]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are sent as soon as they have changed, and clients may say a lot."""
    monkeypatch.setattr("coinche.server.limits.MESSAGES", Allowance(burst=10**6, every=1e-6))
    monkeypatch.setattr("coinche.server.limits.LOBBY_EVERY", 0.0)
    monkeypatch.setattr("coinche.server.limits.PEOPLE_EVERY", 0.0)


async def test_nothing_said_in_the_lobby_reaches_anybody(run_server: RunServer) -> None:
    async with contest(run_server) as running:
        north, south = await enter(running, Seat.NORTH), await enter(running, Seat.SOUTH)
        assert await refusals(north, LOBBY) == {"FORBIDDEN"}
        assert await heard(south) == ["welcome", "ready", "lobby", "pong"]
        assert [table["table"] for table in south.seen[2]["tables"]] == ["t1"]
        assert len(running.server.lobby.tables) == 2


async def test_who_sits_can_do_nothing_but_play(run_server: RunServer) -> None:
    async with contest(run_server) as running:
        north, south = await enter(running, Seat.NORTH), await enter(running, Seat.SOUTH)
        for seat, wire in ((Seat.NORTH, north), (Seat.SOUTH, south)):
            await wire.send(type="join", table="t1", seat=seat)
            await wire.until("joined")
        assert await refusals(north, TABLE) == {"FORBIDDEN"}
        assert TALK not in str(south.seen)
        assert not {"chatted", "people", "lobby_chatted"} & set(await heard(south))
        await north.send(type="leave", table="t1")
        await north.until("left")
        assert (await heard(north))[-2:] == ["left", "pong"]


async def test_a_table_that_is_not_there_names_no_others(run_server: RunServer) -> None:
    async with contest(run_server) as running:
        north = await enter(running, Seat.NORTH)
        await north.send(type="join", table="t3", seat="N")
        assert (await north.until("error"))["data"]["tables"] == ["t1"]


async def test_a_token_has_one_connection(run_server: RunServer) -> None:
    async with contest(run_server) as running:
        first, second = await enter(running, Seat.NORTH), await running.connect()
        answer = await with_token(second, PLAYERS[Seat.NORTH], TOKENS[Seat.NORTH], program=True)
        assert answer["code"] == "FLOOD"
        await first.send(type="bye")
        await first.end()
        again = await enter(running, Seat.NORTH)
        await again.send(type="join", table="t1", seat="N")
        assert (await again.until("joined"))["seat"] == "N"


async def test_a_session_is_resumed_while_its_connection_is_there(run_server: RunServer) -> None:
    async with contest(run_server) as running:
        first = await enter(running, Seat.NORTH)
        ready = next(message for message in first.seen if message["type"] == "ready")
        await first.send(type="join", table="t1", seat="N")
        await first.until("joined")
        second = await running.connect()
        await second.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
        nonce = (await second.until("welcome"))["nonce"]
        proof = auth.proof(auth.key(ready["secret"]), nonce, 0)
        await second.send(type="prove", proof=proof, n=0)
        assert (await second.until("joined"))["seat"] == "N"
        assert (await first.until("error"))["code"] == "REPLACED"
