"""Announces the server on the local network, by a UDP beacon and by mDNS, so that clients need no address.

The beacon answers each probe with one datagram; mDNS (by zeroconf) keeps an entry up to date in threads of its own.
Neither way may ever end the server: where one cannot be had, the log says so and everything else goes on. A datagram
proves nothing of its sender, so it is answered with nothing that is not for everybody.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING

import trio

from coinche.protocol import discovery as beacon
from coinche.protocol.discovery import Announcement
from coinche.protocol.names import is_name

from . import limits
from .addresses import EVERYWHERE, LOOPBACK, interface_addresses, is_here
from .log import Happening, Log, LogEntry, first_of
from .rate_limit import Bucket, Buckets

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

Facts = Callable[[], Announcement]
"""Returns what is announced of the server, as it is now."""

NAMELESS = "coinche"
"""The name of a server on a machine whose own name will not do."""


def usual_name() -> str:
    name = socket.gethostname().partition(".")[0]
    return name if is_name(name) else NAMELESS


async def announce_server(listeners: Iterable[trio.SocketListener], facts: Facts, say: Log) -> None:
    """Announce the server that listens there, until cancelled; by mDNS only if other machines can reach it."""
    names = (one.socket.getsockname()[0] for one in listeners if one.socket.family is socket.AF_INET)
    here = next(names, None)
    if here is None:
        line = "not announced on the network: that is done by IPv4, and the server listens by IPv6 alone"
        say(LogEntry(Happening.NOT_ANNOUNCED, line))
        return
    async with trio.open_nursery() as nursery:
        nursery.start_soon(supervised, "the beacon", partial(answer_probes, here, facts), say)
        if not is_here(here):
            nursery.start_soon(supervised, "mDNS", partial(announce_mdns, here, facts), say)


async def supervised(way: str, run: Callable[[], Awaitable[None]], say: Log) -> None:
    """Run that; log its failure and let everything else go on."""
    try:
        await run()
    except* Exception as group:
        wrong = first_of(group)
        say(LogEntry(Happening.NOT_ANNOUNCED, f"not announced by {way}: {str(wrong) or type(wrong).__name__}", way=way))


_REUSE = [getattr(socket, name) for name in ("SO_REUSEADDR", "SO_REUSEPORT") if hasattr(socket, name)]
"""Options by which all servers of a machine hear every probe."""


async def answer_probes(
    here: str, facts: Facts, port: int = beacon.PORT, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED
) -> None:
    """Answer probes for a server that listens on `here` (IPv4), until cancelled; on loopback, this machine's alone.

    Reports the port; OSError where it cannot be had. A client takes the address that an answer comes from for the
    server's. So probes are heard at every address, and answered from the one at which the server listens.
    """
    with ExitStack() as stack:
        everywhere = stack.enter_context(await _bound("", port))
        port = everywhere.getsockname()[1]
        own = everywhere if here in EVERYWHERE else stack.enter_context(await _bound(here, port))
        answers = _Answers(here)
        async with trio.open_nursery() as nursery:
            _join_groups(everywhere, here)
            nursery.start_soon(_join_new_networks, everywhere, here)
            for hearing in {everywhere, own}:
                nursery.start_soon(_listen, hearing, own, answers, facts)
            task_status.started(port)


async def _listen(
    hearing: trio.socket.SocketType, own: trio.socket.SocketType, answers: _Answers, facts: Facts
) -> None:
    while True:
        try:
            datagram, sender = await hearing.recvfrom(beacon.SIZE + 1)
        except ConnectionError:  # Windows: the sender of an earlier probe did not wait for the answer
            continue
        nonce = beacon.read_probe(datagram)
        if nonce is not None and answers.may_have(sender[0]):
            with suppress(OSError):
                await own.sendto(beacon.answer(nonce, facts()), sender)


class _Answers:
    """Bounds how often probes are answered: each address has its limit, and all together have one."""

    def __init__(self, here: str) -> None:
        self._here = here
        self._each = Buckets(limits.PROBES_PER_ADDRESS)
        self._all = Bucket(limits.PROBES, trio.current_time())

    def may_have(self, address: str) -> bool:
        """Return whether a probe from that address is answered, and count it if so."""
        is_near = is_here(address) if is_here(self._here) else beacon.is_near(address)
        now = trio.current_time()
        if not is_near or not self._all.has(now) or not self._each.take(address, now):
            return False
        self._all.take(now)
        return True


async def _join_new_networks(hearing: trio.socket.SocketType, here: str) -> None:
    while True:  # a machine may come to a network after its server has been started
        await trio.sleep(limits.NETWORKS)
        _join_groups(hearing, here)


def _join_groups(hearing: trio.socket.SocketType, here: str) -> None:
    """Have probes to the group delivered from every interface; broadcasts come anyway."""
    group = socket.inet_aton(beacon.GROUP)
    if is_here(here):
        memberships = [group + socket.inet_aton(LOOPBACK)]
    else:
        by_number = "!4sI" if sys.platform == "win32" else "=4s4xi"  # an interface is named to the system by its number
        memberships = [struct.pack(by_number, group, number) for number, _ in socket.if_nameindex()]
    for membership in memberships:
        with suppress(OSError):  # it is joined already, or the interface has no multicast
            hearing.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)


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


async def announce_mdns(here: str, facts: Facts) -> None:
    """Announce until cancelled; ImportError without zeroconf, its errors and OSError where there is no network."""
    service = await trio.to_thread.run_sync(Service, here, facts())
    try:
        while True:
            await trio.sleep(limits.MDNS_NEWS)
            await trio.to_thread.run_sync(service.update, facts())
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + limits.FAREWELL):
            await trio.to_thread.run_sync(service.zeroconf.close, abandon_on_cancel=True)


class Service:
    """The server's mDNS entry. Its methods take up to a second, and are called in threads.

    zeroconf is loaded only here: that takes a tenth of a second of the processor.
    """

    def __init__(self, here: str, said: Announcement) -> None:
        from zeroconf import Zeroconf

        self._here = here
        self.zeroconf: Zeroconf = Zeroconf() if here in EVERYWHERE else Zeroconf(interfaces=[here])
        try:
            self._told = self._entry(said)
            self.zeroconf.register_service(self._told, cooperating_responders=True)
        except BaseException:
            self.zeroconf.close()
            raise

    def update(self, said: Announcement) -> None:
        """Tell the network about the server again, if anything has changed."""
        entry = self._entry(said)
        if (entry.properties, entry.addresses) != (self._told.properties, self._told.addresses):
            self._told = entry
            self.zeroconf.update_service(entry)

    def _entry(self, said: Announcement) -> ServiceInfo:
        """The name is made of key and port: no two servers share one, so no other machine has to be asked for it."""
        from zeroconf import ServiceInfo

        letters = said.fingerprint.replace("-", "")
        own = {address for addresses in interface_addresses() for address in addresses}
        addresses = sorted(one for one in own if beacon.is_near(one) and not is_here(one))
        return ServiceInfo(
            beacon.SERVICE,
            f"coinche {letters} {said.port}.{beacon.SERVICE}",
            port=said.port,
            properties=beacon.properties(said),
            server=f"coinche-{letters.lower()}-{said.port}.local.",
            parsed_addresses=addresses if self._here in EVERYWHERE else [self._here],
        )
