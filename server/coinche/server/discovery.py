"""The server tells the local network that it is there: by the beacon, and by mDNS.

Knows both ways, and that neither may ever end the server: where one cannot be had, the operator is told so in a line.
Refuses to know clients.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import trio

from coinche.protocol import beacon
from coinche.protocol.beacon import Announcement
from coinche.protocol.names import is_name

from . import limits
from .addresses import EVERYWHERE, LOOPBACK, is_here
from .log import Happening, Log, News
from .rate_limit import Bucket, Buckets

NAMELESS = "coinche"
"""What a server is called on a machine whose own name will not do."""


def usual_name() -> str:
    """What the machine is called."""
    name = socket.gethostname().partition(".")[0]
    return name if is_name(name) else NAMELESS


async def announce_server(
    listeners: Iterable[trio.SocketListener], facts: Callable[[], Announcement], say: Log
) -> None:
    """Have the server found that listens there, until cancelled. One that only this machine can reach has no mDNS."""
    here = _of_ipv4(listeners)
    if here is None:
        line = "not announced on the network: that is done by IPv4, and the server listens by IPv6 alone"
        say(News(Happening.NOT_ANNOUNCED, line))
        return
    async with trio.open_nursery() as nursery:
        nursery.start_soon(supervised, "the beacon", lambda: Beacon(here, facts).run(), say)
        if not is_here(here):
            nursery.start_soon(supervised, "mDNS", lambda: announce_mdns(here, facts), say)


def _of_ipv4(listeners: Iterable[trio.SocketListener]) -> str | None:
    names = (one.socket.getsockname()[0] for one in listeners if one.socket.family is socket.AF_INET)
    return next(names, None)


async def supervised(way: str, run: Callable[[], Awaitable[None]], say: Log) -> None:
    """Run that; where it fails, say so and let everything else go on."""
    try:
        await run()
    except* Exception as group:
        say(News(Happening.NOT_ANNOUNCED, f"not announced by {way}: {_first(group)}", way=way))


def _first(wrong: BaseException) -> str:
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    return str(wrong) or type(wrong).__name__


# --- probed ---------------------------------------------------------------------------------------
# The beacon: whoever on the network asks which servers there are is answered.
#
# Knows UDP over IPv4, and how often an answer may be had. Refuses to know clients: a datagram proves nothing, and is
# answered with nothing that is not for everybody.


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
            everywhere_too = self._here in EVERYWHERE
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
            memberships = [group + socket.inet_aton(LOOPBACK)]
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


# --- mdns -----------------------------------------------------------------------------------------
# mDNS: the server stands in what the machines of the network tell one another of their services.
#
# Knows zeroconf, which is imported only where it is used, with `ifaddr` that it brings, and works in threads of its
# own.
# Refuses to know the beacon.


if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf


async def announce_mdns(here: str, facts: Callable[[], Announcement]) -> None:
    """Until cancelled; ImportError where there is no zeroconf, its errors and OSError where there is no network."""
    service = await trio.to_thread.run_sync(Service, here, facts())
    try:
        while True:
            await trio.sleep(limits.MDNS_NEWS)
            await trio.to_thread.run_sync(service.update, facts())
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.FAREWELL):
            await trio.to_thread.run_sync(service.withdraw, abandon_on_cancel=True)


class Service:
    """The server's entry. Everything here takes its time, up to a second: it is for threads."""

    def __init__(self, here: str, said: Announcement) -> None:
        from zeroconf import Zeroconf

        self._here = here
        self._zeroconf: Zeroconf = Zeroconf() if here in EVERYWHERE else Zeroconf(interfaces=[here])
        try:
            self._told = self._entry(said)
            self._zeroconf.register_service(self._told, cooperating_responders=True)
        except BaseException:
            self._zeroconf.close()
            raise

    def update(self, said: Announcement) -> None:
        """Tell the network if anything is otherwise now."""
        entry = self._entry(said)
        if (entry.properties, entry.addresses) != (self._told.properties, self._told.addresses):
            self._told = entry
            self._zeroconf.update_service(entry)

    def withdraw(self) -> None:
        """Tell the network that the server is gone."""
        self._zeroconf.close()

    def _entry(self, said: Announcement) -> ServiceInfo:
        """Its key and its port make the entry's name: no two servers share one, so nobody has to be asked for it."""
        from zeroconf import ServiceInfo

        letters = said.fingerprint.replace("-", "")
        return ServiceInfo(
            beacon.SERVICE,
            f"coinche {letters} {said.port}.{beacon.SERVICE}",
            port=said.port,
            properties=beacon.properties(said),
            server=f"coinche-{letters.lower()}-{said.port}.local.",
            parsed_addresses=self._addresses(),
        )

    def _addresses(self) -> list[str]:
        import ifaddr

        if self._here not in EVERYWHERE:
            return [self._here]
        own = {str(one.ip) for adapter in ifaddr.get_adapters() for one in adapter.ips if one.is_IPv4}
        return sorted(one for one in own if beacon.is_near(one) and not is_here(one))
