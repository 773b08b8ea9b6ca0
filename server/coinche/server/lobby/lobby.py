"""Everybody who is signed in and every table: the one place that knows both.

Knows sessions and their return, and what there is. Refuses to know bytes and games, who may come to which table
(`usher`), and who is shown what (`gallery`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import trio

from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import AtTable, CreateTable, Hello, Lobby, Notice, OfTheArchive, Ready, Role, TableInfo
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks, counted_as
from coinche.server.archive.archiving_store import ArchivingStore
from coinche.server.archive.service import ArchiveService
from coinche.server.clock import Entropy, Time
from coinche.server.log import Happening, Log, News
from coinche.server.match.options import TableOptions, rule_names
from coinche.server.match.replay import PackSource
from coinche.server.metrics import Meter
from coinche.server.seating.feed import Observer
from coinche.server.sessions.sessions import Roll, Session, Vigil, too_many
from coinche.server.storage.budget import Budget
from coinche.server.storage.serialization import StoredSession
from coinche.server.table.table import Table
from coinche.server.transport.peer import Peer
from coinche.server.turns.inbox import Back, Gone, Lost, ProviderGone, ProviderHere

from .listing import Gallery
from .router import Usher
from .tables import Hall


class LobbyRoom:
    """Sessions, and the hall of tables, which are run by `run`'s nursery."""

    def __init__(
        self,
        *,
        time: Time,
        entropy: Entropy,
        store: ArchivingStore,
        archivist: ArchiveService,
        say: Log,
        defaults: TableOptions,
        signer: bytes,
        bots: tuple[str, ...] = (),
        meter: Meter,
        lists_private: bool,
        trust: TrustedNetworks,
        budget: Budget,
    ) -> None:
        self.budget = budget
        self._trust = trust
        self.bots = bots
        self.signer = signer
        self._meter = meter
        self._lists_private = lists_private
        self.sessions = Roll()
        self._hall = Hall(self, store, time, entropy)
        self.tables = self._hall.tables
        self._time = time
        self._entropy = entropy
        self._store = store
        self._say = say
        presets = rule_names(defaults)
        self._usher = Usher(self._hall, archivist, self, defaults, presets)
        self._gallery = Gallery(self.sessions, self.tables, self, store, presets)
        self.farewell: Notice | None = None
        """What everybody is told while no new tables are taken, whoever comes then included."""

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run the tables, and keep those who are at none informed of them."""
        async with trio.open_nursery() as nursery:
            self._hall.nursery = nursery
            nursery.start_soon(self._sweep)
            nursery.start_soon(self._wait_for_return)
            task_status.started()
            await self._gallery.run()

    async def all_awake(self) -> None:
        """Wait until every table from before the server was started again is there."""
        await self._hall.all_awake()

    async def _sweep(self) -> None:
        """Let go, in time, who is away from a table at which nobody is, and who is away where too many are."""
        vigil = Vigil()
        while True:
            await trio.sleep(limits.SWEEP)
            deserted = [found for table in self.tables.values() if (found := table.deserted) is not None]
            over = vigil.over(deserted, trio.current_time())
            away = [session for session in self.sessions.values() if session.peer is None]
            for session in (*(session for session in away if session.table in over), *too_many(away)):
                self.let_go(session)
            self._end_beyond_budget()

    def _end_beyond_budget(self) -> None:
        """Where nothing is left of the budget, tables end that take most, so that the others can go on."""
        for number in self.budget.beyond():
            table = self._hall.find(number)
            if table is not None:
                table.end("endless", ": the tables opened from its address take all the room that there is")

    def let_go(self, session: Session) -> None:
        """Whoever is away is waited for no longer."""
        table = self._hall.find(session.table)
        if table is None or not table.post(session, Gone()):
            self._forget(session)

    def _forget(self, session: Session) -> None:
        """Nobody comes back as that."""
        self.sessions.pop(session.id, None)
        self._store.forget(session.id)

    @property
    def listed(self) -> Iterator[TableInfo]:
        """The tables that everybody may know of."""
        return (table.info() for table in self.tables.values() if self._lists_private or table.options.key is None)

    # --- what tables need (`premises`) --------------------------------------------------------------

    @property
    def providers(self) -> tuple[Session, ...]:
        """The providers that are there, the last that came first."""
        return self.sessions.providers

    def changed(self) -> None:
        """Send the lobby soon."""
        self._gallery.changed()

    def left(self, session: Session) -> None:
        """The client is at no table: it sees the lobby again, or is forgotten if it is away."""
        session.table = None
        if session.peer is None:
            self._forget(session)
        else:
            self.keep(session)
        self.changed()

    def keep(self, session: Session) -> None:
        """Have what outlives the server kept of the session as it is now; providers come anew."""
        if session.role is not Role.PROVIDER:
            self._store.remember(session.remembered)

    def notify(self, notice: Notice) -> int:
        """Tell everybody at once, whatever waits for the disk; how many there are."""
        peers = [session.peer for session in self.sessions.values() if session.peer is not None]
        for peer in peers:
            peer.notify(notice)
        return len(peers)

    @property
    def draining(self) -> bool:
        """Whether no new tables are taken."""
        return self.farewell is not None

    def acted(self, since: float) -> None:
        """For the figures: a client was heard then, and what comes of it goes out once it is safe."""
        self._meter.acted(self._store.position, since)

    def say(self, news: News) -> None:
        """One line for the operator."""
        self._say(news)

    def unix_ms(self) -> int:
        """The time, as events are stamped with it."""
        return self._time.unix_ms()

    # --- coming and going ----------------------------------------------------------------------------

    def picture(self) -> Lobby:
        """The tables as everybody may see them."""
        return self._gallery.picture

    def sign_in(self, hello: Hello, peer: Peer, granted: tuple[str, ...], who: str | None = None) -> Session:
        """A new session, ready at once: a guest's, or of `who` has proved that; with what it is `granted`."""
        number = self._entropy.draw(16).hex()
        session = Session(
            id=number,
            who=who or number,
            name=hello.name,
            role=hello.role,
            program=hello.program,
            peer=peer,
            origin=peer.origin,
        )
        session.counted_as = counted_as(peer.address, session.who, self._trust)
        self.sessions[session.id] = session
        self._ready(session, granted)
        line = f"{session.name} signs in as {session.role} from {peer.address}"
        facts = {"name": session.name, "role": session.role.value, "address": peer.address}
        self.say(News(Happening.SIGNED_IN, line, **facts))
        if session.role is Role.PROVIDER:
            for table in self.tables.values():
                table.post(session, ProviderHere())
        else:
            self._gallery.show_first(session)
        return session

    def away(self, who: str) -> Session | None:
        """The session of that person whose seat waits for him."""
        people = (session for session in self.sessions.values() if not session.program and session.peer is None)
        return next((session for session in people if session.who == who), None)

    def take_back(
        self, session: Session, keys: tuple[bytes, ...], peer: Peer, after: int, granted: tuple[str, ...]
    ) -> None:
        """A session whose client has proved who it is, with one of those keys if any; an older connection is closed."""
        if session.peer is not None:
            session.peer.drop(ErrorCode.REPLACED, "you have signed in from elsewhere")
            session.went()
        away = session.peer is None
        session.peer = peer
        session.origin = peer.origin
        session.counted_as = counted_as(peer.address, session.who, self._trust)
        session.keys = keys
        session.catching_up = False
        self._ready(session, granted)
        line = f"{session.name} is back from {peer.address}"
        self.say(News(Happening.IS_BACK, line, name=session.name, address=peer.address))
        table = self._hall.find(session.table)
        if table is not None and table.post(session, Back(after, away)):
            session.catching_up = True
        else:
            session.table = None
            self._gallery.show_first(session)

    def _ready(self, session: Session, granted: tuple[str, ...]) -> None:
        secret = auth.new_secret(self._entropy.draw(auth.SECRET_BYTES))
        session.keys = (*session.keys, auth.key(secret))
        session.capabilities = granted
        self.keep(session)
        session.send(Ready(session=session.id, name=session.name, secret=secret, capabilities=granted))
        if self.farewell is not None:
            session.send(self.farewell)

    def disconnect(self, session: Session, peer: Peer, *, for_good: bool) -> None:
        """The connection is gone. A seat waits for its client, unless it said goodbye."""
        if session.peer is not peer:
            return
        session.peer = None
        session.went()
        facts = {"name": session.name, "address": peer.address}
        if for_good:
            self.say(News(Happening.WENT, f"{session.name} leaves", **facts))
        else:
            self.say(News(Happening.CONNECTION_LOST, f"{session.name} has lost the connection", **facts))
        table = self._hall.find(session.table)
        if session.role is Role.PROVIDER:
            del self.sessions[session.id]
            for playing in self.tables.values():
                playing.post(session, ProviderGone())
        elif table is None or not table.post(session, Gone() if for_good else Lost()):
            self._forget(session)

    # --- tables --------------------------------------------------------------------------------------

    def handle(self, session: Session, message: CreateTable | AtTable | OfTheArchive) -> None:
        """Do what a signed-in client asks, or hand it to whom it is for."""
        self._usher.handle(session, message)

    def open_table(
        self,
        options: TableOptions,
        packs: PackSource | None = None,
        observer: Observer | None = None,
        *,
        kept: bool = True,
        origin: str = "",
    ) -> Table:
        """A table that runs from now on. The packs are shuffled unless they are given.

        A `kept` table is the operator's: it is not closed for want of company. Others are opened from an `origin`.
        """
        return self._hall.open(options, packs, observer, kept=kept, origin=origin)

    # --- coming back ---------------------------------------------------------------------------------

    def recall(self, tables: Iterable[str], sessions: Iterable[StoredSession]) -> None:
        """Tables and sessions from before the server was started again."""
        self.sessions.update((kept.id, Session.recalled(kept)) for kept in sessions)
        self._hall.recall(tables, self.sessions)
        for session in self.sessions.values():
            session.table = session.table if session.table in self._hall else None

    async def _wait_for_return(self) -> None:
        """Whoever has no seat in a match is waited for so long once the server was started again, no longer."""
        await trio.sleep(limits.RETURN)
        for session in tuple(self.sessions.values()):
            if session.peer is None and not self._is_waited_for(session):
                self.let_go(session)

    def _is_waited_for(self, session: Session) -> bool:
        table = self._hall.find(session.table)
        return table is not None and table.waits_for(session)
