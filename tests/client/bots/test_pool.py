"""Tests of the bot provider's connection: its messages, and its reconnection after repeated disconnects."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import pairwise

import pytest
import trio
from msgspec.structs import replace

from coinche.bot import player
from coinche.bots.pool import Analyse, Pool, _lend
from coinche.connection.address import Address
from coinche.engine.cards import Card
from coinche.engine.presets import preset
from coinche.engine.seats import Seat
from coinche.protocol.codec import decode_client, encode
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import (
    VERSION,
    Act,
    DeclineQuestion,
    FromClient,
    Hello,
    HintGiven,
    HintWanted,
    Invite,
    Limits,
    Ready,
    ValuesGiven,
    ValuesWanted,
    Welcome,
)
from coinche.text.language import Language
from tests.client.bot.test_player import asked

PATIENCE = 20
WELCOME = Welcome(version=VERSION, server="test", nonce="0" * 64, capabilities={}, limits=Limits(), time=0)
READY = Ready(session="1", name="bots", secret="0" * 64)


Serve = Callable[[trio.SocketStream], Awaitable[None]]


async def lent_to(serve: Serve, enough: Callable[[], bool], analyse: Analyse | None = None) -> None:
    """Lend bots to what serves so, until it is enough."""
    pool = Pool(Language.ENGLISH, 1, analyse=analyse)
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        address = Address("127.0.0.1", listener.socket.getsockname()[1], tls=False)
        nursery.start_soon(partial(_lend, pool, address, draw=lambda: 0.5))
        with trio.fail_after(PATIENCE):
            while not enough():
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()


async def heard(stream: trio.SocketStream) -> FromClient:
    """The next message of the provider."""
    size = await exactly(stream, 4)
    return decode_client(await exactly(stream, int.from_bytes(size, "big")))


async def exactly(stream: trio.SocketStream, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = await stream.receive_some(size - len(data))
        assert more, "the provider has gone"
        data += more
    return data


async def test_a_forced_answer_is_held_back_and_keeps_no_other_seat_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "UNKNOWN", 0.3)
    answered: list[int] = []

    async def ask(stream: trio.SocketStream) -> None:
        await heard(stream)
        await stream.send_all(encode(WELCOME) + encode(READY))
        for seat in (Seat.NORTH, Seat.EAST):
            await stream.send_all(encode(Invite(table="t1", seat=seat, bot="greedy", rules=preset("ffb"))))
            await heard(stream)
        for seat, forced in ((Seat.NORTH, True), (Seat.EAST, False)):
            request = replace(asked(forced=forced), seat=seat, request=1 + forced)
            await stream.send_all(encode(request))
        for _ in range(2):
            act = await heard(stream)
            assert isinstance(act, Act)
            assert isinstance(act.request, int)
            answered.append(act.request)
        await trio.sleep_forever()

    await lent_to(ask, lambda: len(answered) == 2)
    assert answered == [1, 2], "the second was forced, and was asked first"


async def test_a_question_keeps_no_seat_waiting() -> None:
    heard_of: list[FromClient] = []
    may_answer = trio.Event()

    async def analyse(question: HintWanted | ValuesWanted) -> HintGiven | ValuesGiven | DeclineQuestion:
        await may_answer.wait()
        return ValuesGiven(question=question.question, cards={Card.SA: 100})

    async def ask(stream: trio.SocketStream) -> None:
        heard_of.append(await heard(stream))
        await stream.send_all(encode(WELCOME) + encode(READY))
        view = asked(forced=False).known
        await stream.send_all(encode(ValuesWanted(question=7, rules=preset("ffb"), view=view, hands={})))
        await stream.send_all(encode(asked(forced=False)))
        heard_of.append(await heard(stream))
        may_answer.set()
        heard_of.append(await heard(stream))
        await trio.sleep_forever()

    await lent_to(ask, lambda: len(heard_of) == 3, analyse)
    hello, act, values = heard_of
    assert isinstance(hello, Hello)
    assert "hints" in hello.want
    assert isinstance(act, Act)
    assert values == ValuesGiven(question=7, cards={Card.SA: 100})


async def test_a_pool_that_answers_no_questions_does_not_say_that_it_can() -> None:
    hellos: list[FromClient] = []

    async def ask(stream: trio.SocketStream) -> None:
        hellos.append(await heard(stream))
        await trio.sleep_forever()

    await lent_to(ask, lambda: bool(hellos))
    (hello,) = hellos
    assert isinstance(hello, Hello)
    assert "hints" not in hello.want


async def test_a_connection_that_is_lost_at_once_each_time_is_opened_ever_more_seldom() -> None:
    opened: list[float] = []

    async def sign_in_and_garble(stream: trio.SocketStream) -> None:
        opened.append(trio.current_time())
        await stream.receive_some(4096)
        await stream.send_all(encode(WELCOME) + encode(READY))
        await trio.sleep(0.05)  # a frame that is too long, once the sign-in has been read
        await stream.send_all((FROM_SERVER + 1).to_bytes(4, "big"))

    await lent_to(sign_in_and_garble, lambda: len(opened) >= 4)
    pauses = [later - earlier for earlier, later in pairwise(opened)]
    assert [pause > expected for pause, expected in zip(pauses, (0.25, 0.5, 1.0), strict=True)] == [True] * 3
