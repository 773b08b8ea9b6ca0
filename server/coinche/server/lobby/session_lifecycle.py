"""The life of a session: it signs in, loses its connection, is taken back by its client, goes for good or is let go."""

from __future__ import annotations

import trio
from msgspec import UNSET, UnsetType

from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Hello, Ready, Role
from coinche.server.addresses import TrustedNetworks, counted_as
from coinche.server.log import Happening, LogEntry
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.table.dispatch import Back, SessionChange
from coinche.server.table.table import Table
from coinche.server.transport.peer import Peer

from .ladder import LadderBroadcast
from .listing import TableBroadcast
from .people import PeopleBroadcast
from .tables import Tables


class SessionLifecycle:
    """Gives clients their sessions, and tells the tables, the log and the list of tables when one comes or goes."""

    def __init__(
        self,
        server: ServerContext,
        tables: Tables,
        broadcast: TableBroadcast,
        people: PeopleBroadcast,
        trust: TrustedNetworks,
        ladder: LadderBroadcast | None = None,
    ) -> None:
        self.server = server
        self.sessions = server.sessions
        self._tables = tables
        self._broadcast = broadcast
        self._people = people
        self._trust = trust
        self._ladder = ladder

    def sign_in(
        self,
        hello: Hello,
        peer: Peer,
        granted: tuple[str, ...],
        who: str | None = None,
        *,
        owned: str | UnsetType = UNSET,
    ) -> Session:
        """Make a session with what it is `granted`: a guest's, or that of the proven identity `who`.

        It is told the name that an invitation has given to it, if one has.
        """
        number = self.server.entropy.draw(16).hex()
        who, name, role = who or number, hello.name, hello.role
        session = Session(id=number, who=who, name=name, role=role, program=hello.program, peer=peer)
        self.sessions[session.id] = session
        self._ready(session, peer, granted, owned)
        line = f"{name} signed in as {role} from {peer.address}"
        self.server.say(LogEntry(Happening.SIGNED_IN, line, name=name, role=role.value, address=peer.address))
        if role is Role.PROVIDER:
            for table in tuple(self._tables.values()):
                self._tables.deliver(table, session, SessionChange.PROVIDER_HERE)
        else:
            self._arrive(session)
        return session

    def away(self, who: str) -> Session | None:
        """The session of that person whose seat waits for them."""
        people = (session for session in self.sessions.values() if not session.program and session.peer is None)
        return next((session for session in people if session.who == who and session.table is not None), None)

    def take_back(
        self,
        session: Session,
        keys: tuple[bytes, ...],
        peer: Peer,
        after: int,
        granted: tuple[str, ...],
        *,
        owned: str | UnsetType = UNSET,
    ) -> None:
        """Resume a session whose client has proved it, with one of those keys if any; an older connection is closed."""
        table, away = self._tables.bring_back(session.table), session.peer is None
        if session.peer is not None:
            session.peer.drop(ErrorCode.REPLACED, "you have signed in from elsewhere")
            self.server.questions.connection_lost(session.peer)
            session.went(trio.current_time())
        session.keys = keys
        self._ready(session, peer, granted, owned)
        line = f"{session.name} is back from {peer.address}"
        self.server.say(LogEntry(Happening.IS_BACK, line, name=session.name, address=peer.address))
        if table is None:
            session.table = None
            self._arrive(session)
        else:
            self._tables.deliver(table, session, Back(after, away))

    def _arrive(self, session: Session) -> None:
        """Tell a session that is at no table what there is on the server."""
        session.arrives = True
        self._broadcast.send_first(session)
        self._people.send_first(session)
        if self._ladder is not None:
            self._ladder.send_first(session)

    def _ready(self, session: Session, peer: Peer, granted: tuple[str, ...], owned: str | UnsetType) -> None:
        """Give the session this connection, what it is granted, and a secret by which it may be resumed."""
        session.peer, session.origin = peer, peer.origin
        session.counted_as = counted_as(peer.address, session.who, self._trust)
        secret = auth.new_secret(self.server.entropy.draw(auth.SECRET_BYTES))
        session.keys = (*session.keys, auth.key(secret))
        session.capabilities = granted
        self.server.people.bump()
        self.sessions.keep(session)
        ready = Ready(session=session.id, name=session.name, secret=secret, capabilities=granted, owned=owned)
        session.send(ready)
        if self.server.farewell is not None:
            session.send(self.server.farewell)

    def disconnect(self, session: Session, peer: Peer, *, for_good: bool) -> None:
        """Note that the connection is gone. A session waits for its client, unless it said goodbye."""
        if session.peer is not peer:
            return
        session.peer, session.away_since = None, trio.current_time()
        session.went(session.away_since)
        self.server.people.bump()
        self.server.questions.connection_lost(peer)
        happening = Happening.WENT if for_good else Happening.CONNECTION_LOST
        line = f"{session.name} {'leaves' if for_good else 'has lost the connection'}"
        self.server.say(LogEntry(happening, line, name=session.name, address=peer.address))
        if session.role is Role.PROVIDER:
            del self.sessions[session.id]
            self.server.questions.gone(session, trio.current_time())
            for table in tuple(self._tables.values()):
                self._tables.deliver(table, session, SessionChange.PROVIDER_GONE)
        else:
            news = SessionChange.LOST
            if for_good:
                news, session.keys = SessionChange.GONE, ()
            self._tell(self._tables.find(session.table), session, news)  # a table that has had a client is awake

    def let_go(self, session: Session) -> None:
        """Wait no longer for a session that is away; its table is brought back if it sleeps."""
        session.keys = ()
        self._tell(self._tables.bring_back(session.table), session, SessionChange.GONE)

    def _tell(self, table: Table | None, session: Session, news: SessionChange) -> None:
        """Tell the session's table that it has gone; at no table it is forgotten if it has gone for good."""
        if table is not None:
            self._tables.deliver(table, session, news)
        elif not session.keys:
            self.sessions.forget(session)
