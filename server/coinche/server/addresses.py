"""Where people can reach this machine, and by which link.

Sends nothing: it asks the routing table which address it would use, and the system which ones it has; two laptops on a
cable, or a telephone's hotspot, have addresses and no route to anywhere.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress

try:
    import fcntl
except ImportError:  # not on Windows, where the routing table has to do
    fcntl = None  # type: ignore[assignment]

_ELSEWHERE = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""One address in each private range, and one reserved for documentation that stands for everywhere else."""

_SIOCGIFADDR = 0x8915
"""Linux's question for the address of an interface; others do not know it, and the routing table has to do."""

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})


def reachable(host: str) -> list[str]:
    """The addresses at which a server bound to that host can be joined, loopback first."""
    if host not in EVERYWHERE:
        return [host]
    found = {LOOPBACK: None}
    for address in (*_own_addresses(), *_of_interfaces(), *map(_source_towards, _ELSEWHERE)):
        if address is not None and not address.startswith("127."):
            found[address] = None
    return list(found)


def _own_addresses() -> list[str]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(info[4][0]) for info in infos]


def _of_interfaces() -> list[str]:
    """The first address of each interface that has one."""
    found: list[str] = []
    if fcntl is None:
        return found
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def _source_towards(address: str) -> str | None:
    """Connecting a datagram socket sends nothing; it only chooses the address to send from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def link(address: str, port: int, fingerprint: str | None) -> str:
    """What a client is given to connect with: by TLS where there is a fingerprint to know the server by."""
    host = f"[{address}]" if ":" in address else address
    return f"coinche+tcp://{host}:{port}" if fingerprint is None else f"coinche://{host}:{port}#{fingerprint}"
