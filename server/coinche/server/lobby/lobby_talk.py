"""The talk in the lobby: the chat of those who are at no table, and calls for players.

Clients with the capability `people` hear it. The last lines and the open calls are kept in memory for those who come,
and nowhere else; no line goes into the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from coinche.engine.view import Phase
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    CalledToTable,
    CallToTable,
    Capability,
    FromServer,
    LobbyChat,
    LobbyChatted,
    LobbyLine,
    Ok,
    Role,
)
from coinche.server import limits
from coinche.server.rate_limit import Bucket, Buckets
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Refusal, Session
from coinche.server.table.table import Table

_TOO_MUCH = Refusal("you talk too much, or others of your address do; wait a moment", ErrorCode.RATE)
_TOO_OFTEN = Refusal("you call too often, or others of your address do; wait a moment", ErrorCode.RATE)


def hears(session: Session) -> bool:
    """Return whether the session is told of people and talk in the lobby: it has asked for that, and is there."""
    return session.peer is not None and session.table is None and Capability.PEOPLE in session.capabilities


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCall:
    """The latest call to one table, which may be over by now."""

    by: Session
    table: Table
    before_match: bool
    until: float

    @property
    def seats(self) -> int:
        """The number of seats that can be had now; 0 once the match has begun before which it was made."""
        over = self.table.closed or (self.before_match and self.table.phase is not Phase.WAITING)
        return 0 if over else self.table.seats_for_callers(self.by)

    def message(self, seats: int) -> CalledToTable:
        """Make the message that tells the lobby of it."""
        return CalledToTable(table=self.table.id, name=self.table.options.name, by=self.by.name, seats=seats)


class LobbyTalk:
    """Passes on what is said in the lobby, as much as one client, one address and all together may say."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._lines: deque[LobbyLine] = deque(maxlen=limits.LOBBY_LINES)
        self._said = Buckets(limits.CHAT)
        self._said_from = Buckets(limits.LOBBY_CHAT_PER_ADDRESS)
        self._said_by_all = Bucket(limits.LOBBY_CHAT_OF_ALL, 0.0)
        self._calls: dict[str, OpenCall] = {}
        """The calls that may still be open, by table, the latest last."""
        self._called = Buckets(limits.CALLS)
        self._called_from = Buckets(limits.CALLS_PER_ADDRESS)

    def say(self, session: Session, message: LobbyChat, now: float) -> None:
        """Tell everybody in the lobby what a client there says."""
        if session.role is Role.PROVIDER:
            session.refuse(message, "a provider does not talk")
        elif session.table is not None:
            session.refuse(message, "you are at a table; only those who are at none are heard in the lobby")
        elif not (self._said_by_all.has(now) and _take(self._said, self._said_from, session, now)):
            session.refuse(message, *_TOO_MUCH)
        else:
            self._said_by_all.take(now)
            line = LobbyLine(at=self._server.time.unix_ms(), name=session.name, text=message.text)
            self._lines.append(line)
            session.answer(Ok(), message.id)
            self._tell(LobbyChatted(lines=(line,)))

    def call(self, session: Session, message: CallToTable, table: Table, now: float) -> None:
        """Tell everybody in the lobby that a player at that table looks for others."""
        gathers = table.phase is Phase.WAITING
        call = OpenCall(by=session, table=table, before_match=gathers, until=now + limits.CALL_LASTS)
        if not (seats := call.seats):
            what = "before the match a player calls to a free seat; after that only the host calls, to a bot's seat"
            session.refuse(message, what)
        elif not _take(self._called, self._called_from, session, now):
            session.refuse(message, *_TOO_OFTEN)
        else:
            session.answer(Ok(), message.id)
            self._calls.pop(table.id, None)
            self._calls[table.id] = call
            if len(self._calls) > limits.CALLS_KEPT:
                del self._calls[next(iter(self._calls))]
            self._tell(call.message(seats))

    def tell_recent(self, session: Session, now: float) -> None:
        """Tell a session that arrives what was said before, and which calls are open."""
        session.arrives = False
        session.send(LobbyChatted(lines=tuple(self._lines), recent=True))
        for message in self._open_calls(now):
            session.send(message)

    def _open_calls(self, now: float) -> Iterator[CalledToTable]:
        """Yield the open calls, the latest last; forget those that are over."""
        for number, call in tuple(self._calls.items()):
            if now < call.until and (seats := call.seats):
                yield call.message(seats)
            else:
                del self._calls[number]

    def _tell(self, message: FromServer) -> None:
        """Tell everybody in the lobby; those who are just arriving are told with all the rest."""
        frame = encode(message)
        for session in self._server.sessions.values():
            if hears(session) and not session.arrives:
                session.push(frame)


def _take(own: Buckets, of_address: Buckets, session: Session, now: float) -> bool:
    """Use a token of the client and one of its address; False, and no token used, where either has none."""
    if not (own.has(session.id, now) and of_address.has(session.counted_as, now)):
        return False
    return own.take(session.id, now) and of_address.take(session.counted_as, now)
