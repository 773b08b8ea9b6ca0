"""A connection to a server, signed in: messages out, messages in, pings answered.

Knows trio and the sign-in. Refuses to know what the messages mean and what people are told; what can go wrong stands
in `failures`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import Self, TypeVar

import trio
from msgspec.structs import replace

from coinche.protocol.codec import decode_server, encode
from coinche.protocol.errors import BadMessage, ErrorCode, ProtocolError
from coinche.protocol.frames import FROM_SERVER, FrameReader
from coinche.protocol.messages import (
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Left,
    Ping,
    Pong,
    Ready,
    ServerBye,
    ServerPing,
    ServerPong,
    Welcome,
)

from .address import Address
from .credentials import GUEST, Credentials, Resume
from .dialing import Trust, Wire, dial
from .failures import CannotConnect, ConnectFailure, ConnectionLost, LossReason, Refused
from .known_servers import KnownServers

SIGN_IN_SECONDS = 10.0
SEND_SECONDS = 10.0
READ_BYTES = 65_536
_STILL_THERE = "still there?"
_ANSWER = ServerPong(data=_STILL_THERE)

Decode = Callable[[bytes], FromServer | Envelope | None]
Expected = TypeVar("Expected", Welcome, Ready)


class Session:
    """A session that is ready. One task receives; any may send."""

    welcome: Welcome
    ready: Ready

    def __init__(self, wire: Wire, decode: Decode = decode_server) -> None:
        self.wire = wire
        self._decode = decode
        self._stream = wire.stream
        self._reader = FrameReader(FROM_SERVER)
        self._inbox: deque[FromServer | Envelope] = deque()
        self._sending = trio.Lock()
        self._said_bye = False
        self._last_event = 0
        self._quiet_seconds = inf
        self._garbled: str | None = None
        """What came after all that is in the inbox, and cannot be read."""

    @property
    def name(self) -> str:
        """What the server calls us; not always what we asked for."""
        return self.ready.name

    @property
    def resume(self) -> Resume:
        """What takes this session back after a loss, up to the last event that `receive` returned."""
        return Resume(session=self.ready.session, secret=self.ready.secret, n=self._last_event)

    async def send(self, message: FromClient) -> None:
        """Send the message whole, or lose the connection: nothing in between, even when cancelled."""
        data = encode(message)
        async with self._sending:
            with trio.move_on_after(SEND_SECONDS, shield=True) as in_time:
                try:
                    await self._stream.send_all(data)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    raise ConnectionLost(LossReason.RESET) from None
            if in_time.cancelled_caught:
                await trio.aclose_forcefully(self._stream)
                raise ConnectionLost(LossReason.STUCK)

    async def receive(self) -> FromServer | Envelope:
        """The next message, pings answered on the way; ConnectionLost after the last one."""
        while True:
            while self._inbox:
                message = self._inbox[0]
                if isinstance(message, ServerPing):
                    await self.send(Pong(data=message.data))
                self._inbox.popleft()  # only now: a receive that is cancelled loses no ping
                if not isinstance(message, ServerPing) and message != _ANSWER:
                    self._note(message)
                    return message
            await self._read()

    async def attend(self) -> None:
        """Answer pings until cancelled, and keep all else for `receive`: while somebody thinks for long."""
        with suppress(ConnectionLost):  # the next send or receive finds it out
            while True:
                for ping in tuple(message for message in self._inbox if isinstance(message, ServerPing)):
                    await self.send(Pong(data=ping.data))
                    self._inbox.remove(ping)
                await self._read()

    async def aclose(self) -> None:
        """Close the connection at once."""
        await trio.aclose_forcefully(self._stream)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> FromServer | Envelope:
        """As `receive`, but an end after the server's bye is the end of the loop."""
        try:
            return await self.receive()
        except ConnectionLost:
            if self._said_bye:
                raise StopAsyncIteration from None
            raise

    def _note(self, message: FromServer | Envelope) -> None:
        match message:
            case Envelope(n=n):
                self._last_event = n
            case Left():
                self._last_event = 0
            case ServerBye():
                self._said_bye = True

    async def _read(self) -> None:
        """Read once into the inbox; when it has been quiet for long, ask whether anybody is there."""
        if self._garbled is not None:
            raise ConnectionLost(LossReason.GARBLED, self._garbled)
        for asked in (False, True):
            with trio.move_on_after(self._quiet_seconds):
                self._take(await self._receive_some())
                return
            if not asked:
                await self.send(Ping(data=_STILL_THERE))
        raise ConnectionLost(LossReason.SILENT)

    async def _receive_some(self) -> bytes:
        try:
            data = bytes(await self._stream.receive_some(READ_BYTES))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise ConnectionLost(LossReason.RESET) from None
        if not data:
            raise ConnectionLost(LossReason.CLOSED, "in mid-frame" if self._reader.in_frame else "")
        return data

    def _take(self, data: bytes) -> None:
        try:
            for body in self._reader.feed(data):
                message = self._decode(body)
                if message is not None:  # a newer server's word
                    self._inbox.append(message)
        except ProtocolError as error:
            where = f" at `{error.path}`" if isinstance(error, BadMessage) else ""
            self._garbled = f"{error.message}{where}"

    async def _sign_in(self, hello: Hello, credentials: Credentials, spare_names: Sequence[str]) -> None:
        """Under the first of the names that is not somebody else's."""
        if isinstance(credentials, Resume):
            self._last_event = credentials.n
        names = (hello.name, *spare_names)
        for name in names:
            said = credentials.greet(replace(hello, name=name))
            await self.send(said)
            try:
                self.welcome = await self._expect(Welcome, name)
                break
            except Refused as refused:
                if refused.error.code is not ErrorCode.NAME_TAKEN or name == names[-1]:
                    raise
        proof = credentials.prove(said, self.welcome, self.wire.spki)
        if proof is not None:
            await self.send(proof)
        self.ready = await self._expect(Ready, said.name)
        self._quiet_seconds = 2 * self.welcome.limits.ping_ms / 1000

    async def _expect(self, expected: type[Expected], name: str) -> Expected:
        """That message, or what the server refuses with; others do not belong here."""
        message = await self.receive()
        if isinstance(message, Error):
            raise Refused(message, name)
        if isinstance(message, expected):
            return message
        raise ConnectionLost(LossReason.GARBLED, f"no {expected.__name__} in the sign-in")


async def sign_in(
    wire: Wire,
    hello: Hello,
    credentials: Credentials = GUEST,
    spare_names: Sequence[str] = (),
    decode: Decode = decode_server,
) -> Session:
    """A session over a wire that is already open; Refused, ConnectionLost, or trio.TooSlowError."""
    session = Session(wire, decode)
    with trio.fail_after(SIGN_IN_SECONDS):
        await session._sign_in(hello, credentials, spare_names)
    return session


@asynccontextmanager
async def open_session(
    address: Address,
    hello: Hello,
    credentials: Credentials = GUEST,
    *,
    spare_names: Sequence[str] = (),
    known: KnownServers | None = None,
    decode: Decode = decode_server,
) -> AsyncIterator[Session]:
    """A session at that address, closed at the end; CannotConnect, Refused or KeptError where there is none.

    A server that is met for the first time is held to its certificate from then on. `spare_names` are asked for in
    turn where the hello's own is somebody else's; `decode` reads what comes.
    """
    known = known or KnownServers()
    wire = await dial(address, known)
    try:
        session = await _signed_in(address, wire, hello, credentials, spare_names, decode)
        if wire.trust is Trust.FIRST_SEEN and wire.fingerprint is not None:
            known.remember(address, wire.fingerprint)
        yield session
    finally:
        await trio.aclose_forcefully(wire.stream)


async def _signed_in(
    address: Address,
    wire: Wire,
    hello: Hello,
    credentials: Credentials,
    spare_names: Sequence[str],
    decode: Decode,
) -> Session:
    try:
        return await sign_in(wire, hello, credentials, spare_names, decode)
    except trio.TooSlowError:
        raise CannotConnect(address, ConnectFailure.TIMED_OUT) from None
    except ConnectionLost as loss:
        garbled = loss.reason is LossReason.GARBLED
        raise CannotConnect(address, ConnectFailure.NOT_COINCHE if garbled else ConnectFailure.CLOSED) from loss
