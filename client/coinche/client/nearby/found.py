"""A server that was found on the network, as far as it says itself: nothing of it is proved."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.client.network.address import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What it is called, where it is, and how busy."""

    name: str
    address: Address
    tables: int = 0
    people: int = 0
