"""Everybody at one table: those who sit and those who watch, how they come and go, and what each of them is sent.

Seats change in one place, here, so that each change is told to the table, kept, and shown in the lobby. A seat whose
player has changed is noted in `unasked`: the table asks its new player for what is due there, once the change is done.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set

from msgspec import UNSET, UnsetType

from coinche.engine.seats import Seat
from coinche.protocol.messages import Admit, Joined, Leave, Left, TableClosed
from coinche.server import limits
from coinche.server.log import Happening, LogEntry
from coinche.server.match.entries import Seating
from coinche.server.match.table_options import TableOptions
from coinche.server.rate_limit import log_cost
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.storage.budget import TableUsage

from .bidding_systems import Systems
from .bots import TableBots
from .feed import Feed
from .host import Host
from .reservations import Reservations, SeatHistory
from .seats import STAND_IN_BOT, Reservation, TableSeat, TableSeats


class Members:
    """The members of one table. One of them is the host, where the table is `hosted`."""

    def __init__(
        self, table: str, options: TableOptions, server: ServerContext, feed: Feed, usage: TableUsage, *, hosted: bool
    ) -> None:
        self.table = table
        self.seats = TableSeats(table)
        self.history = SeatHistory()
        self.reservations = Reservations(self.seats, feed, self.history, strict=options.strict)
        self.host = Host(self.seats, feed, hosted=hosted)
        self.bots = TableBots(self.seats, options, server)
        self.systems = Systems(self.seats, feed, usage, strict=options.strict)
        self.playing = False
        """True from the beginning of a match on: seats change hands by its rules."""
        self.unasked: list[TableSeat] = []
        """The seats for which somebody else acts now, to be asked for what is due."""
        self._dealt_after = 0
        """The number of the last event before the running deal."""
        self.dealt_at: float | None = -math.inf
        """When the deal under way was dealt (trio's clock): before a restart, perhaps. None once it is over."""
        self._options = options
        self._server = server
        self._feed = feed

    @property
    def abandoned(self) -> bool:
        """True if nobody sits there, present or away, and nobody watches."""
        return not (any(place.owner for place in self.seats.values()) or self._feed.spectators)

    @property
    def deserted(self) -> bool:
        """True if nobody is there, though not all have gone for good."""
        return not (self.abandoned or self._feed.spectators or any(place.present for place in self.seats.values()))

    # --- the match -----------------------------------------------------------------------------------

    def begin_match(self) -> None:
        """Begin a match with those who sit there."""
        self.playing = True
        self.history.begin_match(self.seats.values())
        self.bots.begin_match()
        for place in self.seats.values():
            place.absence_ms = self._options.absence_ms
            place.stop_keeping()
            if place.closed:
                place.closed = False
                self._feed.tell(place.changed())
        self.bots.invite(place for place in self.seats.values() if place.owner is not None)
        self._keep_seating()

    def begin_deal(self, now: float) -> None:
        """Prepare for hands to be dealt to those who sit there; clients that were coming back sit down before."""
        self.deal_over()
        before = self.history.known, self.bots.lenders
        self._dealt_after, self.dealt_at = self._feed.n, now
        self.history.begin_deal(self.seats.values())
        self.bots.begin_deal()
        if self._options.admits_newcomers:
            self.bots.invite(self.seats.values())
        if before != (self.history.known, self.bots.lenders):
            self._keep_seating()

    def deal_over(self) -> None:
        """Give reserved seats to those who wait for them: nobody holds cards."""
        self.dealt_at = None
        for place in self.seats.values():
            self._seat_reserved(place, since=self._feed.n)
            if place.reservation is not None:
                place.reservation.agreed.clear()

    def admit(self, session: Session, message: Admit) -> None:
        """Let a seat change hands at once when all who were dealt a hand agree, as this client does."""
        self.reservations.admit(session, message)
        for place in self.reservations.agreed:
            self._seat_reserved(place, since=self._dealt_after)

    def _seat_reserved(self, place: TableSeat, since: int) -> None:
        """Give the seat to the client or bot that has waited for it; a client that is just coming back waits on."""
        reservation = place.reservation
        if reservation is None:
            return
        session = reservation.session
        if session is None:
            self.seat_bot(reservation.bot or STAND_IN_BOT, [place])
        elif session.peer is not None:
            place.reservation = None
            self.sit_down(session, place, UNSET, since)

    def held_by(self, session: Session) -> Set[Seat]:
        """The seats that the same client has held in the match."""
        return self.history.held.get(session.who, frozenset()) if self.playing else frozenset()

    # --- what is kept --------------------------------------------------------------------------------

    def _seats_changed(self, *places: TableSeat) -> None:
        for place in places:
            self.systems.forget(place.seat, playing=self.playing)
            self._feed.tell(place.changed())
        self.host.settle()
        self._keep_seating()
        self._server.changed()

    def _keep_seating(self) -> None:
        self._server.store.append(self.table, self.seating)

    @property
    def seating(self) -> Seating:
        """The seats as they are kept."""
        host, longest_first, rearranged = self.host.known
        return Seating(
            chairs=tuple(place.sitting for place in self.seats.values()),
            host=host,
            longest_first=longest_first,
            held={who: tuple(seats) for who, seats in self.history.held.items()},
            newcomers=self.history.newcomers,
            rearranged=rearranged,
            voted_out=tuple(sorted(self.history.voted_out)),
            known=dict(self.history.known),
            reserved=tuple(self.reservations.kept),
            lenders=tuple(sorted(self.bots.lenders or ())),
        )

    def recall(self, seating: Seating, sessions: Mapping[str, Session], now: float, *, playing: bool) -> None:
        """Restore the seats from before a restart; all owners are away."""
        self.playing = playing
        self.history.recall(seating)
        for place in self.seats.values():
            place.absence_ms = self._options.absence_ms
        self.seats.recall({sat.seat: sat for sat in seating.chairs}, sessions, now, playing=playing)
        stayed = [sessions[sat] for sat in seating.longest_first if sat in sessions]
        self.host.recall(sessions.get(seating.host or ""), stayed, seating.rearranged)
        self.reservations.restore(seating.reserved, sessions)
        if playing:
            self.bots.lenders = frozenset(seating.lenders)
        self.bots.invite(self.seats.values())

    def recall_deal(self) -> None:
        """Note that hands are dealt after the last event."""
        self._dealt_after = self._feed.n

    # --- coming --------------------------------------------------------------------------------------

    def _welcome(
        self, session: Session, seat: Seat | None, after: int, re: int | UnsetType, eyes: Seat | None = None
    ) -> None:
        options = self._options
        joined = Joined(
            table=self.table,
            name=options.name,
            seat=seat,
            preset=options.preset,
            rules=options.rules,
            clock=options.clock_for(people=self.seats.has_people),
            strict=options.strict,
            hold=options.hold,
            eyes=eyes,
            shares=options.shares,
            hints=options.allows_hints(self._server.hints),
            practice=options.practice,
            reserved=None if (waits := self.seats.reserved_for(session)) is None else waits.seat,
        )
        self._server.sessions.keep(session)
        session.answer(joined, re)
        self._feed.follow(session, seat, after, eyes=eyes, since=0 if seat is None else self.seats[seat].since)

    def join(self, session: Session, place: TableSeat, re: int | UnsetType, *, dealt: bool) -> None:
        """Seat a client on a free seat, a bot's or its own; while cards are `dealt`, from the next deal on.

        A client that has seen the seat's hand already gets it back at once.
        """
        knows = self.history.known.get(session.who) is place.seat
        if not self.held_by(session):
            self.history.add_newcomer(session.origin)
        session.charge(log_cost(self._feed.n))
        if dealt and self.playing and not knows and place.owner is None:
            self._reserve(session, place, re)
        else:
            new_since = self._feed.n if self.playing else 0
            self.sit_down(session, place, re, place.since if knows or place.owner is not None else new_since)

    def _reserve(self, session: Session, place: TableSeat, re: int | UnsetType) -> None:
        """Promise the seat to the client with the next deal; it watches until then."""
        self.reservations.reserve(place, Reservation(session=session))
        self._welcome(session, None, 0, re)
        self._say(Happening.RESERVES, f"{session.name} gets {place.seat} from the next deal", session, place.seat)
        self._keep_seating()
        self._server.changed()

    def reserve_for_bot(self, place: TableSeat, bot: str, host: Session) -> None:
        """Promise the seat to another bot with the next deal, as the host wants, who thereby agrees to it."""
        self.reservations.reserve(place, Reservation(bot=bot))
        self.reservations.agree(host, place)
        self._keep_seating()
        self._server.changed()

    def sit_down(self, session: Session, place: TableSeat, re: int | UnsetType, since: int) -> None:
        """Give the seat to the client, who sees what was dealt there after event `since`."""
        if place.owner is not None:
            self.left(place.owner)
        if (reservation := place.reservation) is not None:
            self.reservations.cancel(place)
            if reservation.session is not None:  # it waited for the seat, and watches on
                self._welcome(reservation.session, None, 0, UNSET)
        self.host.replace(session, place.owner)
        self.seats.give(place, session)
        place.since = since
        if self.playing:
            self.history.hold(session.who, place.seat)
        self._welcome(session, place.seat, 0, re)
        self._say(Happening.SITS_DOWN, f"{session.name} sits down ({place.seat})", session, place.seat)
        self._seats_changed(place)
        self.unasked.append(place)

    def watch(self, session: Session, eyes: Seat | None, re: int | UnsetType) -> None:
        """Let a client watch, or see through other eyes than before."""
        again = session in self._feed.spectators
        session.charge(log_cost(self._feed.n))
        self._welcome(session, None, 0, re, eyes)
        if not again:
            self._say(Happening.WATCHES, f"{session.name} watches", session)
            self._server.changed()

    def back(self, session: Session, after: int, *, was_away: bool, re: int | UnsetType = UNSET) -> None:
        """Send a client that has resumed its session what it missed after that event, and give it its seat."""
        place = self.seats.of(session)
        after = after if after <= self._feed.n else 0
        if place is not None:
            self.seats.dismiss(place)
            place.stop_keeping()
            self._welcome(session, place.seat, after, re)
            if was_away:
                self._say(Happening.SEAT_BACK, f"{session.name} is back ({place.seat})", session, place.seat)
                self._seats_changed(place)
            self.host.tell_of_addresses()
            self._server.changed()
            self.unasked.append(place)
        elif session in self._feed.spectators:
            self._welcome(session, None, after, UNSET, self._feed.spectators[session])
        else:
            self.left(session)

    def _say(self, happening: Happening, sentence: str, session: Session, seat: Seat | None = None) -> None:
        facts = {"table": self.table, "name": session.name, "seat": None if seat is None else seat.value}
        self._server.say(LogEntry(happening, f"{self.table}: {sentence}", **facts))

    # --- going ---------------------------------------------------------------------------------------

    def left(self, session: Session) -> None:
        """Note that the client is here no more; it may be elsewhere by now."""
        if session.table == self.table:
            self._server.left(session)

    def leave(self, session: Session, message: Leave) -> None:
        """Let a client get up, or watch no longer."""
        session.answer(Left(table=self.table, reason="left"), message.id)
        self.gone(session)

    def remove(self, session: Session, reason: str, now: float) -> None:
        """Have a client leave, for that reason."""
        session.send(Left(table=self.table, reason=reason))
        session.went(now)
        self.gone(session)

    def vote_out(self, place: TableSeat, now: float) -> None:
        """Put a bot in the place of the seat's owner to the end of the match."""
        assert place.owner is not None, "nobody sits there"
        self.history.voted_out.add(place.owner.who)
        place.closed = True
        self.remove(place.owner, "voted_out", now)

    def lost(self, session: Session, now: float) -> None:
        """Keep the seat of a client whose connection is lost, for a while; a bot plays there if there is a match."""
        place = self.seats.of(session)
        if place is None:
            self.gone(session)
            return
        self._feed.leave(session)
        place.expected_until = max(place.expected_until, now + limits.STALLED_AWAY)
        if not self.playing:
            self.seats.keep(place, session, now)
        self._say(Happening.SEAT_AWAY, f"{session.name} is away ({place.seat})", session, place.seat)
        self._seats_changed(place)
        self.bots.invite([place])
        self.unasked.append(place)

    def gone(self, session: Session) -> None:
        """Free the seat of a client that has gone for good; in mid-match a bot takes it."""
        place, reserved = self.seats.of(session), self.seats.reserved_for(session)
        self._feed.leave(session)
        self.left(session)
        if reserved is not None:
            self.reservations.cancel(reserved)
            self._keep_seating()
            self._server.changed()
        if place is not None:
            self.seats.vacate(place, playing=self.playing)
            self._say(Happening.SEAT_LEFT, f"{session.name} leaves ({place.seat})", session, place.seat)
            self._seats_changed(place)
            self.bots.invite([place])
            self.unasked.append(place)

    def close(self, reason: str, forfeits: tuple[Seat, ...]) -> None:
        """Send everybody away, naming the seats that have forfeited."""
        try:
            self._feed.tell(TableClosed(reason, forfeits))
            self._feed.release_all()
        finally:
            for place in self.seats.values():
                self.seats.dismiss(place)
            owners = (place.owner for place in self.seats.values() if place.owner is not None)
            for session in dict.fromkeys((*self._feed.followers, *owners)):
                session.send(Left(table=self.table, reason=reason))
                self.left(session)

    # --- bots, and what the host changes -------------------------------------------------------------

    def seat_bot(self, bot: str, places: Iterable[TableSeat]) -> None:
        """Put that bot on seats. It is asked for what is due there as soon as a provider has accepted."""
        for place in places:
            place.reservation = None
            self.seats.dismiss(place)
            place.bot = bot
            self._seats_changed(place)
            self.bots.invite([place])

    def fill(self, bot: str) -> None:
        """Put that bot on all free seats."""
        self.seat_bot(bot, [place for place in self.seats.values() if not place.taken])

    def accept(self, provider: Session, place: TableSeat) -> None:
        """Let a provider play a seat that it was invited to, if that is still wanted."""
        if self.bots.accept(provider, place):
            self.unasked.append(place)

    def provider_gone(self, provider: Session) -> None:
        """Look for another provider for the seats of one that is lost."""
        self.unasked.extend(self.bots.gone(provider))

    def swap(self, one: TableSeat, other: TableSeat) -> None:
        """Exchange what sits on two seats; a client that is moved is sent all that can be seen from its new seat."""
        self.seats.swap(one, other)
        for place in (one, other):
            if place.owner is not None and place.present:
                self._welcome(place.owner, place.seat, 0, UNSET)
        self._seats_changed(one, other)
        self.bots.invite((one, other))

    def clear(self, place: TableSeat, now: float) -> None:
        """Free a seat, whoever sits there."""
        if place.owner is not None:
            self.remove(place.owner, "removed", now)
        else:
            self.seats.dismiss(place)
            place.bot = None
            self._seats_changed(place)
