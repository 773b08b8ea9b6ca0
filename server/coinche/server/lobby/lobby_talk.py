"""The talk in the lobby: the chat of those who are at no table, and calls for players.

Clients with the capability `people` hear it. The last lines are kept in memory for those who come, and nowhere else;
no line goes into the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

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


class LobbyTalk:
    """Passes on what is said in the lobby, as much as one client, one address and all together may say."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._lines: deque[LobbyLine] = deque(maxlen=limits.LOBBY_LINES)
        self._said = Buckets(limits.CHAT)
        self._said_from = Buckets(limits.LOBBY_CHAT_PER_ADDRESS)
        self._said_by_all = Bucket(limits.LOBBY_CHAT_OF_ALL, 0.0)
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
            self._tell(LobbyChatted(lines=(line,)), lambda hearer: not hearer.arrives)

    def call(self, session: Session, message: CallToTable, table: Table, now: float) -> None:
        """Tell everybody in the lobby that a player at that table looks for others."""
        if not (seats := table.seats_for_callers(session)):
            what = "before the match a player calls to a free seat; after that only the host calls, to a bot's seat"
            session.refuse(message, what)
        elif not _take(self._called, self._called_from, session, now):
            session.refuse(message, *_TOO_OFTEN)
        else:
            session.answer(Ok(), message.id)
            call = CalledToTable(table=table.id, name=table.options.name, by=session.name, seats=seats)
            self._tell(call, lambda _: True)

    def tell_recent(self, session: Session) -> None:
        """Tell a session that arrives what was said before."""
        session.arrives = False
        session.send(LobbyChatted(lines=tuple(self._lines), recent=True))

    def _tell(self, message: FromServer, meant: Callable[[Session], bool]) -> None:
        frame = encode(message)
        for session in self._server.sessions.values():
            if hears(session) and meant(session):
                session.push(frame)


def _take(own: Buckets, of_address: Buckets, session: Session, now: float) -> bool:
    """Use a token of the client and one of its address; False, and no token used, where either has none."""
    if not (own.has(session.id, now) and of_address.has(session.counted_as, now)):
        return False
    return own.take(session.id, now) and of_address.take(session.counted_as, now)
