"""The way from an address to an exchange of messages: TCP, TLS 1.3, the check of the server, frames.

Certificates count by their fingerprint alone: no authority, no host name, no date. Nothing is sent to a server whose
fingerprint is wrong. `Exchange` sends a message whole or not at all, and answers pings and requests for shares at once.
"""

from __future__ import annotations

import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from math import inf

import trio

from coinche.protocol.codec import decode_server, encode
from coinche.protocol.errors import BadMessage, ErrorClass, ProtocolError
from coinche.protocol.fingerprint import fingerprint, same, spki_hash
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import (
    Envelope,
    Error,
    FromClient,
    FromServer,
    Ok,
    Ping,
    Pong,
    ServerPing,
    ServerPong,
    ShareWanted,
)

from .address import Address
from .errors import CannotConnect, ConnectFailure, ConnectionLost, LossReason
from .fair_shuffle import ID, ShareGiver
from .known_servers import KnownServers

CONNECT_SECONDS = 10.0


class Trust(Enum):
    """Reasons to trust that the server is the one that is meant."""

    NONE = auto()
    """The server's identity is unknown: there is no TLS."""
    LINK = auto()
    """The address names the server's fingerprint."""
    KNOWN = auto()
    """The server has the same fingerprint as before."""
    FIRST_SEEN = auto()
    """The server is visited for the first time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transport:
    """An open connection. `spki` is the hash of the server's public key, empty without TLS."""

    stream: trio.abc.Stream
    trust: Trust = Trust.NONE
    spki: bytes = b""

    @property
    def fingerprint(self) -> str | None:
        """The server's fingerprint; None without TLS."""
        return fingerprint(self.spki) if self.spki else None


async def dial(address: Address, known: KnownServers) -> Transport:
    """Open a connection to that address; CannotConnect if there is none, KeptError if `known` cannot be read."""
    stream = await _connect(address)
    if not address.tls:
        return Transport(stream=stream)
    try:
        return await _secured(stream, address, known)
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise


async def _connect(address: Address) -> trio.SocketStream:
    """Open a TCP connection; trio sets TCP_NODELAY on it."""
    try:
        with trio.fail_after(CONNECT_SECONDS):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError:
        raise CannotConnect(address, ConnectFailure.TIMED_OUT) from None
    except (OSError, UnicodeError) as error:  # UnicodeError: a name that no host can have
        raise CannotConnect(address, _failure(error)) from error


async def _secured(stream: trio.SocketStream, address: Address, known: KnownServers) -> Transport:
    secure = trio.SSLStream(stream, _context(), https_compatible=True)
    try:
        with trio.fail_after(CONNECT_SECONDS):
            await secure.do_handshake()
        spki = spki_hash(secure.getpeercert(binary_form=True) or b"")
    except trio.TooSlowError:
        raise CannotConnect(address, ConnectFailure.TIMED_OUT) from None
    except trio.BrokenResourceError as error:
        hung_up = not isinstance(error.__cause__, ssl.SSLError) or isinstance(error.__cause__, ssl.SSLEOFError)
        raise CannotConnect(address, ConnectFailure.CLOSED if hung_up else ConnectFailure.NO_TLS) from error
    except ValueError:  # a certificate that is none
        raise CannotConnect(address, ConnectFailure.NOT_COINCHE) from None
    return Transport(stream=secure, trust=_trust(address, fingerprint(spki), known), spki=spki)


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def _trust(address: Address, found: str, known: KnownServers) -> Trust:
    """Return the reason to trust the fingerprint; CannotConnect if it is the wrong one."""
    if address.fingerprint is not None:
        expected, trust, failure = address.fingerprint, Trust.LINK, ConnectFailure.WRONG_FINGERPRINT
    else:
        before = known.fingerprint(address)
        if before is None:
            return Trust.FIRST_SEEN
        expected, trust, failure = before, Trust.KNOWN, ConnectFailure.CHANGED_CERTIFICATE
    if not same(expected, found):
        raise CannotConnect(address, failure, expected=expected, found=found)
    return trust


def _failure(error: Exception) -> ConnectFailure:
    """Return the reason why no address of the host accepted; "refused" if any of them did refuse."""
    if isinstance(error, (socket.gaierror, UnicodeError)):
        return ConnectFailure.UNKNOWN_HOST
    cause = error.__cause__
    causes = cause.exceptions if isinstance(cause, BaseExceptionGroup) else (error, cause)
    if any(isinstance(one, ConnectionRefusedError) for one in causes):
        return ConnectFailure.REFUSED
    if any(isinstance(one, TimeoutError) for one in causes):
        return ConnectFailure.TIMED_OUT
    return ConnectFailure.UNREACHABLE


SEND_SECONDS = 10.0
READ_BYTES = 65_536
MAX_AHEAD = 2**22
"""Maximum number of bytes read while somebody thinks; `attend` then ends, until `receive` has returned the messages."""
_STILL_THERE = "still there?"
_ANSWER = ServerPong(data=_STILL_THERE)

Decode = Callable[[bytes], FromServer | Envelope | None]


class Exchange:
    """The exchange of messages over one transport. One task receives; any may send."""

    def __init__(self, wire: Transport, decode: Decode = decode_server, shares: ShareGiver | None = None) -> None:
        self.wire = wire
        self.shares = shares or ShareGiver()
        self.quiet_seconds = inf
        """Seconds of silence after which the server is asked whether it is there."""
        self._decode = decode
        self._stream = wire.stream
        self._reader = FrameReader(FROM_SERVER)
        self._inbox: deque[FromServer | Envelope] = deque()
        self._ahead = 0
        """The bytes read since the inbox was last empty."""
        self._due: deque[FromClient] = deque()
        """The automatic answers that are not sent yet."""
        self._sending = trio.Lock()
        self._garbled: str | None = None
        """The error of an unreadable message, raised after everything in the inbox."""

    async def send(self, message: FromClient) -> None:
        """Send the message whole, or lose the connection; nothing in between, even when cancelled."""
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
        """Return the next message that is not answered automatically; ConnectionLost after the last one."""
        while not self._inbox:
            await self._answer()
            await self._read()
        with suppress(ConnectionLost):  # the next read finds it out, after everything in the inbox
            await self._answer()
        return self._inbox.popleft()

    async def attend(self) -> None:
        """Answer automatic messages until cancelled and keep all others for `receive`, while somebody thinks for
        long.

        It ends where MAX_AHEAD bytes wait; TCP then holds the server back.
        """
        with suppress(ConnectionLost):  # the next send or receive finds it out
            await self._answer()
            while not self._inbox or self._ahead < MAX_AHEAD:
                await self._read()
                await self._answer()

    async def _answer(self) -> None:
        """Send the automatic answers."""
        while self._due:
            await self.send(self._due[0])
            self._due.popleft()  # only now: a receive that is cancelled loses no ping

    def _sort(self, message: FromServer | Envelope) -> None:
        """Answer the message automatically or keep it for `receive`; drop the replies to automatic messages."""
        self.shares.hear(message)
        answer = self._reflex(message)
        if answer is not None:
            self._due.append(answer)
        elif message != _ANSWER and not _is_about_a_share(message):
            self._inbox.append(message)

    def _reflex(self, message: FromServer | Envelope) -> FromClient | None:
        """Return the automatic answer to a message; None if it needs thought, or no answer."""
        match message:
            case ServerPing(data=data):
                return Pong(data=data)
            case ShareWanted():
                return self.shares.answer(message)
            case _:
                return None

    async def aclose(self) -> None:
        """Close the connection at once."""
        await trio.aclose_forcefully(self._stream)

    async def _read(self) -> None:
        """Read once into the inbox; after a long silence, ask whether anybody is there."""
        if self._garbled is not None:
            raise ConnectionLost(LossReason.GARBLED, self._garbled)
        for asked in (False, True):
            with trio.move_on_after(self.quiet_seconds):
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
        self._ahead = len(data) + (self._ahead if self._inbox else 0)
        return data

    def _take(self, data: bytes) -> None:
        try:
            for body in self._reader.feed(data):
                message = self._decode(body)
                if message is not None:  # a newer server's word
                    self._sort(message)
        except ProtocolError as error:
            where = f" at `{error.path}`" if isinstance(error, BadMessage) else ""
            self._garbled = f"{error.message}{where}"


def _is_about_a_share(message: FromServer | Envelope) -> bool:
    """Return True for the reply to a share or a pledge, which the caller does not need."""
    match message:
        case Ok(re=re):
            return re == ID
        case Error(re=re, error_class=ErrorClass.REJECT):
            return re == ID
        case _:
            return False
