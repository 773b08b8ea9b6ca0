"""Who may sit down at a table, or watch it, and what each hears who may not.

Knows people's rights to seats and eyes. Refuses to know what comes of it that somebody is there (`company`).
"""

from __future__ import annotations

from typing import NamedTuple

from coinche.engine.rules import Shuffle
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Begin, ClearSeat, ErrorData, Join, Ok, Role, SwapSeats, Watch
from coinche.server import limits
from coinche.server.match.options import TableOptions
from coinche.server.seating.bots import no_such_bot
from coinche.server.seating.feed import Feed
from coinche.server.seating.members import Company
from coinche.server.seating.seats import Chair, Chairs
from coinche.server.sessions.sessions import Session


class Barred(NamedTuple):
    """Why somebody may not come, and what an error says beyond that sentence."""

    sentence: str
    data: ErrorData | None = None


class Arrivals:
    """The arrivals at one table."""

    def __init__(self, company: Company, feed: Feed, options: TableOptions) -> None:
        self._company = company
        self._chairs = company.chairs
        self._feed = feed
        self._options = options

    def join(self, session: Session, message: Join, *, dealt: bool) -> None:
        """A client would sit down, on a free chair or a bot's; while cards are `dealt`, with the next deal."""
        wanted = message.seat if isinstance(message.seat, Seat) else None
        held, known = self._company.held_by(session), self._company.tenure.known.get(session.who)
        chair = self._chairs.left_by(session, wanted) or self._chairs.free_for(wanted, held, known)
        if (out_of_place := self._out_of_place(session, watching=False)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, out_of_place, re=message.id)
        elif (barred := self._may_not_sit(session, chair, wanted)) is not None:
            self._turn_away(session, message, barred)
        elif chair is None:
            what = f"seat {wanted} of {self._chairs.table}" if wanted else f"every seat of {self._chairs.table}"
            self._company.left(session)
            free = self._chairs.open_seats
            session.refuse(ErrorCode.SEAT_TAKEN, f"{what} is taken", re=message.id, data={"free": free})
        elif session.peer is not None:  # it may have gone while its message was waiting
            self._company.comes(session, chair, message.id, dealt=dealt)

    def watch(self, session: Session, message: Watch) -> None:
        """A client would watch, or see through other eyes than before."""
        eyes = message.eyes if isinstance(message.eyes, Seat) else None
        if (out_of_place := self._out_of_place(session, watching=True)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, out_of_place, re=message.id)
        elif (barred := self._may_not_watch(session, eyes)) is not None:
            self._turn_away(session, message, barred)
        elif session.peer is not None:
            self._company.watches(session, eyes, message.id)

    def _out_of_place(self, session: Session, *, watching: bool) -> str | None:
        """Why a client cannot come that was elsewhere, or here, by the time that it was heard; None where it can."""
        table = self._chairs.table
        if session.table != table:
            return f"you are not at {table} any more"
        if self._feed.watches(session):
            return None if watching else f"you watch {table}; leave it first"
        return f"you sit at {table} already" if self._chairs.of(session) is not None else None

    def _may_not_sit(self, session: Session, chair: Chair | None, wanted: Seat | None) -> Barred | None:
        """Why a client has no right to that chair, be it free or not; None where it has."""
        held, tenure, playing = self._company.held_by(session), self._company.tenure, self._company.playing
        if session.role is not Role.PLAYER:
            return Barred(f"a {session.role} cannot sit down; sign in as player")
        if playing and session.who in tenure.voted_out:
            return Barred("the others have voted you out; no seat until the match is over", {"reason": "voted_out"})
        if (twice := why_not_sit(self._chairs, self._feed, session)) is not None:
            return Barred(twice, {"reason": "twice"})
        if playing and not held and not self._options.admits_newcomers:
            return Barred("nobody new sits down at a strict table until its match is over", {"reason": "strict"})
        if wanted is not None and self._chairs[wanted].closed:
            what = f"{wanted} was voted out; the seat stays with its bot until the match is over"
            return Barred(what, {"reason": "closed"})
        if playing and not held and tenure.are_too_many(session.origin):
            return Barred("the seats of this match have changed too often")
        if chair is not None and held and chair.seat not in held:
            what = f"you have held the cards of {' and '.join(held)}; no other seat until the match is over"
            open_to_him = [seat.value for seat in held if self._chairs[seat].open]
            return Barred(what, {"seat": open_to_him[0]} if open_to_him else {})
        return None

    def _may_not_watch(self, session: Session, eyes: Seat | None) -> Barred | None:
        """Why a client has no right to watch through those eyes; None where it has."""
        if session.role is Role.PROVIDER:
            return Barred("a provider cannot watch")
        if (twice := why_not_watch(self._chairs, session)) is not None:
            return Barred(twice, {"reason": "twice"})
        if eyes is not None and (unseen := not_through(eyes, self._options)) is not None:
            return Barred(unseen)
        if not self._feed.watches(session) and self._feed.spectators >= limits.SPECTATORS:
            return Barred(f"{limits.SPECTATORS} watch {self._chairs.table} already")
        return None

    def _turn_away(self, session: Session, message: Join | Watch, barred: Barred) -> None:
        """Refuse a client; unless it watches, it is at no table."""
        if not self._feed.watches(session):
            self._company.left(session)
        session.refuse(ErrorCode.FORBIDDEN, barred.sentence, re=message.id, data=barred.data)


# --- twice ----------------------------------------------------------------------------------------
# Whether somebody is at a table already, with another connection: nobody sees more than one hand, or more than sits.
#
# Knows keys and tokens. Two guests are two people, whatever address they come from: a family has one.


def is_same_person(one: Session, other: Session) -> bool:
    """Whether two sessions are the same client's, and a person is among them: one owner may have many programs."""
    return one is not other and one.who == other.who and not (one.program and other.program)


def own_chair(chairs: Chairs, session: Session) -> Chair | None:
    """The chair on which the same person sits, and is there."""
    owned = ((chair, chair.owner) for chair in chairs if chair.present)
    return next((chair for chair, owner in owned if owner is not None and is_same_person(owner, session)), None)


def why_not_sit(chairs: Chairs, feed: Feed, session: Session) -> str | None:
    """Why whoever is there already cannot sit down; None where he is not."""
    if (own := own_chair(chairs, session)) is not None:
        return f"you sit at {chairs.table} already ({own.seat}), with another connection"
    watching = any(feed.watches(one) and is_same_person(one, session) for one in feed.followers)
    return f"you watch {chairs.table} with another connection; leave there first" if watching else None


def why_not_watch(chairs: Chairs, session: Session) -> str | None:
    """Why a person who sits there cannot watch; None where he does not."""
    own = None if session.program else own_chair(chairs, session)
    if own is None:
        return None
    return f"you sit at {chairs.table} ({own.seat}), with another connection; nobody watches his own table"


# --- eyes -----------------------------------------------------------------------------------------
# Through whose eyes a table may be watched: a seat's, where nothing can be told from them that is still a secret.
#
# Refuses to know who watches, and how late (`feed`).


def not_through(seat: Seat, options: TableOptions) -> str | None:
    """Why nobody sees through the eyes of that seat; None where one may.

    The hands of a deal say which cards come in the next one where they are not shuffled.
    """
    if options.delay_deals == 0:
        return f"nobody sees what {seat} sees before the deal is over; that takes a table with `delay_deals`"
    if options.rules.table.shuffle is not Shuffle.EVERY_DEAL:
        return f"nobody sees what {seat} has seen: the cards are not shuffled, and the next deal has a secret in them"
    return None


# --- hosting --------------------------------------------------------------------------------------
# What the host of a table may do: have the others change seats, free one, and let the first match begin.
#
# Knows when he may. Refuses to know who he is (`host`), and the game.


TOO_OFTEN = "the host has changed the seats of this table too often"


class Hosting:
    """The host's doings at one table. All of them are over when the cards are dealt; his bots are another matter."""

    def __init__(self, company: Company, options: TableOptions) -> None:
        self._company = company
        self._chairs = company.chairs
        self._held = options.hold

    @property
    def held(self) -> bool:
        """Whether the first match waits for the host, even with four players."""
        return self._held

    def begin(self, session: Session, message: Begin) -> None:
        """The match begins, with bots where nobody sits."""
        kind = message.bots if isinstance(message.bots, str) else None
        free = [chair.seat.value for chair in self._chairs if not chair.taken]
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif not self._held:
            what = "this table was not opened with `hold`: its match begins with the fourth player"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif kind is not None and kind not in self._company.stand_ins.kinds:
            no_such_bot(session, message.id, kind, self._company.stand_ins.kinds)
        elif free and kind is None:
            what = f"nobody sits on {' and '.join(free)}; name a kind of bot to begin with, or wait"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id, data={"free": tuple(free)})
        else:
            session.answer(Ok(), message.id)
            if kind is not None:
                self._company.stand_ins.fill(kind)
            self._held = False

    def swap(self, session: Session, message: SwapSeats) -> None:
        """What sits on two seats changes places; whoever is moved gets the table as from his new seat."""
        one, other = (self._chairs[seat] for seat in message.seats)
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif not self._company.host.may_rearrange:
            session.refuse(ErrorCode.FORBIDDEN, TOO_OFTEN, re=message.id)
        else:
            session.answer(Ok(), message.id)
            if one.taken or other.taken:
                self._company.host.rearranges()
                self._company.swap(one, other)

    def clear(self, session: Session, message: ClearSeat) -> None:
        """A bot goes, or whoever sits there has to leave the table."""
        chair = self._chairs[message.seat]
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif chair.owner is session:
            session.refuse(ErrorCode.FORBIDDEN, "that is your own seat; leave the table instead", re=message.id)
        elif not self._company.host.may_rearrange:
            session.refuse(ErrorCode.FORBIDDEN, TOO_OFTEN, re=message.id)
        else:
            session.answer(Ok(), message.id)
            if chair.taken:
                self._company.host.rearranges()
                self._company.clear(chair)

    def _barred(self, session: Session) -> str | None:
        """Why he may not, whatever it is."""
        if not self._company.host.is_he(session):
            seat = self._company.host.seat
            return "only the host does that; nobody is" if seat is None else f"only the host does that, who sits {seat}"
        return "the match has begun: who sits where stays as it is" if self._company.playing else None
