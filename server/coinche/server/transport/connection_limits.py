"""Limits on connections: how many there may be and how much work their bytes may make.

Each limit has an account for one connection, one for all connections of an address, and one for everybody, as far as
it applies. What counts as one address is `addresses.origin`. Time is an argument, or trio's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

import trio

from coinche.protocol.errors import ErrorCode
from coinche.server import limits
from coinche.server.addresses import NOBODY, TrustedNetworks, is_here, origin
from coinche.server.rate_limit import Bucket, Buckets

from .peer import Peer


class SlotKind(StrEnum):
    """The kind of a connection for the limits."""

    UNAUTHENTICATED = "unauthenticated"
    SIGNED_IN = "signed in"
    EXCESS = "excess"
    """It stays only until it has been told that there are too many, and takes no other's slot."""


@dataclass(eq=False, slots=True)
class Slot:
    """One connection as it is counted."""

    origin: str
    kind: SlotKind


class ConnectionLimits:
    """Counts the connections that are open: in all, from each address, and of those the ones not signed in."""

    def __init__(self, per_address: int | None = None, trust: TrustedNetworks = NOBODY) -> None:
        """Allow the usual number from each address, or `per_address`, but from here and from trusted networks."""
        self._per_address = per_address
        self._trust = trust
        self._in_all: Counter[SlotKind] = Counter()
        self._from: Counter[tuple[str, SlotKind]] = Counter()

    def open(self, address: str) -> Slot | None:
        """Return a slot for one more from there; None if it cannot even be told that there are too many."""
        slot = Slot(origin(address), SlotKind.UNAUTHENTICATED)
        if self._is_full(slot.origin, trusted=is_here(address) or address in self._trust):
            slot.kind = SlotKind.EXCESS
            if self._in_all[slot.kind] >= limits.TURNED_AWAY:
                return None
        self._count(slot, 1)
        return slot

    def sign_in(self, slot: Slot) -> None:
        """Count the connection as signed in."""
        if slot.kind is SlotKind.UNAUTHENTICATED:
            self._count(slot, -1)
            slot.kind = SlotKind.SIGNED_IN
            self._count(slot, 1)

    def close(self, slot: Slot) -> None:
        """Count the connection no more."""
        self._count(slot, -1)

    def _is_full(self, origin: str, *, trusted: bool) -> bool:
        unauthenticated = self._from[origin, SlotKind.UNAUTHENTICATED]
        most = limits.CONNECTIONS_PER_ADDRESS if trusted or self._per_address is None else self._per_address
        return (
            self._in_all[SlotKind.UNAUTHENTICATED] + self._in_all[SlotKind.SIGNED_IN] >= limits.CONNECTIONS
            or unauthenticated + self._from[origin, SlotKind.SIGNED_IN] >= most
            or (unauthenticated >= limits.STRANGERS_PER_ADDRESS and not trusted)
        )

    def _count(self, slot: Slot, more: int) -> None:
        self._in_all[slot.kind] += more
        key = slot.origin, slot.kind
        self._from[key] += more
        if not self._from[key]:
            del self._from[key]


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
    """Rate limit on what one connection's bytes may cost beyond what its messages pay for.

        if not budget.charge(now, len(data), records): disconnect
        ...  # parse it
        budget.settle(now, messages)

    Every read, byte and TLS record costs its price, in microseconds of the server's processor, before it is parsed.
    Each whole message that was paid for gives back what one costs that comes in a segment and a record of its own. So
    an honest client owes nothing, however fast it plays, and what adds up is waste: empty lines, short records, new
    keys, empty frames, segments of a byte. A client whose waste is beyond the limit is disconnected.

    The accounts of the address and of all disconnect nobody by themselves: while one is overdrawn, every connection
    that it counts for has a smaller limit. A client that wastes nothing does not notice, though it shares an address
    with one that does.
    """

    def __init__(self, shared: SharedBudget, origin: str, now: float) -> None:
        self._shared = shared
        self._origin = origin
        self._own = Bucket(limits.WORK, now)
        self._charged = 0.0

    def charge(self, now: float, size: int, records: int = 0, *, reads: int = 1) -> bool:
        """Charge for bytes about to be parsed; False if the connection is to be ended instead.

        They are so many records of TLS, and a read may bring several such pieces: then it counts with the first.
        """
        work = reads * limits.WORK_OF_READ + size * limits.WORK_OF_BYTE + records * limits.WORK_OF_RECORD
        self._charged += work
        used = self._own.charge(now, work)
        strained = used > limits.WORK_UNDER_STRAIN and self._shared.is_overdrawn(self._origin, now)
        if strained or used > limits.WORK.burst:
            self.settle(now)
            return False
        return True

    def settle(self, now: float, messages: int = 0, idle_frames: int = 0) -> None:
        """Give back what so many messages pay for; the rest was waste, and counts for the address and for all, too.

        Frames of a WebSocket that have completed no message cost their price now: only the parser can count them.
        """
        if idle_frames:
            self._charged += idle_frames * limits.WORK_OF_IDLE_FRAME
            self._own.charge(now, idle_frames * limits.WORK_OF_IDLE_FRAME)
        returned = messages * limits.WORK_OF_MESSAGE
        self._own.give_back(returned)
        if self._charged > returned:
            self._shared.charge(self._origin, now, self._charged - returned)
        self._charged = 0.0


class Handshakes:
    """The queue of TLS handshakes: some at a time, and each address in turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Peer, trio.Event]] = {}  # by origin, the next one first
        self._in_progress: dict[Peer, float] = {}  # since when, the oldest first
        self._changed = trio.Event()

    async def wait(self, peer: Peer) -> None:
        """Wait until the peer's handshake may begin."""
        turn = self._waiting.setdefault(peer.origin, {})[peer] = trio.Event()
        self._changed.set()
        try:
            await turn.wait()
        except trio.Cancelled:
            self.over(peer)
            raise

    def over(self, peer: Peer) -> None:
        """The peer's handshake has ended, or is not wanted any more."""
        if self._in_progress.pop(peer, None) is not None:
            self._changed.set()
        elif peer in (waiting := self._waiting.get(peer.origin, {})):
            del waiting[peer]
            if not waiting:
                del self._waiting[peer.origin]

    async def run(self) -> None:
        """Begin handshakes until cancelled."""
        while True:
            if not self._waiting:
                await self._until_changed()
            elif len(self._in_progress) < limits.HANDSHAKES:
                self._begin()
                await trio.sleep(limits.HANDSHAKE_EVERY)
            else:
                await self._make_room()

    async def _until_changed(self) -> None:
        self._changed = trio.Event()
        await self._changed.wait()

    def _begin(self) -> None:
        """Begin the one that has waited longest at the address whose turn it is."""
        origin = next(iter(self._waiting))
        waiting = self._waiting.pop(origin)
        peer = next(iter(waiting))
        turn = waiting.pop(peer)
        if waiting:
            self._waiting[origin] = waiting  # behind all others
        self._in_progress[peer] = trio.current_time()
        turn.set()

    async def _make_room(self) -> None:
        """Wait for one to end; the oldest of the address that has most is given up once it has had its time."""
        most, _ = Counter(peer.origin for peer in self._in_progress).most_common(1)[0]
        oldest = next(peer for peer in self._in_progress if peer.origin == most)
        with trio.move_on_at(self._in_progress[oldest] + limits.HANDSHAKE):
            await self._until_changed()
            return
        self.over(oldest)
        oldest.drop(ErrorCode.AUTH_TIMEOUT, "others wait for their handshake")
