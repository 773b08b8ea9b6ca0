"""Search for the servers of the local network: `find_servers(found)` ends within two seconds.

It asks by the beacon (`probe`) and by mDNS (`browse`) at once; either works without the other. A server that is heard
of in several ways is reported once, under the first address heard; this machine's own address comes last.

Nothing found is proved: anybody on the network may answer, under any name and with anybody's fingerprint. The
fingerprint only tells servers apart here. The address passed on has none, so that a client that connects to it trusts
the server known there before, or meets one for the first time and shows its fingerprint (`transport.Trust`). Only a
link that a person was given says which server is meant.

The beacon uses UDP over IPv4. zeroconf is imported only where it is used, with `ifaddr` that comes with it, and runs in
threads of its own.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
import struct
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import trio

from coinche.protocol import discovery as beacon
from coinche.protocol.discovery import SERVICE, Announcement, is_near, read_properties

from .address import Address, Found

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf


LOOPBACK = "127.0.0.1"
ROUNDS = (0.0, 0.15, 0.3, 0.6, 1.2)
"""Seconds after the start at which questions are sent; a datagram may be lost."""
FIRST_AT_LOOPBACK = 1
"""The round from which this machine's own address is asked: servers with other addresses are heard there first."""
_LOOPBACKS = frozenset({"lo", "lo0", "loopback_0"})
"""Names of the loopback interface on the supported systems."""
_EVERYBODY = "255.255.255.255"
_SMALLEST = 30
"""Bits of the longest prefix of a network that has a broadcast address."""

Heard = Callable[[str, Announcement], None]
"""A function that takes an address and the announcement of the server there."""


async def probe(heard: Heard, port: int = beacon.PORT, *, only_here: bool = False) -> None:
    """Ask by the beacon until cancelled; OSError if there is no UDP at all. `only_here`: ask this machine alone."""
    nonce = secrets.token_hex(4)
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp_socket:
        await udp_socket.bind((LOOPBACK if only_here else "", 0))
        udp_socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        udp_socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_listen, udp_socket, nonce, heard)
            await _ask(udp_socket, nonce, port, only_here)


async def _ask(udp_socket: trio.socket.SocketType, nonce: str, port: int, only_here: bool) -> None:
    begun = trio.current_time()
    for number, after in enumerate(ROUNDS):
        await trio.sleep_until(begun + after)
        if not only_here:
            await _ask_networks(udp_socket, nonce, port)
        if number >= FIRST_AT_LOOPBACK:
            await _ask_here(udp_socket, nonce, port)


async def _ask_networks(udp_socket: trio.socket.SocketType, nonce: str, port: int) -> None:
    for index, name in socket.if_nameindex():
        if name not in _LOOPBACKS:
            await _ask_group(udp_socket, _interface(index), nonce, port)
    for address in broadcasts(_own_interfaces()):
        with suppress(OSError):  # a network that is down, or has no broadcast
            await udp_socket.sendto(beacon.probe(nonce), (address, port))


async def _ask_here(udp_socket: trio.socket.SocketType, nonce: str, port: int) -> None:
    """Ask this machine: all its servers hear the group; on a system without a group on the loopback, one of them
    answers."""
    await _ask_group(udp_socket, socket.inet_aton(LOOPBACK), nonce, port)
    with suppress(OSError):
        await udp_socket.sendto(beacon.probe(nonce), (LOOPBACK, port))


async def _ask_group(udp_socket: trio.socket.SocketType, through: bytes, nonce: str, port: int) -> None:
    with suppress(OSError):  # an interface that has no multicast
        udp_socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, through)
        await udp_socket.sendto(beacon.probe(nonce), (beacon.GROUP, port))


def _interface(index: int) -> bytes:
    """Return the interface with that number, in the form that the system expects."""
    return struct.pack("!I", index) if sys.platform == "win32" else struct.pack("=4s4si", bytes(4), bytes(4), index)


def broadcasts(own: Iterable[str]) -> frozenset[str]:
    """Return the broadcast addresses of networks in which a machine has these addresses, and that of any network."""
    networks = {ipaddress.IPv4Interface(one).network for one in own}
    known = {str(net.broadcast_address) for net in networks if net.prefixlen <= _SMALLEST and not net.is_loopback}
    return frozenset({_EVERYBODY, *known})


def _own_interfaces() -> frozenset[str]:
    """Return the IPv4 addresses of this machine with the lengths of their networks, such as `192.168.1.20/24`."""
    import ifaddr

    adapters = ifaddr.get_adapters()
    return frozenset(f"{one.ip}/{one.network_prefix}" for adapter in adapters for one in adapter.ips if one.is_IPv4)


async def _listen(udp_socket: trio.socket.SocketType, nonce: str, heard: Heard) -> None:
    while True:
        try:
            datagram, sender = await udp_socket.recvfrom(beacon.SIZE + 1)
        except ConnectionError:  # Windows: nobody listens at an address that was asked
            continue
        said = beacon.read_answer(datagram, nonce)
        if said is not None and beacon.is_near(sender[0]):
            heard(sender[0], said)


MOST_ANNOUNCED = 32
"""Maximum number of entries read: anybody on the network may invent some, at any addresses."""
ENTRY_MS = 1000
"""Milliseconds to wait for the rest of an entry."""
HEAD_START = 0.15
"""Seconds of advance for the beacon and the first screen: loading zeroconf takes a processor for a tenth of one."""
CLOSE_SECONDS = 0.25
"""Seconds that the end of a search waits for zeroconf to close."""


async def browse(heard: Heard) -> None:
    """Ask by mDNS until cancelled; ImportError if there is no zeroconf, OSError if there is no network for it."""
    token = trio.lowlevel.current_trio_token()

    def tell(address: str, entry: ServiceInfo) -> None:
        said = read_properties(entry.properties, entry.port)
        if said is not None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(heard, address, said)

    await trio.sleep(HEAD_START)
    browser = await trio.to_thread.run_sync(Browser, tell)
    try:
        await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + CLOSE_SECONDS):
            await trio.to_thread.run_sync(browser.close, abandon_on_cancel=True)


class Browser:
    """A listener for mDNS entries; zeroconf calls it in its own threads."""

    def __init__(self, tell: Callable[[str, ServiceInfo], None]) -> None:
        from zeroconf import Error, ServiceBrowser, Zeroconf

        self._tell = tell
        self._seen: set[str] = set()
        self._own = frozenset(one.partition("/")[0] for one in _own_interfaces())
        try:
            self._zeroconf = Zeroconf()
        except Error as wrong:
            raise OSError(str(wrong)) from wrong
        self._browser = ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._changed])

    def close(self) -> None:
        """Stop looking."""
        self._zeroconf.close()

    def _changed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:  # zeroconf gives them by name
        if name in self._seen or len(self._seen) >= MOST_ANNOUNCED:
            return
        self._seen.add(name)
        entry = zeroconf.get_service_info(service_type, name, ENTRY_MS)
        if entry is not None and (address := nearest(entry.parsed_addresses(), self._own)) is not None:
            self._tell(address, entry)


def nearest(addresses: Iterable[str], own: Collection[str]) -> str | None:
    """Return the address most like one of this machine's: not all may be on a network that this machine can reach.

    An address that this machine has itself comes last; many machines have the same ones for their containers.
    """
    near = sorted(filter(is_near, addresses))
    elsewhere = [one for one in near if one not in own] or near
    return max(elsewhere, key=lambda one: max((_alike(one, mine) for mine in own), default=0), default=None)


def _alike(one: str, other: str) -> int:
    """Return the length in bits of the common prefix of two addresses."""
    differing = int(ipaddress.IPv4Address(one)) ^ int(ipaddress.IPv4Address(other))
    return 32 - differing.bit_length()


SECONDS = 2.0
MOST = 64
"""Maximum number of servers reported."""
MOST_AT_ONE_ADDRESS = 8
"""Maximum number of servers at one address, so that invented ones leave room for others."""

Way = Callable[[Heard], Awaitable[None]]
"""A function that reports servers until it is cancelled or fails."""
WAYS: Sequence[Way] = (probe, browse)


async def find_servers(found: Callable[[Found], None], *, ways: Sequence[Way] = WAYS, seconds: float = SECONDS) -> None:
    """Call `found` once for each server, as soon as it answers; nothing is raised if there is no network."""
    send, receive = trio.open_memory_channel[tuple[str, Announcement]](MOST)

    def heard(address: str, said: Announcement) -> None:
        with suppress(
            trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError
        ):  # too much at once, or too late
            send.send_nowait((address, said))

    with send, receive, trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            for way in ways:
                nursery.start_soon(_as_long_as_it_goes, way, heard)
            await _tell(receive, found)


async def _tell(receive: trio.MemoryReceiveChannel[tuple[str, Announcement]], found: Callable[[Found], None]) -> None:
    """Report each server once."""
    known: set[tuple[str, int]] = set()
    told_at: Counter[str] = Counter()
    async for address, said in receive:
        key = said.fingerprint, said.port
        if key not in known and len(known) < MOST and told_at[address] < MOST_AT_ONE_ADDRESS:
            known.add(key)
            told_at[address] += 1
            where = Address(address, said.port)
            busy = {"tables": said.tables, "people": said.people}
            found(Found(name=said.name, address=where, fingerprint=said.fingerprint, **busy))


async def _as_long_as_it_goes(way: Way, heard: Heard) -> None:
    """Run one way of searching; the search goes on without it if zeroconf or the network is missing or a port is
    barred."""
    try:
        await way(heard)
    except* (ImportError, OSError):
        pass
