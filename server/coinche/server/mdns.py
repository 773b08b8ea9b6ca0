"""mDNS: the server stands in what the machines of the network tell one another of their services.

Knows zeroconf, which is imported only where it is used, with `ifaddr` that it brings, and works in threads of its own.
Refuses to know the beacon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import trio

from coinche.protocol import beacon
from coinche.protocol.beacon import Announcement

from . import addresses, limits
from .plaintext import is_here

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf


async def announce(here: str, facts: Callable[[], Announcement]) -> None:
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
        self._zeroconf: Zeroconf = Zeroconf() if here in addresses.EVERYWHERE else Zeroconf(interfaces=[here])
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

        if self._here not in addresses.EVERYWHERE:
            return [self._here]
        own = {str(one.ip) for adapter in ifaddr.get_adapters() for one in adapter.ips if one.is_IPv4}
        return sorted(one for one in own if beacon.is_near(one) and not is_here(one))
