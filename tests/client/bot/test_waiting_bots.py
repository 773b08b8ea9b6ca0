"""Tests of a bot that arrives in mid-deal: it waits, says so, and plays once it has the seat."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import trio
from msgspec import structs

from coinche.bot import Bot, Player
from coinche.bot.log import BotLog
from coinche.bot.placement import CannotPlay
from coinche.bot.seat import Decider, play_seat, play_seats
from coinche.engine.actions import Action, Legal
from coinche.engine.events import DealStarted, Event, MatchStarted
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Act,
    Envelope,
    Error,
    Join,
    Joined,
    Left,
    Lobby,
    Occupant,
    Prove,
    SeatChanged,
    SeatInfo,
    SeatReserved,
    TableEvent,
)
from coinche.text.language import Language
from tests.client.bot.test_child_process import DEFAULTS, program
from tests.client.bot.test_sdk import CLOCK, PATIENCE, TABLE, Script, deal, place, request, scripted

WAITS = Joined(table="t1", name="Café", seat=None, reserved=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)
SITS = structs.replace(WAITS, seat=Seat.EAST, reserved=None)
WATCHES = structs.replace(WAITS, reserved=None)
LOBBY = Lobby(tables=(TABLE,))
RESERVED = SeatReserved(Seat.EAST, Occupant.PROGRAM, "saying")
BEFORE = (MatchStarted(FFB, 1, False), DealStarted(1, Seat.WEST, True), RESERVED)


class Noting(Bot):
    """It says the default, and notes what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Event | TableEvent] = []

    def choose(self, view: TableView, legal: Legal) -> Action:
        return legal.default

    def on_event(self, event: Event | TableEvent) -> None:
        self.heard.append(event)


def told(*events: Event | TableEvent) -> tuple[Envelope, ...]:
    """Events as they travel, from the first on."""
    return tuple(Envelope("t1", n, 0, event) for n, event in enumerate(events, 1))


@asynccontextmanager
async def waiting(decider: Decider, journal: BotLog | None = None) -> AsyncIterator[tuple[Script, trio.SocketListener]]:
    """The server's end of the connection of one that waits for East."""
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(play_seat, decider, place(port, "t1", Seat.EAST), journal)
            async with Script(await listener.accept()) as server:
                await arrives(server)
                await server.say(WAITS, *told(*BEFORE))
                yield server, listener


async def arrives(server: Script, lobby: Lobby = LOBBY) -> Join:
    """It signs in and asks for a seat."""
    await server.welcome()
    await server.say(lobby)
    join = await server.hear()
    assert isinstance(join, Join)
    return join


async def test_a_bot_waits_and_plays_once_the_seat_is_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    bot, log = Noting(), io.StringIO()
    async with waiting(Player(bot), BotLog(log)) as (server, _):
        sat = SeatChanged(Seat.EAST, Occupant.PROGRAM, "saying", connected=True)
        await server.say(SITS, *told(*BEFORE, sat), request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
        await server.say(Left(table="t1", reason="match_over"))
    assert bot.heard == [RESERVED, *BEFORE, sat]
    assert capsys.readouterr().err == "coinche-bot: saying will play E at table t1 from the next deal\n"
    written = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [line["in"]["reserved"] for line in written if line.get("in", {}).get("type") == "joined"] == ["E", None]


async def test_a_program_waits_as_a_bot_does() -> None:
    async with waiting(program(DEFAULTS)) as (server, _):
        await server.say(SITS, *told(*BEFORE), request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
        await server.say(Left(table="t1", reason="match_over"))


async def test_a_bot_that_the_server_has_forgotten_while_it_waited_asks_for_the_seat_again() -> None:
    async with waiting(Player(Noting())) as (server, listener):
        await server.stream.aclose()
        async with Script(await listener.accept()) as again:
            await again.welcome()
            assert isinstance(await again.hear(), Prove)
            failed = Error(code=ErrorCode.AUTH_FAILED, error_class=ErrorClass.FATAL, message="not known")
            await again.say(failed)
        async with Script(await listener.accept()) as anew:
            assert await arrives(anew) == Join(table="t1", seat=Seat.EAST)
            await anew.say(SITS, Left(table="t1", reason="match_over"))


async def test_a_bot_ends_when_the_seats_owner_comes_back() -> None:
    with pytest.RaisesGroup(
        pytest.RaisesExc(CannotPlay, match="the player who had seat E of table t1"), flatten_subgroups=True
    ):
        async with waiting(Player(Noting())) as (server, _):
            await server.say(WATCHES)
            await trio.sleep_forever()


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("strict", "table t1 plays under strict rules: no new player"),
        ("closed", "seat E of table t1 is closed until the end of the match"),
    ],
)
@pytest.mark.parametrize("private", [False, True])
async def test_a_bot_says_why_the_seat_cannot_be_had(reason: str, said: str, private: bool) -> None:
    error = Error(code=ErrorCode.FORBIDDEN, error_class=ErrorClass.REJECT, message="", data={"reason": reason})

    async def serve(listener: trio.SocketListener) -> None:
        async with Script(await listener.accept()) as server:
            await server.welcome()
            await server.say(Lobby(tables=(replace(TABLE, private=private),)))
            await server.hear()
            await server.say(error)

    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(serve, listener)
            with pytest.raises(CannotPlay, match=said):
                await play_seat(Player(Noting()), place(port, "t1", Seat.EAST))


async def test_partners_wait_for_seats_of_bots_that_are_to_be_had() -> None:
    kinds = {Seat.NORTH: Occupant.PERSON, Seat.EAST: Occupant.BOT, Seat.SOUTH: Occupant.BOT, Seat.WEST: Occupant.BOT}
    seats = tuple(SeatInfo(seat=seat, occupant=kind, name="x") for seat, kind in kinds.items())
    lobby = Lobby(tables=(replace(TABLE, phase=Phase.PLAYING, seats=seats),))
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            deciders: list[Decider] = [Player(Noting(), Language.FRENCH) for _ in range(2)]
            nursery.start_soon(play_seats, deciders, place(port), BotLog())
            async with Script(await listener.accept()) as first:
                assert await arrives(first, lobby) == Join(table="t1", seat=Seat.EAST)
                await first.say(WAITS)
                async with Script(await listener.accept()) as second:
                    assert await arrives(second, lobby) == Join(table="t1", seat=Seat.WEST)
                    await second.say(structs.replace(SITS, seat=Seat.WEST), Left(table="t1", reason="match_over"))
                await first.say(Left(table="t1", reason="match_over"))
