"""What is said at a table beside the game. Knows how much of it there may be; refuses to know what it means."""

from __future__ import annotations

from collections import Counter

import trio

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Chat, Chatted, Ok, Role

from . import limits
from .bucket import Buckets
from .match.entries import Entry, Told
from .seating.feed import Feed
from .seating.seats import Chairs
from .sessions.sessions import Session


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
