"""The beacon as a client uses it: asks everywhere near who is there, and hears who answers.

Knows UDP over IPv4 and the standard library's ways to reach every network of the machine. Refuses to know which
answers mean the same server.
"""

from __future__ import annotations

import secrets
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

import trio

from coinche.protocol import discovery as beacon
from coinche.protocol.discovery import Announcement

LOOPBACK = "127.0.0.1"
ROUNDS = (0.0, 0.15, 0.3, 0.6, 1.2)
"""Seconds after which it is asked; a datagram may be lost."""
FIRST_AT_LOOPBACK = 1
"""The round from which this machine's own address is asked: what other addresses have is heard of by those first."""
_LOOPBACKS = frozenset({"lo", "lo0", "loopback_0"})
"""What systems call the interface that leads to the machine itself."""
_EVERYBODY = "255.255.255.255"
_NONE = "0.0.0.0"
"""What an interface has that has no broadcast; a datagram that is sent there goes to this machine."""
_SIOCGIFBRDADDR = 0x8919
"""Linux: the broadcast address of an interface."""

Heard = Callable[[str, Announcement], None]
"""Takes an address and what the server there says."""


async def probe(heard: Heard, port: int = beacon.PORT, *, only_here: bool = False) -> None:
    """Until cancelled; OSError where there is no UDP at all. `only_here`: this machine alone is asked."""
    asker = secrets.token_hex(4)
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        await mouth.bind((LOOPBACK if only_here else "", 0))
        mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_listen, mouth, asker, heard)
            await _ask(mouth, asker, port, only_here)


async def _ask(mouth: trio.socket.SocketType, asker: str, port: int, only_here: bool) -> None:
    begun = trio.current_time()
    for number, after in enumerate(ROUNDS):
        await trio.sleep_until(begun + after)
        if not only_here:
            await _ask_networks(mouth, asker, port)
        if number >= FIRST_AT_LOOPBACK:
            await _ask_here(mouth, asker, port)


async def _ask_networks(mouth: trio.socket.SocketType, asker: str, port: int) -> None:
    for index, name in socket.if_nameindex():
        if name not in _LOOPBACKS:
            await _ask_group(mouth, _interface(index), asker, port)
    for address in broadcasts():
        with suppress(OSError):  # a network that is down, or has no broadcast
            await mouth.sendto(beacon.probe(asker), (address, port))


async def _ask_here(mouth: trio.socket.SocketType, asker: str, port: int) -> None:
    """All servers of this machine hear the group; where it has none for itself, one of them is asked."""
    await _ask_group(mouth, socket.inet_aton(LOOPBACK), asker, port)
    with suppress(OSError):
        await mouth.sendto(beacon.probe(asker), (LOOPBACK, port))


async def _ask_group(mouth: trio.socket.SocketType, through: bytes, asker: str, port: int) -> None:
    with suppress(OSError):  # an interface that has no multicast
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, through)
        await mouth.sendto(beacon.probe(asker), (beacon.GROUP, port))


def _interface(index: int) -> bytes:
    """An interface by its number, as the system is told it."""
    return struct.pack("!I", index) if sys.platform == "win32" else struct.pack("=4s4si", bytes(4), bytes(4), index)


def broadcasts() -> frozenset[str]:
    """Everybody, by way of the network that leads farthest, and on Linux every network's own address for it."""
    return frozenset((_EVERYBODY, *_of_networks())) - {_NONE}


def _of_networks() -> Iterable[str]:
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # it has no address
                    told = fcntl.ioctl(any_socket, _SIOCGIFBRDADDR, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(told[20:24])


async def _listen(mouth: trio.socket.SocketType, asker: str, heard: Heard) -> None:
    while True:
        try:
            datagram, sender = await mouth.recvfrom(beacon.SIZE + 1)
        except ConnectionError:  # Windows: nobody listens at an address that was asked
            continue
        said = beacon.read_answer(datagram, asker)
        if said is not None and beacon.is_near(sender[0]):
            heard(sender[0], said)
