"""Who may sit down at a table, or watch it, and what each hears who may not.

Knows people's rights to seats and eyes. Refuses to know what comes of it that somebody is there (`company`).
"""

from __future__ import annotations

from typing import NamedTuple

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Join, Role, Watch

from . import limits
from .eyes import not_through
from .match.options import TableOptions
from .refusal import Data
from .seating.feed import Feed
from .seating.members import Company
from .seating.seats import Chair
from .sessions.sessions import Session
from .twice import why_not_sit, why_not_watch


class Barred(NamedTuple):
    """Why somebody may not come, and what an error says beyond that sentence."""

    sentence: str
    data: Data | None = None


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
