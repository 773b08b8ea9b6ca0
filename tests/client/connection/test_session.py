"""Tests of a client's session against a small scripted server, over real sockets on loopback and in memory."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
import trio.testing

from coinche.client.runtime import connections
from coinche.connection.address import Address
from coinche.connection.credentials import ResumeCredentials
from coinche.connection.errors import CannotConnect, ConnectFailure, ConnectionLost, LossReason, TurnedDown
from coinche.connection.session import ClientSession, open_session, sign_in
from coinche.connection.transport import MAX_AHEAD, Exchange, Transport
from coinche.engine.events import Passed
from coinche.engine.seats import Seat
from coinche.protocol import auth
from coinche.protocol.codec import decode_client, encode
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.frames import FrameReader, frame
from coinche.protocol.limits import AFTER_SIGN_IN
from coinche.protocol.messages import (
    Auth,
    AwaitsApproval,
    Bye,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Left,
    Limits,
    Lobby,
    Ping,
    Pong,
    Prove,
    Ready,
    ServerBye,
    ServerPing,
    ServerPong,
    Welcome,
)

NONCE = auth.new_secret(bytes(range(32)))
SECRET = auth.new_secret(bytes(reversed(range(32))))
HELLO = Hello(versions=(1, 1), name="Ada")
WELCOME = Welcome(version=1, server="test", nonce=NONCE, capabilities={}, limits=Limits(), time=0)
READY = Ready(session="s1", name="Ada", secret=SECRET)


class Peer:
    """The server's end of one connection."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self._reader = FrameReader(AFTER_SIGN_IN)
        self._inbox: list[FromClient] = []

    async def send(self, *messages: FromServer | Envelope) -> None:
        await self.stream.send_all(b"".join(map(encode, messages)))

    async def receive(self) -> FromClient:
        while not self._inbox:
            data = await self.stream.receive_some(65536)
            assert data, "the client hung up"
            self._inbox += map(decode_client, self._reader.feed(bytes(data)))
        return self._inbox.pop(0)

    async def sign_in(self) -> None:
        assert isinstance(await self.receive(), Hello)
        await self.send(WELCOME, READY)


def plain(port: int) -> Address:
    """A server of this machine, without TLS."""
    return Address("127.0.0.1", port, tls=False)


Script = Callable[[Peer], Awaitable[None]]


@asynccontextmanager
async def served(script: Script) -> AsyncIterator[int]:
    """A server that plays the script to one client; gives its port."""

    async def handle(stream: trio.SocketStream) -> None:
        await script(Peer(stream))

    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
            nursery.start_soon(trio.serve_listeners, handle, listeners)
            yield listeners[0].socket.getsockname()[1]
            nursery.cancel_scope.cancel()


async def test_a_guest_signs_in_and_messages_go_both_ways() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign_in()
        await peer.send(Lobby(tables=()))
        assert await peer.receive() == Ping(data="x", id=7)
        await peer.send(ServerPong(data="x", re=7))

    async with served(script) as port, open_session(plain(port), HELLO) as session:
        assert (session.welcome, session.ready, session.name) == (WELCOME, READY, "Ada")
        assert await session.receive() == Lobby(tables=())
        await session.send(Ping(data="x", id=7))
        assert await session.receive() == ServerPong(data="x", re=7)
        with pytest.raises(ConnectionLost) as lost:
            await session.receive()
        assert lost.value.reason is LossReason.CLOSED


async def test_nagle_is_off() -> None:
    async with served(Peer.sign_in) as port, open_session(plain(port), HELLO) as session:
        stream = session.wire.stream
        assert isinstance(stream, trio.SocketStream)
        assert stream.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_pings_are_answered_and_not_handed_on() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign_in()
        await peer.send(ServerPing(data="1"), ServerPing(data="2"), Lobby(tables=()))
        assert [await peer.receive(), await peer.receive()] == [Pong(data="1"), Pong(data="2")]
        await peer.send(Left(table="t1", reason="match_over"))

    async with served(script) as port, open_session(plain(port), HELLO) as session:
        assert await session.receive() == Lobby(tables=())
        assert await session.receive() == Left(table="t1", reason="match_over")


async def test_resuming_proves_the_secret_and_the_last_event() -> None:
    async def script(peer: Peer) -> None:
        hello = await peer.receive()
        assert isinstance(hello, Hello)
        assert (hello.auth, hello.session) == (Auth.RESUME, "s1")
        await peer.send(WELCOME)
        prove = await peer.receive()
        assert isinstance(prove, Prove)
        assert prove.n == 41
        assert auth.verify(auth.key(SECRET), NONCE, 41, prove.proof)
        await peer.send(READY, Envelope("t1", 42, 0, Passed(Seat.NORTH)))

    resume = ResumeCredentials(session="s1", secret=SECRET, n=41)
    async with served(script) as port, open_session(plain(port), HELLO, resume) as session:
        assert session.resume == resume
        await session.receive()
        assert session.resume.n == 42


async def test_leaving_a_table_forgets_its_events() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign_in()
        await peer.send(Envelope("t1", 9, 0, Passed(Seat.NORTH)), Left(table="t1", reason="left"))

    async with served(script) as port, open_session(plain(port), HELLO) as session:
        await session.receive()
        assert session.resume.n == 9
        await session.receive()
        assert session.resume.n == 0


async def test_a_refused_sign_in_carries_the_servers_error() -> None:
    error = Error(code=ErrorCode.UNSUPPORTED, error_class=ErrorClass.FATAL, message="version 1 only")

    async def script(peer: Peer) -> None:
        await peer.receive()
        await peer.send(error)

    async with served(script) as port:
        with pytest.raises(TurnedDown) as refused:
            async with open_session(plain(port), HELLO):
                raise AssertionError
    assert refused.value.error == error


async def test_a_fatal_error_arrives_before_the_loss() -> None:
    error = Error(code=ErrorCode.REPLACED, error_class=ErrorClass.FATAL, message="a newer connection")

    async def script(peer: Peer) -> None:
        await peer.sign_in()
        await peer.send(error)

    async with served(script) as port, open_session(plain(port), HELLO) as session:
        assert await session.receive() == error
        with pytest.raises(ConnectionLost):
            await session.receive()


async def test_a_bye_ends_the_loop() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign_in()
        assert await peer.receive() == Bye()
        await peer.send(ServerBye())

    async with served(script) as port, open_session(plain(port), HELLO) as session:
        await session.send(Bye())
        assert [message async for message in session] == [ServerBye()]


async def test_an_end_without_a_bye_is_a_loss_in_the_loop_too() -> None:
    async with served(Peer.sign_in) as port, open_session(plain(port), HELLO) as session:
        with pytest.raises(ConnectionLost):
            await anext(session)


async def test_unknown_types_and_keys_of_a_newer_server_are_skipped() -> None:
    async def script(peer: Peer) -> None:
        await peer.sign_in()
        await peer.stream.send_all(frame(b"\x81\xa4type\xa6future"))
        await peer.stream.send_all(frame(b"\x82\xa4type\xa3bye\xa3new\x01"))

    async with served(script) as port, open_session(plain(port), HELLO) as session:
        assert await session.receive() == ServerBye()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"", ConnectFailure.CLOSED),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", ConnectFailure.NOT_COINCHE),
        (b"SSH-2.0-OpenSSH_9.2\r\n", ConnectFailure.NOT_COINCHE),
        (frame(b"\xc0"), ConnectFailure.NOT_COINCHE),
        (encode(READY), ConnectFailure.NOT_COINCHE),
        (encode(WELCOME)[:-1], ConnectFailure.CLOSED),
    ],
)
async def test_whoever_is_no_server_of_coinche_is_named_so(answer: bytes, reason: ConnectFailure) -> None:
    async def script(peer: Peer) -> None:
        await peer.receive()
        await peer.stream.send_all(answer)
        await peer.stream.aclose()

    async with served(script) as port:
        with pytest.raises(CannotConnect) as failure:
            async with open_session(plain(port), HELLO):
                raise AssertionError
    assert (failure.value.reason, failure.value.address) == (reason, plain(port))


async def test_a_port_where_nobody_listens_refuses() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        with pytest.raises(CannotConnect) as failure:
            async with open_session(plain(bound.getsockname()[1]), HELLO):
                raise AssertionError
    assert failure.value.reason is ConnectFailure.REFUSED


@pytest.mark.parametrize("host", ["a" * 70, "..", "a..b"])
async def test_a_host_that_cannot_have_that_name_is_unknown(host: str) -> None:
    with pytest.raises(CannotConnect) as failure:
        async with open_session(Address(host, 1, tls=False), HELLO):
            raise AssertionError
    assert failure.value.reason is ConnectFailure.UNKNOWN_HOST


class Resolver(trio.abc.HostnameResolver):
    """Answers every question about a host's addresses in one way."""

    def __init__(self, answer: Callable[[], Awaitable[None]]) -> None:
        self._answer = answer

    async def getaddrinfo(self, *_: object, **__: object) -> list[Any]:
        await self._answer()
        return []

    async def getnameinfo(self, *_: object) -> tuple[str, str]:
        raise NotImplementedError


async def test_a_host_that_nobody_has_heard_of_is_unknown() -> None:
    async def no_such_host() -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    trio.socket.set_custom_hostname_resolver(Resolver(no_such_host))
    with pytest.raises(CannotConnect) as failure:
        async with open_session(Address("nobody.example", 1), HELLO):
            raise AssertionError
    assert failure.value.reason is ConnectFailure.UNKNOWN_HOST


async def test_a_host_that_takes_for_ever_times_out(autojump_clock: trio.testing.MockClock) -> None:
    trio.socket.set_custom_hostname_resolver(Resolver(trio.sleep_forever))
    with pytest.raises(CannotConnect) as failure:
        async with open_session(Address("far.example", 1), HELLO):
            raise AssertionError
    assert failure.value.reason is ConnectFailure.TIMED_OUT


async def in_memory() -> tuple[ClientSession, Peer]:
    """A session signed in over a stream without sockets, for tests with virtual time."""
    ours, theirs = trio.testing.memory_stream_pair()
    peer = Peer(theirs)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.sign_in)
        session = await sign_in(Transport(stream=ours), HELLO)
    return session, peer


async def test_a_server_that_never_answers_is_too_slow(autojump_clock: trio.testing.MockClock) -> None:
    ours, _theirs = trio.testing.memory_stream_pair()
    with pytest.raises(trio.TooSlowError):
        await sign_in(Transport(stream=ours), HELLO)


async def test_a_client_waits_to_be_let_in_as_long_as_the_server_says(autojump_clock: trio.testing.MockClock) -> None:
    ours, theirs = trio.testing.memory_stream_pair()
    peer, waits = Peer(theirs), AwaitsApproval(ms=600_000)
    told: list[AwaitsApproval] = []

    async def let_in() -> None:
        await peer.receive()
        await peer.send(WELCOME, waits)
        await trio.sleep(599)
        await peer.send(ServerPing(data="1"), READY)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(let_in)
        session = await sign_in(Transport(stream=ours), HELLO, waits=told.append)
    assert (session.ready, told) == (READY, [waits])
    assert await peer.receive() == Pong(data="1")


async def test_a_client_does_not_wait_longer_than_that(autojump_clock: trio.testing.MockClock) -> None:
    ours, theirs = trio.testing.memory_stream_pair()
    await Peer(theirs).send(WELCOME, AwaitsApproval(ms=2**40))
    with pytest.raises(trio.TooSlowError):
        await sign_in(Transport(stream=ours), HELLO)
    assert trio.current_time() < 2 * 3600


async def test_a_quiet_server_is_asked_and_then_given_up(autojump_clock: trio.testing.MockClock) -> None:
    session, peer = await in_memory()
    with pytest.raises(ConnectionLost) as lost:
        await session.receive()
    assert lost.value.reason is LossReason.SILENT
    assert await peer.receive() == Ping(data="still there?")


async def test_who_watches_over_a_connection_knows_of_a_silent_cut_in_seconds(
    autojump_clock: trio.testing.MockClock,
) -> None:
    session, _peer = await in_memory()
    session.watch(connections.SILENCE)
    began = trio.current_time()
    with pytest.raises(ConnectionLost):
        await session.receive()
    assert trio.current_time() - began == pytest.approx(10)


async def test_a_quiet_server_that_answers_is_kept(autojump_clock: trio.testing.MockClock) -> None:
    session, peer = await in_memory()

    async def answer() -> None:
        for _ in range(3):
            ping = await peer.receive()
            assert isinstance(ping, Ping)
            await peer.send(ServerPong(data=ping.data))
        await peer.send(Lobby(tables=()))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer)
        assert await session.receive() == Lobby(tables=())


async def test_a_server_that_does_not_read_is_stuck(autojump_clock: trio.testing.MockClock) -> None:
    ours, theirs = trio.testing.lockstep_stream_pair()
    async with trio.open_nursery() as nursery:
        peer = Peer(theirs)
        nursery.start_soon(peer.sign_in)
        session = await sign_in(Transport(stream=ours), HELLO)
    with pytest.raises(ConnectionLost) as lost:
        await session.send(Ping())
    assert lost.value.reason is LossReason.STUCK
    with pytest.raises(ConnectionLost):
        await session.send(Ping())


async def test_a_cancelled_receive_loses_nothing(autojump_clock: trio.testing.MockClock) -> None:
    session, peer = await in_memory()
    data = encode(Lobby(tables=()))
    await peer.stream.send_all(data[:5])
    with trio.move_on_after(1):
        await session.receive()
    await peer.stream.send_all(data[5:])
    assert await session.receive() == Lobby(tables=())


async def test_bytes_that_are_no_message_lose_the_session() -> None:
    session, peer = await in_memory()
    await peer.stream.send_all(frame(b"\x80"))
    with pytest.raises(ConnectionLost) as lost:
        await session.receive()
    assert lost.value.reason is LossReason.GARBLED


async def test_what_came_before_the_unreadable_is_read_first() -> None:
    session, peer = await in_memory()
    lobby = encode(Lobby(tables=()))
    await peer.stream.send_all(lobby + frame(b"\x80") + lobby)
    assert await session.receive() == Lobby(tables=())
    for _ in "again":
        with pytest.raises(ConnectionLost) as lost:
            await session.receive()
        assert lost.value.reason is LossReason.GARBLED


async def test_a_closed_session_is_lost() -> None:
    session, _peer = await in_memory()
    await session.aclose()
    with pytest.raises(ConnectionLost):
        await session.receive()
    with pytest.raises(ConnectionLost):
        await session.send(Ping())


class Flood(trio.abc.Stream):
    """A server that repeats the same bytes for as long as it is read."""

    def __init__(self, data: bytes, times: int) -> None:
        self.data, self.times = data, times
        self.read = 0
        self.sent = b""

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        if self.times == 0:
            return b""
        self.times -= 1
        self.read += len(self.data)
        return self.data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()
        self.sent += data

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_a_server_that_floods_is_not_read_without_end_while_somebody_thinks() -> None:
    messages = encode(Lobby(tables=())) * 1000
    flood = Flood(messages, 2 * MAX_AHEAD // len(messages))
    exchange = Exchange(Transport(stream=flood))
    await exchange.attend()
    assert MAX_AHEAD <= flood.read < MAX_AHEAD + len(messages)
    read = flood.read
    for _ in range(read // len(messages) * 1000):
        assert await exchange.receive() == Lobby(tables=())
    assert flood.read == read
    await exchange.attend()
    assert flood.read > read, "once the waiting messages are received, it is read again"


async def test_a_ping_among_messages_that_wait_is_answered_once() -> None:
    flood = Flood(encode(Lobby(tables=())) + encode(ServerPing(data="1")), 3)
    exchange = Exchange(Transport(stream=flood))
    await exchange.attend()
    assert flood.sent == encode(Pong(data="1")) * 3
    assert [await exchange.receive() for _ in range(3)] == [Lobby(tables=())] * 3
    with pytest.raises(ConnectionLost):
        await exchange.receive()
    assert flood.sent == encode(Pong(data="1")) * 3


async def test_what_came_before_a_loss_is_received_even_where_no_ping_can_be_answered() -> None:
    session, peer = await in_memory()
    await peer.send(Lobby(tables=()), ServerPing(data="1"), Lobby(tables=()))
    await peer.stream.aclose()
    assert [await session.receive(), await session.receive()] == [Lobby(tables=())] * 2
    with pytest.raises(ConnectionLost):
        await session.receive()
