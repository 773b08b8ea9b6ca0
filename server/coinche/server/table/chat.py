"""The chat at one table: who may say something, how much, and that everybody there hears it."""

from __future__ import annotations

from collections import Counter

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Chat, Chatted, Ok, Role
from coinche.server import limits
from coinche.server.match.entries import Entry, Told
from coinche.server.rate_limit import Buckets
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session


class TableChat:
    """The chat at one table. A strict one is silent. Nobody can use up what others may say from their seats."""

    def __init__(self, context: TableContext) -> None:
        self._seats = context.seats
        self._feed = context.feed
        self._strict = context.options.strict
        self._said: Counter[Seat | None] = Counter()
        self._buckets = Buckets(limits.CHAT)

    def recall(self, entry: Entry) -> None:
        """Count what was said before a restart."""
        if isinstance(entry, Told) and isinstance(entry.event, Chatted):
            self._said[entry.event.seat] += 1

    def say(self, session: Session, message: Chat, now: float) -> None:
        """Tell everybody what a client at the table says, from a seat or as a spectator."""
        place = self._seats.of(session)
        seat = None if place is None else place.seat
        most = limits.CHATS_OF_WATCHERS if seat is None else limits.CHATS
        if self._strict or session.role is Role.PROVIDER:
            what = "nobody talks at a strict table" if self._strict else "a provider does not talk"
            session.refuse(message, what)
        elif not self._feed.follows(session):  # what it said before, to come here, was refused
            session.refuse(message, "you are not at the table")
        elif self._said[seat] >= most:
            whose = "by those who watch" if seat is None else "from your seat"
            session.refuse(message, f"{most} things have been said {whose}; no more")
        elif not self._buckets.take(session.id, now):
            session.refuse(message, "you talk too much; wait a moment", ErrorCode.RATE)
        else:
            self._said[seat] += 1
            session.answer(Ok(), message.id)
            self._feed.tell(Chatted(seat, session.name, message.text))
