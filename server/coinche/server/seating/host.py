"""The host of one table: who it is, who becomes host next, and how often a host may change the seats."""

from __future__ import annotations

from coinche.engine.seats import Seat
from coinche.protocol.messages import HostChanged, SameAddress
from coinche.server import limits
from coinche.server.addresses import is_here, origin
from coinche.server.sessions.session import Session

from .feed import Feed
from .seats import TableSeats


def stands_for_many(address: str) -> bool:
    """Return whether the address identifies nobody: behind the server's own there may be a gateway or a tunnel."""
    return is_here(address) or address == origin("::1")


class Host:
    """The host of one table, present or away: the first who sat down, and then always who has sat there longest.

    A table that is not `hosted` never has any.
    """

    def __init__(self, seats: TableSeats, feed: Feed, *, hosted: bool) -> None:
        self._seats = seats
        self._feed = feed
        self._hosted = hosted
        self._session: Session | None = None
        self._longest_first: list[Session] = []
        self._told: Seat | None = None
        self.rearranged = 0
        """The changes of seats by hosts of this table."""
        self._has_heard: Session | None = None
        """The host that was told last that some players come from one address."""

    @property
    def seat(self) -> Seat | None:
        """The host's seat."""
        place = None if self._session is None else self._seats.of(self._session)
        return None if place is None else place.seat

    def is_host(self, session: Session) -> bool:
        """Return whether that session is the host."""
        return session is self._session

    @property
    def may_rearrange(self) -> bool:
        """True until hosts of this table have changed seats too often."""
        return self.rearranged < limits.REARRANGED

    def replace(self, session: Session, former: Session | None) -> None:
        """Put the session in the place of the one that the same client had before."""
        self._longest_first = [session if sat is former else sat for sat in self._longest_first]
        if former is not None and self._session is former:
            self._session = session

    def recall(self, host: Session | None, longest_first: list[Session], rearranged: int) -> None:
        """Restore what was known before a restart."""
        self._session, self._longest_first, self.rearranged = host, longest_first, rearranged
        self._told = self.seat

    @property
    def known(self) -> tuple[str | None, tuple[str, ...], int]:
        """The host's session id, the ids of all who sit there in their order, and how often seats were changed."""
        host = None if self._session is None else self._session.id
        return host, tuple(session.id for session in self._longest_first), self.rearranged

    def settle(self) -> None:
        """Find the host anew after somebody has come, gone or been moved, and tell the table if the seat is another."""
        if not self._hosted:
            return
        sitting = [place.owner for place in self._seats.values() if place.owner is not None]
        stayed = [session for session in self._longest_first if session in sitting]
        self._longest_first = [*stayed, *(session for session in sitting if session not in stayed)]
        if self._session not in sitting:
            self._session = next((session for session in self._longest_first if session.peer is not None), None)
        if self.seat is not self._told:
            self._told = self.seat
            self._feed.tell(HostChanged(self.seat))
        self.tell_of_addresses()

    def tell_of_addresses(self) -> None:
        """Tell the host, and nobody else, which seats have players from one address; not which address that is."""
        groups = self._of_one_address()
        if self._session is not None and (groups or self._has_heard is self._session):
            self._has_heard = self._session if groups else None
            self._session.send(SameAddress(table=self._seats.table, groups=groups))

    def _of_one_address(self) -> tuple[tuple[Seat, ...], ...]:
        by_origin: dict[str, list[Seat]] = {}
        for place in self._seats.values():
            if place.owner is not None and not stands_for_many(place.owner.origin):
                by_origin.setdefault(place.owner.origin, []).append(place.seat)
        return tuple(tuple(seats) for seats in by_origin.values() if len(seats) > 1)
