"""Discovery of servers on a local network: the datagrams of the beacon, the properties in mDNS.

Anybody on the network may have sent these bytes: a reader returns what they should be, or None. Nothing in them is
proved, not even the fingerprint.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from . import DEFAULT_PORT
from .fingerprint import read_fingerprint
from .names import is_name

PORT = DEFAULT_PORT
"""The UDP port on which every server listens for probes, whatever its TCP port is."""
GROUP = "239.255.245.67"
"""The multicast group that probes are sent to, besides broadcasts."""
SERVICE = "_coinche._tcp.local."
"""The type of service under which servers stand in mDNS."""
SIZE = 512
"""Bytes of a probe, and of an answer at most: a server never sends more than it got, and amplifies no flood."""
MOST = 65535
"""The highest count."""

_PROBE = b"coinche?1"
_DIGITS = 8
_NEAR = tuple(
    ipaddress.ip_network(network)
    for network in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
)

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """The public facts of a server: name, TCP port, fingerprint, and how busy it is."""

    name: str
    port: Port
    fingerprint: str
    tables: Count = 0
    people: Count = 0


class _Answer(Announcement, frozen=True, kw_only=True):
    coinche: Literal[1]
    id: str


def is_near(address: str) -> bool:
    """Return whether beacons work there: private, link-local and loopback addresses of IPv4."""
    try:
        known = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return any(known in network for network in _NEAR)


def probe(nonce: str) -> bytes:
    """A probe; `nonce` is eight hexadecimal digits that its answers repeat."""
    return (_PROBE + nonce.encode()).ljust(SIZE)


def read_probe(datagram: bytes) -> str | None:
    """Return the nonce of a probe; None if the datagram is no probe. The rest of the datagram is ignored."""
    nonce = datagram[len(_PROBE) : len(_PROBE) + _DIGITS]
    if len(datagram) != SIZE or not datagram.startswith(_PROBE) or not set(b"0123456789abcdef").issuperset(nonce):
        return None
    return nonce.decode()


def answer(nonce: str, said: Announcement) -> bytes:
    """The answer to a probe."""
    return msgspec.json.encode({"coinche": 1, "id": nonce, **msgspec.structs.asdict(said)})


def read_answer(datagram: bytes, nonce: str) -> Announcement | None:
    """Read an answer to the probe of that nonce; None if it is no answer, or answers another probe."""
    if len(datagram) > SIZE:
        return None
    try:
        read = msgspec.json.decode(datagram, type=_Answer)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if read.id != nonce:
        return None
    return _sound(
        Announcement(
            name=read.name, port=read.port, fingerprint=read.fingerprint, tables=read.tables, people=read.people
        )
    )


def properties(said: Announcement) -> dict[str, str]:
    """The announcement as TXT properties of mDNS, which has the port elsewhere."""
    return {"coinche": "1", **{key: str(value) for key, value in msgspec.structs.asdict(said).items() if key != "port"}}


def read_properties(facts: Mapping[bytes, bytes | None], port: int | None) -> Announcement | None:
    """Read the properties that a server has in mDNS; None where they are no server's."""
    try:
        read = {key.decode(): (value or b"").decode() for key, value in facts.items()}
        if read.pop("coinche", None) != "1":
            return None
        return _sound(msgspec.convert({**read, "port": port}, Announcement, strict=False))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _sound(said: Announcement) -> Announcement | None:
    try:
        return said if is_name(said.name) and read_fingerprint(said.fingerprint) == said.fingerprint else None
    except ValueError:
        return None
