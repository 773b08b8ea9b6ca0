"""The lobby of a server: its sessions and tables, and the end of those that nobody needs any more."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator

import trio

from coinche.protocol.messages import Notice
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks
from coinche.server.archive.service import ArchiveService
from coinche.server.match.table_options import TableOptions, rule_names
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.storage.serialization import StoredSession

from .contest_tables import ContestTables
from .ladder import LadderSettings, LadderTables
from .listing import TableBroadcast
from .lobby_talk import LobbyTalk
from .people import PeopleBroadcast
from .router import Router
from .session_lifecycle import SessionLifecycle
from .tables import DesertedTables, TableOpening, Tables
from .undo import Undos


class ServerLobby:
    """The sessions and the tables of one server. `run` runs the tasks of both."""

    def __init__(
        self,
        server: ServerContext,
        archive: ArchiveService,
        defaults: TableOptions,
        invitations: Invitations,
        register: Register,
        *,
        lists_private: bool,
        trust: TrustedNetworks,
        ladder: LadderSettings | None = None,
    ) -> None:
        self.server = server
        self.sessions = server.sessions
        self.tables = Tables(server)
        presets = rule_names(defaults)
        self.broadcast = TableBroadcast(server, self.tables, presets, defaults.target, lists_private=lists_private)
        talk = LobbyTalk(server)
        self._people = PeopleBroadcast(server, self.tables, self.broadcast, talk)
        opening = TableOpening(server, self.tables, defaults, presets)
        undos = Undos(server, self.tables)
        self.ladder = None if ladder is None else LadderTables(server, self.tables, register, defaults, ladder)
        self.contests = ContestTables(server, self.tables, self.ladder, register, defaults)
        rooms = self.tables, self.broadcast
        self.router = Router(server, *rooms, archive, opening, talk, undos, invitations, self.ladder)
        news = None if self.ladder is None else self.ladder.news
        self.lifecycle = SessionLifecycle(server, *rooms, self._people, trust, news)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run the tables, and send the lists of tables and people to those who are at none, until cancelled."""
        async with trio.open_nursery() as nursery:
            self.tables.nursery = nursery
            nursery.start_soon(self._sweep)
            nursery.start_soon(self._wait_for_return)
            nursery.start_soon(self._people.run)
            if self.ladder is not None:
                nursery.start_soon(self.ladder.run)
            task_status.started()
            await self.broadcast.run()

    def notify(self, notice: Notice) -> int:
        """Tell everybody at once, even while all else waits for the disk; return how many there are."""
        peers = [session.peer for session in self.sessions.values() if session.peer is not None]
        for peer in peers:
            peer.notify(notice)
        return len(peers)

    async def _sweep(self) -> None:
        """Let go, in time, sessions away from a table at which nobody is, and those beyond the limit of who is away."""
        deserted_tables = DesertedTables()
        while True:
            await trio.sleep(limits.SWEEP)
            now = trio.current_time()
            self.server.questions.expire(now)
            deserted = [found for table in self.tables.values() if (found := table.deserted(now)) is not None]
            over = deserted_tables.expired(deserted, now)
            away = [session for session in self._away if not self.tables.sleeps(session.table)]
            of_deserted = [session for session in away if session.table in over]
            too_long = [
                one for one in away if one.table is None and limits.LOBBY_AWAY < now - one.away_since < math.inf
            ]
            for session in (
                *of_deserted,
                *too_long,
                *too_many(away),
                *beyond_share(self._kept_from_gathering(away, now)),
            ):
                self.lifecycle.let_go(session)
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
        """Wait for sessions without a seat for a limited time after a restart, and until the tables are back."""
        await trio.sleep(limits.RETURN)
        await self.tables.all_awake()
        for session in self._away:
            table = self.tables.find(session.table)
            if table is None or not table.sits(session):
                self.lifecycle.let_go(session)

    def _kept_from_gathering(self, away: Iterable[Session], now: float) -> Iterator[Session]:
        """Yield those of them that have lost their connection at a table whose first match has not begun."""
        for session in away:
            table = self.tables.find(session.table)
            if table is not None and table.keeps_seat_of(session, now):
                yield session

    @property
    def _away(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.peer is None]


def too_many(away: Iterable[Session]) -> Iterator[Session]:
    """Yield the sessions beyond the limit of those away, each of the origin that has most; the longest away first."""
    by_origin: dict[str, deque[Session]] = defaultdict(deque)
    for session in sorted(away, key=_away_since):
        by_origin[session.origin].append(session)
    for _ in range(sum(map(len, by_origin.values())) - limits.SESSIONS_AWAY):
        yield max(by_origin.values(), key=len).popleft()


def beyond_share(kept: Iterable[Session]) -> Iterator[Session]:
    """Yield the sessions beyond the seats that are kept before a match for one address; the longest away first."""
    by_address: dict[str, list[Session]] = defaultdict(list)
    for session in sorted(kept, key=_away_since):
        by_address[session.counted_as].append(session)
    for sessions in by_address.values():
        yield from sessions[: max(0, len(sessions) - limits.GATHERING_AWAY_PER_ADDRESS)]


def _away_since(session: Session) -> float:
    return session.away_since
