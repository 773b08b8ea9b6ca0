"""mDNS as a client uses it: hears which servers the machines of the network tell one another of.

Knows zeroconf, which is imported only where it is used, and works in threads of its own. Refuses to know which
entries mean the same server.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import trio

from coinche.protocol import beacon

from .probing import Heard

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

MOST = 64
"""Entries that are looked at: anybody on the network may make some up."""
ENTRY_MS = 1000
"""How long the rest of an entry is waited for."""


async def browse(heard: Heard) -> None:
    """Until cancelled; ImportError where there is no zeroconf, OSError where there is no network for it."""
    token = trio.lowlevel.current_trio_token()

    def tell(address: str, entry: ServiceInfo) -> None:
        said = beacon.read_properties(entry.properties, entry.port)
        if said is not None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(heard, address, said)

    browser = await trio.to_thread.run_sync(Browser, tell)
    try:
        await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(browser.close)


class Browser:
    """What is looked for; tells of it in threads of zeroconf's."""

    def __init__(self, tell: Callable[[str, ServiceInfo], None]) -> None:
        from zeroconf import Error, ServiceBrowser, Zeroconf, get_all_addresses

        self._tell = tell
        self._seen: set[str] = set()
        self._own = tuple(get_all_addresses())
        try:
            self._zeroconf = Zeroconf()
        except Error as wrong:
            raise OSError(str(wrong)) from wrong
        self._browser = ServiceBrowser(self._zeroconf, beacon.SERVICE, handlers=[self._changed])

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
        if entry is not None and (address := self._nearest(entry.parsed_addresses())) is not None:
            self._tell(address, entry)

    def _nearest(self, addresses: Iterable[str]) -> str | None:
        """The one most like an address of this machine: they may not all be on a network that it is on."""
        near = sorted(filter(beacon.is_near, addresses))
        return max(near, key=lambda one: max((_alike(one, own) for own in self._own), default=0), default=None)


def _alike(one: str, other: str) -> int:
    """How many bits two addresses begin with alike."""
    differing = int(ipaddress.IPv4Address(one)) ^ int(ipaddress.IPv4Address(other))
    return 32 - differing.bit_length()
