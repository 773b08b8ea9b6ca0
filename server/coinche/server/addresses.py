"""Network addresses: where this machine is reached, who may do without TLS, and whom a client counts together with.

A client is counted by its `origin`: its address, or its network where one customer has many. A new key costs nothing,
so clients of one origin share one limit, whatever keys they have; the operator's tokens and the networks that the
operator trusts are exceptions (`counted_as`).
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from coinche.protocol.names import same_name

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})
"""Addresses by which a server listens at all that its machine has."""

_ELSEWHERE = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "192.0.2.1")
"""One address in each private range, and one reserved for documentation, for the route to everywhere else."""


def reachable_addresses(host: str) -> list[str]:
    """Return the addresses at which a server bound to that host can be joined, loopback first.

    The interfaces are asked as well as the routes: two laptops on a cable have addresses and no route to anywhere.
    """
    if host not in EVERYWHERE:
        return [host]
    first = [addresses[0] for addresses in interface_addresses()]
    found = (*_addresses_of_own_name(), *first, *map(_source_towards, _ELSEWHERE))
    return list(dict.fromkeys((LOOPBACK, *(one for one in found if one and not one.startswith("127.")))))


def interface_addresses() -> list[list[str]]:
    """Return the IPv4 addresses of each network interface that has one."""
    import ifaddr  # here, since loading it runs a program that looks for libc

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    found = [[str(one.ip) for one in adapter.ips if one.is_IPv4] for adapter in adapters]
    return [addresses for addresses in found if addresses]


def _addresses_of_own_name() -> list[str]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(info[4][0]) for info in infos]


def _source_towards(address: str) -> str | None:
    """Return the address that the routing table sends from; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def own_names() -> frozenset[str]:
    """Return the names of this machine, in lower case, with that by which mDNS knows it on its network."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})


def web_link(address: str, port: int, scheme: str = "http") -> str:
    """Return the link that a browser opens."""
    return f"{scheme}://{f'[{address}]' if ':' in address else address}:{port}/"


def server_link(address: str, port: int, fingerprint: str | None) -> str:
    """Return the link to connect by: with TLS where there is a fingerprint to know the server by."""
    host = f"[{address}]" if ":" in address else address
    return f"coinche+tcp://{host}:{port}" if fingerprint is None else f"coinche://{host}:{port}#{fingerprint}"


class Plaintext(StrEnum):
    """Networks whose clients may do without TLS; plain TCP can be read and changed on its way."""

    LAN = "lan"
    """This machine and private networks."""
    LOOPBACK = "loopback"
    """This machine."""
    NEVER = "never"


Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_LOOPBACK = ("127.0.0.0/8", "::1/128")
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10")

_PLAIN_FROM: dict[Plaintext, tuple[Network, ...]] = {
    Plaintext.LAN: tuple(map(ipaddress.ip_network, (*_LOOPBACK, *_PRIVATE))),
    Plaintext.LOOPBACK: tuple(map(ipaddress.ip_network, _LOOPBACK)),
    Plaintext.NEVER: (),
}


def is_here(address: str) -> bool:
    """Return whether a client at that address is on this machine."""
    return is_allowed(Plaintext.LOOPBACK, address)


def is_allowed(rule: Plaintext, address: str) -> bool:
    """Return whether a client at that address may speak without TLS; one at no known address may not."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return any((mapped or known) in network for network in _PLAIN_FROM[rule])


_KEY, _TOKEN, _INVITED = "key ", "token ", "invited token "
_OF_HASH = 32
"""The hexadecimal digits of a token's hash in its identity: 128 bits, so that no two tokens have the same."""

OWN_PROVIDER = "own provider"
"""The identity of the program that the server itself has started to lend bots."""


def identity_of_key(key: str) -> str:
    """Return the identity of the owner of a key, under whatever name."""
    return _KEY + key


def identity_of_token(token: bytes) -> str:
    """Return the identity of the owner of an operator's token of that hash: nobody else has ever had it, or will."""
    return _TOKEN + token.hex()[:_OF_HASH]


def identity_of_invited_token(token: bytes) -> str:
    """Return the identity of the owner of the token of that hash, which came by an invitation."""
    return _INVITED + token.hex()[:_OF_HASH]


def identity_of_old_token(name: str) -> str:
    """Return the identity of a token that was made for the name before version 6 of the data file."""
    return _TOKEN + same_name(name)


def key_of_identity(identity: str) -> str | None:
    """Return the key of that identity; None where it has none."""
    return identity.removeprefix(_KEY) if identity.startswith(_KEY) else None


_NETWORK_BITS = 64
"""The bits of an IPv6 address that a customer is given as one network; they choose the rest themselves."""


@lru_cache(maxsize=4096)
def origin(address: str) -> str:
    """Return the address, or the network of an IPv6 address; text that is no address stands for itself."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    host = 128 - _NETWORK_BITS
    return str(ipaddress.IPv6Network((int(known) >> host << host, _NETWORK_BITS)))


def network_of(text: str) -> Network | None:
    """Read a network, or an address as a network of one; None where the text is neither."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    return network if mapped is None else network_of(f"{mapped}/{max(0, network.prefixlen - 96)}")


def has_host_bits(text: str) -> bool:
    """Return whether a network is written with an address inside it in place of its first, such as 1.2.3.4/8."""
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


def counted_as(address: str, identity: str, trust: TrustedNetworks) -> str:
    """Return the name under which a client's use of the server is counted: its origin, with two exceptions.

    The owner of a token that the operator made counts alone; one that came by an invitation does not, since players
    invite others, too. Clients from trusted networks count by their identities.
    """
    if identity.startswith(_TOKEN):
        return identity
    return f"{origin(address)} {identity}" if address in trust else origin(address)
