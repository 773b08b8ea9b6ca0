"""Seats that change hands with the next deal, so that nobody sees a hand that was dealt to somebody else.

A newcomer to a seat gets a reservation while cards are held, and the seat when the deal is over. All people who sit at
the table, at least one, may agree that it changes hands at once; those who are away have not agreed, and programs are
not asked. A strict table has no such agreement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Admit, AdmitAgreed, Occupant, Ok, SeatReserved

from .chairs import Chair, Chairs, Reservation
from .entries import Sitting
from .feed import Feed
from .session import Session


class Reservations:
    """The reservations of one table, which are kept on its chairs."""

    def __init__(self, chairs: Chairs, feed: Feed, *, strict: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._strict = strict

    @property
    def kept(self) -> Iterator[Sitting]:
        """Those that there are, as they are kept."""
        for chair in self._chairs:
            if (held := chair.reservation) is not None:
                yield Sitting(chair.seat, None if held.session is None else held.session.id, held.bot)

    def recall(self, reserved: tuple[Sitting, ...], sessions: Mapping[str, Session]) -> None:
        """Those that there were before the server was started again, without what was agreed on."""
        for sat in reserved:
            session = sessions.get(sat.owner or "")
            if session is not None or sat.bot is not None:
                self._chairs[sat.seat].reservation = Reservation(session=session, bot=sat.bot)

    def reserve(self, chair: Chair, reservation: Reservation) -> None:
        """Give the chair to somebody with the next deal; a bot makes way for a client."""
        chair.reservation = reservation
        self._feed.tell(SeatReserved(chair.seat, reservation.occupant, reservation.name))

    def cancel(self, chair: Chair) -> None:
        """Nobody waits for the chair any more."""
        chair.reservation = None
        self._feed.tell(SeatReserved(chair.seat, Occupant.FREE, ""))

    def agree(self, session: Session, message: Admit) -> Chair | None:
        """Count somebody's agreement. The chair, if it now changes hands at once."""
        own, chair = self._chairs.of(session), self._chairs[message.seat]
        barred = self._barred(own, chair)
        if own is None or chair.reservation is None or barred is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred or "only a person who plays agrees to that", re=message.id)
            return None
        session.answer(Ok(), message.id)
        if session.who not in chair.reservation.agreed:
            chair.reservation.agreed.add(session.who)
            self._feed.tell(AdmitAgreed(own.seat, chair.seat))
        return chair if self.is_agreed(chair.reservation) else None

    def _barred(self, own: Chair | None, chair: Chair) -> str | None:
        """Why that agreement does not count; None where it does."""
        if self._strict:
            return "at a strict table a seat changes hands between deals only"
        if own is None or not own.person:
            return "only a person who plays agrees to that"
        return None if chair.reservation is not None else f"nobody waits for {chair.seat}"

    def is_agreed(self, reservation: Reservation) -> bool:
        """Whether all people who sit there, present or away, would have the seat change hands at once."""
        owners = (chair.owner for chair in self._chairs)
        people = {owner.who for owner in owners if owner is not None and not owner.program}
        return not self._strict and bool(people) and people <= reservation.agreed
