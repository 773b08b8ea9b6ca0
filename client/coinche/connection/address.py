"""Addresses as people write them: `HOST`, `HOST:PORT`, `[::1]:PORT`, `coinche://HOST:PORT#FINGERPRINT` and, without
TLS, `coinche+tcp://HOST:PORT`. Knows no network.

A server that was found on the network, as far as it says itself: nothing of it is proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from coinche.protocol import DEFAULT_PORT
from coinche.protocol.fingerprint import LETTERS, read_fingerprint

TLS = "coinche"
PLAIN = "coinche+tcp"


class Fault(Enum):
    """What is wrong with what was written."""

    HOST = auto()
    """No host, or none that a host can be called."""
    PORT = auto()
    SCHEME = auto()
    """Another protocol's address."""
    FINGERPRINT = auto()
    FINGERPRINT_LETTER = auto()
    """A sign in it that no fingerprint has: mostly a digit that was read for a letter."""
    FINGERPRINT_OF_PLAIN = auto()
    """Without TLS there is no certificate that could have it."""


class MalformedAddress(ValueError):
    """What was written is no address; `fault` says why."""

    def __init__(self, text: str, fault: Fault) -> None:
        super().__init__(f"{text!r}: {fault.name.lower()}")
        self.text = text
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, and how it is talked to. Without a `fingerprint` the one that was seen first is held to."""

    host: str
    port: int
    tls: bool = True
    fingerprint: str | None = None

    def __str__(self) -> str:
        """Host and port alone."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def link(self) -> str:
        """The whole address, to be handed on."""
        fragment = f"#{self.fingerprint}" if self.fingerprint else ""
        return f"{TLS if self.tls else PLAIN}://{self}{fragment}"


def read_address(text: str) -> Address:
    """The address that is meant, with the default port where none is given; MalformedAddress where it is none."""
    scheme, rest = _scheme(text.strip(), text)
    where, hash_sign, written = rest.partition("#")
    host, port = _split(where.removesuffix("/") if "://" in text else where, text)
    return Address(host, port, scheme == TLS, _fingerprint(written, scheme, text) if hash_sign else None)


def _scheme(address: str, text: str) -> tuple[str, str]:
    scheme, slashes, rest = address.partition("://")
    if not slashes:
        return TLS, address
    if scheme.lower() not in (TLS, PLAIN):
        raise MalformedAddress(text, Fault.SCHEME)
    return scheme.lower(), rest


def _fingerprint(written: str, scheme: str, text: str) -> str:
    if scheme == PLAIN:
        raise MalformedAddress(text, Fault.FINGERPRINT_OF_PLAIN)
    try:
        return read_fingerprint(written)
    except ValueError:
        alien = any(c not in "-" + LETTERS for c in written.upper())
        raise MalformedAddress(text, Fault.FINGERPRINT_LETTER if alien else Fault.FINGERPRINT) from None


def _split(where: str, text: str) -> tuple[str, int]:
    """Host and port; an IPv6 address stands in brackets, or alone."""
    if where.startswith("["):
        host, closed, rest = where[1:].partition("]")
        if not closed or (rest and rest[0] != ":"):
            raise MalformedAddress(text, Fault.HOST)
        colon, port = rest[:1], rest[1:]
    elif where.count(":") > 1:
        host, colon, port = where, "", ""
    else:
        host, colon, port = where.partition(":")
    if not host or any(c.isspace() or c in "/@?" or not c.isprintable() for c in host):
        raise MalformedAddress(text, Fault.HOST)
    return host, _port(port, text) if colon else DEFAULT_PORT


def _port(port: str, text: str) -> int:
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) < 65536):
        raise MalformedAddress(text, Fault.PORT)
    return int(port)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What it is called, where it is, and how busy."""

    name: str
    address: Address
    tables: int = 0
    people: int = 0
