"""Everybody at one table: those who sit, those who watch, the bots that fill in, and what each of them is told.

Knows who comes, goes and comes back. Refuses to know who may (`arrivals`), the game, and to wait for anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

import trio
from msgspec import UNSET, UnsetType

from coinche.engine.seats import Seat
from coinche.protocol.messages import Admit, Joined, Leave, Left, TableClosed
from coinche.server import limits
from coinche.server.log import Happening, News
from coinche.server.match.entries import Seating
from coinche.server.match.options import TableOptions
from coinche.server.rate_limit import log_cost
from coinche.server.sessions.sessions import Session
from coinche.server.storage.store import Store

from .bots import StandIns
from .feed import Feed
from .host import Host
from .premises import House
from .reservations import Reservations, Tenure
from .seats import STAND_IN_BOT, Chair, Chairs, Reservation
from .systems import Systems


class Company:
    """The people and programs of a table. `ask` is called for a chair for which somebody else acts from now on.

    One of them is the host, where the table is `hosted`.
    """

    def __init__(
        self,
        table: str,
        options: TableOptions,
        house: House,
        feed: Feed,
        store: Store,
        ask: Callable[[Chair], None],
        *,
        hosted: bool,
    ) -> None:
        self.table = table
        self.chairs = Chairs(table, options.rules)
        self.tenure = Tenure()
        self.reservations = Reservations(self.chairs, feed, self.tenure, strict=options.strict)
        self.host = Host(self.chairs, feed, hosted=hosted)
        self.stand_ins = StandIns(self.chairs, self.host, self.reservations, house, options, self._seats_changed, ask)
        self.systems = Systems(self.chairs, feed, house, strict=options.strict)
        self.playing = False
        self.dealt_after = 0
        """The number of the last event before the running deal."""
        self._options = options
        self._house = house
        self._feed = feed
        self._store = store
        self._ask = ask

    @property
    def abandoned(self) -> bool:
        """Nobody sits there, present or away, and nobody watches."""
        return not any(chair.owner for chair in self.chairs) and not self._feed.spectators

    @property
    def deserted(self) -> bool:
        """Nobody is there, and not all have gone for good."""
        return not self.abandoned and not self._feed.spectators and not any(chair.present for chair in self.chairs)

    @property
    def sat(self) -> tuple[str, ...]:
        """All who have sat there since the match began, by what they are known by in any session."""
        return tuple(self.tenure.held)

    def begin(self) -> None:
        """The seats are filled and a match begins: from now on nobody changes them freely."""
        self.playing = True
        self.tenure.begin(self.chairs)
        self.stand_ins.begin_match()
        for chair in self.chairs:
            chair.absence_ms = self._options.absence_ms
            if chair.closed:
                chair.closed = False
                self._feed.tell(chair.changed())
        self._keep_seating()

    def begin_deal(self) -> None:
        """Hands are about to be dealt, to those who sit there; clients that were coming back sit down before."""
        self.deal_over()
        before = self.tenure.known, self.stand_ins.lenders
        self.dealt_after = self._feed.n
        self.tenure.begin_deal(self.chairs)
        self.stand_ins.begin_deal()
        if before != (self.tenure.known, self.stand_ins.lenders):
            self._keep_seating()

    def deal_over(self) -> None:
        """Nobody holds cards: who has waited for a seat gets it."""
        for chair in self.chairs:
            self._seat_reserved(chair, since=self._feed.n)

    def admit(self, session: Session, message: Admit) -> None:
        """Somebody agrees that a seat changes hands at once; it does when all who were dealt a hand agree."""
        self.reservations.admit(session, message)
        for chair in self.reservations.agreed:
            self._seat_reserved(chair, since=self.dealt_after)

    def _seat_reserved(self, chair: Chair, since: int) -> None:
        """Give the chair to the client or bot that has waited for it; a client that is just coming back waits on."""
        reservation = chair.reservation
        if reservation is None:
            return
        session = reservation.session
        if session is None:
            self.stand_ins.seat(reservation.bot or STAND_IN_BOT, [chair])
        elif session.present:
            chair.reservation = None
            self.sits_down(session, chair, UNSET, since)
        elif session.peer is None:
            self.gone(session)

    def _seats_changed(self, *chairs: Chair) -> None:
        for chair in chairs:
            self.systems.forget(chair.seat, playing=self.playing)
            self._feed.tell(chair.changed())
        self.host.settle()
        self._keep_seating()
        self._house.changed()

    def _keep_seating(self) -> None:
        host, longest_first, rearranged = self.host.known
        seating = Seating(
            chairs=tuple(chair.sitting for chair in self.chairs),
            host=host,
            longest_first=longest_first,
            held={who: tuple(seats) for who, seats in self.tenure.held.items()},
            newcomers=self.tenure.newcomers,
            rearranged=rearranged,
            voted_out=tuple(sorted(self.tenure.voted_out)),
            known=dict(self.tenure.known),
            reserved=tuple(self.reservations.kept),
            lenders=tuple(sorted(self.stand_ins.lenders or ())),
        )
        self._store.append(self.table, seating)

    def recall(self, seating: Seating, sessions: Mapping[str, Session], *, playing: bool) -> None:
        """Who sat where before the server was started again; they are all away."""
        self.playing = playing
        self.tenure.recall(seating)
        for chair in self.chairs:
            chair.absence_ms = self._options.absence_ms
        self.chairs.recall({sat.seat: sat for sat in seating.chairs}, sessions, playing=playing)
        stayed = [sessions[sat] for sat in seating.longest_first if sat in sessions]
        self.host.recall(sessions.get(seating.host or ""), stayed, seating.rearranged)
        self.reservations.restore(seating.reserved, sessions)
        if playing:
            self.stand_ins.lenders = frozenset(seating.lenders)
        self.stand_ins.provider_here()

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
            clock=options.clock_for(people=self.chairs.has_people),
            strict=options.strict,
            hold=options.hold,
            eyes=eyes,
            shares=options.shares,
            reserved=None if (waits := self.chairs.reserved_for(session)) is None else waits.seat,
        )
        self._house.keep(session)
        session.answer(joined, re)
        self._feed.follow(session, seat, after, eyes=eyes, since=0 if seat is None else self.chairs[seat].since)

    def held_by(self, session: Session) -> Set[Seat]:
        """The seats that the same client has held in the match."""
        return self.tenure.of(session.who) if self.playing else frozenset()

    def comes(self, session: Session, chair: Chair, re: int | UnsetType, *, dealt: bool) -> None:
        """A client takes a chair, free or a bot's before, or its own; while cards are `dealt`, from the next deal on.

        Whose hand it has seen already it gets back at once.
        """
        knows = self.tenure.known.get(session.who) is chair.seat
        if not self.held_by(session):
            self.tenure.comes_anew(session.origin)
        session.charge(log_cost(self._feed.n))
        if dealt and self.playing and not knows and chair.owner is None:
            self._reserve(session, chair, re)
        else:
            new_since = self._feed.n if self.playing else 0
            self.sits_down(session, chair, re, chair.since if knows or chair.owner is not None else new_since)

    def _reserve(self, session: Session, chair: Chair, re: int | UnsetType) -> None:
        """The client gets the chair with the next deal, and watches until then."""
        self.reservations.reserve(chair, Reservation(session=session))
        self._welcome(session, None, 0, re)
        self._say(Happening.RESERVES, f"{session.name} gets {chair.seat} with the next deal", session, chair.seat)
        self._keep_seating()
        self._house.changed()

    def _cancel_reservation(self, chair: Chair) -> None:
        """Nobody gets the chair with the next deal; who waited for it watches on."""
        reservation = chair.reservation
        self.reservations.cancel(chair)
        if reservation is not None and reservation.session is not None:
            self._welcome(reservation.session, None, 0, UNSET)

    def sits_down(self, session: Session, chair: Chair, re: int | UnsetType, since: int) -> None:
        """A client has that chair from now on, and sees what was dealt there after event `since`."""
        if chair.owner is not None:
            self.left(chair.owner)
        if chair.reservation is not None:
            self._cancel_reservation(chair)
        self.host.comes_anew(session, chair.owner)
        self.chairs.seat(chair, session)
        chair.since = since
        if self.playing:
            self.tenure.holds(session.who, chair.seat)
        self._welcome(session, chair.seat, 0, re)
        self._say(Happening.SITS_DOWN, f"{session.name} sits down ({chair.seat})", session, chair.seat)
        self._seats_changed(chair)
        self._ask(chair)

    def watches(self, session: Session, eyes: Seat | None, re: int | UnsetType) -> None:
        """A client watches, or sees through other eyes than before."""
        again = self._feed.watches(session)
        session.charge(log_cost(self._feed.n))
        self._welcome(session, None, 0, re, eyes)
        if not again:
            self._say(Happening.WATCHES, f"{session.name} watches", session)
            self._house.changed()

    def _say(self, happening: Happening, sentence: str, session: Session, seat: Seat | None = None) -> None:
        """A line for the operator about somebody at this table."""
        facts = {"table": self.table, "name": session.name, "seat": None if seat is None else seat.value}
        self._house.say(News(happening, f"{self.table}: {sentence}", **facts))

    def left(self, session: Session) -> None:
        """The client is here no more; it may be elsewhere by now."""
        if session.table == self.table:
            self._house.left(session)

    def swap(self, one: Chair, other: Chair) -> None:
        """Those chairs change what sits on them; whoever is moved is told all that can be seen from there."""
        self.chairs.swap(one, other)
        for chair in (one, other):
            if chair.owner is not None:
                self._welcome(chair.owner, chair.seat, 0, UNSET)
        self._seats_changed(one, other)
        for chair in (one, other):
            self.stand_ins.call(chair)

    def clear(self, chair: Chair) -> None:
        """Nobody sits there from now on."""
        if chair.owner is not None:
            chair.owner.send(Left(table=self.table, reason="removed"))
            chair.owner.went()
            self.gone(chair.owner)
        else:
            self.chairs.clear(chair)
            self._seats_changed(chair)

    def vote_out(self, chair: Chair) -> None:
        """The others have a bot in the place of the chair's owner, and of anybody, to the end of the match."""
        owner = chair.owner
        assert owner is not None, "nobody sits there"
        self.tenure.voted_out.add(owner.who)
        chair.closed = True
        owner.send(Left(table=self.table, reason="voted_out"))
        owner.went()
        self.gone(owner)

    def let_go(self, session: Session) -> None:
        """The match is over for somebody who sits there, though others stay to ask for another one."""
        session.send(Left(table=self.table, reason="match_over"))
        session.went()
        self.gone(session)

    def leave(self, session: Session, message: Leave) -> None:
        """A client gets up, or watches no longer."""
        session.answer(Left(table=self.table, reason="left"), message.id)
        self.gone(session)

    def lost(self, session: Session) -> None:
        """A client's connection is gone: in mid-match its chair waits for it, and a bot plays meanwhile."""
        chair = self.chairs.of(session)
        if chair is None or not self.playing:
            self.gone(session)
            return
        self._feed.leave(session)
        chair.expected_until = max(chair.expected_until, trio.current_time() + limits.STALLED_AWAY)
        self._say(Happening.SEAT_AWAY, f"{session.name} is away ({chair.seat})", session, chair.seat)
        self._seats_changed(chair)
        self.stand_ins.call(chair)
        self._ask(chair)

    def gone(self, session: Session) -> None:
        """A client gets up for good: in mid-match a bot takes its chair."""
        chair, reserved = self.chairs.of(session), self.chairs.reserved_for(session)
        self._feed.leave(session)
        self.left(session)
        if reserved is not None:
            self.reservations.cancel(reserved)
            self._keep_seating()
            self._house.changed()
        if chair is not None:
            self.chairs.vacate(chair, playing=self.playing)
            self._say(Happening.SEAT_LEFT, f"{session.name} leaves ({chair.seat})", session, chair.seat)
            self._seats_changed(chair)
            self.stand_ins.call(chair)
            self._ask(chair)

    def back(self, session: Session, after: int, *, was_away: bool) -> None:
        """A client that was away has proved who it is: it gets what it missed, and its chair."""
        chair = self.chairs.of(session)
        after = after if after <= self._feed.n else 0
        session.catching_up = False
        if chair is not None:
            self.chairs.dismiss(chair)
            self._welcome(session, chair.seat, after, UNSET)
            if was_away:
                self._say(Happening.SEAT_BACK, f"{session.name} is back ({chair.seat})", session, chair.seat)
                self._seats_changed(chair)
            self.host.tell_of_addresses()
            self._house.changed()
            self._ask(chair)
        elif self._feed.watches(session):
            self._welcome(session, None, after, UNSET, self._feed.eyes(session))
        else:
            self.left(session)

    def close(self, reason: str, forfeits: tuple[Seat, ...]) -> None:
        """Everybody leaves; those seats have forfeited."""
        self._feed.tell(TableClosed(reason, forfeits))
        self._feed.release_all()
        absent = [chair.owner for chair in self.chairs if chair.owner is not None and not chair.present]
        for chair in self.chairs:
            self.chairs.dismiss(chair)
        for session in (*self._feed.followers, *absent):
            session.send(Left(table=self.table, reason=reason))
            self._house.left(session)
