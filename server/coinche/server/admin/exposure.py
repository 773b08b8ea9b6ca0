"""What differs between a server for friends on one network and one that the whole internet reaches.

Knows which options go together, and what `--public` sets. Refuses to know how each is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from coinche.server import limits
from coinche.server.addresses import NOBODY, Network, Plaintext, TrustedNetworks, network_of


class YesNo(StrEnum):
    """An option that is one or the other."""

    YES = "yes"
    NO = "no"


class Contradiction(Exception):
    """Two options cannot both be meant; the message says why."""


class NoNetwork(Exception):
    """The text names no network that could be trusted; the message says what would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Who may come how. `announced`: the local network hears of it.

    `per_address` bounds connections, None as usual; networks that the operator vouches for it does not concern.
    """

    plaintext: Plaintext = Plaintext.LAN
    announced: bool = True
    per_address: int | None = None
    guests: bool = True
    lists_private: bool = True
    trust: TrustedNetworks = NOBODY


def exposure(
    *,
    public: bool,
    plaintext: Plaintext | None,
    name: str | None,
    no_announce: bool,
    guests: YesNo | None,
    lists_private: YesNo | None,
    trusted: Sequence[str] = (),
) -> Exposure:
    """What those options come to, None for one that was not given.

    Contradiction where they do not go together, NoNetwork where something is to be trusted that is none.
    """
    if public and plaintext not in (None, Plaintext.NEVER):
        raise Contradiction(f"--plaintext {plaintext}: on the internet everybody on the way could read and change it")
    if public and name is not None:
        raise Contradiction("--name: that is what it is called on the local network, and with --public it tells nobody")
    usual = Plaintext.NEVER if public else Plaintext.LAN
    return Exposure(
        plaintext=plaintext or usual,
        announced=not (public or no_announce),
        per_address=limits.CONNECTIONS_PER_ADDRESS_IN_PUBLIC if public else None,
        guests=guests is not YesNo.NO,
        lists_private=lists_private is not YesNo.NO,
        trust=TrustedNetworks(tuple(map(_network, trusted))),
    )


def _network(text: str) -> Network:
    network = network_of(text)
    if network is None:
        raise NoNetwork(f"{text!r} is neither an address nor a network such as 203.0.113.0/24")
    return network
