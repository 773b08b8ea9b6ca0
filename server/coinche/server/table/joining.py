"""Rights to a table: who may sit down or watch.

Nobody sees more than one hand of a match, or more than the seats show. A client that is known by a key or a token is
one person whatever connection it uses; two guests are two people, even from one address, since a family has one.
"""

from __future__ import annotations

from coinche.engine.rules import Shuffle
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Join, Role, Watch
from coinche.server import limits
from coinche.server.match.table_options import TableOptions
from coinche.server.seating.seats import TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Refusal, Session


class Joining:
    """Decides who may sit down at one table, or watch it."""

    def __init__(self, context: TableContext) -> None:
        self._members = context.members
        self._seats = context.seats
        self._feed = context.feed
        self._options = context.options

    def join(self, session: Session, message: Join, *, dealt: bool) -> None:
        """Seat a client on a free seat or a bot's; while cards are `dealt`, with the next deal."""
        wanted = message.seat if isinstance(message.seat, Seat) else None
        held, known = self._members.held_by(session), self._members.history.known.get(session.who)
        place = self._seats.left_by(session, wanted) or self._seats.free_for(wanted, held, known)
        if (elsewhere := self._elsewhere(session, watching=False)) is not None:
            session.refuse(message, elsewhere)
        elif (refusal := self._may_not_sit(session, place, wanted)) is not None:
            self._turn_away(session, message, refusal)
        elif place is None:
            what = f"seat {wanted} of {self._seats.table}" if wanted else f"every seat of {self._seats.table}"
            self._members.left(session)
            free = self._seats.open_seats
            session.refuse(message, f"{what} is taken", ErrorCode.SEAT_TAKEN, data={"free": free})
        else:
            self._members.join(session, place, message.id, dealt=dealt)

    def watch(self, session: Session, message: Watch) -> None:
        """Let a client watch, or see through other eyes than before."""
        eyes = message.eyes if isinstance(message.eyes, Seat) else None
        if (elsewhere := self._elsewhere(session, watching=True)) is not None:
            session.refuse(message, elsewhere)
        elif (refusal := self._may_not_watch(session, eyes)) is not None:
            self._turn_away(session, message, refusal)
        else:
            self._members.watch(session, eyes, message.id)

    def _elsewhere(self, session: Session, *, watching: bool) -> str | None:
        """The refusal of a client that is elsewhere, or here already; None for any other."""
        table = self._seats.table
        if session.table != table:
            return f"you are not at {table} any more"
        if session in self._feed.spectators:
            return None if watching else f"you watch {table}; leave it first"
        return f"you sit at {table} already" if self._seats.of(session) is not None else None

    def _may_not_sit(self, session: Session, place: TableSeat | None, wanted: Seat | None) -> Refusal | None:
        """The refusal of a client that has no right to that seat, be it free or not; None where it has."""
        held, history, playing = self._members.held_by(session), self._members.history, self._members.playing
        if session.role is not Role.PLAYER:
            return Refusal(f"a {session.role} cannot sit down; sign in as player")
        if playing and session.who in history.voted_out:
            what = "the others have voted you out; no seat until the match is over"
            return Refusal(what, data={"reason": "voted_out"})
        if (twice := self._is_there_twice(session)) is not None:
            return Refusal(twice, data={"reason": "twice"})
        if playing and not held and not self._options.admits_newcomers:
            return Refusal("nobody new sits down at a strict table until its match is over", data={"reason": "strict"})
        if wanted is not None and self._seats[wanted].closed:
            what = f"{wanted} was voted out; the seat stays with its bot until the match is over"
            return Refusal(what, data={"reason": "closed"})
        if playing and not held and history.is_full(session.origin):
            return Refusal("the seats of this match have changed too often")
        if place is not None and held and place.seat not in held:
            what = f"you have held the cards of {' and '.join(held)}; no other seat until the match is over"
            open_seats = [seat.value for seat in held if self._seats[seat].open]
            return Refusal(what, data={"seat": open_seats[0]} if open_seats else {})
        return None

    def _may_not_watch(self, session: Session, eyes: Seat | None) -> Refusal | None:
        """The refusal of a client that has no right to watch through those eyes; None where it has."""
        if session.role is Role.PROVIDER:
            return Refusal("a provider cannot watch")
        if not session.program and (own := self._own_seat(session)) is not None:
            what = f"you sit at {self._seats.table} ({own}), with another connection; nobody watches their own table"
            return Refusal(what, data={"reason": "twice"})
        if eyes is not None and (unseen := not_through(eyes, self._options)) is not None:
            return Refusal(unseen)
        if session not in self._feed.spectators and len(self._feed.spectators) >= limits.SPECTATORS:
            return Refusal(f"{limits.SPECTATORS} watch {self._seats.table} already")
        return None

    def _is_there_twice(self, session: Session) -> str | None:
        """The refusal of a person who is there already, with another connection; None for any other."""
        table = self._seats.table
        if (own := self._own_seat(session)) is not None:
            return f"you sit at {table} already ({own}), with another connection"
        watching = any(_is_same_person(one, session) for one in self._feed.spectators)
        return f"you watch {table} with another connection; leave there first" if watching else None

    def _own_seat(self, session: Session) -> Seat | None:
        """The seat on which the same person sits, and is present."""
        for place in self._seats.values():
            if place.owner is not None and place.present and _is_same_person(place.owner, session):
                return place.seat
        return None

    def _turn_away(self, session: Session, message: Join | Watch, refusal: Refusal) -> None:
        """Refuse a client; unless it watches, it is at no table."""
        if session not in self._feed.spectators:
            self._members.left(session)
        session.refuse(message, *refusal)


def _is_same_person(one: Session, other: Session) -> bool:
    """Return whether two sessions are one client's, and a person is among them: one owner may have many programs."""
    return one is not other and one.who == other.who and not (one.program and other.program)


def not_through(seat: Seat, options: TableOptions) -> str | None:
    """The refusal of watching through that seat's eyes; None where nothing secret can be told from them.

    Where cards are not shuffled, the hands of a deal say which cards come in the next one.
    """
    if options.delay_deals == 0:
        return f"nobody sees what {seat} sees before the deal is over; that takes a table with `delay_deals`"
    if options.rules.table.shuffle is not Shuffle.EVERY_DEAL:
        return f"nobody sees what {seat} has seen: the cards are not shuffled, and the next deal has a secret in them"
    return None
