"""A connection to a server, signed in: messages out, messages in, pings answered.

    SessionError
    ├── CannotConnect   nobody there, or nobody who speaks coinche/1; `reason` says which
    ├── Refused         the server said no during sign-in; `error` is its message
    └── ConnectionLost  it was there and is gone; `reason` says how

Knows trio and the sign-in. Refuses to know what the messages mean and what people are told.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Self, TypeVar

import msgspec
import trio

from coinche.protocol import auth
from coinche.protocol.codec import decode_server, encode
from coinche.protocol.errors import ProtocolError
from coinche.protocol.frames import FROM_SERVER, FrameReader
from coinche.protocol.messages import (
    Auth,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Left,
    Ping,
    Pong,
    Prove,
    Ready,
    ServerBye,
    ServerPing,
    ServerPong,
    Welcome,
)

CONNECT_SECONDS = 10.0
SIGN_IN_SECONDS = 10.0
SEND_SECONDS = 10.0
READ_BYTES = 65_536
_STILL_THERE = "still there?"
_ANSWER = ServerPong(data=_STILL_THERE)

Expected = TypeVar("Expected", Welcome, Ready)


class ConnectFailure(StrEnum):
    """Why there is no session."""

    UNKNOWN_HOST = "unknown_host"
    REFUSED = "refused"
    """The host is there, but nobody listens at that port."""
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    NOT_COINCHE = "not_coinche"
    """Somebody answered, but not in coinche/1."""
    CLOSED = "closed"
    """The other side hung up during sign-in."""


class LossReason(StrEnum):
    """How a session was lost."""

    CLOSED = "closed"
    RESET = "reset"
    SILENT = "silent"
    """Nothing came for a long time, not even the answer to a ping."""
    GARBLED = "garbled"
    """Bytes came that are no message."""
    STUCK = "stuck"
    """A message could not be sent: the other side does not read."""


class SessionError(Exception):
    """Root of what can go wrong with a session."""


class CannotConnect(SessionError):
    """There is no session; nothing was lost."""

    def __init__(self, host: str, port: int, reason: ConnectFailure) -> None:
        super().__init__(f"{host}:{port}: {reason}")
        self.host = host
        self.port = port
        self.reason = reason


class Refused(SessionError):
    """The server refused the sign-in."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: {error.message}")
        self.error = error


class ConnectionLost(SessionError):
    """The connection ended; the seat is kept for whoever comes back with `Session.resume`."""

    def __init__(self, reason: LossReason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """What takes a session back: its id, its secret, and the number of the last event seen (0: send them all)."""

    session: str
    secret: str
    n: int = 0


class Session:
    """A session that is ready. One task receives; any may send."""

    welcome: Welcome
    ready: Ready

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._reader = FrameReader(FROM_SERVER)
        self._inbox: deque[FromServer | Envelope] = deque()
        self._sending = trio.Lock()
        self._said_bye = False
        self._last_event = 0
        self._quiet_seconds = inf

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
                message = decode_server(body)
                if message is not None:  # a newer server's word
                    self._inbox.append(message)
        except ProtocolError as error:
            raise ConnectionLost(LossReason.GARBLED, error.message) from error

    async def _sign_in(self, hello: Hello, resume: Resume | None, token: str | None) -> None:
        if resume is not None:
            hello = msgspec.structs.replace(hello, auth=Auth.RESUME, session=resume.session)
        elif token is not None:
            hello = msgspec.structs.replace(hello, auth=Auth.TOKEN)
        await self.send(hello)
        self.welcome = await self._expect(Welcome)
        secret = token if resume is None else resume.secret
        if secret is not None:
            self._last_event = 0 if resume is None else resume.n
            proof = auth.proof(auth.key(secret), self.welcome.nonce, self._last_event)
            await self.send(Prove(proof=proof, n=self._last_event))
        self.ready = await self._expect(Ready)
        self._quiet_seconds = 2 * self.welcome.limits.ping_ms / 1000

    async def _expect(self, expected: type[Expected]) -> Expected:
        """That message, or what the server refuses with; others do not belong here."""
        message = await self.receive()
        if isinstance(message, Error):
            raise Refused(message)
        if isinstance(message, expected):
            return message
        raise ConnectionLost(LossReason.GARBLED, f"no {expected.__name__} in the sign-in")


async def sign_in(
    stream: trio.abc.Stream, hello: Hello, resume: Resume | None = None, token: str | None = None
) -> Session:
    """A session over a stream that is already open; Refused, ConnectionLost, or trio.TooSlowError."""
    session = Session(stream)
    with trio.fail_after(SIGN_IN_SECONDS):
        await session._sign_in(hello, resume, token)
    return session


@asynccontextmanager
async def open_session(
    host: str, port: int, hello: Hello, resume: Resume | None = None, token: str | None = None
) -> AsyncIterator[Session]:
    """A session at that address, closed at the end; CannotConnect or Refused where there is none.

    `resume` takes an earlier session back; `token` is one that the operator of the server has handed out.
    """
    stream = await _connect(host, port)
    try:
        yield await _sign_in_at(host, port, lambda: sign_in(stream, hello, resume, token))
    finally:
        await trio.aclose_forcefully(stream)


async def _connect(host: str, port: int) -> trio.SocketStream:
    """A TCP connection; trio sets TCP_NODELAY on it."""
    try:
        with trio.fail_after(CONNECT_SECONDS):
            return await trio.open_tcp_stream(host, port)
    except trio.TooSlowError:
        raise CannotConnect(host, port, ConnectFailure.TIMED_OUT) from None
    except (OSError, UnicodeError) as error:  # UnicodeError: a name that no host can have
        raise CannotConnect(host, port, _failure(error)) from error


async def _sign_in_at(host: str, port: int, signing_in: Callable[[], Awaitable[Session]]) -> Session:
    try:
        return await signing_in()
    except trio.TooSlowError:
        raise CannotConnect(host, port, ConnectFailure.TIMED_OUT) from None
    except ConnectionLost as loss:
        garbled = loss.reason is LossReason.GARBLED
        reason = ConnectFailure.NOT_COINCHE if garbled else ConnectFailure.CLOSED
        raise CannotConnect(host, port, reason) from loss


def _failure(error: Exception) -> ConnectFailure:
    """Why no address of the host took the connection; "refused" if any of them did refuse."""
    if isinstance(error, (socket.gaierror, UnicodeError)):
        return ConnectFailure.UNKNOWN_HOST
    cause = error.__cause__
    causes = cause.exceptions if isinstance(cause, BaseExceptionGroup) else (error, cause)
    if any(isinstance(one, ConnectionRefusedError) for one in causes):
        return ConnectFailure.REFUSED
    if any(isinstance(one, TimeoutError) for one in causes):
        return ConnectFailure.TIMED_OUT
    return ConnectFailure.UNREACHABLE
