"""The changes that the host of one table may make before the first deal, and the bots on its seats."""

from __future__ import annotations

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import AddBot, Begin, ClearSeat, Ok, SwapSeats
from coinche.server.seating.bots import unknown_bot
from coinche.server.seating.seats import Reservation, TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Refusal, Session

_TOO_OFTEN = "the host has changed the seats of this table too often"


class HostOrders:
    """Orders at one table: to swap and clear seats, to begin a match that is held, to add and replace bots.

    Only the host may swap and clear seats and begin, and only before the first match. Anybody at the table may put bots
    on free seats at any time, and the host may replace a bot by another.
    """

    def __init__(self, context: TableContext) -> None:
        self._members = context.members
        self._seats = context.seats
        self._options = context.options
        self._server = context.server
        self.held = context.options.hold
        """True while the first match waits for the host, even with four players."""

    @property
    def may_begin(self) -> bool:
        """True if the first match begins: the host has said so, even if somebody is away; otherwise all are there."""
        if self._options.hold:
            return self._seats.filled and not self.held
        return self._seats.filled and self._seats.kept_until is None

    def begin(self, session: Session, message: Begin) -> None:
        """Begin the match, with bots where nobody sits."""
        kind = message.bots if isinstance(message.bots, str) else None
        free = [place.seat.value for place in self._seats.values() if not place.taken]
        if (barred := self._barred(session)) is not None:
            session.refuse(message, barred)
        elif not self.held:
            session.refuse(message, "this table was not opened with `hold`: its match begins with the fourth player")
        elif (unknown := unknown_bot(kind, self._server.bots)) is not None:
            session.refuse(message, *unknown)
        elif free and kind is None:
            what = f"nobody sits on {' and '.join(free)}; name a kind of bot to begin with, or wait"
            session.refuse(message, what, data={"free": tuple(free)})
        else:
            session.answer(Ok(), message.id)
            if kind is not None:
                self._members.fill(kind)
            self.held = False

    def swap(self, session: Session, message: SwapSeats) -> None:
        """Exchange what sits on two seats."""
        one, other = (self._seats[seat] for seat in message.seats)
        if (barred := self._barred(session, rearranges=True)) is not None:
            session.refuse(message, barred)
        else:
            session.answer(Ok(), message.id)
            if one.taken or other.taken:
                self._members.host.rearranged += 1
                self._members.swap(one, other)

    def clear(self, session: Session, message: ClearSeat, now: float) -> None:
        """Remove a bot, or have a client leave the table.

        To free the seat of a client that is away does not count: clients could drop their connections until the host
        may change nothing.
        """
        place = self._seats[message.seat]
        is_away = place.owner is not None and not place.present
        if (barred := self._barred(session)) is not None:
            session.refuse(message, barred)
        elif place.owner is session:
            session.refuse(message, "that is your own seat; leave the table instead")
        elif not (is_away or self._members.host.may_rearrange):
            session.refuse(message, _TOO_OFTEN)
        else:
            session.answer(Ok(), message.id)
            if place.taken:
                self._members.host.rearranged += not is_away
                self._members.clear(place, now)

    def _barred(self, session: Session, *, rearranges: bool = False) -> str | None:
        """The refusal of anything that only the host may do, before the match; None where it is allowed."""
        host = self._members.host
        if not host.is_host(session):
            seat = host.seat
            return "only the host does that; nobody is" if seat is None else f"only the host does that, who sits {seat}"
        if self._members.playing:
            return "the match has begun: who sits where stays as it is"
        return _TOO_OFTEN if rearranges and not host.may_rearrange else None

    def add_bot(self, session: Session, message: AddBot, *, dealt: bool) -> None:
        """Put bots on a free seat, or on all of them; for the host, put another bot in the place of one.

        While cards are `dealt`, that one plays from the next deal on, unless all people there agree.
        """
        named = self._seats[message.seat] if isinstance(message.seat, Seat) else None
        another = named is not None and named.is_a_bots and self._members.host.is_host(session)
        asked = list(self._seats.values()) if named is None else [named]
        wanted = [place for place in asked if another or not place.taken]
        if (unknown := unknown_bot(message.bot, self._server.bots)) is not None:
            session.refuse(message, *unknown)
        elif not wanted:
            others = tuple(place.seat.value for place in self._seats.values() if not place.taken)
            session.refuse(message, "no free seat for a bot", ErrorCode.SEAT_TAKEN, data={"free": others})
        elif another and not self._members.host.may_rearrange:
            session.refuse(message, "the bots of this table have been changed too often")
        elif another and (stays := self._why_it_stays(wanted[0])) is not None:
            session.refuse(message, *stays)
        else:
            session.answer(Ok(), message.id)
            if another:
                self._members.host.rearranged += 1
            by_host = Reservation(bot=message.bot, agreed=set() if session.program else {session.who})
            if another and dealt and not self._members.reservations.is_agreed(by_host):
                self._members.reserve_for_bot(wanted[0], message.bot, session)
            else:  # at once, too, where the host is the only person there
                self._members.seat_bot(message.bot, wanted)

    def _why_it_stays(self, place: TableSeat) -> Refusal | None:
        """The refusal of another bot for the seat; None where it can be replaced."""
        if self._members.playing and not self._options.admits_newcomers:
            kind = "practice" if self._options.practice else "strict"
            return Refusal(f"the bots of a {kind} table stay until its match is over", data={"reason": "strict"})
        if place.closed:
            what = f"{place.seat} was voted out; its bot stays until the match is over"
            return Refusal(what, data={"reason": "closed"})
        if place.open:
            return None
        return Refusal(f"somebody gets {place.seat} from the next deal", data={"reason": "reserved"})
