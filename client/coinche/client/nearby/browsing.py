"""mDNS as a client uses it: hears which servers the machines of the network tell one another of.

Knows zeroconf, which is imported only where it is used, with `ifaddr` that it brings, and works in threads of its own.
Refuses to know which entries mean the same server.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import trio

from coinche.protocol.discovery import SERVICE, is_near, read_properties

from .probing import Heard

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

MOST = 32
"""Entries that are looked at: anybody on the network may make some up, at any addresses."""
ENTRY_MS = 1000
"""How long the rest of an entry is waited for."""
HEAD_START = 0.15
"""Seconds that the beacon has, and the first screen: to load zeroconf takes a processor for a tenth of one."""
CLOSE_SECONDS = 0.25
"""How long the end of the search waits for zeroconf's."""


async def browse(heard: Heard) -> None:
    """Until cancelled; ImportError where there is no zeroconf, OSError where there is no network for it."""
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
    """What is looked for; tells of it in threads of zeroconf's."""

    def __init__(self, tell: Callable[[str, ServiceInfo], None]) -> None:
        from zeroconf import Error, ServiceBrowser, Zeroconf

        self._tell = tell
        self._seen: set[str] = set()
        self._own = _own_addresses()
        try:
            self._zeroconf = Zeroconf()
        except Error as wrong:
            raise OSError(str(wrong)) from wrong
        self._browser = ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._changed])

    def close(self) -> None:
        """Look no more."""
        self._zeroconf.close()

    def _changed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:  # zeroconf gives them by name
        if name in self._seen or len(self._seen) >= MOST:
            return
        self._seen.add(name)
        entry = zeroconf.get_service_info(service_type, name, ENTRY_MS)
        if entry is not None and (address := nearest(entry.parsed_addresses(), self._own)) is not None:
            self._tell(address, entry)


def _own_addresses() -> frozenset[str]:
    import ifaddr

    return frozenset(str(one.ip) for adapter in ifaddr.get_adapters() for one in adapter.ips if one.is_IPv4)


def nearest(addresses: Iterable[str], own: Collection[str]) -> str | None:
    """The one most like an address of this machine: they may not all be on a network that it is on.

    One that this machine has itself, as many have the same for their containers, is another's last.
    """
    near = sorted(filter(is_near, addresses))
    elsewhere = [one for one in near if one not in own] or near
    return max(elsewhere, key=lambda one: max((_alike(one, mine) for mine in own), default=0), default=None)


def _alike(one: str, other: str) -> int:
    """How many bits two addresses begin with alike."""
    differing = int(ipaddress.IPv4Address(one)) ^ int(ipaddress.IPv4Address(other))
    return 32 - differing.bit_length()
