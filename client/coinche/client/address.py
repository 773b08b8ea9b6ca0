"""Addresses as people write them: `HOST`, `HOST:PORT`, `[::1]:PORT`. Knows no network."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.protocol import DEFAULT_PORT


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class MalformedAddress(ValueError):
    """What was written is no address."""


def read_address(text: str) -> Address:
    """The address that is meant; the default port where none is given."""
    host, port = _split(text.strip())
    if not host or any(c.isspace() for c in host) or "/" in host:
        raise MalformedAddress(text)
    if not port:
        return Address(host, DEFAULT_PORT)
    if not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        raise MalformedAddress(text)
    return Address(host, int(port))


def _split(text: str) -> tuple[str, str]:
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest[1:]) or (rest and rest[0] != ":"):
            raise MalformedAddress(text)
        return host, rest[1:]
    if text.count(":") > 1:
        return text, ""
    host, colon, port = text.partition(":")
    if colon and not port:
        raise MalformedAddress(text)
    return host, port
