"""How many are in, how many are still on their way in, and from where. Refuses to know who they are."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

import trio

from .bounds import Bounds


class Entry(Enum):
    """What becomes of a connection."""

    HALF_OPEN = auto()
    """It may sign in, and takes no seat until it has."""
    IN = auto()
    FULL = auto()
    """It is told that there are too many."""
    SHUT = auto()
    """It is closed at once."""


@dataclass(slots=True, eq=False)
class Arrival:
    """One connection."""

    origin: str
    entry: Entry
    close: Callable[[], None]


class Door:
    """Counts connections as they come, sign in and go."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._inside: Counter[str] = Counter()
        self._half_open: dict[Arrival, None] = {}
        self._waiting = 0
        self._empty = trio.Event()
        self._empty.set()

    @property
    def inside(self) -> int:
        """How many have a session."""
        return self._inside.total()

    def admit(self, address: str, close: Callable[[], None]) -> Arrival:
        """One more from there, to be followed by `leave`; `close` is called where it has to make way for another."""
        arrival = Arrival(origin(address), Entry.SHUT, close)
        on_the_way = sum(other.origin == arrival.origin for other in self._half_open)
        if self._has_room(arrival.origin, on_the_way):
            arrival.entry = Entry.HALF_OPEN
            self._make_way()
            self._half_open[arrival] = None
            if self._empty.is_set():
                self._empty = trio.Event()
        elif self._waiting < self._bounds.turned_away:
            arrival.entry = Entry.FULL
            self._waiting += 1
        return arrival

    def seat(self, arrival: Arrival) -> bool:
        """It has signed in and has a session; False where the last seat was taken meanwhile."""
        if arrival not in self._half_open or not self._has_room(arrival.origin):
            return False
        del self._half_open[arrival]
        self._inside[arrival.origin] += 1
        arrival.entry = Entry.IN
        return True

    def leave(self, arrival: Arrival) -> None:
        """It is gone."""
        match arrival.entry:
            case Entry.FULL:
                self._waiting -= 1
            case Entry.HALF_OPEN:
                self._half_open.pop(arrival, None)
            case Entry.IN:
                self._inside[arrival.origin] -= 1
                self._inside += Counter()  # without those that are none
        if not self._inside and not self._half_open:
            self._empty.set()

    async def wait_empty(self) -> None:
        """Until nobody is in."""
        await self._empty.wait()

    def _has_room(self, origin: str, on_the_way: int = 0) -> bool:
        inside = self._inside[origin] + on_the_way
        return self.inside < self._bounds.guests and inside < self._bounds.guests_per_address

    def _make_way(self) -> None:
        """Of too many that have not signed in, the oldest of the address that has most is closed."""
        if len(self._half_open) < self._bounds.half_open:
            return
        by_origin = Counter(arrival.origin for arrival in self._half_open)
        most = max(by_origin.values())
        oldest = next(arrival for arrival in self._half_open if by_origin[arrival.origin] == most)
        del self._half_open[oldest]
        oldest.close()


def origin(address: str) -> str:
    """What counts as one address: of IPv6 the network of a line, 64 bits."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
