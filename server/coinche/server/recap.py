"""The recap of a deal: until all people present have read it; after the last deal they may want another match.

Knows who has said what, and how long it and the offer of another match last. Refuses to wait, and to know the game.
"""

from __future__ import annotations

from collections import Counter

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import GoOn, Ok, RecapStarted, Rematch, RematchAsked, WentOn

from . import limits
from .match.options import Pace
from .seating.feed import Feed
from .seating.seats import Chairs
from .sessions.sessions import Session


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
