"""Agreements between the people at one table: pauses, the recap and another match, votes against who stalls.

None of them waits: `until` and `over` say what the table machine has to wait for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from coinche.engine.seats import Seat
from coinche.protocol.messages import (
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
    SeatChanged,
    VoteCast,
    VoteOut,
    WentOn,
)
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, DealPlayed, Entry, MatchBegun, Told
from coinche.server.seating.seats import TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session


class Pauses:
    """The pauses of one table: the clocks stand when all people present want it, until one of them goes on.

    A wish holds to the end of the deal, or until its player leaves the seat; a strict table has no pauses.
    """

    def __init__(self, context: TableContext) -> None:
        self.until: float | None = None
        """The moment at which the pause ends at the latest (trio's clock); None where there is none."""
        self._seats = context.seats
        self._feed = context.feed
        self._strict = context.options.strict
        self._practice = context.options.practice
        self._asked: dict[Seat, str] = {}
        """The players who want the next pause, by `Session.who`, each with their seat."""
        self._left = limits.PAUSES

    def begin_match(self) -> None:
        """Allow as many pauses as a match may have."""
        self._left = limits.PAUSES

    def recall(self, entry: Entry, now: float) -> None:
        """Restore what was done before a restart; a pause begins anew then."""
        match entry:
            case MatchBegun():
                self.begin_match()
            case Told(event=PauseAsked(seat=seat), by=who):
                self._asked[seat] = who
            case Told(event=SeatChanged(seat=seat, occupant=Occupant.BOT)):
                self._asked.pop(seat, None)
            case DealPlayed():
                self.forget()
            case Told(event=Paused()):
                self.forget()
                self._left -= 1
                self.until = now + limits.PAUSE
            case Told(event=PauseEnded()):
                self.until = None

    def forget(self) -> None:
        """Forget all wishes: the deal is over."""
        self._asked.clear()

    def ask(self, session: Session, message: Pause, *, playing: bool) -> None:
        """Note somebody's wish for a pause."""
        place = self._seats.of(session)
        if place is None or not place.person or self._strict or self._practice or not playing or not self._left:
            session.refuse(message, self._why_not(playing=playing))
            return
        session.answer(Ok(), message.id)
        if self.until is not None:
            return
        if self._asked.get(place.seat) != session.who:
            self._asked[place.seat] = session.who
            self._feed.tell(PauseAsked(place.seat), session.who)

    def look_round(self, now: float) -> None:
        """Begin the pause if all people who are present in a deal want it, be it since somebody has left."""
        people = self._seats.people
        owners = {place.seat: place.owner.who for place in self._seats.values() if place.owner is not None}
        self._asked = {seat: who for seat, who in self._asked.items() if owners.get(seat) == who}
        if self.until is None and people and all(person.who in self._asked.values() for person in people):
            self._left -= 1
            self._asked.clear()
            self.until = now + limits.PAUSE
            self._feed.tell(Paused(int(limits.PAUSE * 1000)))

    def _why_not(self, *, playing: bool) -> str:
        if self._strict:
            return "there is no pause at a strict table"
        if self._practice:
            return "there is no pause at a practice table: your time is never up"
        if not playing:
            return "there is nothing to pause"
        return "only a person who plays asks for a pause" if self._left else f"{limits.PAUSES} pauses are enough"

    def go_on(self, session: Session, message: GoOn, now: float) -> None:
        """Let one of the people end the pause."""
        place = self._seats.of(session)
        if place is None or not place.person:
            session.refuse(message, "only a person who plays goes on")
            return
        session.answer(Ok(), message.id)
        self.until = now

    def end(self) -> None:
        """End the pause."""
        self.until = None
        self._feed.tell(PauseEnded())


class Recap:
    """The recap of a deal, until all people present have read it. After the last deal they may want another match.

    A person who goes on has read it. Once somebody has asked for another match that means no, and everybody has to say
    it anew, for which there is more time. A `final` recap is over in two steps: when its own time is up, those who have
    gone on leave; the others may ask for another match as long as the pace allows.
    """

    def __init__(self, context: TableContext, now: float, *, final: bool) -> None:
        self._seats, self._feed, pace = context.seats, context.feed, context.options.pace
        self.final = final
        self._asked = False
        self._wants_more: dict[Session, bool] = {}
        self._changes: Counter[Session] = Counter()
        self._attended = bool(self._seats.people)
        self._lies = min(pace.parting, pace.final) if final else pace.recap
        self._read_by = now + self._lies
        self._ends = now + pace.final if final else self._read_by
        self._feed.tell(RecapStarted(int(self._lies * 1000), int(pace.final * 1000) if final else 0))

    def until(self, now: float) -> float:
        """The end of its time: first that of those who have gone on or are away, then that of the others."""
        alone = not self._seats.people
        return self._read_by if alone or now < self._read_by else self._ends

    def over(self, now: float) -> bool:
        """Return whether its time is up, everybody has said what they want, or no person has a seat there any more."""
        up = now >= self.until(now) or not self._seats.has_people
        return up or self._all(self._wants_more)

    def leaving(self, now: float) -> tuple[Session, ...]:
        """The players who have gone on and need not wait longer for the others: after a match, never between deals."""
        if not self.final or now < self._read_by:
            return ()
        return tuple(person for person in self._seats.people if self._wants_more.get(person) is False)

    def look_round(self, now: float) -> None:
        """Drop the wishes of those who have left.

        Where the last person's connection is lost, the recap lies as long again.
        """
        self._wants_more = {one: more for one, more in self._wants_more.items() if self._seats.of(one) is not None}
        there = bool(self._seats.people)
        if self._attended and not there:
            self._read_by = max(self._read_by, min(self._ends, now + self._lies))
        self._attended = there

    @property
    def again(self) -> bool:
        """True if all people present want another match."""
        return self._all({session for session, more in self._wants_more.items() if more})

    def _all(self, said: Collection[Session]) -> bool:
        people = self._seats.people
        return bool(people) and all(person in said for person in people)

    def go_on(self, session: Session, message: GoOn, now: float) -> None:
        """Note that somebody has read it, or wants no other match."""
        place = self._seats.of(session)
        if place is None:
            session.refuse(message, "only a player can say `go_on`")
        elif self._decides(session, message, now, more=False):
            self._feed.tell(WentOn(place.seat))

    def rematch(self, session: Session, message: Rematch, now: float) -> None:
        """Note that somebody wants another match."""
        place = self._seats.of(session)
        if place is None or not place.person:
            session.refuse(message, "only a person who plays asks for another match")
        elif not self.final:
            session.refuse(message, "this is not the end of the last match here")
        elif self._decides(session, message, now, more=True):
            self._feed.tell(RematchAsked(place.seat))

    def _decides(self, session: Session, message: GoOn | Rematch, now: float, *, more: bool) -> bool:
        """Note a wish; return whether it is news, and not one change too many."""
        news = self._wants_more.get(session) is not more
        if news and self._changes[session] > limits.MINDS:
            session.refuse(message, f"you have changed your mind {limits.MINDS} times; it stays as it is")
            return False
        session.answer(Ok(), message.id)
        if more and not self._asked:
            self._asked = True
            self._wants_more.clear()
            soonest = now + limits.REMATCH
            self._read_by, self._ends = max(self._read_by, soonest), max(self._ends, soonest)
        if news:
            self._changes[session] += 1
            self._wants_more[session] = more
        return news


class Votes:
    """Votes against a player who stalls: when most of the other people present want it, a bot plays in their place.

    A vote holds until the player it is against does something, or leaves. A strict table has clocks instead of votes.
    """

    def __init__(self, context: TableContext) -> None:
        self._members = context.members
        self._seats = context.seats
        self._feed = context.feed
        self._strict = context.options.strict
        self._were_away: set[Seat] = set()
        """The seats whose owners were away, as far as the entries are recalled."""

    def recall(self, entry: Entry) -> None:
        """Restore what was done before a restart."""
        if isinstance(entry, Told) and isinstance(entry.event, SeatChanged):
            seat = entry.event.seat
            (self._were_away.discard if entry.event.connected else self._were_away.add)(seat)
        match entry:
            case Told(event=VoteCast(seat=seat, against=against), by=who):
                self._seats[against].votes[seat] = who
            case Told(event=SeatChanged(closed=True)) | MatchBegun():
                self.begin_match()
            case Told(event=SeatChanged(seat=seat, occupant=Occupant.BOT)):
                self._seats[seat].votes.clear()
            case ActionTaken(seat=seat) if seat not in self._were_away:  # as in `acted`
                self._seats[seat].votes.clear()

    def begin_match(self) -> None:
        """Forget all votes."""
        for place in self._seats.values():
            place.votes.clear()

    def acted(self, seat: Seat) -> None:
        """Forget the votes against a seat that has acted, unless something else acted for an absent owner."""
        place = self._seats[seat]
        if place.owner is None or place.present:
            place.votes.clear()

    def cast(self, session: Session, message: VoteOut, now: float, *, stalls: bool) -> None:
        """Count a vote against a seat; `stalls` says whether it keeps the table waiting for too long."""
        own, against = self._seats.of(session), self._seats[message.seat]
        objection = self._objection(own, against, stalls=stalls)
        if own is None or objection is not None:
            session.refuse(message, objection or "you sit at no table")
            return
        session.answer(Ok(), message.id)
        if against.votes.get(own.seat) != session.who:
            against.votes[own.seat] = session.who
            self._feed.tell(VoteCast(own.seat, against.seat), session.who)
        if self._carried(against):
            self.begin_match()
            self._members.vote_out(against, now)

    def _objection(self, own: TableSeat | None, against: TableSeat, *, stalls: bool) -> str | None:
        if self._strict:
            return "nobody is voted out at a strict table: its clocks do that"
        if own is None or not own.person:
            return "only a person who plays votes"
        if own is against:
            return "that is your own seat; leave the table instead"
        if against.owner is None:
            return f"nobody sits on {against.seat} who could be voted out"
        return None if stalls else f"{against.seat} does not keep the table waiting for long"

    def _carried(self, against: TableSeat) -> bool:
        """Return whether more than half of the others have voted so: a partner alone cannot shield the player."""
        others = [place for place in self._seats.values() if place.person and place is not against]
        owners = {place.seat: place.owner.who for place in others if place.owner is not None}
        votes = sum(against.votes.get(seat) == who for seat, who in owners.items())  # not those of earlier owners
        return votes > len(others) // 2
