"""Votes against who stalls: when most of the other people who are there want it, a bot plays in his place.

Knows who has voted against whom. Refuses to know the game, how long anybody has been thinking, and what clocks do.
"""

from __future__ import annotations

from collections.abc import Callable

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Occupant, Ok, SeatChanged, VoteCast, VoteOut

from .chairs import Chair
from .company import Company
from .entries import ActionTaken, Entry, MatchBegun, Told
from .feed import Feed
from .session import Session


class Votes:
    """The votes at one table. A vote holds until the one whom it is against does something himself.

    `stalls` says whether a chair keeps the table waiting for too long. A strict table has clocks for that.
    """

    def __init__(self, company: Company, feed: Feed, stalls: Callable[[Chair], bool], *, strict: bool) -> None:
        self._company = company
        self._chairs = company.chairs
        self._feed = feed
        self._stalls = stalls
        self._strict = strict
        self._cast: dict[tuple[Seat, Seat], str | None] = {}

    def recall(self, entry: Entry) -> None:
        """What was done before the server was started again; whoever voted then may have been anybody."""
        match entry:
            case Told(event=VoteCast(seat=seat, against=against)):
                self._cast[seat, against] = None
            case Told(event=SeatChanged(occupant=Occupant.BOT)) | MatchBegun():
                self._cast.clear()
            case ActionTaken(seat=seat):
                self._forget(seat)

    def begin_match(self) -> None:
        """Nobody has kept anybody waiting yet."""
        self._cast.clear()

    def acted(self, seat: Seat) -> None:
        """Something was done for that seat; where its owner is away, by somebody else."""
        if self._chairs[seat].owner is None or self._chairs[seat].present:
            self._forget(seat)

    def _forget(self, seat: Seat) -> None:
        self._cast = {vote: who for vote, who in self._cast.items() if vote[1] is not seat}

    def cast(self, session: Session, message: VoteOut, *, playing: bool) -> None:
        """Somebody would have a bot in the place of who sits there."""
        own, against = self._chairs.of(session), self._chairs[message.seat]
        barred = self._barred(own, against, playing=playing)
        if own is None or barred is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred or "you sit at no table", re=message.id)
            return
        session.answer(Ok(), message.id)
        told = (own.seat, against.seat) in self._cast
        self._cast[own.seat, against.seat] = session.who
        if not told:
            self._feed.tell(VoteCast(own.seat, against.seat))
        if self._carried(against):
            self._cast.clear()
            self._company.vote_out(against)

    def _barred(self, own: Chair | None, against: Chair, *, playing: bool) -> str | None:
        """Why that vote does not count; None where it does."""
        if self._strict:
            return "nobody is voted out at a strict table: its clocks do that"
        if own is None or not own.person:
            return "only a person who plays votes"
        if own is against:
            return "that is your own seat; leave the table instead"
        if against.owner is None:
            return f"nobody sits on {against.seat} who could be voted out"
        if not playing or not self._stalls(against):
            return f"{against.seat} does not keep the table waiting for long"
        return None

    def _carried(self, against: Chair) -> bool:
        """Whether more than half of the others have voted so: the partner of who stalls alone cannot shield him."""
        others = [chair for chair in self._chairs if chair.person and chair is not against]
        votes = [chair for chair in others if self._has_voted(chair, against)]
        return len(votes) > len(others) // 2

    def _has_voted(self, chair: Chair, against: Chair) -> bool:
        if (chair.seat, against.seat) not in self._cast or chair.owner is None:
            return False
        return self._cast[chair.seat, against.seat] in (None, chair.owner.who)
