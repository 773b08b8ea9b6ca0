"""Everybody at one table: those who sit, those who watch, the bots that fill in, and what each of them is told.

Knows who comes, goes and comes back. Refuses to know who may (`arrivals`), the game, and to wait for anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from msgspec import UNSET, UnsetType

from coinche.engine.seats import Seat
from coinche.protocol.messages import Joined, Leave, Left, TableClosed

from . import costs
from .chairs import Chair, Chairs
from .entries import Seating
from .feed import Feed
from .host import Host
from .news import Happening, News
from .options import TableOptions
from .premises import House
from .session import Session
from .stand_ins import StandIns
from .store import Store
from .systems import Systems
from .tenure import Tenure


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
        self.host = Host(self.chairs, feed, hosted=hosted)
        self.stand_ins = StandIns(self.chairs, self.host, house, self._seats_changed, ask)
        self.systems = Systems(self.chairs, feed, house, strict=options.strict)
        self.playing = False
        self.tenure = Tenure()
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
        for chair in self.chairs:
            chair.absence_ms = self._options.absence_ms
        self._keep_seating()

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
        )
        self._house.keep(session)
        session.answer(joined, re)
        self._feed.follow(session, seat, after, eyes=eyes)

    def held_by(self, session: Session) -> Set[Seat]:
        """The seats that the same client has held in the match."""
        return self.tenure.of(session.who) if self.playing else frozenset()

    def sits_down(self, session: Session, chair: Chair, re: int | UnsetType) -> None:
        """A client has that chair from now on, free or a bot's before, or its own."""
        self.tenure.newcomers += not self.held_by(session)
        if chair.owner is not None:
            self.left(chair.owner)
        self.host.comes_anew(session, chair.owner)
        self.chairs.seat(chair, session)
        if self.playing:
            self.tenure.holds(session.who, chair.seat)
        session.charge(costs.of_log(self._feed.n))
        self._welcome(session, chair.seat, 0, re)
        self._say(Happening.SITS_DOWN, f"{session.name} sits down ({chair.seat})", session, chair.seat)
        self._seats_changed(chair)
        self._ask(chair)

    def watches(self, session: Session, eyes: Seat | None, re: int | UnsetType) -> None:
        """A client watches, or sees through other eyes than before."""
        again = self._feed.watches(session)
        session.charge(costs.of_log(self._feed.n))
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
        """The others have a bot in the place of the chair's owner, to the end of the match."""
        owner = chair.owner
        assert owner is not None, "nobody sits there"
        self.tenure.voted_out.add(owner.who)
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
        self._say(Happening.SEAT_AWAY, f"{session.name} is away ({chair.seat})", session, chair.seat)
        self._seats_changed(chair)
        self.stand_ins.call(chair)
        self._ask(chair)

    def gone(self, session: Session) -> None:
        """A client gets up for good: in mid-match a bot takes its chair."""
        chair = self.chairs.of(session)
        self._feed.leave(session)
        self.left(session)
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
