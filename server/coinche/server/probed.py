"""The beacon: whoever on the network asks which servers there are is answered.

Knows UDP over IPv4, and how often an answer may be had. Refuses to know clients: a datagram proves nothing, and is
answered with nothing that is not for everybody.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress

import trio

from coinche.protocol import beacon
from coinche.protocol.beacon import Announcement

from . import addresses, limits
from .bucket import Bucket, Buckets
from .plaintext import is_here

_REUSE = [getattr(socket, name) for name in ("SO_REUSEADDR", "SO_REUSEPORT") if hasattr(socket, name)]
"""So that all servers of a machine hear every probe."""


class Beacon:
    """Answers for a server that listens on `here` (IPv4); where that is loopback, on this machine alone."""

    def __init__(self, here: str, facts: Callable[[], Announcement], port: int = beacon.PORT) -> None:
        self._here = here
        self._facts = facts
        self._port = port
        self._each = Buckets(limits.PROBES_PER_ADDRESS)
        self._all = Bucket(limits.PROBES, trio.current_time())

    async def run(self, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Answer until cancelled; OSError where the port cannot be had. Reports the port."""
        with ExitStack() as stack:
            everywhere = stack.enter_context(await _bound("", self._port))
            port: int = everywhere.getsockname()[1]
            everywhere_too = self._here in addresses.EVERYWHERE
            mouth = everywhere if everywhere_too else stack.enter_context(await _bound(self._here, port))
            async with trio.open_nursery() as nursery:
                self._join(everywhere)
                nursery.start_soon(self._join_new_networks, everywhere)
                for ear in {everywhere, mouth}:
                    nursery.start_soon(self._listen, ear, mouth)
                task_status.started(port)

    async def _listen(self, ear: trio.socket.SocketType, mouth: trio.socket.SocketType) -> None:
        """Clients take the address that an answer comes from for the server's: the mouth has it."""
        while True:
            try:
                datagram, sender = await ear.recvfrom(beacon.SIZE + 1)
            except ConnectionError:  # Windows: somebody did not wait for his answer
                continue
            told = self._answer(datagram, sender[0])
            if told is not None:
                with suppress(OSError):
                    await mouth.sendto(told, sender)

    def _answer(self, datagram: bytes, address: str) -> bytes | None:
        asker = beacon.read_probe(datagram)
        if asker is None or not self._is_for(address):
            return None
        now = trio.current_time()
        if not self._all.has(now) or not self._each.take(address, now):
            return None
        self._all.take(now)
        return beacon.answer(asker, self._facts())

    def _is_for(self, address: str) -> bool:
        return is_here(address) if is_here(self._here) else beacon.is_near(address)

    async def _join_new_networks(self, ear: trio.socket.SocketType) -> None:
        """A machine may come to a network after its server has been started."""
        while True:
            await trio.sleep(limits.NETWORKS)
            self._join(ear)

    def _join(self, ear: trio.socket.SocketType) -> None:
        """Have probes to the group delivered from everywhere they may come from; broadcasts come anyway."""
        group = socket.inet_aton(beacon.GROUP)
        if is_here(self._here):
            memberships = [group + socket.inet_aton(addresses.LOOPBACK)]
        else:
            memberships = [_membership(group, number) for number, _ in socket.if_nameindex()]
        for membership in memberships:
            with suppress(OSError):  # it is joined already, or the interface has no multicast
                ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)


def _membership(group: bytes, interface: int) -> bytes:
    """What the system is told to join: an interface by its number."""
    if sys.platform == "win32":
        return group + struct.pack("!I", interface)
    return struct.pack("=4s4si", group, bytes(4), interface)


async def _bound(address: str, port: int) -> trio.socket.SocketType:
    made = trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        for option in _REUSE:
            made.setsockopt(socket.SOL_SOCKET, option, 1)
        await made.bind((address, port))
    except OSError:
        made.close()
        raise
    return made
