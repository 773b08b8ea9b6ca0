"""Votes against who stalls: when most of the other people who are there want it, a bot plays in his place.

Knows when a vote counts, and when it is carried. Refuses to know the game, how long anybody has been thinking, and what
clocks do.
"""

from __future__ import annotations

from collections.abc import Callable

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Occupant, Ok, SeatChanged, VoteCast, VoteOut

from .match.entries import ActionTaken, Entry, MatchBegun, Told
from .seating.feed import Feed
from .seating.members import Company
from .seating.seats import Chair
from .sessions.sessions import Session


class Votes:
    """The votes at one table. A vote holds until the one whom it is against does something himself, or leaves.

    `stalls` says whether a chair keeps the table waiting for too long. A strict table has clocks for that.
    """

    def __init__(self, company: Company, feed: Feed, stalls: Callable[[Chair], bool], *, strict: bool) -> None:
        self._company = company
        self._chairs = company.chairs
        self._feed = feed
        self._stalls = stalls
        self._strict = strict

    def recall(self, entry: Entry) -> None:
        """Recall what was done before the server was started again."""
        match entry:
            case Told(event=VoteCast(seat=seat, against=against), by=who):
                self._chairs[against].votes[seat] = who
            case Told(event=SeatChanged(closed=True)) | MatchBegun():
                self.begin_match()
            case Told(event=SeatChanged(seat=seat, occupant=Occupant.BOT)) | ActionTaken(seat=seat):
                self._chairs[seat].votes.clear()

    def begin_match(self) -> None:
        """Nobody has kept anybody waiting yet."""
        for chair in self._chairs:
            chair.votes.clear()

    def acted(self, seat: Seat) -> None:
        """Something was done for that seat; where its owner is away, by somebody else."""
        if self._chairs[seat].owner is None or self._chairs[seat].present:
            self._chairs[seat].votes.clear()

    def cast(self, session: Session, message: VoteOut, *, playing: bool) -> None:
        """Somebody would have a bot in the place of who sits there."""
        own, against = self._chairs.of(session), self._chairs[message.seat]
        barred = self._barred(own, against, playing=playing)
        if own is None or barred is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred or "you sit at no table", re=message.id)
            return
        session.answer(Ok(), message.id)
        if against.votes.get(own.seat) != session.who:
            against.votes[own.seat] = session.who
            self._feed.tell(VoteCast(own.seat, against.seat), session.who)
        if self._carried(against):
            self.begin_match()
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
        votes = [chair for chair in others if _has_voted(chair, against)]
        return len(votes) > len(others) // 2


def _has_voted(chair: Chair, against: Chair) -> bool:
    """Return whether who sits there now has voted so: whoever sat there before does not count."""
    return chair.owner is not None and against.votes.get(chair.seat) == chair.owner.who
