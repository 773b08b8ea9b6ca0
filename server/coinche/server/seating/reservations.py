"""What is remembered of who has sat at a table in a match: nobody sees the cards of two seats, and few come anew.

Knows what clients are known by in any session (`Session.who`). Refuses to know who sits there now (`chairs`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Admit, AdmitAgreed, Occupant, Ok, SeatChanged, SeatReserved
from coinche.server import limits
from coinche.server.match.entries import Entry, Seating, Sitting, Told
from coinche.server.sessions.sessions import Session

from .feed import Feed
from .seats import Chair, Chairs, Reservation


@dataclass(slots=True)
class Tenure:
    """Which seats somebody has `held` since the match began, how many have come anew, and who was voted out.

    `known` is the seat whose hand of the running deal somebody has been dealt or shown. Before a match the `newcomers`
    alone are counted.
    """

    held: dict[str, set[Seat]] = field(default_factory=dict)
    known: dict[str, Seat] = field(default_factory=dict)
    newcomers: int = 0
    newcomers_of: Counter[str] = field(default_factory=Counter)
    """The same of each origin, as far as this server has seen them come."""
    voted_out: set[str] = field(default_factory=set)

    def begin(self, chairs: Iterable[Chair]) -> None:
        """A match begins with those who sit there."""
        self.newcomers = 0
        self.newcomers_of.clear()
        self.held.clear()
        self.voted_out.clear()
        self.known.clear()
        for chair in chairs:
            if chair.owner is not None:
                self.holds(chair.owner.who, chair.seat)

    def begin_deal(self, chairs: Iterable[Chair]) -> None:
        """Hands are dealt to those who sit there."""
        self.known = {chair.owner.who: chair.seat for chair in chairs if chair.owner is not None}

    def recall(self, seating: Seating) -> None:
        """As it was before the server was started again."""
        self.held = {who: set(seats) for who, seats in seating.held.items()}
        self.known = dict(seating.known)
        self.newcomers = seating.newcomers
        self.voted_out = set(seating.voted_out)

    def comes_anew(self, origin: str) -> None:
        """Somebody from there comes who has held no seat in the match."""
        self.newcomers += 1
        self.newcomers_of[origin] += 1

    def are_too_many(self, origin: str) -> bool:
        """Whether no more may come from there, or none at all."""
        return self.newcomers >= limits.NEWCOMERS or self.newcomers_of[origin] >= limits.NEWCOMERS_OF_ORIGIN

    def of(self, who: str) -> Set[Seat]:
        """The seats that somebody has held."""
        return self.held.get(who, set())

    def holds(self, who: str, seat: Seat) -> None:
        """Somebody has that seat in the match, and the hand that was dealt there."""
        self.held.setdefault(who, set()).add(seat)
        self.known[who] = seat


# --- reservations ---------------------------------------------------------------------------------
# Seats that change hands with the next deal, so that nobody sees a hand that was dealt to somebody else.
#
# A newcomer to a seat gets a reservation from the moment the pack is laid, and the seat when the deal is over. It may
# get
# the seat at once if all clients that were dealt a hand agree, the bots that the server lends apart. A client that is
# away, has left or was voted out has not agreed; programs do not vote, so where one holds cards nobody else gets any in
# mid-deal. A strict table has no such agreement.


class Objection(NamedTuple):
    """Why an agreement does not count, in a word and in a sentence."""

    reason: str
    sentence: str


class Reservations:
    """The reservations of one table, which are kept on its chairs."""

    def __init__(self, chairs: Chairs, feed: Feed, tenure: Tenure, *, strict: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._tenure = tenure
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
        if (barred := self._barred(self._chairs.of(session), chair, message.name)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred.sentence, re=message.id, data={"reason": barred.reason})
            return
        session.answer(Ok(), message.id)
        self.agree(session, chair)

    def agree(self, session: Session, chair: Chair) -> None:
        """Count the agreement of a person who plays, once, and tell it."""
        own, reservation = self._chairs.of(session), chair.reservation
        if own is not None and own.person and reservation is not None and session.who not in reservation.agreed:
            reservation.agreed.add(session.who)
            self._feed.tell(AdmitAgreed(own.seat, chair.seat), session.who)

    def _barred(self, own: Chair | None, chair: Chair, name: str) -> Objection | None:
        """Say why an agreement that the newcomer of that name gets the chair does not count; None where it does."""
        if self._strict:
            return Objection("strict", "at a strict table a seat changes hands between deals only")
        if own is None or not own.person:
            return Objection("person", "only a person who plays agrees to that")
        if chair.reservation is None or chair.reservation.name != name:
            return Objection("gone", f"{name} does not wait for {chair.seat}")
        if not self._can_all_agree:
            return Objection(
                "dealt", "not all who were dealt a hand are people who are there still; wait for the next deal"
            )
        return None

    @property
    def agreed(self) -> tuple[Chair, ...]:
        """The reserved chairs that all who were dealt a hand would have change hands at once."""
        reserved = ((chair, chair.reservation) for chair in self._chairs)
        return tuple(chair for chair, held in reserved if held is not None and self.is_agreed(held))

    def is_agreed(self, reservation: Reservation) -> bool:
        """Return whether all who were dealt a hand, at least one, would have the seat change hands at once."""
        known = self._tenure.known.keys()
        return not self._strict and self._can_all_agree and bool(known) and known <= reservation.agreed

    @property
    def _can_all_agree(self) -> bool:
        """Return whether all who were dealt a hand are people who still sit there, present or away."""
        owners = (chair.owner for chair in self._chairs)
        people = {owner.who for owner in owners if owner is not None and not owner.program}
        return self._tenure.known.keys() <= people
