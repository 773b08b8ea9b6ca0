"""What the calls of each seat promise, as whoever sits there declares it for everybody to read.

Knows which system holds, and which waits for the end of the deal. Refuses to know cards, and whether anybody keeps to
what he has declared.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec import UNSET

from coinche.engine.deal import Bidding
from coinche.engine.match import State
from coinche.engine.playing import Playing
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import DeclareSystem, Ok, Role, SeatChanged, System, SystemDeclared, declared
from coinche.server import limits
from coinche.server.match.entries import Entry, MatchBegun, PackLaid, Told
from coinche.server.sessions.sessions import Session
from coinche.server.storage.budget import Growth, TableUsage

from .feed import Feed
from .seats import TableSeat, TableSeats


class Systems:
    """The systems of one table. Nobody chooses his with a hand before him: what he says then holds from the next deal.

    What he had before he was away holds again as soon as he says it. A match may begin as somebody sits down: of who
    has been there since then the first counts at once, as long as nobody has said anything in the auction of the first
    deal. At a `strict` table that goes for lent bots alone.
    """

    def __init__(self, seats: TableSeats, feed: Feed, usage: TableUsage, *, strict: bool) -> None:
        self._seats = seats
        self._feed = feed
        self._usage = usage
        self._strict = strict
        self._hold: dict[Seat, System] = {}
        self._wait: dict[Seat, tuple[System, Session]] = {}
        self._last: dict[tuple[str, Seat], bytes] = {}
        """Digests of those that were told last, each by whom (`Session.who`) and from where."""
        self._told: Counter[tuple[str, Seat]] = Counter()
        self._beginners = set(Seat)
        """The seats that have not changed since the first match began, until its first deal is over."""

    @property
    def in_force(self) -> Mapping[Seat, System]:
        """Those that everybody has been told of and that hold still."""
        return self._hold

    def recall(self, entry: Entry) -> None:
        """What was done before the server was started again."""
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
        """Everybody may declare as many as ever."""
        self._told.clear()

    def forget(self, seat: Seat, *, playing: bool) -> None:
        """Somebody else acts there from now on: what was declared is gone with who has declared it."""
        self._hold.pop(seat, None)
        self._wait.pop(seat, None)
        if playing:
            self._beginners.discard(seat)

    def declare(self, session: Session, message: DeclareSystem, state: State | None) -> None:
        """Somebody says what his calls promise; the match is in that state."""
        place = self._place_of(session, message)
        if place is None:
            session.refuse(ErrorCode.FORBIDDEN, _who_may(session), re=message.id)
        elif self._told[session.who, place.seat] >= limits.SYSTEMS:
            what = f"you have declared {limits.SYSTEMS} systems from {place.seat}; no more in this match"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif self._told.total() >= limits.SYSTEMS_AT_TABLE:
            what = f"{limits.SYSTEMS_AT_TABLE} systems have been declared here; no more in this match"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif (full := self._usage.refusal(Growth.SYSTEM)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, full, re=message.id, data={"reason": "full"})
        else:
            session.answer(Ok(), message.id)
            system = declared(message.system)
            self._wait[place.seat] = (system, session)
            had_it = self._last.get((session.who, place.seat)) == _digest(system)
            if had_it or not _is_dealt(state) or (_is_silent(state) and self._begins(place.seat, session)):
                self._tell(place.seat)

    def _begins(self, seat: Seat, session: Session) -> bool:
        """Whether he may not have been heard before the first deal: the match began as he came."""
        first = seat in self._beginners and seat not in self._hold
        return first and (session.role is Role.PROVIDER or not self._strict)

    def _place_of(self, session: Session, message: DeclareSystem) -> TableSeat | None:
        """For which place whoever says that acts."""
        named = message.seat if isinstance(message.seat, Seat) else None
        own = self._seats.of(session)
        place = self._seats[named] if named is not None and session.role is Role.PROVIDER else own
        acts = place is not None and place.acting is session and message.seat in (UNSET, place.seat)
        return place if acts else None

    def deal_over(self) -> None:
        """Nobody has a hand: what was said meanwhile holds from now on."""
        self._beginners.clear()
        for seat in tuple(self._wait):
            self._tell(seat)

    def _tell(self, seat: Seat) -> None:
        """Tell everybody, unless that holds already, or who has said it does not act there any more."""
        system, session = self._wait.pop(seat)
        if self._hold.get(seat) != system and self._seats[seat].acting is session:
            self._note(session.who, seat, system)
            self._feed.tell(SystemDeclared(seat, system), session.who)

    def _note(self, who: str, seat: Seat, system: System) -> None:
        self._last.pop((who, seat), None)
        self._hold[seat] = system
        self._last[who, seat] = _digest(system)
        self._told[who, seat] += 1
        while len(self._last) > limits.SYSTEMS_REMEMBERED:
            del self._last[next(iter(self._last))]


def _digest(system: System) -> bytes:
    """Return what tells the system from any other: whole, one of 4 KB takes twice that in memory."""
    return hashlib.sha256(msgspec.msgpack.encode(system)).digest()


def _is_dealt(state: State | None) -> bool:
    """Whether the players hold cards, or have held those of this deal."""
    match None if state is None else state.phase:
        case Bidding(auction=auction):
            return not auction.thrown_in
        case Playing():
            return True
        case _:
            return False


def _is_silent(state: State | None) -> bool:
    """Whether nobody has said anything in the auction."""
    return state is not None and isinstance(state.phase, Bidding) and not state.phase.auction.calls


def _who_may(session: Session) -> str:
    if session.role is Role.PROVIDER:
        return "a provider declares a system for a `seat` that it plays"
    return "who sits at the table declares a system, for his own seat"
