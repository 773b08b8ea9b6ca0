"""From an address to a wire: TCP, TLS 1.3 over it, and whether the server is the one that is meant.

Knows certificates by their fingerprint alone: no authority, no host name, no date. Nothing is sent to a server whose
fingerprint is wrong. Refuses to know the protocol.
"""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from enum import Enum, auto

import trio

from coinche.client.on_disk.known_servers import KnownServers
from coinche.protocol.fingerprint import fingerprint, same, spki_hash

from .address import Address
from .failures import CannotConnect, ConnectFailure

CONNECT_SECONDS = 10.0


class Trust(Enum):
    """Why the server is taken for the one that is meant."""

    NONE = auto()
    """It is not known who it is: there is no TLS."""
    LINK = auto()
    """The address names its fingerprint."""
    KNOWN = auto()
    """It has the fingerprint that it had before."""
    FIRST_SEEN = auto()
    """Nobody has been there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """An open connection. `spki` is the hash of the server's public key, empty without TLS."""

    stream: trio.abc.Stream
    trust: Trust = Trust.NONE
    spki: bytes = b""

    @property
    def fingerprint(self) -> str | None:
        """What the server is known by."""
        return fingerprint(self.spki) if self.spki else None


async def dial(address: Address, known: KnownServers) -> Wire:
    """A wire to that address; CannotConnect where there is none, KeptError where `known` cannot be read."""
    stream = await _connect(address)
    if not address.tls:
        return Wire(stream=stream)
    try:
        return await _secured(stream, address, known)
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise


async def _connect(address: Address) -> trio.SocketStream:
    """A TCP connection; trio sets TCP_NODELAY on it."""
    try:
        with trio.fail_after(CONNECT_SECONDS):
            return await trio.open_tcp_stream(address.host, address.port)
    except trio.TooSlowError:
        raise CannotConnect(address, ConnectFailure.TIMED_OUT) from None
    except (OSError, UnicodeError) as error:  # UnicodeError: a name that no host can have
        raise CannotConnect(address, _failure(error)) from error


async def _secured(stream: trio.SocketStream, address: Address, known: KnownServers) -> Wire:
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
    return Wire(stream=secure, trust=_trust(address, fingerprint(spki), known), spki=spki)


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def _trust(address: Address, found: str, known: KnownServers) -> Trust:
    """What speaks for the fingerprint; CannotConnect where something speaks against it."""
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
