"""Fixtures: a real server on loopback, and clients on the wire protocol only: bytes through a socket, msgpack maps."""

from __future__ import annotations

import hashlib
import hmac
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import replace
from itertools import count
from typing import Any, Protocol

import msgpack
import pytest
import trio

from coinche.server import limits
from coinche.server.addresses import Plaintext
from coinche.server.app import Exposure, Server, WebOptions
from coinche.server.archive.archive import Archive
from coinche.server.archive.record import RecordKey
from coinche.server.ladder.results import LadderResults
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.log import LogEntry
from coinche.server.match.table_options import HintsPolicy, Pace, TableOptions
from coinche.server.rate_limit import Allowance
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.storage.budget import Budget
from coinche.server.storage.database import DataFile
from coinche.server.storage.journal import Journal
from coinche.server.storage.store import MemoryStore, Store
from coinche.server.time_and_entropy import Time
from coinche.server.transport.tls import new_certificate
from tests.server.seeded_entropy import SeededEntropy

Map = dict[str, Any]

PATIENCE = 60.0
"""Seconds after which a test gives up waiting; a bound, never a measure."""


async def until(found: Callable[[], bool]) -> None:
    """Wait until the function says so, for what no client is told."""
    with trio.fail_after(PATIENCE):
        while not found():
            await trio.sleep(0.005)


class Wire:
    """A client that knows frames and maps, and nothing of our code. Events and messages are kept in `seen`."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.seen: list[Map] = []
        self.bodies: list[bytes] = []
        self._buffer = b""

    async def send(self, **message: Any) -> None:
        body = msgpack.packb(message)
        await self.stream.send_all(len(body).to_bytes(4, "big") + body)

    async def read(self) -> Map | None:
        """The next message, None when the server has closed the connection."""
        with trio.fail_after(PATIENCE):
            while len(self._buffer) < 4 or len(self._buffer) < 4 + int.from_bytes(self._buffer[:4], "big"):
                data = await self.stream.receive_some(65536)
                if not data:
                    return None
                self._buffer += data
        size = int.from_bytes(self._buffer[:4], "big")
        body, self._buffer = self._buffer[4 : 4 + size], self._buffer[4 + size :]
        self.bodies.append(body)
        message: Map = msgpack.unpackb(body)
        self.seen.append(message)
        return message

    async def until(self, *types: str, **fields: Any) -> Map:
        """The next message of one of those types with those fields; others are kept in `seen`."""
        while True:
            message = await self.read()
            assert message is not None, f"closed while waiting for {types}; seen: {self.seen[-5:]}"
            if message["type"] in types and all(message.get(k) == v for k, v in fields.items()):
                return message

    async def sign_in(self, name: str, **hello: Any) -> Map:
        await self.send(type="hello", versions=[1, 1], name=name, **{"program": True, **hello})
        return await self.until("ready")

    async def end(self) -> Map | None:
        """The last message before the server closes the connection."""
        last = None
        while (message := await self.read()) is not None:
            last = message
        return last


class Connect(Protocol):
    def __call__(self, name: str | None = None, **hello: Any) -> Awaitable[Wire]: ...


class RunningServer:
    """A running server, and what it said."""

    def __init__(self, server: Server, port: int, news: list[LogEntry], scope: trio.CancelScope) -> None:
        self._scope = scope
        self.server = server
        self.port = port
        self.news = news
        self.wires: list[Wire] = []

    @property
    def lines(self) -> list[str]:
        return [str(news) for news in self.news]

    async def connect(self, name: str | None = None, **hello: Any) -> Wire:
        wire = Wire(await trio.open_tcp_stream("127.0.0.1", self.port))
        self.wires.append(wire)
        if name is not None:
            await wire.sign_in(name, **hello)
        return wire

    async def secure(self, name: str | None = None, **hello: Any) -> Wire:
        """A client over TLS, without a check of the server's identity."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        stream = trio.SSLStream(await trio.open_tcp_stream("127.0.0.1", self.port), context, https_compatible=True)
        wire = Wire(stream)
        self.wires.append(wire)
        with trio.fail_after(PATIENCE):
            await stream.do_handshake()
        if name is not None:
            await wire.sign_in(name, **hello)
        return wire

    async def provider(self, **hello: Any) -> Wire:
        """A program that lends bots, signed in with the token of the provider that the server itself starts."""
        wire = await self.connect()
        who = {"name": "bots", "role": "provider", "program": True, "auth": "token", **hello}
        await wire.send(type="hello", versions=[1, 1], **who)
        nonce = (await wire.until("welcome"))["nonce"]
        key = hashlib.sha256(bytes.fromhex(self.server._token)).digest()
        await wire.send(type="prove", proof=hmac.new(key, bytes.fromhex(nonce) + b"0", "sha256").hexdigest())
        await wire.until("ready")
        return wire

    async def until_said(self, part: str) -> None:
        """Wait until the operator has been told a line with that in it."""
        await until(lambda: any(part in line for line in self.lines))

    async def until_alone(self) -> None:
        """Wait until nobody is connected."""
        await until(lambda: not self.server.connections.count)

    def stop(self) -> None:
        """Have the server end, as a signal would."""
        self._scope.cancel()

    async def hang_up(self) -> None:
        for wire in self.wires:
            await trio.aclose_forcefully(wire.stream)

    async def four(self, target: int = 200, **hello: Any) -> tuple[str, dict[str, Wire]]:
        """A table with a client on each seat."""
        seats: dict[str, Wire] = {}
        for seat in "NESW":
            seats[seat] = await self.connect(f"player {seat}", **hello)
            if seat == "N":
                await seats[seat].send(type="create_table", name="table", target=target, seat="N")
            else:
                await seats[seat].send(type="join", table=table, seat=seat)  # noqa: F821
            table: str = (await seats[seat].until("joined"))["table"]
        return table, seats


RunServer = Callable[..., Any]

_CERTIFICATE = new_certificate()


async def _run_within(
    scope: trio.CancelScope, server: Server, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED
) -> None:
    with scope:
        await server.run("127.0.0.1", 0, task_status=task_status)


@pytest.fixture
def run_server() -> RunServer:
    """`async with run_server(pace=…, clock=…, provider=…) as running:` runs a server.

    A test that opens several gets each with entropy of its own, as servers have: no id is given twice.
    """
    opened_before = count()

    @asynccontextmanager
    async def opened(
        provider: str | None = None,
        time: Time | None = None,
        register: Register | None = None,
        invitations: Invitations | None = None,
        plaintext: Plaintext = Plaintext.LAN,
        store: Store | None = None,
        archive: Archive | None = None,
        record_key: RecordKey | None = None,
        absence_ms: int = 0,
        exposure: Exposure | None = None,
        budget: Budget | None = None,
        ladder: LadderSettings | None = None,
        kept_ladder: LadderResults | None = None,
        hints_policy: HintsPolicy = HintsPolicy.HOST,
        web: WebOptions | None = WebOptions(),  # noqa: B008 (frozen)
        **options: Any,
    ) -> AsyncIterator[RunningServer]:
        news: list[LogEntry] = []
        server = Server(
            time=time or Time(),
            entropy=SeededEntropy(b"test" + bytes(next(opened_before))),
            say=news.append,
            hints=hints_policy,
            defaults=TableOptions(name="table", absence_ms=absence_ms, **options),
            provider=provider,
            register=register or Register(),
            kept_invitations=invitations,
            store=store or MemoryStore(),
            kept_certificate=_CERTIFICATE,
            ladder=ladder,
            kept_ladder=kept_ladder or LadderResults(),
            kept_archive=archive,
            kept_record_key=record_key,
            exposure=replace(exposure or Exposure(), plaintext=plaintext),
            budget=budget or Budget(),
            web=web,
        )
        async with trio.open_nursery() as nursery:
            scope = trio.CancelScope()
            port = await nursery.start(_run_within, scope, server)
            running = RunningServer(server, port, news, scope)
            try:
                yield running
            finally:
                await running.hang_up()
            nursery.cancel_scope.cancel()

    return opened


OpenFile = Callable[..., DataFile]
OpenArchive = Callable[..., Archive]
OpenJournal = Callable[..., Journal]


@pytest.fixture
def open_file() -> Iterator[OpenFile]:
    """`open_file(directory)` opens a data file there, or one that is not kept; all are closed after the test."""
    with ExitStack() as opened:
        yield lambda directory=None: opened.enter_context(closing(DataFile(directory)))


@pytest.fixture
def open_archive() -> Iterator[OpenArchive]:
    """`open_archive(file, writer)` is the archive in that file, or one that is not kept, closed after the test."""
    with ExitStack() as opened:
        yield lambda file=None, writer=None: opened.enter_context(Archive(file, writer))


@pytest.fixture
def journal(open_file: OpenFile) -> OpenJournal:
    """`journal(directory, disk)` is the journal over such a file."""
    return lambda directory=None, disk=None: Journal(open_file(directory), lambda line: None, disk)


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients may say whatever they like."""
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=10**9, every=1e-9))


@pytest.fixture
def brisk() -> Pace:
    """A pace that keeps its order and wastes no time."""
    return Pace(bot=0.01, trick=0.01, recap=5.0, final=5.0)


async def resumed(running: RunningServer, ready: Map, after: int = 0, **hello: Any) -> Wire:
    """The session taken back, as `ready` allows, by a new connection."""
    back = await running.connect()
    await back.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"], **hello)
    nonce = (await back.until("welcome"))["nonce"]
    key = hashlib.sha256(bytes.fromhex(ready["secret"])).digest()
    proof = hmac.new(key, bytes.fromhex(nonce) + str(after).encode(), "sha256").hexdigest()
    await back.send(type="prove", proof=proof, n=after)
    return back


@pytest.fixture
def come_back() -> Callable[..., Awaitable[Wire]]:
    return resumed


async def play_on(wire: Wire, choose: Callable[[Map], str] | None = None) -> Map:
    """Answer every request until the client has left the table."""
    while True:
        message = await wire.until("request", "left", "error", "recap_started")
        if message["type"] == "left":
            return message
        assert message["type"] != "error", message
        if message["type"] == "recap_started":
            await wire.send(type="go_on", table=message["table"])
        else:
            action = choose(message) if choose is not None else message["default"]
            await wire.send(type="act", table=message["table"], request=message["request"], action=action)


@pytest.fixture
def play() -> Callable[..., Awaitable[Map]]:
    return play_on


@pytest.fixture
def stalls_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked for something can be voted out at once."""
    monkeypatch.setattr(limits, "STALLED_SHARE", 0.0)
    monkeypatch.setattr(limits, "STALLED_MS", 0)
