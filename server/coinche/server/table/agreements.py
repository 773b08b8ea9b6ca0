"""Pauses: the clocks stand when all people present at a table want it, until one of them goes on.

Knows who has asked, and how long one may last. Refuses to wait, and to know what the clocks are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import trio

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Chat,
    Chatted,
    GoOn,
    Occupant,
    Ok,
    Pause,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    Rematch,
    RematchAsked,
    Role,
    SeatChanged,
    VoteCast,
    VoteOut,
    WentOn,
)
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, Entry, MatchBegun, Told
from coinche.server.match.options import Pace
from coinche.server.rate_limit import Buckets
from coinche.server.seating.feed import Feed
from coinche.server.seating.members import Company
from coinche.server.seating.seats import Chair, Chairs
from coinche.server.sessions.sessions import Session


class Pauses:
    """The pauses of one table. A wish holds to the end of the deal; a strict table has none."""

    def __init__(self, chairs: Chairs, feed: Feed, *, strict: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._strict = strict
        self._asked: set[Session] = set()
        self._left = limits.PAUSES
        self._until: float | None = None

    def begin_match(self) -> None:
        """As many pauses as a match may have."""
        self._left = limits.PAUSES

    def recall(self, entry: Entry) -> None:
        """What was done before the server was started again; a pause begins anew then."""
        match entry:
            case MatchBegun():
                self.begin_match()
            case Told(event=Paused()):
                self._left -= 1
                self._until = trio.current_time() + limits.PAUSE
            case Told(event=PauseEnded()):
                self._until = None

    def forget(self) -> None:
        """The deal is over, and with it what was wished for in it."""
        self._asked.clear()

    @property
    def until(self) -> float | None:
        """Until when the table stands still at most, by trio's clock; None where it does not."""
        return self._until

    def ask(self, session: Session, message: Pause, *, playing: bool) -> None:
        """Somebody would like a pause; it begins once all people present have asked."""
        chair = self._chairs.of(session)
        if chair is None or not chair.person or self._strict or not playing or not self._left:
            session.refuse(ErrorCode.FORBIDDEN, self._why_not(playing=playing), re=message.id)
            return
        session.answer(Ok(), message.id)
        if self._until is not None:
            return
        if session not in self._asked:
            self._asked.add(session)
            self._feed.tell(PauseAsked(chair.seat))
        if self._asked.issuperset(self._chairs.people):
            self._begin()

    def _why_not(self, *, playing: bool) -> str:
        if self._strict:
            return "there is no pause at a strict table"
        if not playing:
            return "there is nothing to pause"
        return "only a person who plays asks for a pause" if self._left else f"{limits.PAUSES} pauses are enough"

    def _begin(self) -> None:
        self._left -= 1
        self._asked.clear()
        self._until = trio.current_time() + limits.PAUSE
        self._feed.tell(Paused(int(limits.PAUSE * 1000)))

    def go_on(self, session: Session, message: GoOn) -> None:
        """One of the people has the pause end."""
        chair = self._chairs.of(session)
        if chair is None or not chair.person:
            session.refuse(ErrorCode.FORBIDDEN, "only a person who plays goes on", re=message.id)
            return
        session.answer(Ok(), message.id)
        self._until = trio.current_time()

    def end(self) -> None:
        """The table goes on."""
        self._until = None
        self._feed.tell(PauseEnded())


# --- recap ----------------------------------------------------------------------------------------
# The recap of a deal: until all people present have read it; after the last deal they may want another match.
#
# Knows who has said what, and how long it and the offer of another match last. Refuses to wait, and to know the game.


class Recap:
    """One recap, from its event on. A `final` one is that of the last deal, the only one after which there may be more.

    A person who goes on has read it. Once somebody has asked for another match that means no, and everybody has to say
    it anew, for which there is more time. A final recap is over in two steps: when its own time is up, those who have
    gone on leave; the others may ask for another match as long as the pace gives.
    """

    def __init__(self, chairs: Chairs, feed: Feed, pace: Pace, *, final: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self.final = final
        self._asked = False
        self._wants_more: dict[Session, bool] = {}
        self._minds: Counter[Session] = Counter()
        self._attended = bool(chairs.people)
        self._lies = min(pace.parting, pace.final) if final else pace.recap
        now = trio.current_time()
        self._read_by = now + self._lies
        self._ends = now + pace.final if final else self._read_by
        feed.tell(RecapStarted(int(self._lies * 1000), int(pace.final * 1000) if final else 0))

    @property
    def until(self) -> float:
        """When its time is up: first that of those who have gone on or are away, then that of the others."""
        alone = not self._chairs.people
        return self._read_by if alone or trio.current_time() < self._read_by else self._ends

    @property
    def over(self) -> bool:
        """Whether its time is up, everybody has said what he wants, or no person has a seat there any more."""
        up = trio.current_time() >= self.until or not self._chairs.has_people
        return up or self._all(set(self._wants_more))

    @property
    def leaving(self) -> tuple[Session, ...]:
        """Those who have gone on and need not wait any longer for the others: after a match, never between deals."""
        if not self.final or trio.current_time() < self._read_by:
            return ()
        return tuple(person for person in self._chairs.people if self._wants_more.get(person) is False)

    def look_round(self) -> None:
        """See who is there now: who has left has no wish any more.

        Where the last person's connection is lost, the recap lies as long again.
        """
        self._wants_more = {one: more for one, more in self._wants_more.items() if self._chairs.of(one) is not None}
        there = bool(self._chairs.people)
        if self._attended and not there:
            self._read_by = max(self._read_by, min(self._ends, trio.current_time() + self._lies))
        self._attended = there

    @property
    def again(self) -> bool:
        """Whether all people present want another match."""
        return self._all({session for session, more in self._wants_more.items() if more})

    def _all(self, said: set[Session]) -> bool:
        people = self._chairs.people
        return bool(people) and said.issuperset(people)

    def go_on(self, session: Session, message: GoOn) -> None:
        """Somebody has read it, or wants no other match."""
        chair = self._chairs.of(session)
        if chair is None:
            session.refuse(ErrorCode.FORBIDDEN, "only who plays goes on", re=message.id)
            return
        if self._decides(session, message, more=False):
            self._feed.tell(WentOn(chair.seat))

    def rematch(self, session: Session, message: Rematch) -> None:
        """Somebody wants another match."""
        chair = self._chairs.of(session)
        if chair is None or not chair.person:
            session.refuse(ErrorCode.FORBIDDEN, "only a person who plays asks for another match", re=message.id)
            return
        if not self.final:
            session.refuse(ErrorCode.FORBIDDEN, "this is not the end of the last match here", re=message.id)
            return
        if self._decides(session, message, more=True):
            self._feed.tell(RematchAsked(chair.seat))

    def _decides(self, session: Session, message: GoOn | Rematch, *, more: bool) -> bool:
        """Note what somebody wants; whether that is news, and not once too often."""
        news = self._wants_more.get(session) is not more
        if news and self._minds[session] > limits.MINDS:
            what = f"you have changed your mind {limits.MINDS} times; it stays as it is"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
            return False
        session.answer(Ok(), message.id)
        if more and not self._asked:
            self._asked = True
            self._wants_more.clear()
            soonest = trio.current_time() + limits.REMATCH
            self._read_by, self._ends = max(self._read_by, soonest), max(self._ends, soonest)
        if news:
            self._minds[session] += 1
            self._wants_more[session] = more
        return news


# --- votes ----------------------------------------------------------------------------------------
# Votes against who stalls: when most of the other people who are there want it, a bot plays in his place.
#
# Knows when a vote counts, and when it is carried. Refuses to know the game, how long anybody has been thinking, and
# what
# clocks do.


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


# --- chat -----------------------------------------------------------------------------------------
# What is said at a table beside the game. Knows how much of it there may be; refuses to know what it means.


class Talk:
    """The talk at one table. A strict one is silent. Nobody can use up what others may say from their seats."""

    def __init__(self, chairs: Chairs, feed: Feed, *, strict: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._strict = strict
        self._said: Counter[Seat | None] = Counter()
        self._buckets = Buckets(limits.CHAT)

    def recall(self, entry: Entry) -> None:
        """What was said before the server was started again counts as it did."""
        match entry:
            case Told(event=Chatted(seat=seat)):
                self._said[seat] += 1
            case _:
                pass

    def say(self, session: Session, message: Chat) -> None:
        """Somebody at the table, with a seat or without, says something to everybody."""
        chair = self._chairs.of(session)
        seat = None if chair is None else chair.seat
        most = limits.CHATS_OF_WATCHERS if seat is None else limits.CHATS
        if self._strict or session.role is Role.PROVIDER:
            what = "nobody talks at a strict table" if self._strict else "a provider does not talk"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif not self._feed.follows(session):  # what it said before, to come here, was refused
            session.refuse(ErrorCode.FORBIDDEN, "you are not at the table", re=message.id)
        elif self._said[seat] >= most:
            whose = "by those who watch" if seat is None else "from your seat"
            session.refuse(ErrorCode.FORBIDDEN, f"{most} things have been said {whose}; no more", re=message.id)
        elif not self._buckets.take(session.id, trio.current_time()):
            session.refuse(ErrorCode.RATE, "you talk too much; wait a moment", re=message.id)
        else:
            self._said[seat] += 1
            session.answer(Ok(), message.id)
            self._feed.tell(Chatted(seat, session.name, message.text))
