"""A bot that thinks for long: the network lives on beside it."""

from __future__ import annotations

import threading
from functools import partial

import pytest
import trio

from coinche.bot import Bot, Player
from coinche.bot.player import MainThreadExecutor
from coinche.bot.seat import play_seat
from coinche.engine.actions import Action, Legal
from coinche.engine.events import MatchStarted
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.messages import Act, Envelope, Joined, Left, Lobby, Pong, Prove, Ready, ServerPing
from coinche.text.catalog import Language
from tests.client.test_bot_sdk import CLOCK, PATIENCE, TABLE, Script, deal, place, request, scripted

JOINED = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)


class Slow(Bot):
    """Thinks until it is told that it has thought enough."""

    def __init__(self) -> None:
        super().__init__()
        self.enough = threading.Event()
        self.thinks = threading.Event()
        self.threads: set[int] = set()

    def choose(self, view: TableView, legal: Legal) -> Action:
        self.threads.add(threading.get_ident())
        self.thinks.set()
        assert self.enough.wait(PATIENCE)
        return legal.default

    def on_event(self, event: object) -> None:
        self.threads.add(threading.get_ident())


async def sit_down(server: Script) -> None:
    await server.welcome()
    await server.say(Lobby(tables=(TABLE,)))
    await server.hear()
    await server.say(JOINED, Envelope("t1", 1, 0, MatchStarted(FFB, 1, False)), request(deal(), 4))


async def test_pings_are_answered_while_a_bot_thinks() -> None:
    bot, desk = Slow(), MainThreadExecutor()
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            playing = partial(play_seat, Player(bot, Language.ENGLISH, desk), place(port))
            nursery.start_soon(trio.to_thread.run_sync, desk.run, playing)
            async with Script(await listener.accept()) as server:
                await sit_down(server)
                await server.say(ServerPing(data="1"))
                assert await server.hear() == Pong(data="1")
                await trio.to_thread.run_sync(bot.thinks.wait)
                await server.say(ServerPing(data="2"))
                assert await server.hear() == Pong(data="2")
                bot.enough.set()
                assert await server.hear() == Act(table="t1", request=4, action="pass")
                await server.say(Left(table="t1", reason="match_over"))
    assert len(bot.threads) == 1


async def test_a_connection_that_is_lost_while_a_bot_thinks_is_mended_when_it_has_thought() -> None:
    bot, desk = Slow(), MainThreadExecutor()
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            playing = partial(play_seat, Player(bot, Language.ENGLISH, desk), place(port))
            nursery.start_soon(trio.to_thread.run_sync, desk.run, playing)
            async with Script(await listener.accept()) as server:
                await sit_down(server)
                await trio.to_thread.run_sync(bot.thinks.wait)
            bot.enough.set()
            async with Script(await listener.accept()) as server:
                await server.welcome()
                assert isinstance(await server.hear(), Prove)
                await server.say(Ready(session="s1", name="saying", secret="2" * 64), request(deal(), 4))
                assert await server.hear() == Act(table="t1", request=4, action="pass")
                await server.say(Left(table="t1", reason="match_over"))


def test_what_the_network_raises_is_raised() -> None:
    async def trouble() -> None:
        await trio.lowlevel.checkpoint()
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        MainThreadExecutor().run(trouble)


def test_what_a_thought_raises_goes_to_who_has_asked() -> None:
    desk = MainThreadExecutor()
    heard: list[str] = []

    async def ask() -> None:
        try:
            await desk.think(lambda: 1 // 0)
        except ZeroDivisionError as error:
            heard.append(str(error))
        desk.note(lambda: heard.append("noted"))

    desk.run(ask)
    assert heard == ["integer division or modulo by zero", "noted"]
