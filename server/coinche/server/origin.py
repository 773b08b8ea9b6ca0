"""Whom an address stands for, where it is counted what comes from one place. Knows networks, and nobody behind them."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache

from . import identity

NETWORK = 64
"""So many bits of an IPv6 address are given to a customer as one network; the rest is theirs to choose."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(maxsize=4096)
def origin(address: str) -> str:
    """The address itself, or the network that it was chosen from; what is no address stands for itself."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    host = 128 - NETWORK
    return str(ipaddress.IPv6Network((int(known) >> host << host, NETWORK)))


def network_of(text: str) -> Network | None:
    """The network that is written there, or the address as one; None where it is neither."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    return network if mapped is None else network_of(f"{mapped}/{max(0, network.prefixlen - 96)}")


def has_host_bits(text: str) -> bool:
    """Whether it is a network written with an address inside it in place of its first, such as 1.2.3.4/8."""
    try:
        ipaddress.ip_network(text.strip(), strict=True)
    except ValueError:
        return network_of(text) is not None
    return False


@dataclass(frozen=True, slots=True)
class TrustedNetworks:
    """The networks that the operator vouches for: their clients count each for itself, not with their address."""

    networks: tuple[Network, ...] = ()

    def __contains__(self, address: str) -> bool:
        own = network_of(address) if self.networks else None
        return own is not None and any(own.network_address in network for network in self.networks)


NOBODY = TrustedNetworks()
"""No network is trusted."""


def counted_as(address: str, who: str, trust: TrustedNetworks) -> str:
    """Together with whom it counts what somebody has there: with all of the address, for anybody can make a new key.

    Each counts for itself who has a token of the operator's, or comes from a network that the operator vouches for.
    """
    if identity.has_token(who):
        return who
    return f"{origin(address)} {who}" if address in trust else origin(address)
