"""Seats that change hands in a match, so that nobody sees two hands of it, nor one that was dealt to somebody else.

`SeatHistory` remembers who has held which seats. A newcomer to a seat gets a reservation from the moment the pack is
laid, and the seat when the deal is over. It may get the seat at once if all clients that were dealt a hand agree, bots
lent by the server apart. A client that is away, has left or was voted out has not agreed; programs do not vote, so
where one holds cards nobody else gets any in mid-deal. A strict table has no such agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from coinche.engine.seats import Seat
from coinche.protocol.messages import Admit, AdmitAgreed, Occupant, Ok, SeatChanged, SeatReserved
from coinche.server import limits
from coinche.server.match.entries import DealPlayed, Entry, Seating, Sitting, Told
from coinche.server.sessions.session import Refusal, Session

from .feed import Feed
from .seats import Reservation, TableSeat, TableSeats


@dataclass(slots=True)
class SeatHistory:
    """The seats that clients have held since the match began; clients are named by `Session.who`.

    `held` are the seats of each client, `known` is the seat whose hand of the running deal a client has been dealt or
    shown. Before a match the `newcomers` alone are counted.
    """

    held: dict[str, set[Seat]] = field(default_factory=dict)
    known: dict[str, Seat] = field(default_factory=dict)
    newcomers: int = 0
    newcomers_of: Counter[str] = field(default_factory=Counter)
    """The newcomers of each origin, as far as this server has seen them come."""
    voted_out: set[str] = field(default_factory=set)

    def begin_match(self, seats: Iterable[TableSeat]) -> None:
        """Start anew with those who sit there."""
        self.newcomers = 0
        self.newcomers_of.clear()
        self.held.clear()
        self.voted_out.clear()
        self.known.clear()
        for place in seats:
            if place.owner is not None:
                self.hold(place.owner.who, place.seat)

    def begin_deal(self, seats: Iterable[TableSeat]) -> None:
        """Note to whom hands are dealt."""
        self.known = {place.owner.who: place.seat for place in seats if place.owner is not None}

    def recall(self, seating: Seating) -> None:
        """Restore what was known before a restart."""
        self.held = {who: set(seats) for who, seats in seating.held.items()}
        self.known = dict(seating.known)
        self.newcomers = seating.newcomers
        self.voted_out = set(seating.voted_out)

    def add_newcomer(self, origin: str) -> None:
        """Count a client from that origin that has held no seat in the match."""
        self.newcomers += 1
        self.newcomers_of[origin] += 1

    def is_full(self, origin: str) -> bool:
        """Return whether no more newcomers may come from that origin, or none at all."""
        return self.newcomers >= limits.NEWCOMERS or self.newcomers_of[origin] >= limits.NEWCOMERS_OF_ORIGIN

    def hold(self, who: str, seat: Seat) -> None:
        """Note that the client has the seat, and the hand that was dealt there."""
        self.held.setdefault(who, set()).add(seat)
        self.known[who] = seat


class Reservations:
    """The reservations of one table; each stands on its `TableSeat`."""

    def __init__(self, seats: TableSeats, feed: Feed, history: SeatHistory, *, strict: bool) -> None:
        self._seats = seats
        self._feed = feed
        self._history = history
        self._strict = strict
        self._recalled: dict[Seat, set[str]] = {}
        """Agreements from before a restart, by the seat that they are about."""

    @property
    def kept(self) -> Iterator[Sitting]:
        """The reservations as they are kept."""
        for place in self._seats.values():
            if (held := place.reservation) is not None:
                yield Sitting(place.seat, None if held.session is None else held.session.id, held.bot)

    def recall(self, entry: Entry) -> None:
        """Note an agreement from before a restart, until the seat has changed hands or the deal is over."""
        match entry:
            case Told(event=AdmitAgreed(newcomer=seat), by=who):
                self._recalled.setdefault(seat, set()).add(who)
            case DealPlayed():
                self._recalled.clear()
            case Told(event=SeatReserved(seat=seat) | SeatChanged(seat=seat)):
                self._recalled.pop(seat, None)

    def restore(self, reserved: tuple[Sitting, ...], sessions: Mapping[str, Session]) -> None:
        """Make the reservations from before a restart, once all entries are recalled."""
        for sat in reserved:
            session = sessions.get(sat.owner or "")
            if session is not None or sat.bot is not None:
                agreed = self._recalled.get(sat.seat, set())
                self._seats[sat.seat].reservation = Reservation(session=session, bot=sat.bot, agreed=agreed)

    def reserve(self, place: TableSeat, reservation: Reservation) -> None:
        """Give the seat to somebody with the next deal; a bot makes way for a client."""
        place.reservation = reservation
        self._feed.tell(SeatReserved(place.seat, reservation.occupant, reservation.name))

    def cancel(self, place: TableSeat) -> None:
        """Drop the reservation of the seat."""
        place.reservation = None
        self._feed.tell(SeatReserved(place.seat, Occupant.FREE, ""))

    def admit(self, session: Session, message: Admit) -> None:
        """Answer the wish that a seat changes hands at once, and count it where that is allowed."""
        place = self._seats[message.seat]
        if (refusal := self._refusal(self._seats.of(session), place, message.name)) is not None:
            session.refuse(message, *refusal)
        else:
            session.answer(Ok(), message.id)
            self.agree(session, place)

    def agree(self, session: Session, place: TableSeat) -> None:
        """Count the agreement of a person who plays, once, and tell it."""
        own, reservation = self._seats.of(session), place.reservation
        if own is not None and own.person and reservation is not None and session.who not in reservation.agreed:
            reservation.agreed.add(session.who)
            self._feed.tell(AdmitAgreed(own.seat, place.seat), session.who)

    def _refusal(self, own: TableSeat | None, place: TableSeat, name: str) -> Refusal | None:
        if self._strict:
            return Refusal("at a strict table a seat changes hands between deals only", data={"reason": "strict"})
        if own is None or not own.person:
            return Refusal("only a person who plays agrees to that", data={"reason": "person"})
        if place.reservation is None or place.reservation.name != name:
            return Refusal(f"{name} does not wait for {place.seat}", data={"reason": "gone"})
        if not self._can_all_agree:
            what = "not all who were dealt a hand are people who are there still; wait for the next deal"
            return Refusal(what, data={"reason": "dealt"})
        return None

    @property
    def agreed(self) -> tuple[TableSeat, ...]:
        """The reserved seats that change hands at once, since all who were dealt a hand agree."""
        reserved = ((place, place.reservation) for place in self._seats.values())
        return tuple(place for place, held in reserved if held is not None and self.is_agreed(held))

    def is_agreed(self, reservation: Reservation) -> bool:
        """Return whether all who were dealt a hand, at least one, agree."""
        known = self._history.known.keys()
        return not self._strict and self._can_all_agree and bool(known) and known <= reservation.agreed

    @property
    def _can_all_agree(self) -> bool:
        """True if all who were dealt a hand are people who still sit there, present or away."""
        owners = (place.owner for place in self._seats.values())
        people = {owner.who for owner in owners if owner is not None and not owner.program}
        return self._history.known.keys() <= people
