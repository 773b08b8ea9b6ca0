"""Tests of resuming a lost connection: with patience, after a restart of the server, and without losing an answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from itertools import pairwise

import pytest
import trio
import trio.testing

from coinche.bot import Player, texts
from coinche.bot.placement import CannotPlay, Place
from coinche.bot.seat import play_seat
from coinche.bots.built_in import Steady
from coinche.client.model.messages import LinkLost, LinkUp
from coinche.client.model.notices import Broken
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.sign_in import ConnectionSlot
from coinche.client.runtime.store import ClientStore
from coinche.client.update import navigation
from coinche.client.update.card_play import act
from coinche.client.update.update import reduce
from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, Credentials, GuestCredentials, ResumeCredentials
from coinche.connection.error_texts import turned_away
from coinche.connection.errors import CannotConnect, ConnectFailure, SentAway, SessionError, TurnedDown
from coinche.connection.reconnect import ENOUGH, LONGEST, Returning, Setback
from coinche.connection.session import ClientSession
from coinche.connection.transport import Exchange, Transport
from coinche.engine.actions import Pass
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Act,
    Auth,
    Bye,
    Clock,
    Error,
    Hello,
    Joined,
    Left,
    Lobby,
    Occupant,
    Ok,
    Request,
    RequestKind,
    SeatInfo,
    TableInfo,
)
from coinche.text.language import Language
from tests.client.client.runtime.test_connections import Waiter
from tests.client.connection.test_session import HELLO, READY, WELCOME, Peer, plain, served

NOWHERE = Address("127.0.0.1", 1, tls=False)
CLOCK = Clock(move_ms=0, bank_ms=0)
JOINED = Joined(table="t1", name="Café", seat=Seat.SOUTH, preset="ffb", rules=FFB, clock=CLOCK)
REQUEST = Request(
    request=7,
    table="t1",
    seat=Seat.SOUTH,
    after=0,
    kind=RequestKind.BID,
    match=1,
    deal=1,
    rules="0" * 16,
    legal=("pass",),
    default="pass",
    clock=CLOCK,
    view=TableView(viewer=Seat.SOUTH, phase=Phase.BIDDING, turn=Seat.SOUTH),
)
ANSWER = Act(table="t1", request=7, action="pass")


def ending(again_ms: int | None = None, code: ErrorCode = ErrorCode.SHUTDOWN) -> Error:
    """The server's messages that end a connection or send the client away."""
    data: dict[str, str | int | tuple[str, ...]] = {} if again_ms is None else {"again_ms": again_ms}
    return Error(code=code, error_class=code.error_class, message="the server is ending", data=data)


@asynccontextmanager
async def signed_in() -> AsyncIterator[ClientSession]:
    """A session in memory, whose server is about to hang up."""
    near, far = trio.testing.memory_stream_pair()
    await far.aclose()
    yield ClientSession(Exchange(Transport(stream=near)), WELCOME, READY)


class Server:
    """A server that answers the first call, and then fails in that way for that number of calls."""

    def __init__(self, failure: SessionError, calls: float = float("inf")) -> None:
        self.failure = failure
        self.calls = calls
        self.came: list[tuple[float, Credentials]] = []

    @asynccontextmanager
    async def connect(self, who: Credentials) -> AsyncIterator[ClientSession]:
        self.came.append((trio.current_time(), who))
        if 1 < len(self.came) <= self.calls:
            raise self.failure
        async with signed_in() as session:
            yield session

    async def live(self, session: ClientSession) -> None:
        """Lost at the first time, over at the next."""
        if len(self.came) == 1:
            await session.receive()

    @property
    def pauses(self) -> list[float]:
        """Between one call and the next."""
        return [round(later - earlier, 3) for (earlier, _), (later, _) in pairwise(self.came)]


GONE = CannotConnect(NOWHERE, ConnectFailure.REFUSED)


async def test_attempts_come_ever_more_seldom_and_end_after_minutes(autojump_clock: trio.testing.MockClock) -> None:
    server, told = Server(GONE), list[Setback]()
    with pytest.raises(CannotConnect):
        await Returning(GUEST, draw=lambda: 1.0).keep_up(server.connect, server.live, told.append)
    assert server.pauses[:7] == [0.5, 1, 2, 4, 8, 8, 8]
    assert max(server.pauses) == LONGEST
    assert ENOUGH < trio.current_time() < ENOUGH + 2 * LONGEST
    assert [one.tries for one in told][:3] == [1, 2, 3]
    assert {one.since for one in told} == {told[0].since}


async def test_the_wait_is_anything_from_nothing_to_the_longest(autojump_clock: trio.testing.MockClock) -> None:
    drawn = iter((0.0, 0.5, 0.25, 0.0))
    server = Server(GONE, calls=4)
    await Returning(GUEST, draw=lambda: next(drawn)).keep_up(server.connect, server.live)
    assert server.pauses == [0.0, 0.5, 0.5, 0.0]


async def test_the_session_is_taken_back_until_it_is_unknown(autojump_clock: trio.testing.MockClock) -> None:
    server = Server(TurnedDown(ending(code=ErrorCode.AUTH_FAILED)), calls=2)
    await Returning(GUEST).keep_up(server.connect, server.live)
    assert [type(who) for _, who in server.came] == [GuestCredentials, ResumeCredentials, GuestCredentials]


async def test_a_server_that_has_too_much_to_do_is_asked_again_as_the_same(
    autojump_clock: trio.testing.MockClock,
) -> None:
    server = Server(TurnedDown(ending(code=ErrorCode.AUTH_TIMEOUT)), calls=3)
    await Returning(GUEST).keep_up(server.connect, server.live)
    assert [type(who) for _, who in server.came] == [
        GuestCredentials,
        ResumeCredentials,
        ResumeCredentials,
        ResumeCredentials,
    ]


async def test_who_is_told_when_the_server_is_back_comes_then_and_not_all_at_once(
    autojump_clock: trio.testing.MockClock,
) -> None:
    for drawn, expected in ((0.0, 3.0), (1.0, 6.0)):
        server = Server(SentAway(ending(3000)), calls=2)
        told = list[Setback]()
        await Returning(GUEST, draw=partial(float, drawn)).keep_up(server.connect, server.live, told.append)
        assert server.pauses[-1] == expected
        assert [one.restarting for one in told] == [False, True]


async def test_whom_the_operator_does_not_let_in_does_not_come_as_somebody_new(
    autojump_clock: trio.testing.MockClock,
) -> None:
    banned = Error(
        code=ErrorCode.AUTH_FAILED,
        error_class=ErrorCode.AUTH_FAILED.error_class,
        message="no",
        data={"by": "operator", "reason": "too \x1b[2Jloud", "until": 1_800_000_000_000},
    )
    server = Server(TurnedDown(banned))
    with pytest.raises(TurnedDown) as refused:
        await Returning(GUEST).keep_up(server.connect, server.live)
    assert len(server.came) == 2
    said = [turned_away(refused.value, language) for language in Language]
    assert said[0].startswith("Le responsable du serveur vous refuse l'accès. Motif : too")
    assert said[1].startswith("The server's operator will not let you in. Reason: too")
    assert said[0].endswith(
        "2Jloud. Vous pourrez revenir après le " + datetime.fromtimestamp(1_800_000_000).strftime("%d/%m/%Y à %H:%M.")
    )
    assert said[1].endswith(
        ". You may come back after " + datetime.fromtimestamp(1_800_000_000).strftime("%Y-%m-%d %H:%M.")
    )
    assert all(sentence.isprintable() for sentence in said)
    assert [texts.turned_away(refused.value, language) for language in Language] == said, "bots say the same"


@pytest.mark.parametrize("until", [-1, 2**62, "tomorrow", None])
def test_a_ban_without_a_date_is_told_without_one(until: int | str | None) -> None:
    data: dict[str, str | int | tuple[str, ...]] = {"by": "operator", "reason": ""}
    if until is not None:
        data["until"] = until
    code = ErrorCode.AUTH_FAILED
    banned = TurnedDown(Error(code=code, error_class=code.error_class, message="no", data=data))
    assert turned_away(banned, Language.ENGLISH) == "The server's operator will not let you in."


async def test_nobody_waits_for_what_is_hopeless(autojump_clock: trio.testing.MockClock) -> None:
    server = Server(GONE)
    with pytest.raises(SessionError):
        await Returning(GUEST, hopeless=lambda: True).keep_up(server.connect, server.live)
    assert len(server.came) == 1


async def test_a_person_comes_back_to_a_server_that_restarts() -> None:
    hellos: list[Hello] = []

    async def script(peer: Peer) -> None:
        hello = await peer.receive()
        assert isinstance(hello, Hello)
        hellos.append(hello)
        await peer.send(WELCOME)
        if hello.auth is Auth.RESUME:
            await peer.receive()
        await peer.send(READY)
        if len(hellos) == 1:
            await peer.send(ending(20))
        else:
            await trio.sleep_forever()

    store, came = ClientStore(ClientState()), list[object]()
    store.watch(lambda before, what: came.append(what))
    async with served(script) as port, trio.open_nursery() as nursery:
        nursery.start_soon(stay_connected, store, plain(port), HELLO)
        await Waiter(store).until(lambda state: len(hellos) == 2 and state.link is Link.UP)
        nursery.cancel_scope.cancel()
    assert [hello.auth for hello in hellos] == [Auth.GUEST, Auth.RESUME]
    (lost,) = [what for what in came if isinstance(what, LinkLost)]
    assert lost.restarting
    assert [what.resumed for what in came if isinstance(what, LinkUp)] == [False, True]


async def asks_twice(peer: Peer, heard: list[object]) -> bool:
    """A server that hangs up without a word when it is answered, and asks again; whether it was the last time."""
    hello = await peer.receive()
    assert isinstance(hello, Hello)
    await peer.send(WELCOME)
    if hello.auth is Auth.RESUME:
        await peer.receive()
    await peer.send(READY, JOINED, REQUEST)
    heard.append(await peer.receive())
    return hello.auth is Auth.RESUME


async def test_an_answer_that_was_not_acknowledged_is_given_again() -> None:
    heard: list[object] = []
    done = trio.Event()

    async def script(peer: Peer) -> None:
        if await asks_twice(peer, heard):
            await peer.send(Ok(request=7, used_ms=0, bank_ms=0))
            await done.wait()

    store = ClientStore(ClientState())
    waiter = Waiter(store)
    async with served(script) as port, trio.open_nursery() as nursery:
        nursery.start_soon(stay_connected, store, plain(port), HELLO)
        await waiter.until(lambda state: state.table is not None and state.table.asked is not None)
        store.do(lambda state: act(state, Pass()))
        await waiter.until(lambda state: len(heard) == 2 and state.table is not None and state.table.request is None)
        done.set()
        nursery.cancel_scope.cancel()
    assert heard == [ANSWER, ANSWER]


async def test_an_answer_of_another_session_is_not_given_to_what_looks_the_same() -> None:
    heard: list[object] = []

    async def script(peer: Peer) -> None:
        hello = await peer.receive()
        assert isinstance(hello, Hello)
        if hello.auth is Auth.RESUME:
            await peer.send(ending(code=ErrorCode.AUTH_FAILED))
            return
        await peer.send(WELCOME, READY, JOINED, REQUEST)
        heard.append(await peer.receive())

    store = ClientStore(ClientState())
    waiter = Waiter(store)
    async with served(script) as port, trio.open_nursery() as nursery:
        nursery.start_soon(stay_connected, store, plain(port), HELLO)
        await waiter.until(lambda state: state.table is not None and state.table.asked is not None)
        store.do(lambda state: act(state, Pass()))
        await waiter.until(lambda state: state.link is Link.LOST)
        await waiter.until(lambda state: state.table is not None and state.table.asked is not None)
        store.do(navigation.leave_program)
        with trio.fail_after(20):
            while len(heard) < 2:
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
    assert heard == [ANSWER, Bye()]


class Once(Steady):
    """A bot that counts how often it is asked."""

    asked = 0

    def choose(self, view: TableView, legal: object) -> Pass:
        self.asked += 1
        return Pass()


async def test_a_bot_is_not_asked_twice_for_an_answer_that_was_lost() -> None:
    heard: list[object] = []

    async def script(peer: Peer) -> None:
        if not heard:
            await peer.sign_in()
            seats = tuple(SeatInfo(seat=seat, occupant=Occupant.FREE, name="") for seat in Seat)
            await peer.send(Lobby(tables=(open_table(seats),)))
            await peer.receive()
            await peer.send(JOINED, REQUEST)
            heard.append(await peer.receive())
        elif await asks_twice(peer, heard):
            await peer.send(Ok(request=7, used_ms=0, bank_ms=0), Left(table="t1", reason="over"))
            await peer.receive()

    bot = Once()
    async with served(script) as port:
        await play_seat(Player(bot), Place(address=plain(port), table="t1", name="bot"))
    assert heard == [ANSWER, ANSWER]
    assert bot.asked == 1


def open_table(seats: tuple[SeatInfo, ...]) -> TableInfo:
    """A table with free seats."""
    return TableInfo(
        table="t1",
        name="Café",
        preset="ffb",
        clock=CLOCK,
        target=1000,
        phase=Phase.WAITING,
        seats=seats,
        spectators=0,
        private=False,
    )


async def test_a_bot_whose_session_and_table_are_gone_says_so() -> None:
    calls: list[Hello] = []

    async def script(peer: Peer) -> None:
        hello = await peer.receive()
        assert isinstance(hello, Hello)
        calls.append(hello)
        if hello.auth is Auth.RESUME:
            await peer.send(ending(code=ErrorCode.AUTH_FAILED))
            return
        await peer.send(WELCOME, READY)
        if len(calls) == 1:
            seats = tuple(SeatInfo(seat=seat, occupant=Occupant.FREE, name="") for seat in Seat)
            await peer.send(Lobby(tables=(open_table(seats),)))
            await peer.receive()
            await peer.send(JOINED)
        else:
            await peer.send(Lobby(tables=()))
            await peer.receive()

    async with served(script) as port:
        with pytest.raises(CannotPlay) as ended:
            await play_seat(Player(Steady()), Place(address=plain(port), name="bot"))
    assert [hello.auth for hello in calls] == [Auth.GUEST, Auth.RESUME, Auth.GUEST]
    assert "t1" in str(ended.value)


async def test_a_connection_of_several_tasks_that_is_given_up_leads_home() -> None:
    async def solo() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep_forever)
            raise GONE

    store = ClientStore(ClientState(has_home=True, link=Link.LOST))
    async with trio.open_nursery() as nursery:
        await ConnectionSlot(store).begin(nursery, solo)
    assert store.state.screen is Screen.HOME
    assert store.state.notice == Broken(GONE)


def test_the_time_of_a_loss_is_kept() -> None:
    state = reduce(ClientState(now=50.0), LinkLost(3, restarting=True, since=42.0))
    assert (state.lost_since, state.restarting, state.attempt) == (42.0, True, 3)
