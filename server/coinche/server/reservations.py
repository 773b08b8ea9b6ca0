"""Seats that change hands with the next deal, so that nobody sees a hand that was dealt to somebody else.

A newcomer to a seat gets a reservation while cards are held, and the seat when the deal is over. All people who sit at
the table, at least one, may agree that it changes hands at once; those who are away have not agreed, and programs are
not asked. A strict table has no such agreement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Admit, AdmitAgreed, Occupant, Ok, SeatChanged, SeatReserved

from .chairs import Chair, Chairs, Reservation
from .entries import Entry, Sitting, Told
from .feed import Feed
from .session import Session


class Reservations:
    """The reservations of one table, which are kept on its chairs."""

    def __init__(self, chairs: Chairs, feed: Feed, *, strict: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._strict = strict
        self._recalled: dict[Seat, set[str]] = {}
        """The agreements from before a restart, by the seat that they are about."""

    @property
    def kept(self) -> Iterator[Sitting]:
        """The reservations as they are kept."""
        for chair in self._chairs:
            if (held := chair.reservation) is not None:
                yield Sitting(chair.seat, None if held.session is None else held.session.id, held.bot)

    def recall(self, entry: Entry) -> None:
        """Note an agreement from before the server was started again, until the seat has changed hands."""
        match entry:
            case Told(event=AdmitAgreed(newcomer=seat), by=who):
                self._recalled.setdefault(seat, set()).add(who)
            case Told(event=SeatReserved(seat=seat) | SeatChanged(seat=seat)):
                self._recalled.pop(seat, None)

    def restore(self, reserved: tuple[Sitting, ...], sessions: Mapping[str, Session]) -> None:
        """Make the reservations from before the server was started again, once all entries are recalled."""
        for sat in reserved:
            session = sessions.get(sat.owner or "")
            if session is not None or sat.bot is not None:
                agreed = self._recalled.get(sat.seat, set())
                self._chairs[sat.seat].reservation = Reservation(session=session, bot=sat.bot, agreed=agreed)

    def reserve(self, chair: Chair, reservation: Reservation) -> None:
        """Give the chair to somebody with the next deal; a bot makes way for a client."""
        chair.reservation = reservation
        self._feed.tell(SeatReserved(chair.seat, reservation.occupant, reservation.name))

    def cancel(self, chair: Chair) -> None:
        """Drop the reservation of the chair."""
        chair.reservation = None
        self._feed.tell(SeatReserved(chair.seat, Occupant.FREE, ""))

    def admit(self, session: Session, message: Admit) -> None:
        """Answer somebody's wish that the seat changes hands at once, and count it where it is allowed."""
        chair = self._chairs[message.seat]
        if (barred := self._barred(self._chairs.of(session), chair)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
            return
        session.answer(Ok(), message.id)
        self.agree(session, chair)

    def agree(self, session: Session, chair: Chair) -> None:
        """Count the agreement of a person who plays, once, and tell it."""
        own, reservation = self._chairs.of(session), chair.reservation
        if own is not None and own.person and reservation is not None and session.who not in reservation.agreed:
            reservation.agreed.add(session.who)
            self._feed.tell(AdmitAgreed(own.seat, chair.seat), session.who)

    def _barred(self, own: Chair | None, chair: Chair) -> str | None:
        """Say why that agreement does not count; None where it does."""
        if self._strict:
            return "at a strict table a seat changes hands between deals only"
        if own is None or not own.person:
            return "only a person who plays agrees to that"
        return None if chair.reservation is not None else f"nobody waits for {chair.seat}"

    @property
    def agreed(self) -> tuple[Chair, ...]:
        """The reserved chairs that all people there would have change hands at once."""
        reserved = ((chair, chair.reservation) for chair in self._chairs)
        return tuple(chair for chair, held in reserved if held is not None and self.is_agreed(held))

    def is_agreed(self, reservation: Reservation) -> bool:
        """Return whether all people who sit there, present or away, agree that the seat changes hands at once."""
        owners = (chair.owner for chair in self._chairs)
        people = {owner.who for owner in owners if owner is not None and not owner.program}
        return not self._strict and bool(people) and people <= reservation.agreed
