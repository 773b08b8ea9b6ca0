"""Addresses as people write them, of servers and of the gateway.

A server is `HOST`, `HOST:PORT`, `[::1]:PORT`, `coinche://HOST:PORT#FINGERPRINT` or, without TLS,
`coinche+tcp://HOST:PORT`. An invitation to a name follows the fingerprint, `#FINGERPRINT.t1.SECRET`, or stands alone,
`#t1.SECRET`. The gateway listens at `2222` or `192.168.1.20:2222`; `reached_at` gives the addresses at
which friends can reach it.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass, field
from enum import Enum, auto

from coinche.protocol import DEFAULT_PORT
from coinche.protocol.fingerprint import LETTERS, read_fingerprint

TLS = "coinche"
PLAIN = "coinche+tcp"
_INVITED = re.compile(r"(?:(?P<fingerprint>[^.]*)\.)?t1\.(?P<secret>.*)")
_SECRET = re.compile(r"[0-9a-f]{32}")


class AddressFault(Enum):
    """Faults of a written address."""

    HOST = auto()
    """There is no host, or the host is no valid name."""
    PORT = auto()
    SCHEME = auto()
    """The scheme is another protocol's."""
    FINGERPRINT = auto()
    FINGERPRINT_LETTER = auto()
    """The fingerprint has a character that no fingerprint has: mostly a digit that was read for a letter."""
    FINGERPRINT_OF_PLAIN = auto()
    """A fingerprint is given without TLS; there is no certificate that could have it."""
    INVITATION = auto()
    """The invitation is not whole."""


class MalformedAddress(ValueError):
    """The text is no address; `fault` says why."""

    def __init__(self, text: str, fault: AddressFault) -> None:
        super().__init__(f"{text!r}: {fault.name.lower()}")
        self.text = text
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Address:
    """A server's host, port and transport. Without `fingerprint` the first certificate seen is trusted from then on.

    `invitation` is the secret of one to a name there.
    """

    host: str
    port: int
    tls: bool = True
    fingerprint: str | None = None
    invitation: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """Host and port alone."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def link(self) -> str:
        """The whole address, as a link to hand on; an invitation is nobody else's and is left out."""
        fragment = f"#{self.fingerprint}" if self.fingerprint else ""
        return f"{TLS if self.tls else PLAIN}://{self}{fragment}"


def read_address(text: str) -> Address:
    """Parse an address, with the default port if none is given; raise MalformedAddress if the text is no address."""
    scheme, rest = _scheme(text.strip(), text)
    where, hash_sign, written = rest.partition("#")
    host, port = _split(where.removesuffix("/") if "://" in text else where, text)
    invited = _INVITED.fullmatch(written)
    secret = None if invited is None else _invitation(invited["secret"], text)
    fingerprint = written if invited is None else invited["fingerprint"]
    known = _fingerprint(fingerprint, scheme, text) if hash_sign and fingerprint is not None else None
    return Address(host, port, scheme == TLS, known, secret)


def _scheme(address: str, text: str) -> tuple[str, str]:
    scheme, slashes, rest = address.partition("://")
    if not slashes:
        return TLS, address
    if scheme.lower() not in (TLS, PLAIN):
        raise MalformedAddress(text, AddressFault.SCHEME)
    return scheme.lower(), rest


def _invitation(secret: str, text: str) -> str:
    if not _SECRET.fullmatch(secret):
        raise MalformedAddress(text, AddressFault.INVITATION)
    return secret


def _fingerprint(written: str, scheme: str, text: str) -> str:
    if scheme == PLAIN:
        raise MalformedAddress(text, AddressFault.FINGERPRINT_OF_PLAIN)
    try:
        return read_fingerprint(written)
    except ValueError:
        alien = any(c not in "-" + LETTERS for c in written.upper())
        raise MalformedAddress(text, AddressFault.FINGERPRINT_LETTER if alien else AddressFault.FINGERPRINT) from None


def _split(where: str, text: str) -> tuple[str, int]:
    """Split a text into host and port; an IPv6 address stands in brackets, or alone."""
    if where.startswith("["):
        host, closed, rest = where[1:].partition("]")
        if not closed or (rest and rest[0] != ":"):
            raise MalformedAddress(text, AddressFault.HOST)
        colon, port = rest[:1], rest[1:]
    elif where.count(":") > 1:
        host, colon, port = where, "", ""
    else:
        host, colon, port = where.partition(":")
    if not host or any(c.isspace() or c in "/@?" or not c.isprintable() for c in host):
        raise MalformedAddress(text, AddressFault.HOST)
    return host, _port(port, text) if colon else DEFAULT_PORT


def _port(port: str, text: str) -> int:
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) < 65536):
        raise MalformedAddress(text, AddressFault.PORT)
    return int(port)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A server found on the network: its name, address and load, as the server claims; nothing of it is proved."""

    name: str
    address: Address
    tables: int = 0
    people: int = 0
    fingerprint: str = field(default="", compare=False, repr=False)
    """Tells servers apart that are heard at several addresses, and no more."""

    def is_same(self, other: Found) -> bool:
        """Return whether both are one server, perhaps heard at another of its addresses."""
        same_key = bool(self.fingerprint) and self.fingerprint == other.fingerprint
        return self.address == other.address or (same_key and self.address.port == other.address.port)


EVERYWHERE = ""
ELSEWHERE = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""One address of each private range, and one that stands for everywhere else."""
SSH_PORT = 22
HIGHEST = 65535


@dataclass(frozen=True, slots=True)
class Listening:
    """A port, on one address of this machine or on all of them; port 0 is any that is free."""

    host: str
    port: int


def read_listening(text: str) -> Listening | None:
    """Parse a listening address; return None if the text is none."""
    match = re.fullmatch(r"(?:(?P<bare>[^\[\]:\s]+):|\[(?P<six>[0-9A-Fa-f:.]+)\]:)?(?P<port>[0-9]{1,5})", text)
    if match is None or int(match["port"]) > HIGHEST:
        return None
    return Listening(match["bare"] or match["six"] or EVERYWHERE, int(match["port"]))


def reached_at(host: str) -> tuple[str, ...]:
    """Return the addresses that friends can use; this machine's own loopback if there is no other."""
    if host not in (EVERYWHERE, "0.0.0.0", "::"):
        return (host,)
    found = dict.fromkeys(address for there in ELSEWHERE if (address := _source_towards(there)) is not None)
    return tuple(found) or ("127.0.0.1",)


def _source_towards(address: str) -> str | None:
    """Return this machine's address towards another. Connecting a datagram socket sends nothing; the system only
    chooses the source address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
