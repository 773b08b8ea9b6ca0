"""A connection to a server, signed in. `errors` lists the ways in which it can fail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Self, TypeVar

import trio
from msgspec.structs import replace

from coinche.protocol.codec import decode_server
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    AwaitsApproval,
    Capability,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Left,
    Ready,
    Request,
    ServerBye,
    Welcome,
)

from .address import Address
from .credentials import GUEST, Credentials, ResumeCredentials
from .errors import CannotConnect, ConnectFailure, ConnectionLost, LossReason, TurnedDown
from .fair_shuffle import Checked
from .known_servers import KnownServers
from .transport import Decode, Exchange, Transport, Trust, dial
from .validate_message import can_be_answered

SIGN_IN_SECONDS = 10.0
MOST_APPROVAL_SECONDS = 3600.0
"""The longest that a server may have its operator think about a newcomer."""
LEAST_QUIET_SECONDS = 1.0
"""Seconds of silence after which a server is asked whether it is there, at the least, whatever it says of its pings."""
Expected = TypeVar("Expected", Welcome, Ready)
Waits = Callable[[AwaitsApproval], None]


class ClientSession:
    """A session that is ready. One task receives; any may send."""

    def __init__(self, exchange: Exchange, welcome: Welcome, ready: Ready, seen: int = 0) -> None:
        self.welcome = welcome
        self.ready = ready
        self._exchange = exchange
        self._last_event = seen
        self._said_bye = False
        exchange.quiet_seconds = max(LEAST_QUIET_SECONDS, 2 * welcome.limits.ping_ms / 1000)

    def watch(self, seconds: float) -> None:
        """Ask after that many seconds of silence whether the server is there, and give up after as many again."""
        self._exchange.quiet_seconds = seconds

    @property
    def wire(self) -> Transport:
        """The transport of this session."""
        return self._exchange.wire

    @property
    def name(self) -> str:
        """The name that the server gave this client, not always the one requested."""
        return self.ready.name

    @property
    def resume(self) -> ResumeCredentials:
        """The credentials that resume this session after the last event that `receive` returned."""
        shares = self._exchange.shares
        return ResumeCredentials(
            session=self.ready.session, secret=self.ready.secret, n=self._last_event, shares=shares
        )

    def checked(self) -> tuple[Checked, ...]:
        """Return the deals checked since the last call."""
        return self._exchange.shares.found()

    async def send(self, message: FromClient) -> None:
        """Send a message whole, or lose the connection; nothing in between, even when cancelled."""
        await self._exchange.send(message)

    async def receive(self) -> FromServer | Envelope:
        """Return the next message that is not answered automatically; ConnectionLost after the last one.

        A request that nobody can answer ends the connection, as an unreadable message does.
        """
        message = await self._exchange.receive()
        if isinstance(message, Request) and not can_be_answered(message):
            raise ConnectionLost(LossReason.GARBLED, f"request {message.request} cannot be answered")
        self._note(message)
        return message

    async def attend(self) -> None:
        """Answer automatic messages until cancelled and keep all others for `receive`, while somebody thinks for
        long."""
        await self._exchange.attend()

    async def aclose(self) -> None:
        """Close the connection at once."""
        await self._exchange.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> FromServer | Envelope:
        """Return the next message as `receive` does; the end after the server's bye ends the loop."""
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


async def sign_in(
    wire: Transport,
    hello: Hello,
    credentials: Credentials = GUEST,
    spare_names: Sequence[str] = (),
    decode: Decode = decode_server,
    waits: Waits = lambda message: None,
) -> ClientSession:
    """Sign in over an open wire; TurnedDown, ConnectionLost, or trio.TooSlowError.

    `waits` is called with the server's message if somebody has to let in the client first.
    """
    resumed = credentials if isinstance(credentials, ResumeCredentials) else None
    exchange = Exchange(wire, decode, resumed.shares if resumed else None)
    hello = replace(hello, want=(*hello.want, Capability.FAIR))
    with trio.fail_after(SIGN_IN_SECONDS) as scope:
        said, welcome = await _greeted(exchange, hello, credentials, spare_names)
        proof = credentials.prove(said, welcome, wire.spki)
        if proof is not None:
            await exchange.send(proof)
        ready = await _admitted(exchange, said.name, scope, waits)
    return ClientSession(exchange, welcome, ready, resumed.n if resumed else 0)


async def _greeted(
    exchange: Exchange, hello: Hello, credentials: Credentials, spare_names: Sequence[str]
) -> tuple[Hello, Welcome]:
    """Return the hello and the welcome under the first name that nobody else owns."""
    *names, last = (hello.name, *spare_names)
    for name in names:
        try:
            return await _greeted_as(name, exchange, hello, credentials)
        except TurnedDown as refused:
            if refused.error.code is not ErrorCode.NAME_TAKEN:
                raise
    return await _greeted_as(last, exchange, hello, credentials)


async def _greeted_as(name: str, exchange: Exchange, hello: Hello, credentials: Credentials) -> tuple[Hello, Welcome]:
    said = credentials.greet(replace(hello, name=name))
    await exchange.send(said)
    return said, _expected(await exchange.receive(), Welcome, name)


async def _admitted(exchange: Exchange, name: str, scope: trio.CancelScope, waits: Waits) -> Ready:
    """Return `ready`, which takes as long as the server says if somebody has to let in the client."""
    message = await exchange.receive()
    if isinstance(message, AwaitsApproval):
        scope.deadline = trio.current_time() + min(message.ms / 1000, MOST_APPROVAL_SECONDS) + SIGN_IN_SECONDS
        waits(message)
        message = await exchange.receive()
    return _expected(message, Ready, name)


def _expected(message: FromServer | Envelope, expected: type[Expected], name: str) -> Expected:
    """Return the expected message; raise the server's refusal, and ConnectionLost for any other message."""
    if isinstance(message, Error):
        raise TurnedDown(message, name)
    if isinstance(message, expected):
        return message
    raise ConnectionLost(LossReason.GARBLED, f"no {expected.__name__} in the sign-in")


@asynccontextmanager
async def open_session(
    address: Address,
    hello: Hello,
    credentials: Credentials = GUEST,
    *,
    spare_names: Sequence[str] = (),
    known: KnownServers | None = None,
    decode: Decode = decode_server,
    waits: Waits = lambda message: None,
) -> AsyncIterator[ClientSession]:
    """Open a session at that address and close it at the end; CannotConnect, TurnedDown or KeptError if that fails.

    On a first visit the server is pinned to its certificate. `spare_names` are tried in turn when somebody else owns
    the hello's name; `decode` reads the messages; `waits` hears that somebody has to let in the client.
    """
    known = known or KnownServers()
    wire = await dial(address, known)
    try:
        session = await _signed_in(address, sign_in(wire, hello, credentials, spare_names, decode, waits))
        if wire.trust is Trust.FIRST_SEEN and wire.fingerprint is not None:
            known.remember(address, wire.fingerprint)
        yield session
    finally:
        await trio.aclose_forcefully(wire.stream)


async def _signed_in(address: Address, signing_in: Awaitable[ClientSession]) -> ClientSession:
    try:
        return await signing_in
    except trio.TooSlowError:
        raise CannotConnect(address, ConnectFailure.TIMED_OUT) from None
    except ConnectionLost as loss:
        garbled = loss.reason is LossReason.GARBLED
        raise CannotConnect(address, ConnectFailure.NOT_COINCHE if garbled else ConnectFailure.CLOSED) from loss
