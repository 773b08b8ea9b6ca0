"""Rights to a table: who may sit down or watch, and what the host may change.

Nobody sees more than one hand of a match, or more than the seats show. A client that is known by a key or a token is
one person whatever connection it uses; two guests are two people, even from one address, since a family has one. What
comes of somebody's coming is the business of `seating.members`.
"""

from __future__ import annotations

from typing import NamedTuple

from coinche.engine.rules import Shuffle
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import AddBot, Begin, ClearSeat, ErrorData, Join, Ok, Role, SwapSeats, Watch
from coinche.server import limits
from coinche.server.match.options import TableOptions
from coinche.server.seating.feed import Feed
from coinche.server.seating.members import Members
from coinche.server.seating.seats import Reservation, TableSeat, TableSeats
from coinche.server.sessions.sessions import Session

_TOO_OFTEN = "the host has changed the seats of this table too often"


class _Refusal(NamedTuple):
    """The sentence of an error, and its data."""

    sentence: str
    data: ErrorData | None = None


class Joining:
    """Decides who may sit down at one table, or watch it."""

    def __init__(self, members: Members, feed: Feed, options: TableOptions) -> None:
        self._members = members
        self._seats = members.seats
        self._feed = feed
        self._options = options

    def join(self, session: Session, message: Join, *, dealt: bool) -> None:
        """Seat a client on a free seat or a bot's; while cards are `dealt`, with the next deal."""
        wanted = message.seat if isinstance(message.seat, Seat) else None
        held, known = self._members.held_by(session), self._members.history.known.get(session.who)
        place = self._seats.left_by(session, wanted) or self._seats.free_for(wanted, held, known)
        if (elsewhere := self._elsewhere(session, watching=False)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, elsewhere, re=message.id)
        elif (refusal := self._may_not_sit(session, place, wanted)) is not None:
            self._turn_away(session, message, refusal)
        elif place is None:
            what = f"seat {wanted} of {self._seats.table}" if wanted else f"every seat of {self._seats.table}"
            self._members.left(session)
            free = self._seats.open_seats
            session.refuse(ErrorCode.SEAT_TAKEN, f"{what} is taken", re=message.id, data={"free": free})
        else:
            self._members.join(session, place, message.id, dealt=dealt)

    def watch(self, session: Session, message: Watch) -> None:
        """Let a client watch, or see through other eyes than before."""
        eyes = message.eyes if isinstance(message.eyes, Seat) else None
        if (elsewhere := self._elsewhere(session, watching=True)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, elsewhere, re=message.id)
        elif (refusal := self._may_not_watch(session, eyes)) is not None:
            self._turn_away(session, message, refusal)
        else:
            self._members.watch(session, eyes, message.id)

    def _elsewhere(self, session: Session, *, watching: bool) -> str | None:
        """The refusal of a client that is elsewhere, or here already; None for any other."""
        table = self._seats.table
        if session.table != table:
            return f"you are not at {table} any more"
        if self._feed.watches(session):
            return None if watching else f"you watch {table}; leave it first"
        return f"you sit at {table} already" if self._seats.of(session) is not None else None

    def _may_not_sit(self, session: Session, place: TableSeat | None, wanted: Seat | None) -> _Refusal | None:
        """The refusal of a client that has no right to that seat, be it free or not; None where it has."""
        held, history, playing = self._members.held_by(session), self._members.history, self._members.playing
        if session.role is not Role.PLAYER:
            return _Refusal(f"a {session.role} cannot sit down; sign in as player")
        if playing and session.who in history.voted_out:
            return _Refusal("the others have voted you out; no seat until the match is over", {"reason": "voted_out"})
        if (twice := _why_not_sit(self._seats, self._feed, session)) is not None:
            return _Refusal(twice, {"reason": "twice"})
        if playing and not held and not self._options.admits_newcomers:
            return _Refusal("nobody new sits down at a strict table until its match is over", {"reason": "strict"})
        if wanted is not None and self._seats[wanted].closed:
            what = f"{wanted} was voted out; the seat stays with its bot until the match is over"
            return _Refusal(what, {"reason": "closed"})
        if playing and not held and history.is_full(session.origin):
            return _Refusal("the seats of this match have changed too often")
        if place is not None and held and place.seat not in held:
            what = f"you have held the cards of {' and '.join(held)}; no other seat until the match is over"
            open_seats = [seat.value for seat in held if self._seats[seat].open]
            return _Refusal(what, {"seat": open_seats[0]} if open_seats else {})
        return None

    def _may_not_watch(self, session: Session, eyes: Seat | None) -> _Refusal | None:
        """The refusal of a client that has no right to watch through those eyes; None where it has."""
        if session.role is Role.PROVIDER:
            return _Refusal("a provider cannot watch")
        if (twice := _why_not_watch(self._seats, session)) is not None:
            return _Refusal(twice, {"reason": "twice"})
        if eyes is not None and (unseen := not_through(eyes, self._options)) is not None:
            return _Refusal(unseen)
        if not self._feed.watches(session) and self._feed.spectators >= limits.SPECTATORS:
            return _Refusal(f"{limits.SPECTATORS} watch {self._seats.table} already")
        return None

    def _turn_away(self, session: Session, message: Join | Watch, refusal: _Refusal) -> None:
        """Refuse a client; unless it watches, it is at no table."""
        if not self._feed.watches(session):
            self._members.left(session)
        session.refuse(ErrorCode.FORBIDDEN, refusal.sentence, re=message.id, data=refusal.data)


def _is_same_person(one: Session, other: Session) -> bool:
    """Return whether two sessions are one client's, and a person is among them: one owner may have many programs."""
    return one is not other and one.who == other.who and not (one.program and other.program)


def _own_seat(seats: TableSeats, session: Session) -> TableSeat | None:
    """The seat on which the same person sits, and is present."""
    owned = ((place, place.owner) for place in seats.values() if place.present)
    return next((place for place, owner in owned if owner is not None and _is_same_person(owner, session)), None)


def _why_not_sit(seats: TableSeats, feed: Feed, session: Session) -> str | None:
    """The refusal of a person who is there already, with another connection; None for any other."""
    if (own := _own_seat(seats, session)) is not None:
        return f"you sit at {seats.table} already ({own.seat}), with another connection"
    watching = any(feed.watches(one) and _is_same_person(one, session) for one in feed.followers)
    return f"you watch {seats.table} with another connection; leave there first" if watching else None


def _why_not_watch(seats: TableSeats, session: Session) -> str | None:
    """The refusal of a person who sits there; None for any other."""
    own = None if session.program else _own_seat(seats, session)
    if own is None:
        return None
    return f"you sit at {seats.table} ({own.seat}), with another connection; nobody watches his own table"


def not_through(seat: Seat, options: TableOptions) -> str | None:
    """The refusal of watching through that seat's eyes; None where nothing secret can be told from them.

    Where cards are not shuffled, the hands of a deal say which cards come in the next one.
    """
    if options.delay_deals == 0:
        return f"nobody sees what {seat} sees before the deal is over; that takes a table with `delay_deals`"
    if options.rules.table.shuffle is not Shuffle.EVERY_DEAL:
        return f"nobody sees what {seat} has seen: the cards are not shuffled, and the next deal has a secret in them"
    return None


class Hosting:
    """Carries out what the host of one table wants: swap or clear seats, add bots, begin the first match.

    All but the bots is over once the cards are dealt. Anybody at the table may put bots on free seats.
    """

    def __init__(self, members: Members, options: TableOptions) -> None:
        self._members = members
        self._seats = members.seats
        self._options = options
        self.held = options.hold
        """True while the first match waits for the host, even with four players."""

    def begin(self, session: Session, message: Begin) -> None:
        """Begin the match, with bots where nobody sits."""
        kind = message.bots if isinstance(message.bots, str) else None
        free = [place.seat.value for place in self._seats.values() if not place.taken]
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif not self.held:
            what = "this table was not opened with `hold`: its match begins with the fourth player"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif kind is not None and self._members.bots.refuse_kind(session, message.id, kind):
            pass
        elif free and kind is None:
            what = f"nobody sits on {' and '.join(free)}; name a kind of bot to begin with, or wait"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id, data={"free": tuple(free)})
        else:
            session.answer(Ok(), message.id)
            if kind is not None:
                self._members.fill(kind)
            self.held = False

    def swap(self, session: Session, message: SwapSeats) -> None:
        """Exchange what sits on two seats."""
        one, other = (self._seats[seat] for seat in message.seats)
        if (barred := self._barred(session, rearranges=True)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        else:
            session.answer(Ok(), message.id)
            if one.taken or other.taken:
                self._members.host.count_rearrangement()
                self._members.swap(one, other)

    def clear(self, session: Session, message: ClearSeat, now: float) -> None:
        """Remove a bot, or have a client leave the table."""
        place = self._seats[message.seat]
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif place.owner is session:
            session.refuse(ErrorCode.FORBIDDEN, "that is your own seat; leave the table instead", re=message.id)
        elif not self._members.host.may_rearrange:
            session.refuse(ErrorCode.FORBIDDEN, _TOO_OFTEN, re=message.id)
        else:
            session.answer(Ok(), message.id)
            if place.taken:
                self._members.host.count_rearrangement()
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

    # --- bots ----------------------------------------------------------------------------------------

    def add_bot(self, session: Session, message: AddBot, *, dealt: bool) -> None:
        """Put bots on a free seat, or on all of them; for the host, put another bot in the place of one.

        While cards are `dealt`, that one plays from the next deal on, unless all people there agree.
        """
        named = self._seats[message.seat] if isinstance(message.seat, Seat) else None
        another = named is not None and named.is_a_bots and self._members.host.is_host(session)
        asked = list(self._seats.values()) if named is None else [named]
        wanted = [place for place in asked if another or not place.taken]
        if self._members.bots.refuse_kind(session, message.id, message.bot):
            return
        if not wanted:
            others = tuple(place.seat.value for place in self._seats.values() if not place.taken)
            session.refuse(ErrorCode.SEAT_TAKEN, "no free seat for a bot", re=message.id, data={"free": others})
        elif another and not self._members.host.may_rearrange:
            what = "the bots of this table have been changed too often"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif another and (stays := self._why_it_stays(wanted[0])) is not None:
            session.refuse(ErrorCode.FORBIDDEN, stays.sentence, re=message.id, data=stays.data)
        else:
            session.answer(Ok(), message.id)
            if another:
                self._members.host.count_rearrangement()
            if another and dealt:
                self._replace(wanted[0], message.bot, session)
            else:
                self._members.seat_bot(message.bot, wanted)

    def _why_it_stays(self, place: TableSeat) -> _Refusal | None:
        """The refusal of another bot for the seat; None where it can be replaced."""
        if self._members.playing and not self._options.admits_newcomers:
            return _Refusal("the bots of a strict table stay until its match is over", {"reason": "strict"})
        if place.closed:
            what = f"{place.seat} was voted out; its bot stays until the match is over"
            return _Refusal(what, {"reason": "closed"})
        return (
            None if place.open else _Refusal(f"somebody gets {place.seat} with the next deal", {"reason": "reserved"})
        )

    def _replace(self, place: TableSeat, bot: str, host: Session) -> None:
        """Let that bot play the seat from the next deal on; at once where the host is the only person there."""
        by_host = Reservation(bot=bot, agreed=set() if host.program else {host.who})
        if self._members.reservations.is_agreed(by_host):
            self._members.seat_bot(bot, [place])
        else:
            self._members.reserve_for_bot(place, bot, host)
