"""Who is the host of a table: who sat down first, and after him always the one that has sat there longest.

Knows in which order they sat down, from where, and how often a host has changed who sits where. Refuses to know how
(`hosting`).
"""

from __future__ import annotations

from coinche.engine.seats import Seat
from coinche.protocol.messages import HostChanged, SameAddress
from coinche.server import limits
from coinche.server.addresses import is_here, origin
from coinche.server.sessions.sessions import Session

from .feed import Feed
from .seats import Chairs


def stands_for_many(address: str) -> bool:
    """Whether nobody can be told by that address: on the server's own machine there may be a gateway or a tunnel."""
    return is_here(address) or address == origin("::1")


class Host:
    """The host of one table, present or away. One that is not `hosted` never has any."""

    def __init__(self, chairs: Chairs, feed: Feed, *, hosted: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._hosted = hosted
        self._session: Session | None = None
        self._longest_first: list[Session] = []
        self._told: Seat | None = None
        self._rearranged = 0
        self._has_heard: Session | None = None
        """The host who was told last that some come from one address."""

    @property
    def seat(self) -> Seat | None:
        """Where the host sits."""
        chair = None if self._session is None else self._chairs.of(self._session)
        return None if chair is None else chair.seat

    def is_he(self, session: Session) -> bool:
        """Whether that is the host."""
        return session is self._session

    @property
    def may_rearrange(self) -> bool:
        """Whether there are seats left to be changed by a host of this table."""
        return self._rearranged < limits.REARRANGED

    def rearranges(self) -> None:
        """He has changed who sits where."""
        self._rearranged += 1

    def comes_anew(self, session: Session, former: Session | None) -> None:
        """The same client sits there as before, in a new session."""
        self._longest_first = [session if sat is former else sat for sat in self._longest_first]
        if former is not None and self._session is former:
            self._session = session

    def recall(self, host: Session | None, longest_first: list[Session], rearranged: int) -> None:
        """As it was before the server was started again."""
        self._session, self._longest_first, self._rearranged = host, longest_first, rearranged
        self._told = self.seat

    @property
    def known(self) -> tuple[str | None, tuple[str, ...], int]:
        """The host's session, those of all who sit there in their order, and how often seats were changed."""
        host = None if self._session is None else self._session.id
        return host, tuple(session.id for session in self._longest_first), self._rearranged

    def settle(self) -> None:
        """Find the host, after somebody has come, gone or been moved, and tell where he sits if that is news."""
        if not self._hosted:
            return
        sitting = [chair.owner for chair in self._chairs if chair.owner is not None]
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
            self._session.send(SameAddress(table=self._chairs.table, groups=groups))

    def _of_one_address(self) -> tuple[tuple[Seat, ...], ...]:
        by_origin: dict[str, list[Seat]] = {}
        for chair in self._chairs:
            if chair.owner is not None and not stands_for_many(chair.owner.origin):
                by_origin.setdefault(chair.owner.origin, []).append(chair.seat)
        return tuple(tuple(seats) for seats in by_origin.values() if len(seats) > 1)
