"""The lobby of a server: sessions sign in, come back and go, and tables that nobody needs any more end."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator

import trio

from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Hello, Notice, Ready, Role
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks, counted_as
from coinche.server.archive.archive import ArchiveService
from coinche.server.log import Happening, News
from coinche.server.match.table_options import TableOptions, rule_names
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.sessions import Session
from coinche.server.storage.store import StoredSession
from coinche.server.table.dispatch import Back, SessionChange
from coinche.server.transport.peer import Peer

from .listing import LobbyBroadcast
from .router import Router
from .tables import DesertedTables, TableOpening, Tables


class ServerLobby:
    """The sessions and the tables of one server. `run` runs the tasks of both."""

    def __init__(
        self,
        server: ServerContext,
        archive: ArchiveService,
        defaults: TableOptions,
        *,
        lists_private: bool,
        trust: TrustedNetworks,
    ) -> None:
        self.server = server
        self.sessions = server.sessions
        self.tables = Tables(server)
        presets = rule_names(defaults)
        self.broadcast = LobbyBroadcast(server, self.tables, presets, lists_private=lists_private)
        opening = TableOpening(server, self.tables, defaults, presets)
        self.router = Router(self.tables, archive, self.broadcast, opening)
        self._trust = trust

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run the tables, and send the list of tables to those who are at none, until cancelled."""
        async with trio.open_nursery() as nursery:
            self.tables.nursery = nursery
            nursery.start_soon(self._sweep)
            nursery.start_soon(self._wait_for_return)
            task_status.started()
            await self.broadcast.run()

    def notify(self, notice: Notice) -> int:
        """Tell everybody at once, even while all else waits for the disk; return how many there are."""
        peers = [session.peer for session in self.sessions.values() if session.peer is not None]
        for peer in peers:
            peer.notify(notice)
        return len(peers)

    def sign_in(self, hello: Hello, peer: Peer, granted: tuple[str, ...], who: str | None = None) -> Session:
        """Make a session with what it is `granted`: a guest's, or that of the proven identity `who`."""
        number = self.server.entropy.draw(16).hex()
        who, name, role = who or number, hello.name, hello.role
        session = Session(id=number, who=who, name=name, role=role, program=hello.program, peer=peer)
        self.sessions[session.id] = session
        self._ready(session, peer, granted)
        line = f"{name} signs in as {role} from {peer.address}"
        self.server.say(News(Happening.SIGNED_IN, line, name=name, role=role.value, address=peer.address))
        if role is Role.PROVIDER:
            for table in tuple(self.tables.values()):
                self.tables.deliver(table, session, SessionChange.PROVIDER_HERE)
        else:
            self.broadcast.send_first(session)
        return session

    def away(self, who: str) -> Session | None:
        """The session of that person whose seat waits for them."""
        people = (session for session in self.sessions.values() if not session.program and session.peer is None)
        return next((session for session in people if session.who == who), None)

    def take_back(
        self, session: Session, keys: tuple[bytes, ...], peer: Peer, after: int, granted: tuple[str, ...]
    ) -> None:
        """Resume a session whose client has proved it, with one of those keys if any; an older connection is closed."""
        table, away = self.tables.find(session.table), session.peer is None
        if session.peer is not None:
            session.peer.drop(ErrorCode.REPLACED, "you have signed in from elsewhere")
            session.went(trio.current_time())
        session.keys = keys
        self._ready(session, peer, granted)
        line = f"{session.name} is back from {peer.address}"
        self.server.say(News(Happening.IS_BACK, line, name=session.name, address=peer.address))
        if table is None:
            session.table = None
            self.broadcast.send_first(session)
        else:
            self.tables.deliver(table, session, Back(after, away))

    def _ready(self, session: Session, peer: Peer, granted: tuple[str, ...]) -> None:
        """Give the session this connection, what it is granted, and a secret by which it may be resumed."""
        session.peer, session.origin = peer, peer.origin
        session.counted_as = counted_as(peer.address, session.who, self._trust)
        secret = auth.new_secret(self.server.entropy.draw(auth.SECRET_BYTES))
        session.keys = (*session.keys, auth.key(secret))
        session.capabilities = granted
        self.sessions.keep(session)
        session.send(Ready(session=session.id, name=session.name, secret=secret, capabilities=granted))
        if self.server.farewell is not None:
            session.send(self.server.farewell)

    def disconnect(self, session: Session, peer: Peer, *, for_good: bool) -> None:
        """Note that the connection is gone. A seat waits for its client, unless it said goodbye."""
        if session.peer is not peer:
            return
        session.peer = None
        session.went(trio.current_time())
        happening = Happening.WENT if for_good else Happening.CONNECTION_LOST
        line = f"{session.name} {'leaves' if for_good else 'has lost the connection'}"
        self.server.say(News(happening, line, name=session.name, address=peer.address))
        if session.role is Role.PROVIDER:
            del self.sessions[session.id]
            for table in tuple(self.tables.values()):
                self.tables.deliver(table, session, SessionChange.PROVIDER_GONE)
        else:
            self._tell_table(session, SessionChange.GONE if for_good else SessionChange.LOST)

    def let_go(self, session: Session) -> None:
        """Wait no longer for a session that is away."""
        self._tell_table(session, SessionChange.GONE)

    def _tell_table(self, session: Session, news: SessionChange) -> None:
        """Tell the session's table that it has gone; one that was at none is forgotten."""
        table = self.tables.find(session.table)
        if table is None:
            self.sessions.forget(session)
        else:
            self.tables.deliver(table, session, news)

    async def _sweep(self) -> None:
        """Let go, in time, sessions away from a table at which nobody is, and those beyond the limit of who is away."""
        deserted_tables = DesertedTables()
        while True:
            await trio.sleep(limits.SWEEP)
            now = trio.current_time()
            deserted = [found for table in self.tables.values() if (found := table.deserted(now)) is not None]
            over = deserted_tables.expired(deserted, now)
            away = [session for session in self.sessions.values() if session.peer is None]
            for session in (*(session for session in away if session.table in over), *too_many(away)):
                self.let_go(session)
            for number in self.server.budget.beyond():  # nothing is left: those that take most end, others go on
                if (table := self.tables.find(number)) is not None:
                    why = ": the tables opened from its address take all the room that there is"
                    self.tables.end(table, "endless", why)

    def recall(self, tables: Iterable[str], sessions: Iterable[StoredSession]) -> None:
        """Take the tables and sessions from before the server was restarted."""
        self.sessions.update((kept.id, Session.recalled(kept)) for kept in sessions)
        self.tables.recall(tables, self.sessions)
        for session in self.sessions.values():
            session.table = session.table if self.tables.has(session.table) else None

    async def _wait_for_return(self) -> None:
        """Wait for sessions without a seat in a match for a limited time after a restart."""
        await trio.sleep(limits.RETURN)
        for session in tuple(self.sessions.values()):
            if session.peer is None:
                table = self.tables.find(session.table)
                if table is None or not table.waits_for(session):
                    self.let_go(session)


def too_many(away: Iterable[Session]) -> Iterator[Session]:
    """Yield the sessions beyond the limit of those away, each of the origin that has most then; the oldest first."""
    by_origin: dict[str, deque[Session]] = defaultdict(deque)
    for session in away:
        by_origin[session.origin].append(session)
    for _ in range(sum(map(len, by_origin.values())) - limits.SESSIONS_AWAY):
        yield max(by_origin.values(), key=len).popleft()
