"""Pauses: the clocks stand when all people present at a table want it, until one of them goes on.

Knows who has asked, and how long one may last. Refuses to wait, and to know what the clocks are.
"""

from __future__ import annotations

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import GoOn, Ok, Pause, PauseAsked, Paused, PauseEnded

from . import limits
from .match.entries import Entry, MatchBegun, Told
from .seating.feed import Feed
from .seating.seats import Chairs
from .sessions.sessions import Session


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
