"""Tests of reconnection: the seat is kept, the events continue, the request comes again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from msgspec import UNSET, UnsetType

from coinche.client.model.messages import LinkUp
from coinche.client.model.notices import News, trouble
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Wish
from coinche.client.options import read_options
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.private_server import private_server
from coinche.client.runtime.store import ClientStore
from coinche.client.update import lobby, navigation
from coinche.connection.address import Address
from coinche.connection.errors import CannotConnect, ConnectionLost, SentAway
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.frames import FrameReader
from coinche.protocol.messages import Clock, Error, Hello, Joined, Limits, Ready, Welcome
from coinche.server.app import Server
from coinche.server.match.table_options import HintsPolicy
from tests.client.bot.test_sdk import newer_rule
from tests.client.terminal import PATIENCE

HELLO = Hello(versions=(1, 1), name="Ana")


class Waiter:
    """Wakes up with every change of a person's state."""

    def __init__(self, store: ClientStore) -> None:
        self.store = store
        self._changed = trio.Event()
        store.watch(lambda before, came: self._wake())

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def until(self, true_of: Callable[[ClientState], bool]) -> None:
        """Until that is true of the state."""
        with trio.fail_after(PATIENCE):
            while not true_of(self.store.state):
                await self._changed.wait()


class Relay:
    """Stands between client and server, and can cut every wire."""

    def __init__(self, server: Address) -> None:
        self._server = server
        self._wires: list[trio.SocketStream] = []

    async def serve(self, near: trio.SocketStream) -> None:
        far = await trio.open_tcp_stream(self._server.host, self._server.port)
        self._wires += [near, far]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pump, near, far)
            nursery.start_soon(self._pump, far, near)

    async def _pump(self, source: trio.SocketStream, sink: trio.SocketStream) -> None:
        try:
            async for data in source:
                await sink.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        await self._close(source)
        await self._close(sink)

    async def _close(self, stream: trio.SocketStream) -> None:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)

    async def cut(self) -> None:
        """Every connection breaks."""
        wires, self._wires = self._wires, []
        for wire in wires:
            await trio.aclose_forcefully(wire)


@asynccontextmanager
async def listening(handler: Callable[[trio.SocketStream], object]) -> AsyncIterator[Address]:
    """A listener on loopback."""
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, handler, 0)
        yield Address("127.0.0.1", listeners[0].socket.getsockname()[1], tls=False)
        nursery.cancel_scope.cancel()


async def test_a_cut_wire_costs_no_seat_and_no_event() -> None:
    store = ClientStore(ClientState(wish=Wish(bots=True)))
    waiter = Waiter(store)
    told: set[object] = set()
    store.watch(lambda before, came: told.add(store.state.notice))
    async with private_server() as server:
        relay = Relay(server)
        async with listening(relay.serve) as address, trio.open_nursery() as nursery:
            await nursery.start(stay_connected, store, address, HELLO)
            store.do(lobby.create)
            await waiter.until(lambda state: state.table is not None and state.table.asked is not None)
            before = store.state.table
            assert before is not None
            await relay.cut()
            await waiter.until(lambda state: state.link is Link.LOST)
            await waiter.until(lambda state: News.LINK_BACK in told)
            await waiter.until(
                lambda state: state.table is not None and (state.table.asked is not None or state.table.n > before.n)
            )
            after = store.state.table
            assert after is not None
            assert after.seat is before.seat
            assert after.n >= before.n
            assert after.view.dealer is before.view.dealer
            store.do(navigation.leave_program)
            nursery.cancel_scope.cancel()


async def test_a_host_whose_wire_is_cut_in_the_room_comes_back_to_it() -> None:
    store = ClientStore(ClientState(wish=Wish(bots=False)))
    waiter = Waiter(store)
    async with private_server() as server:
        relay = Relay(server)
        async with listening(relay.serve) as address, trio.open_nursery() as nursery:
            await nursery.start(stay_connected, store, address, HELLO)
            store.do(lobby.create)
            await waiter.until(lambda state: state.table is not None and state.table.host is not None)
            before = store.state.table
            assert before is not None
            await relay.cut()
            await waiter.until(lambda state: state.link is Link.LOST)
            await waiter.until(
                lambda state: state.table is not None and state.table.n == before.n + 2
            )  # away, and back
            after = store.state.table
            assert after is not None
            assert (after.table, after.seat, after.host) == (before.table, before.seat, before.seat)
            assert store.state.link is Link.UP
            store.do(navigation.leave_program)
            nursery.cancel_scope.cancel()


async def test_a_bye_ends_the_connection() -> None:
    store = ClientStore(ClientState())
    async with private_server() as server:
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                await nursery.start(stay_connected, store, server, HELLO)
                store.do(navigation.leave_program)  # the nursery ends because the connection does
    assert store.over.is_set()


async def welcome(stream: trio.SocketStream, web: str | UnsetType = UNSET) -> None:
    """The server's half of a sign-in as a guest."""
    reader = FrameReader(4096)
    with trio.fail_after(PATIENCE):
        while not reader.feed(await stream.receive_some(65_536)):
            pass
    nonce = "0" * 64
    await stream.send_all(
        encode(Welcome(version=1, server="test", nonce=nonce, capabilities={}, limits=Limits(), time=0, web=web))
        + encode(Ready(session="s1", name="Ana", secret=nonce))
    )


@pytest.mark.parametrize(("code", "resumed"), [(ErrorCode.AUTH_FAILED, False), (ErrorCode.RATE, True)])
async def test_a_session_that_is_unknown_after_the_loss_begins_anew_and_one_that_comes_too_often_waits(
    code: ErrorCode, resumed: bool
) -> None:
    calls: list[int] = []
    done = trio.Event()

    async def forgetful(stream: trio.SocketStream) -> None:
        calls.append(len(calls))
        if len(calls) == 2:
            await stream.send_all(encode(Error(code=code, error_class=code.error_class, message="who?")))
        else:
            await welcome(stream)
            if len(calls) > 2:
                await done.wait()
        await stream.aclose()

    store = ClientStore(ClientState())
    ups: list[LinkUp] = []
    store.watch(lambda before, came: ups.append(came) if isinstance(came, LinkUp) else None)
    async with listening(forgetful) as address, trio.open_nursery() as nursery:
        await nursery.start(stay_connected, store, address, HELLO)
        await Waiter(store).until(lambda state: len(ups) == 2)
        done.set()
        nursery.cancel_scope.cancel()
    assert [up.resumed for up in ups] == [False, resumed]


@pytest.mark.parametrize("code", [ErrorCode.REPLACED, ErrorCode.SHUTDOWN, ErrorCode.AUTH_FAILED])
async def test_who_is_sent_away_for_good_does_not_come_back(code: ErrorCode) -> None:
    async def jealous(stream: trio.SocketStream) -> None:
        await welcome(stream)
        error = Error(code=code, error_class=ErrorClass.FATAL, message="elsewhere")
        await stream.send_all(encode(error))
        await stream.aclose()

    async with listening(jealous) as address:
        with pytest.raises(SentAway):
            await stay_connected(ClientStore(ClientState()), address, HELLO)


async def test_a_server_that_cannot_be_read_is_not_asked_again() -> None:
    calls: list[int] = []

    async def newer(stream: trio.SocketStream) -> None:
        calls.append(len(calls))
        await welcome(stream)
        clock = Clock(move_ms=0, bank_ms=0)
        joined = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=clock)
        await stream.send_all(newer_rule(joined))
        await trio.sleep_forever()

    async with listening(newer) as address:
        with pytest.raises(ConnectionLost) as lost:
            await stay_connected(ClientStore(ClientState()), address, HELLO)
    assert calls == [0]
    for arguments, said in (([], "plays by a rule that"), (["--lang", "fr"], "joue avec une règle que")):
        sentence = trouble(lost.value, read_options(arguments, {"LANG": "en_GB.UTF-8"}, "utf-8").face)
        assert said in sentence
        assert "sideways" in sentence


async def test_a_first_sign_in_that_fails_is_not_repeated() -> None:
    async def silent(stream: trio.SocketStream) -> None:
        await stream.send_all(b"220 mail.example ESMTP\r\n" * 40)
        await stream.aclose()

    async with listening(silent) as address:
        with pytest.raises(CannotConnect):
            await stay_connected(ClientStore(ClientState()), address, HELLO)


@pytest.mark.parametrize(
    ("link", "kept"),
    [
        ("http://192.168.1.20:24567/", True),
        ("https://[2001:db8::7]:24567/", True),
        (UNSET, False),
        ("", False),
        ("javascript:alert(1)", False),
        ("http://", False),
        ("http:///", False),
        ("http://[fe80/", False),
        ("http://ex\x1b[2Jample/", False),
        ("http://example/ with words", False),
        ("http://" + "a" * 5000, False),
    ],
)
async def test_a_link_for_browsers_is_kept_if_it_can_be_shown(link: str | UnsetType, kept: bool) -> None:
    store = ClientStore(ClientState())
    waiter = Waiter(store)

    async def naming(stream: trio.SocketStream) -> None:
        await welcome(stream, web=link)
        await trio.sleep_forever()

    async with listening(naming) as address, trio.open_nursery() as nursery:
        nursery.start_soon(stay_connected, store, address, HELLO)
        await waiter.until(lambda state: state.link is Link.UP)
        assert store.state.web_link == (link if kept else "")
        nursery.cancel_scope.cancel()


async def test_the_client_learns_the_link_of_a_server() -> None:
    store = ClientStore(ClientState())
    server = Server(provider=None, say=lambda line: None)
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "127.0.0.1", 0)
        await nursery.start(stay_connected, store, Address("127.0.0.1", port, tls=False), HELLO)
        assert store.state.web_link == f"http://127.0.0.1:{port}/"
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("policy", HintsPolicy)
async def test_the_client_learns_what_the_operator_has_decided_about_hints(policy: HintsPolicy) -> None:
    store = ClientStore(ClientState())
    waiter = Waiter(store)
    server = Server(provider=None, say=lambda line: None, hints=policy)
    async with trio.open_nursery() as nursery:
        port = await nursery.start(server.run, "127.0.0.1", 0)
        await nursery.start(stay_connected, store, Address("127.0.0.1", port, tls=False), HELLO)
        assert store.state.hints_decided is policy.decided
        store.do(lobby.create)
        await waiter.until(lambda state: state.table is not None)
        assert store.state.table is not None
        assert store.state.table.hints is (policy is not HintsPolicy.OFF)
        nursery.cancel_scope.cancel()


async def test_a_server_for_one_person_alone_shows_browsers_no_page() -> None:
    async with private_server() as server:
        stream = await trio.open_tcp_stream(server.host, server.port)
        async with stream:
            with trio.fail_after(PATIENCE):
                await stream.send_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = b"".join([bytes(data) async for data in stream])
    assert answer.startswith(b"HTTP/1.1 400 ")
