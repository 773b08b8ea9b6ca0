"""From where plain TCP is taken: what goes over it can be read and changed on its way.

Knows networks. Refuses to know connections.
"""

from __future__ import annotations

import ipaddress
from enum import StrEnum


class Plaintext(StrEnum):
    """Who may do without TLS."""

    LAN = "lan"
    """This machine and private networks."""
    LOOPBACK = "loopback"
    """This machine."""
    NEVER = "never"


_LOOPBACK = ("127.0.0.0/8", "::1/128")
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10")

FROM = {
    rule: tuple(ipaddress.ip_network(network) for network in networks)
    for rule, networks in {
        Plaintext.LAN: (*_LOOPBACK, *_PRIVATE),
        Plaintext.LOOPBACK: _LOOPBACK,
        Plaintext.NEVER: (),
    }.items()
}
"""The networks from which plain TCP is taken."""


def is_here(address: str) -> bool:
    """Whether a client at that address is on this machine."""
    return is_allowed(Plaintext.LOOPBACK, address)


def is_allowed(rule: Plaintext, address: str) -> bool:
    """Whether a client at that address may speak without TLS; one at no known address may not."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return any((mapped or known) in network for network in FROM[rule])
