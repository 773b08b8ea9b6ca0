"""Sessions of guests whose line broke, kept for their return.

The same name from the same address takes a session back, once and within some minutes. A name is no proof of who
somebody is: where others come from that address meanwhile (a shared machine, a router), it takes a word besides, which
the guest has put behind the name when coming in the first time (`ssh ana+rose@host`).
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass, replace

from coinche.connection.credentials import ResumeCredentials


def origin(address: str) -> str:
    """The address that is counted as one: for IPv6 the 64-bit network."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


@dataclass(frozen=True, slots=True)
class Owner:
    """The name and the word that a guest's ssh gave, and the address that it came from."""

    name: str
    word: str
    address: str

    @classmethod
    def of(cls, user: str, address: str) -> Owner:
        """Read the user name that ssh gave: NAME, or NAME+WORD."""
        name, _, word = user.partition("+")
        return cls(name, word, address)


@dataclass(frozen=True, slots=True)
class HeldSession:
    """One visit of an owner: its number among those of the address, and whether it began with nobody else there.

    The owner's address is its `origin`.
    """

    owner: Owner
    number: int
    alone: bool


class WaitingSessions:
    """In memory alone: nobody comes back to another gateway."""

    def __init__(self, seconds: float, places: int) -> None:
        self._seconds = seconds
        self._places = places
        self._kept: dict[Owner, tuple[HeldSession, ResumeCredentials, float]] = {}
        self._visits = Counter[str]()
        self._present = Counter[str]()

    def __len__(self) -> int:
        """The number of addresses that are remembered."""
        return len(self._visits)

    def arrive(self, owner: Owner) -> HeldSession:
        """Begin a visit."""
        address = origin(owner.address)
        self._visits[address] += 1
        self._present[address] += 1
        alone = self._present[address] == 1
        return HeldSession(replace(owner, address=address), self._visits[address], alone=alone)

    def leave(self, stay: HeldSession) -> None:
        """End it."""
        self._present[stay.owner.address] -= 1
        self._present += Counter()  # drops those at zero
        self._forget(stay.owner.address)

    def keep(self, stay: HeldSession, resume: ResumeCredentials, now: float) -> bool:
        """Keep what the visit leaves from now on, if its owner can be told from others; the oldest makes room."""
        if not stay.owner.word and not (stay.alone and self._visits[stay.owner.address] == stay.number):
            return False
        self._kept.pop(stay.owner, None)
        self._kept[stay.owner] = stay, replace(resume, n=0), now + self._seconds
        while len(self._kept) > self._places:
            self._drop(next(iter(self._kept)))
        return True

    def take(self, stay: HeldSession, now: float) -> ResumeCredentials | None:
        """Return what an earlier visit has left, from the first event on; it is this visit's alone now."""
        for owner in [owner for owner, (_, _, until) in self._kept.items() if until <= now]:
            self._drop(owner)
        if stay.owner not in self._kept:
            return None
        left, resume, _ = self._drop(stay.owner)
        theirs = bool(stay.owner.word) or stay.number == left.number + 1
        return resume if theirs else None

    def _drop(self, owner: Owner) -> tuple[HeldSession, ResumeCredentials, float]:
        """Remove what is kept for an owner, and return it."""
        kept = self._kept.pop(owner)
        self._forget(owner.address)
        return kept

    def _forget(self, address: str) -> None:
        """Stop counting the visits of an address without guests and without kept sessions."""
        if not self._present[address] and not any(owner.address == address for owner in self._kept):
            self._visits.pop(address, None)
