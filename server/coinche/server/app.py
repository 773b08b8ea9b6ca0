"""The application: the parts of a server put together, and the tasks that run them.

`Server` is what the command runs as a process (`service`), and what the arena and the tests run inside their own. It
makes the parts in the order in which they need each other; the tasks that `run` starts live as long as the server.
`ServerData` opens everything that a server keeps, in the one order in which nothing is touched that cannot be used.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import trio

from coinche.protocol import DEFAULT_PORT, auth
from coinche.protocol.discovery import MOST, Announcement
from coinche.protocol.messages import Capability, Notice, Topic
from coinche.server import limits
from coinche.server.admin.approval_orders import ApprovalOrders
from coinche.server.admin.contest_connections import ContestConnections
from coinche.server.admin.invitation_orders import InvitationOrders, ServerPlace
from coinche.server.admin.name_orders import NameOrders
from coinche.server.admin.orders import Orders
from coinche.server.admin.people_orders import PeopleOrders
from coinche.server.admin.shutdown import Shutdown
from coinche.server.admin.status import StatusOrders
from coinche.server.admin.table_orders import TableOrders
from coinche.server.archive.archive import Archive
from coinche.server.archive.record import RecordKey, kept_record_key, new_record_key
from coinche.server.archive.service import ArchiveService
from coinche.server.connections.admission import Admission, AdmissionPolicy
from coinche.server.connections.approval import WaitingNewcomers
from coinche.server.connections.connections import Connections
from coinche.server.connections.sign_in import SigningIn
from coinche.server.ladder.results import LadderResults
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.match.table_options import HintsPolicy, TableOptions
from coinche.server.sessions.bans import Bans
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.storage.budget import Budget
from coinche.server.storage.damaged_rows import repair
from coinche.server.storage.data_dir import Lock, UnusableKey, doctor_command
from coinche.server.storage.database import KEYS, DataFile
from coinche.server.storage.journal import Journal
from coinche.server.storage.store import MemoryStore, Store
from coinche.server.transport.sockets import Acceptor
from coinche.server.transport.tls import Certificate, NamedCertificate, kept_certificate, new_certificate
from coinche.server.transport.web_site import WebSite

from .act_meter import ActMeter
from .addresses import (
    EVERYWHERE,
    LOOPBACK,
    NOBODY,
    Plaintext,
    TrustedNetworks,
    is_allowed,
    is_here,
    own_names,
    reachable_addresses,
    server_link,
    web_link,
)
from .bot_process import supervise
from .discovery import announce_server
from .log import BoundedLog, Happening, Log, LogEntry
from .time_and_entropy import Entropy, Time

PAGE = "coinche.web"
"""The package whose files a browser is given."""

BOTS = ("steady", "novice", "strong", "expert", "random", "greedy")
"""The kinds of bots that the usual provider has."""

_STANDSTILL = "the server cannot keep what is played; the tables stand still until it can"
DISK_FAILED = Notice(topic=Topic.STORAGE, text=_STANDSTILL)
DISK_WORKS = Notice(topic=Topic.GOING_ON, text="the tables go on")

DEFAULT_PROVIDER = f"{sys.executable} -P -m coinche.hints.provider"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Access to the server: the differences between one for friends on one network and one on the internet."""

    plaintext: Plaintext = Plaintext.LAN
    per_address: int | None = None
    """Connections of one address, None for the usual bound; trusted networks have none."""
    guests: bool = True
    admit: AdmissionPolicy = AdmissionPolicy.ALL
    members_invite: bool = False
    """True if owners of names may invite others."""
    lists_private: bool = True
    """True if the lobby shows private tables."""
    seats_only: bool = False
    """True if clients, each with one connection, only play: they cannot talk, and see no tables but their own."""
    trust: TrustedNetworks = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class WebOptions:
    """The operator's options for browsers on the server's port."""

    names: frozenset[str] = frozenset()
    """Names by which browsers may call the server, beside its addresses, in lower case."""
    certificate: NamedCertificate | None = None
    metrics_token: str | None = None
    """The secret for which `/metrics` is shown; None where it is shown to this machine alone."""


class CannotListen(Exception):
    """The server cannot listen there; its cause is the OSError."""


@dataclass(kw_only=True)
class Server:
    """A server. Everything that it needs from the world is a field."""

    time: Time = field(default_factory=Time)
    entropy: Entropy = field(default_factory=Entropy)
    store: Store = field(default_factory=MemoryStore)
    """Tables and sessions outlive the server if this is a `Journal`."""
    say: Log = print
    defaults: TableOptions = field(default_factory=lambda: TableOptions(name="table"))
    provider: str | None = DEFAULT_PROVIDER
    kept_certificate: Certificate | None = None
    kept_record_key: RecordKey | None = None
    """Certificate and key are made for the time of the server if none are given."""
    register: Register = field(default_factory=Register)
    kept_invitations: Invitations | None = None
    """Invitations to names of the register; none are kept without it."""
    ladder: LadderSettings | None = None
    """None where the server has no ladder."""
    kept_ladder: LadderResults = field(default_factory=LadderResults)
    kept_archive: Archive | None = None
    """The caller closes the one it gives; else one is made in memory, which `run` closes."""
    announce: str | None = None
    """The name by which it is found on the local network; None where it is not announced."""
    name: str = ""
    """The name by which its lobby is called; nothing where it has none."""
    hints: HintsPolicy = HintsPolicy.HOST
    """The operator's decision about hints at its tables."""
    bans: Bans = field(default_factory=Bans)
    exposure: Exposure = field(default_factory=Exposure)
    budget: Budget = field(default_factory=Budget)
    """Memory and disk for its tables."""
    web: WebOptions | None = field(default_factory=WebOptions)
    """None where browsers are not served."""
    reachable: tuple[str, ...] = field(init=False, default=(LOOPBACK,))
    """The addresses at which it can be joined, once it runs."""

    def __post_init__(self) -> None:
        self._log = BoundedLog(self.say, self.time)
        self.say = self._log.say
        self._port = DEFAULT_PORT
        self._meter = ActMeter()
        self.record_key = self.kept_record_key or new_record_key(self.entropy)
        self.archive.room = self.budget.archive
        self._context = self._new_context()
        questions = self._context.questions
        self._archive_service = ArchiveService(
            self.archive, self.record_key, self.store, self.say, questions, self.register
        )
        self.store.connect(self.budget, self._archive_service.queue)
        self._token = auth.new_secret(self.entropy.draw(auth.SECRET_BYTES))
        self.lobby = self._new_lobby()
        self.connections = self._new_connections()
        self.shutdown = Shutdown(self.lobby, self.connections, self._archive_service, self.say)
        self.status = StatusOrders(self.lobby, self.connections, self.store, self._meter)
        people = PeopleOrders(self.lobby, self.bans, self.register)
        invitations = self.invitations
        kept = self.archive, self.kept_ladder
        names = NameOrders(self.register, invitations, *kept, people, self.entropy, self._archive_service)
        invites = InvitationOrders(invitations, names, self.entropy, self._place)
        approvals = ApprovalOrders(self.connections)
        parts = (self.status, TableOrders(self.lobby), people, approvals, names, invites, self.shutdown)
        self.contests = ContestConnections(self.lobby.contests, self.say)
        self.orders = Orders(self.say, *(order for part in parts for order in part.orders))

    def _new_context(self) -> ServerContext:
        return ServerContext(
            time=self.time,
            entropy=self.entropy,
            store=self.store,
            say=self.say,
            budget=self.budget,
            meter=self._meter,
            signer=self.record_key.signer,
            name=self.name,
            hints=self.hints,
            members_invite=self.exposure.members_invite,
            seats_only=self.exposure.seats_only,
            ladder=self.kept_ladder,
            bots=BOTS if self.provider is not None else (),
        )

    def _new_lobby(self) -> ServerLobby:
        shown, trust = self.exposure.lists_private, self.exposure.trust
        parts = self._archive_service, self.defaults, self.invitations, self.register
        return ServerLobby(self._context, *parts, lists_private=shown, trust=trust, ladder=self.ladder)

    def _new_connections(self) -> Connections:
        sessions, access, tls = self.lobby.sessions, self.exposure, self.certificate
        admission = Admission(
            sessions,
            self.register,
            self.invitations,
            self.bans,
            guests=access.guests,
            trust=access.trust,
            policy=access.admit,
            lacks=frozenset() if self.ladder is not None else frozenset({Capability.LADDER}),
            seats_only=access.seats_only,
        )
        newcomers = WaitingNewcomers(self._context, self.register, self.invitations, access.trust)
        token, register = auth.key(self._token), self.register
        signing_in = SigningIn(self.lobby.lifecycle, admission, newcomers, register, token, tls.spki)
        store, most, trust, site = self.store, access.per_address, access.trust, self._new_site()
        plain = access.plaintext
        return Connections(self.lobby, store, signing_in, tls, plain, per_address=most, trust=trust, site=site)

    def _new_site(self) -> WebSite | None:
        """Return what browsers are shown: the page is a client, of which the server knows the folder."""
        web = self.web
        if web is None:
            return None
        names = web.names | own_names()
        if web.certificate is not None:
            web.certificate.shown_with(self.certificate.context, self.say)
        return WebSite(
            folder=files(PAGE),
            is_own=lambda name: name in names or (web.certificate is not None and web.certificate.is_for(name)),
            health=lambda: self.store.trouble,
            metrics=lambda: self.status.open_metrics(),
            metrics_token=web.metrics_token,
        )

    @cached_property
    def archive(self) -> Archive:
        return self.kept_archive or Archive()

    @cached_property
    def invitations(self) -> Invitations:
        return self.kept_invitations or Invitations(self.register, time=self.time)

    @cached_property
    def certificate(self) -> Certificate:
        """The certificate by which clients that speak TLS know the server."""
        return self.kept_certificate or new_certificate()

    async def run(self, host: str, port: int, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve until cancelled; port 0 is any free one. Report the port; CannotListen where it cannot be had."""
        with ExitStack() as opened:
            if self.kept_archive is None:
                opened.enter_context(self.archive)
            kept = self.store.tables(), tuple(self.store.sessions())  # before clients can come: they may be damaged
            try:
                listeners = await trio.open_tcp_listeners(port, host=host or None)
            except OSError as wrong:
                raise CannotListen from wrong
            for listener in listeners:
                opened.enter_context(listener.socket)
            here, bound = listeners[0].socket.getsockname()[:2]
            self.reachable = tuple(await trio.to_thread.run_sync(reachable_addresses, host, abandon_on_cancel=True))
            addresses = self.reachable if here in EVERYWHERE else (here,)
            self.lobby.server.web = browser_link(self.web, self.exposure.plaintext, addresses, bound)
            self._port = bound
            async with self.store.running(), trio.open_nursery() as nursery:
                await nursery.start(self.lobby.run)
                nursery.start_soon(self._notify_of_trouble)
                self.lobby.recall(*kept)
                nursery.start_soon(self._archive_service.run)
                nursery.start_soon(self._log.run)
                nursery.start_soon(self.connections.run)
                nursery.start_soon(self.shutdown.run)
                if self.provider is not None:
                    address = LOOPBACK if here in EVERYWHERE else here
                    plain = is_allowed(self.exposure.plaintext, address)  # without TLS if that is allowed
                    link = server_link(address, bound, None if plain else self.certificate.fingerprint)
                    nursery.start_soon(self._lend_bots, self.provider, link)
                if self.announce is not None:
                    facts = partial(self._announcement, self.announce, bound)
                    nursery.start_soon(announce_server, listeners, facts, self.say)
                task_status.started(bound)
                for listener in listeners:
                    nursery.start_soon(Acceptor(listener, self.say).run, self.connections.serve, nursery)

    async def _place(self) -> ServerPlace:
        """Find out where guests reach the server; its page at a name of the operator's certificate, if there is one."""
        page = urlsplit(self.lobby.server.web or "")
        host = page.hostname if page.scheme == "https" and page.hostname else self.reachable[-1]
        known_by = self.certificate.fingerprint
        return ServerPlace(host=host, port=self._port, fingerprint=known_by, scheme=page.scheme or None)

    async def _notify_of_trouble(self) -> None:
        """Notify all clients when the disk fails, and when it works again."""
        while True:
            await self.store.trouble_changed()
            self.lobby.notify(DISK_WORKS if self.store.trouble is None else DISK_FAILED)

    def _announcement(self, name: str, port: int) -> Announcement:
        people = sum(not session.program and session.peer is not None for session in self.lobby.sessions.values())
        tables, people, known_by = len(self.lobby.tables), min(people, MOST), self.certificate.fingerprint
        return Announcement(name=name, port=port, fingerprint=known_by, tables=min(tables, MOST), people=people)

    async def _lend_bots(self, command: str, link: str) -> None:
        await supervise(command, link, self._token, self.say)
        self.lobby.server.bots = ()
        self.lobby.server.changed()


def browser_link(web: WebOptions | None, plaintext: Plaintext, addresses: Sequence[str], port: int) -> str | None:
    """Return the link that browsers open, None where there is none.

    A browser takes TLS only with the operator's certificate, by one of its names; else it comes in plain TCP, to the
    last address from whose network that is allowed. Loopback is the address of a server that has no other.
    """
    if web is None:
        return None
    if web.certificate is not None and (name := web.certificate.name_among(web.names)) is not None:
        return web_link(name, port, "https")
    others = [address for address in addresses if not is_here(address)] or addresses
    plain = [address for address in others if is_allowed(plaintext, address)]
    return web_link(plain[-1], port) if plain else None


_KNOWN_BY = {KEYS[0]: "by it clients know this server", KEYS[1]: "by it everybody knows whose records they are"}
_KNOWN = ("owners", "sessions", "matches", "journal")
"""Tables of the file that are empty where no client has ever signed in."""


class ServerData:
    """The data of a server, in a directory that is locked as long as they are open, or in memory.

    The lock comes first, so that no two processes write; then the data file, because in the directory of a newer
    version nothing may be touched. Nothing is repaired until everything that can fail has been read.
    """

    def __init__(self, directory: Path | None, say: Log) -> None:
        """Open the directory, made now if there is none. DataFailed or BadKey where it cannot be used."""
        self.store: Store = MemoryStore()
        self.certificate: Certificate | None = None
        self.record_key: RecordKey | None = None
        self.register = Register()
        self.invitations: Invitations | None = None
        self.bans = Bans()
        self.ladder = LadderResults()
        self.made: tuple[LogEntry, ...] = ()
        with ExitStack() as opened:
            if directory is None:
                self.archive = opened.enter_context(Archive())
            else:
                self._open(directory, say, opened)
            self._opened = opened.pop_all()

    def _open(self, directory: Path, say: Log, opened: ExitStack) -> None:
        opened.enter_context(Lock(directory, patience=limits.LOCK))
        file = opened.enter_context(closing(DataFile(directory)))
        missing = _missing_keys(directory, file)
        self.certificate = kept_certificate(directory)
        self.record_key = kept_record_key(directory, Entropy())
        self.made = tuple(
            LogEntry(Happening.KEY_MADE, f"made a new {name}: {_KNOWN_BY[name]}; keep it", file=name)
            for name in missing
        )
        self.bans = Bans(directory)
        self.store = journal = Journal(file, say)
        self.register = Register(file, journal)
        repair(file, say)
        self.invitations = Invitations(self.register, file, journal)
        self.ladder = LadderResults(file, journal)
        self.archive = opened.enter_context(Archive(file, journal))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()


def _missing_keys(directory: Path, file: DataFile) -> tuple[str, ...]:
    """Return the names of keys that have to be made; BadKey where clients know the server by the lost ones."""
    missing = tuple(name for name in KEYS if not (directory / name).exists())
    if missing and any(file.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in _KNOWN):
        raise UnusableKey(
            f"{directory / missing[0]} is missing, though people have played here ({_KNOWN_BY[missing[0]]}): "
            f"restore it from a backup, or have {doctor_command(directory, '--repair')} make a new one"
        )
    return missing
