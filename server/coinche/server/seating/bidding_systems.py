"""Bidding systems: what the calls of each seat promise, as its player declares it for everybody to read.

Nobody chooses a system with a hand in view: one that is declared then holds from the next deal. A system that the same
player has had before holds again at once. A match may begin in the moment in which somebody sits down, so the first
system of those who have been there since then counts at once, as long as nobody has called in the first deal; at a
strict table that goes for lent bots alone.
"""

from __future__ import annotations

import hashlib
from collections import Counter

import msgspec
from msgspec import UNSET

from coinche.engine.deal_phases import Bidding
from coinche.engine.match import State
from coinche.engine.playing import Playing
from coinche.engine.seats import Seat
from coinche.protocol.messages import DeclareSystem, Ok, Role, SeatChanged, System, SystemDeclared, declared
from coinche.server import limits
from coinche.server.match.entries import Entry, MatchBegun, PackLaid, Told
from coinche.server.sessions.session import Session
from coinche.server.storage.budget import Growth, TableUsage

from .feed import Feed
from .seats import TableSeat, TableSeats


class Systems:
    """The bidding systems of one table."""

    def __init__(self, seats: TableSeats, feed: Feed, usage: TableUsage, *, strict: bool) -> None:
        self._seats = seats
        self._feed = feed
        self._usage = usage
        self._strict = strict
        self.in_force: dict[Seat, System] = {}
        """The systems that everybody has been told of and that still hold."""
        self._wait: dict[Seat, tuple[System, Session]] = {}
        self._last: dict[tuple[str, Seat], bytes] = {}
        """Digests of the systems that were told last, by player (`Session.who`) and seat."""
        self._told: Counter[tuple[str, Seat]] = Counter()
        self._beginners = set(Seat)
        """The seats that have not changed since the first match began, until its first deal is over."""

    def recall(self, entry: Entry) -> None:
        """Restore what was declared before a restart."""
        match entry:
            case Told(event=SystemDeclared(seat=seat, system=system), by=who):
                self._note(who, seat, system)
            case Told(event=SeatChanged(seat=seat)):
                self.forget(seat, playing=False)
            case MatchBegun():
                self.begin_match()
            case PackLaid():
                self._beginners.clear()

    def begin_match(self) -> None:
        """Let everybody declare as many as ever."""
        self._told.clear()

    def forget(self, seat: Seat, *, playing: bool) -> None:
        """Drop what was declared for a seat for which somebody else acts now."""
        self.in_force.pop(seat, None)
        self._wait.pop(seat, None)
        if playing:
            self._beginners.discard(seat)

    def declare(self, session: Session, message: DeclareSystem, state: State | None) -> None:
        """Take a declaration while the match is in that state."""
        place = self._place_of(session, message)
        if place is None:
            lends = session.role is Role.PROVIDER
            what = "a provider declares a system for a `seat` that it plays"
            session.refuse(message, what if lends else "who sits at the table declares a system, for their own seat")
        elif self._told[session.who, place.seat] >= limits.SYSTEMS:
            what = f"you have declared {limits.SYSTEMS} systems from {place.seat}; no more in this match"
            session.refuse(message, what)
        elif self._told.total() >= limits.SYSTEMS_AT_TABLE:
            what = f"{limits.SYSTEMS_AT_TABLE} systems have been declared here; no more in this match"
            session.refuse(message, what)
        elif (full := self._usage.refusal(Growth.SYSTEM)) is not None:
            session.refuse(message, full, data={"reason": "full"})
        else:
            session.answer(Ok(), message.id)
            system = declared(message.system)
            self._wait[place.seat] = (system, session)
            had_it = self._last.get((session.who, place.seat)) == _digest(system)
            if had_it or not _is_dealt(state) or (_is_silent(state) and self._begins(place.seat, session)):
                self._tell(place.seat)

    def _begins(self, seat: Seat, session: Session) -> bool:
        """Return whether the match began as the player came, too late to declare before the first deal."""
        first = seat in self._beginners and seat not in self.in_force
        return first and (session.role is Role.PROVIDER or not self._strict)

    def _place_of(self, session: Session, message: DeclareSystem) -> TableSeat | None:
        """The seat for which the sender acts, as the message names it; None if there is none."""
        named = message.seat if isinstance(message.seat, Seat) else None
        own = self._seats.of(session)
        place = self._seats[named] if named is not None and session.role is Role.PROVIDER else own
        acts = place is not None and place.acting is session and message.seat in (UNSET, place.seat)
        return place if acts else None

    def deal_over(self) -> None:
        """Let what was declared in the deal hold from now on: nobody has a hand."""
        self._beginners.clear()
        for seat in tuple(self._wait):
            self._tell(seat)

    def _tell(self, seat: Seat) -> None:
        """Tell everybody, unless the system holds already, or its player does not act there any more."""
        system, session = self._wait.pop(seat)
        if self.in_force.get(seat) != system and self._seats[seat].acting is session:
            self._note(session.who, seat, system)
            self._feed.tell(SystemDeclared(seat, system), session.who)

    def _note(self, who: str, seat: Seat, system: System) -> None:
        self._last.pop((who, seat), None)
        self.in_force[seat] = system
        self._last[who, seat] = _digest(system)
        self._told[who, seat] += 1
        while len(self._last) > limits.SYSTEMS_REMEMBERED:
            del self._last[next(iter(self._last))]


def _digest(system: System) -> bytes:
    """Return a digest; a whole system of 4 KB takes twice that in memory."""
    return hashlib.sha256(msgspec.msgpack.encode(system)).digest()


def _is_dealt(state: State | None) -> bool:
    """Return whether the players hold cards, or have held those of this deal."""
    match None if state is None else state.phase:
        case Bidding(auction=auction):
            return not auction.thrown_in
        case Playing():
            return True
        case _:
            return False


def _is_silent(state: State | None) -> bool:
    """Return whether nobody has called in the auction."""
    return state is not None and isinstance(state.phase, Bidding) and not state.phase.auction.calls
