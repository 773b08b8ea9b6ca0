"""Sessions of guests whose line broke, kept for their return.

The same name from the same address takes a session back, once and within some minutes. A name is no proof of who
somebody is: where others come from that address meanwhile (a shared machine, a router), it takes a word besides, which
the guest has put behind the name when coming in the first time (`ssh ana+rose@host`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from coinche.connection.credentials import ResumeCredentials


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
    """One visit of an owner: its number among those of the address, and whether it began with nobody else there."""

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

    def arrive(self, owner: Owner) -> HeldSession:
        """Begin a visit."""
        self._visits[owner.address] += 1
        self._present[owner.address] += 1
        return HeldSession(owner, self._visits[owner.address], alone=self._present[owner.address] == 1)

    def leave(self, stay: HeldSession) -> None:
        """End it."""
        address = stay.owner.address
        self._present[address] -= 1
        self._present += Counter()  # drops those at zero
        if not self._present[address] and not any(owner.address == address for owner in self._kept):
            del self._visits[address]

    def keep(self, stay: HeldSession, resume: ResumeCredentials, now: float) -> bool:
        """Keep what the visit leaves from now on, if its owner can be told from others; the oldest makes room."""
        if not stay.owner.word and not (stay.alone and self._visits[stay.owner.address] == stay.number):
            return False
        self._kept.pop(stay.owner, None)
        self._kept[stay.owner] = stay, replace(resume, n=0), now + self._seconds
        while len(self._kept) > self._places:
            del self._kept[next(iter(self._kept))]
        return True

    def take(self, stay: HeldSession, now: float) -> ResumeCredentials | None:
        """Return what an earlier visit has left, from the first event on; it is this visit's alone now."""
        if stay.owner not in self._kept:
            return None
        left, resume, until = self._kept.pop(stay.owner)
        theirs = bool(stay.owner.word) or stay.number == left.number + 1
        return resume if theirs and now < until else None
