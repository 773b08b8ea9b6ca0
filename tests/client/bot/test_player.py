"""Tests of a bot's answers: forced answers take as long as the others, and the network runs during a long thought."""

from __future__ import annotations

import random
import socket
import struct
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from coinche.bot import Bot, Player
from coinche.bot.player import MOST, UNKNOWN, AnswerTimes, MainThreadExecutor, is_forced
from coinche.bot.seat import play_seat
from coinche.engine.actions import Action, Legal
from coinche.engine.events import MatchStarted
from coinche.engine.presets import FFB, ONLINE
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.messages import (
    Act,
    Clock,
    Envelope,
    FromClient,
    Joined,
    Left,
    Lobby,
    Pong,
    Prove,
    Ready,
    Request,
    ServerPing,
    System,
    SystemDeclared,
    TimedOut,
)
from coinche.text.language import Language
from tests.client.bot.test_sdk import PATIENCE, TABLE, Script, deal, place, request, scripted

CLOCK = Clock(move_ms=20_000, bank_ms=120_000)


def asked(*, forced: bool, clock: Clock = CLOCK) -> Request:
    """A request with a choice, or with none."""
    free = replace(request(deal()), clock=clock)
    return replace(free, legal=free.legal[:1], default=free.legal[0], bids={}) if forced else free


def times(seed: int = 1) -> AnswerTimes:
    return AnswerTimes(random.Random(seed))


def test_an_answer_that_was_thought_about_is_not_held_back() -> None:
    assert times().wait(asked(forced=False), 0.3) == 0


def test_a_forced_answer_takes_as_long_as_one_that_was_thought_about() -> None:
    mine = times()
    mine.wait(asked(forced=False), 0.3)
    assert mine.wait(asked(forced=True), 0.1) == pytest.approx(0.2)


def test_it_is_drawn_by_lot_among_the_last_of_its_kind() -> None:
    mine = times()
    for took in (9.0, *(0.1 * n for n in range(1, 9))):
        mine.wait(asked(forced=False), took)
    drawn = {round(mine.wait(asked(forced=True), 0.0), 1) for _ in range(200)}
    assert drawn == {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}


def test_an_answer_that_took_longer_than_the_lot_says_goes_at_once() -> None:
    mine = times()
    mine.wait(asked(forced=False), 0.1)
    assert mine.wait(asked(forced=True), 0.2) == 0


def test_before_any_thought_there_is_a_floor() -> None:
    assert times().wait(asked(forced=True), 0.0) == UNKNOWN


def test_who_may_only_pass_or_bid_has_a_choice() -> None:
    bidding = asked(forced=False)
    assert bidding.bids
    assert not is_forced(replace(bidding, legal=("pass",)))
    assert is_forced(asked(forced=True))


@pytest.mark.parametrize(("move_ms", "most"), [(20_000, MOST), (200, 0.1), (0, 0.0)])
def test_it_costs_no_bank_and_never_long(move_ms: int, most: float) -> None:
    mine, clock = times(), Clock(move_ms=move_ms, bank_ms=5_000)
    mine.wait(asked(forced=False), 5.0)
    assert mine.wait(asked(forced=True, clock=clock), 0.0) == most


class SlowExecutor(MainThreadExecutor):
    """An executor in which every choice takes its time, and a forced action takes none."""

    async def think(self, task: Callable[[], Any]) -> Any:
        """Have the clock go on by what the thought takes."""
        await trio.sleep(self.seconds)
        return task()

    seconds = 0.25


class First(Bot):
    """Takes what comes first."""

    name = "first"

    def choose(self, view: TableView, legal: Legal) -> Action:
        return legal.actions[0]


async def test_a_players_forced_act_is_sent_as_late_as_the_others(autojump_clock: trio.testing.MockClock) -> None:
    executor, sent = SlowExecutor(), []

    async def send(message: FromClient) -> None:
        sent.append(trio.current_time() - begun)

    player = Player(First(), executor=executor)
    for forced, executor.seconds in ((False, 0.25), (True, 0.0)):
        begun = trio.current_time()
        await player.take(asked(forced=forced), send)
    assert sent == [pytest.approx(0.25), pytest.approx(0.25)]


class NotingExecutor(MainThreadExecutor):
    """An executor that runs what is noted at once, and counts it."""

    noted = 0

    def note(self, task: Callable[[], object]) -> None:
        self.noted += 1
        task()


class Listener(First):
    """Hears what happens."""

    def on_event(self, event: object) -> None:
        self.systems = {**self.systems}


@pytest.mark.parametrize(("bot", "noted"), [(First(), 3), (Listener(), 4)])
async def test_a_bot_is_not_woken_by_events_that_tell_it_nothing(bot: Bot, noted: int) -> None:
    """It knows the rules of the match and the systems of the others all the same."""
    executor = NotingExecutor()
    player = Player(bot, executor=executor)
    rules, system = ONLINE, System(name="plain", conventions=())

    async def send(message: FromClient) -> None:
        raise AssertionError(message)

    for event in (
        MatchStarted(rules, 1, False),
        SystemDeclared(Seat.NORTH, system),
        SystemDeclared(Seat.EAST, system),
        TimedOut(Seat.SOUTH),
    ):
        await player.take(Envelope("t1", 1, 0, event), send)
    assert (bot.rules, bot.systems) == (rules, {Seat.NORTH: system, Seat.EAST: system})
    assert executor.noted == noted


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
    bot, executor = Slow(), MainThreadExecutor()
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            playing = partial(play_seat, Player(bot, Language.ENGLISH, executor), place(port))
            nursery.start_soon(trio.to_thread.run_sync, executor.run, playing)
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


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
async def test_a_connection_that_is_lost_while_a_bot_thinks_is_mended_when_it_has_thought(reset: bool) -> None:
    """After a reset, sending the answer raises ConnectionLost."""
    bot, executor = Slow(), MainThreadExecutor()
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            playing = partial(play_seat, Player(bot, Language.ENGLISH, executor), place(port))
            nursery.start_soon(trio.to_thread.run_sync, executor.run, playing)
            async with Script(await listener.accept()) as server:
                await sit_down(server)
                await trio.to_thread.run_sync(bot.thinks.wait)
                if reset:
                    server.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
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
    executor = MainThreadExecutor()
    heard: list[str] = []

    async def ask() -> None:
        try:
            await executor.think(lambda: 1 // 0)
        except ZeroDivisionError as error:
            heard.append(str(error))
        executor.note(lambda: heard.append("noted"))

    executor.run(ask)
    assert heard == ["integer division or modulo by zero", "noted"]
