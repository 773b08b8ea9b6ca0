"""How many connections there may be: in all, from one place, and of those who have not signed in.

Knows counts. Refuses to know what a connection is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from coinche.server import limits
from coinche.server.addresses import NOBODY, TrustedNetworks, is_here, origin
from coinche.server.rate_limit import Bucket, Buckets


class Standing(StrEnum):
    """What a connection counts as."""

    STRANGER = "stranger"
    SIGNED_IN = "signed in"
    ONE_TOO_MANY = "one too many"
    """It is there to be told so, and takes nobody's place."""


@dataclass(eq=False, slots=True)
class Place:
    """What one connection takes up."""

    origin: str
    standing: Standing


class Entrance:
    """Counts who comes and goes, and forgets where nobody is from any more."""

    def __init__(self, per_address: int | None = None, trust: TrustedNetworks = NOBODY) -> None:
        """With another bound for one address than the usual one, if that is given, but here and where it is trusted."""
        self._elsewhere = per_address
        self._trust = trust
        self._in_all: Counter[Standing] = Counter()
        self._from: Counter[tuple[str, Standing]] = Counter()

    def enter(self, address: str) -> Place | None:
        """A place for one more from there; None where nobody can even be told that there is none."""
        place = Place(origin(address), Standing.STRANGER)
        if self._is_full(place.origin, usual=is_here(address) or address in self._trust):
            place.standing = Standing.ONE_TOO_MANY
            if self._in_all[place.standing] >= limits.TURNED_AWAY:
                return None
        self._count(place, 1)
        return place

    def sign_in(self, place: Place) -> None:
        """Who is there has signed in."""
        if place.standing is Standing.STRANGER:
            self._count(place, -1)
            place.standing = Standing.SIGNED_IN
            self._count(place, 1)

    def leave(self, place: Place) -> None:
        """The place is free."""
        self._count(place, -1)

    def _is_full(self, origin: str, *, usual: bool) -> bool:
        """Whether there is no place more. Where the `usual` bound holds, strangers are not counted apart."""
        strangers = self._from[origin, Standing.STRANGER]
        most = limits.CONNECTIONS_PER_ADDRESS if usual or self._elsewhere is None else self._elsewhere
        return (
            self._in_all[Standing.STRANGER] + self._in_all[Standing.SIGNED_IN] >= limits.CONNECTIONS
            or strangers + self._from[origin, Standing.SIGNED_IN] >= most
            or (strangers >= limits.STRANGERS_PER_ADDRESS and not usual)
        )

    def _count(self, place: Place, more: int) -> None:
        self._in_all[place.standing] += more
        key = place.origin, place.standing
        self._from[key] += more
        if not self._from[key]:
            del self._from[key]


# --- read budget ----------------------------------------------------------------------------------
# Rate limit on reading: how much work a client's bytes may make beyond what its messages pay for.
#
# Every read, every byte and every TLS record costs its price, in microseconds of the server's processor, before it is
# parsed. A message that is whole and paid for (`toll`) gives `WORK_OF_MESSAGE` back, which is what a message in a
# segment
# and a record of its own costs. So an honest client owes nothing, however fast it plays, and what adds up is waste:
# empty
# lines, short records, new keys, segments of a byte. A client whose waste is beyond the limit is disconnected.
#
# Of TLS the records are counted by their headers (`tls`), since OpenSSL does not tell of them, and takes new keys in
# without a word.
#
# A second account is kept for each address and a third for everybody. Neither disconnects anybody by itself: while one
# is
# overdrawn, every connection that it counts for has a smaller limit. A client that wastes nothing does not notice,
# though
# it shares an address with one that does.


class SharedBudget:
    """The work that the connections of each address, and all together, have wasted."""

    def __init__(self) -> None:
        self._of_origin = Buckets(limits.WORK_PER_ADDRESS)
        self._of_all = Bucket(limits.WORK_OF_ALL, 0.0)

    def charge(self, origin: str, now: float, waste: float) -> None:
        """Count waste that came from there."""
        self._of_origin.charge(origin, now, waste)
        self._of_all.charge(now, waste)

    def is_overdrawn(self, origin: str, now: float) -> bool:
        """Return whether that address, or all together, have wasted more than they may."""
        return self._of_all.owed(now) > 0 or self._of_origin.owed(origin, now) > 0


class ReadBudget:
    """The work that one connection has wasted.

    budget.charge_read(now)
    for piece in read:
        if not budget.may_parse(now, len(piece), records): hang up
        ...  # `return_message` for each that was paid for
        budget.settle(now)
    """

    def __init__(self, shared: SharedBudget, origin: str, now: float) -> None:
        self._shared = shared
        self._origin = origin
        self._own = Bucket(limits.WORK, now)
        self._charged = 0.0
        self._returned = 0.0

    def charge_read(self, now: float) -> None:
        """Charge for a call to the system that has brought something."""
        self._charge(now, limits.WORK_OF_READ)

    def may_parse(self, now: float, size: int, records: int = 0) -> bool:
        """Charge for so many bytes, in so many records of TLS; False where the connection is to be ended instead."""
        self._charge(now, size * limits.WORK_OF_BYTE + records * limits.WORK_OF_RECORD)
        used = self._own.used(now)
        strained = used > limits.WORK_UNDER_STRAIN and self._shared.is_overdrawn(self._origin, now)
        if strained or used > limits.WORK.burst:
            self.settle(now)
            return False
        return True

    def return_message(self) -> None:
        """A message has come that was paid for."""
        self._returned += limits.WORK_OF_MESSAGE

    def settle(self, now: float) -> None:
        """Take off what came back; what is left was waste, and counts for the address and for all, too."""
        self._own.give_back(self._returned)
        if self._charged > self._returned:
            self._shared.charge(self._origin, now, self._charged - self._returned)
        self._charged = self._returned = 0.0

    def _charge(self, now: float, work: float) -> None:
        self._charged += work
        self._own.charge(now, work)
