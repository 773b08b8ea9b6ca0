"""Rate limit on reading: how much work a client's bytes may make beyond what its messages pay for.

Every read, every byte and every TLS record costs its price, in microseconds of the server's processor, before it is
parsed. A message that is whole and paid for (`toll`) gives `WORK_OF_MESSAGE` back, which is what a message in a segment
and a record of its own costs. So an honest client owes nothing, however fast it plays, and what adds up is waste: empty
lines, short records, new keys, segments of a byte. A client whose waste is beyond the limit is disconnected.

Of TLS the records are counted by their headers (`tls`), since OpenSSL does not tell of them, and takes new keys in
without a word.

A second account is kept for each address and a third for everybody. Neither disconnects anybody by itself: while one is
overdrawn, every connection that it counts for has a smaller limit. A client that wastes nothing does not notice, though
it shares an address with one that does.
"""

from __future__ import annotations

from . import limits
from .bucket import Bucket, Buckets


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
