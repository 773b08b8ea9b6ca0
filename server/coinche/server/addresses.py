"""Where people can reach this machine, and by which link.

Sends nothing: it asks the routing table which address it would use, and the system which ones it has; two laptops on a
cable, or a telephone's hotspot, have addresses and no route to anywhere.
"""

from __future__ import annotations

import ipaddress
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from coinche.protocol.names import same_name

try:
    import fcntl
except ImportError:  # not on Windows, where the routing table has to do
    fcntl = None  # type: ignore[assignment]

_ELSEWHERE = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""One address in each private range, and one reserved for documentation that stands for everywhere else."""

_SIOCGIFADDR = 0x8915
"""Linux's question for the address of an interface; others do not know it, and the routing table has to do."""

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})


def reachable_addresses(host: str) -> list[str]:
    """The addresses at which a server bound to that host can be joined, loopback first."""
    if host not in EVERYWHERE:
        return [host]
    found = {LOOPBACK: None}
    for address in (*_own_addresses(), *_of_interfaces(), *map(_source_towards, _ELSEWHERE)):
        if address is not None and not address.startswith("127."):
            found[address] = None
    return list(found)


def _own_addresses() -> list[str]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(info[4][0]) for info in infos]


def _of_interfaces() -> list[str]:
    """The first address of each interface that has one."""
    found: list[str] = []
    if fcntl is None:
        return found
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def _source_towards(address: str) -> str | None:
    """Connecting a datagram socket sends nothing; it only chooses the address to send from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def server_link(address: str, port: int, fingerprint: str | None) -> str:
    """What a client is given to connect with: by TLS where there is a fingerprint to know the server by."""
    host = f"[{address}]" if ":" in address else address
    return f"coinche+tcp://{host}:{port}" if fingerprint is None else f"coinche://{host}:{port}#{fingerprint}"


# --- plaintext ------------------------------------------------------------------------------------
# From where plain TCP is taken: what goes over it can be read and changed on its way.
#
# Knows networks. Refuses to know connections.


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


# --- identity -------------------------------------------------------------------------------------
# What the same client is known by in any session, as sessions and the rows of private matches have it.
#
# Knows how that is written. Refuses to know what proves it (`signing_in`); a guest is known by his session alone.


_KEY, _TOKEN = "key ", "token "

OWN_PROVIDER = "own provider"
"""The program that the server itself has started to lend bots."""


def identity_of_key(key: str) -> str:
    """Who has that key, under whatever name."""
    return _KEY + key


def identity_of_token(name: str) -> str:
    """Who has the token that was made for the name."""
    return _TOKEN + same_name(name)


def key_of_identity(who: str) -> str | None:
    """The key that he is known by; None where it is something else."""
    return who.removeprefix(_KEY) if who.startswith(_KEY) else None


def has_token(who: str) -> bool:
    """Return whether somebody is known by a token."""
    return who.startswith(_TOKEN)


# --- origin ---------------------------------------------------------------------------------------
# Whom an address stands for, where it is counted what comes from one place. Knows networks, and nobody behind them.


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
    if has_token(who):
        return who
    return f"{origin(address)} {who}" if address in trust else origin(address)
