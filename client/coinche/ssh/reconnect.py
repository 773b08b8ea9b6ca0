"""Sessions of guests whose connection broke, kept for their return.

The same name from the same address takes a session back, once and within some minutes. A name proves nothing: when
others have come from that address meanwhile (a shared machine, a router), the guest also needs a word, given after the
name on the first visit (`ssh ana+rose@host`).
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass, replace

from coinche.connection.credentials import ResumeCredentials


def origin(address: str) -> str:
    """Return the origin under which an address is counted: for IPv6 its 64-bit network."""
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
    """The name and word that a guest's ssh gave, and the address that it came from."""

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
    """One visit of an owner: its number among those of the address, and whether nobody else was there when it began.

    The owner's address is its `origin`.
    """

    owner: Owner
    number: int
    alone: bool


class WaitingSessions:
    """Sessions kept in memory until their owners return or the time is up; nobody can return to another gateway."""

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
        """End a visit."""
        self._present[stay.owner.address] -= 1
        self._present += Counter()  # drops those at zero
        self._forget(stay.owner.address)

    def keep(self, stay: HeldSession, resume: ResumeCredentials, now: float) -> bool:
        """Keep the session of a visit if its owner can be told from others; the oldest session makes room."""
        if not stay.owner.word and not (stay.alone and self._visits[stay.owner.address] == stay.number):
            return False
        self._kept.pop(stay.owner, None)
        self._kept[stay.owner] = stay, replace(resume, n=0), now + self._seconds
        while len(self._kept) > self._places:
            self._drop(next(iter(self._kept)))
        return True

    def take(self, stay: HeldSession, now: float) -> ResumeCredentials | None:
        """Return the session that an earlier visit left, from the first event on; from now on this visit owns it."""
        for owner in [owner for owner, (_, _, until) in self._kept.items() if until <= now]:
            self._drop(owner)
        if stay.owner not in self._kept:
            return None
        left, resume, _ = self._drop(stay.owner)
        theirs = bool(stay.owner.word) or stay.number == left.number + 1
        return resume if theirs else None

    def _drop(self, owner: Owner) -> tuple[HeldSession, ResumeCredentials, float]:
        """Remove the session kept for an owner, and return it."""
        kept = self._kept.pop(owner)
        self._forget(owner.address)
        return kept

    def _forget(self, address: str) -> None:
        """Stop counting the visits of an address without guests and without kept sessions."""
        if not self._present[address] and not any(owner.address == address for owner in self._kept):
            self._visits.pop(address, None)
