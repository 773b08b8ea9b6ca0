"""What is said at a table beside the game. Knows how much of it there may be; refuses to know what it means."""

from __future__ import annotations

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Chat, Chatted, Ok, Role

from . import limits
from .bucket import Buckets
from .chairs import Chairs
from .feed import Feed
from .session import Session


class Talk:
    """The talk at one table. A strict one is silent."""

    def __init__(self, chairs: Chairs, feed: Feed, *, strict: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._strict = strict
        self._said = 0
        self._buckets = Buckets(limits.CHAT)

    def say(self, session: Session, message: Chat) -> None:
        """Somebody at the table, with a seat or without, says something to everybody."""
        if self._strict or session.role is Role.PROVIDER:
            what = "nobody talks at a strict table" if self._strict else "a provider does not talk"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif self._said >= limits.CHATS:
            what = f"{limits.CHATS} things have been said at this table; no more"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif not self._buckets.take(session.id, trio.current_time()):
            session.refuse(ErrorCode.RATE, "you talk too much; wait a moment", re=message.id)
        else:
            self._said += 1
            chair = self._chairs.of(session)
            session.answer(Ok(), message.id)
            self._feed.tell(Chatted(chair.seat if chair is not None else None, session.name, message.text))
