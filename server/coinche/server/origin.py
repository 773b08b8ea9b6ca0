"""Whom an address stands for, where it is counted what comes from one place. Knows networks, and nobody behind them."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

NETWORK = 64
"""So many bits of an IPv6 address are given to a customer as one network; the rest is his to choose."""


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
