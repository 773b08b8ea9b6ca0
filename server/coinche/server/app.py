"""The whole server in one object: what it listens on, its lobby, its provider. For the command and for the arena."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial

import trio

from coinche.protocol import auth
from coinche.protocol.discovery import MOST, Announcement
from coinche.protocol.messages import Notice, Topic
from coinche.server.archive.archiving_store import ArchivingStore
from coinche.server.archive.signing import RecordKey, new_record_key

from .addresses import EVERYWHERE, LOOPBACK, Plaintext, is_allowed, server_link
from .admin.exposure import Exposure
from .admin.names import Desk, Forgetting
from .admin.orders import Order, Orders
from .admin.people import Discipline, Rosters
from .admin.server import Figures, Steering
from .admin.shutdown import Ending
from .archive.archive import Archive
from .archive.service import ArchiveService
from .bot_process import supervise
from .clock import Entropy, SystemClock, SystemEntropy, Time
from .connections.connections import Connections
from .connections.sign_in import SigningIn
from .discovery import announce_server
from .lobby.lobby import LobbyRoom
from .log import BoundedLog, Log
from .match.options import TableOptions
from .metrics import Meter
from .sessions.bans import Bans
from .sessions.names import Register
from .storage.budget import Budget
from .storage.store import MemoryStore, Store
from .transport.sockets import Acceptor
from .transport.tls import Certificate, new_certificate

BOTS = ("steady", "novice", "strong", "expert", "random", "greedy")
"""What the usual provider can play."""

DEFAULT_PROVIDER = f"{sys.executable} -P -m coinche.client.bot_cli --pool"


@dataclass(kw_only=True)
class Server:
    """A server. What it needs from the world is given to it; `say` is its log."""

    time: Time = field(default_factory=SystemClock)
    entropy: Entropy = field(default_factory=SystemEntropy)
    store: Store = field(default_factory=MemoryStore)
    """Where it is a `Journal`, tables and sessions outlive the server."""
    say: Log = print
    defaults: TableOptions = field(default_factory=lambda: TableOptions(name="table"))
    provider: str | None = DEFAULT_PROVIDER
    kept_certificate: Certificate | None = None
    """Without one, one is made that is not kept."""
    kept_record_key: RecordKey | None = None
    """The same of this."""
    register: Register = field(default_factory=Register)
    kept_archive: Archive | None = None
    """Whoever gives one closes it; without one, one is made that is not kept, and that `run` closes."""
    plaintext: Plaintext = Plaintext.LAN
    announce: str | None = None
    """What it is called where it is found on the local network; None where it is not to be found."""
    bans: Bans = field(default_factory=Bans)
    exposure: Exposure = field(default_factory=Exposure)
    budget: Budget = field(default_factory=Budget)
    """What its tables may take."""

    def __post_init__(self) -> None:
        self._log, meter = BoundedLog(self.say, self.time), Meter()
        self.say = self._log.say
        self.record_key = self.kept_record_key or new_record_key(self.entropy)
        self.archive.room = self.budget.archive
        self._archive_service = ArchiveService(self.archive, self.record_key, self.store, self.budget, self.say)
        store = ArchivingStore(self.store, self.budget, self._archive_service)
        self.lobby = self._new_lobby(store, meter)
        self._token = auth.new_secret(self.entropy.draw(auth.SECRET_BYTES))
        self.connections = Connections(
            self.lobby,
            self.entropy,
            self._new_signing_in(),
            self.certificate,
            self.plaintext,
            self.store,
            self.time,
            meter=meter,
            per_address=self.exposure.per_address,
            trust=self.exposure.trust,
        )
        self.ending = Ending(self.say, self.connections.told_at_the_end)
        self.figures = Figures(self.lobby, self.connections, self.store, meter, self._log)
        self._steering = Steering(self.lobby, self.ending.end)
        self.orders = Orders(self.say, *self._all_orders())

    def _new_lobby(self, store: ArchivingStore, meter: Meter) -> LobbyRoom:
        return LobbyRoom(
            time=self.time,
            entropy=self.entropy,
            store=store,
            archivist=self._archive_service,
            say=self.say,
            defaults=self.defaults,
            signer=self.record_key.signer,
            bots=BOTS if self.provider is not None else (),
            meter=meter,
            lists_private=self.exposure.lists_private,
            trust=self.exposure.trust,
            budget=self.budget,
        )

    def _new_signing_in(self) -> SigningIn:
        return SigningIn(
            self.lobby,
            self.entropy,
            self.register,
            auth.key(self._token),
            self.certificate.spki,
            signer=self.record_key.signer.hex(),
            bans=self.bans,
            guests=self.exposure.guests,
            trust=self.exposure.trust,
        )

    def _all_orders(self) -> Iterator[Order]:
        """What an operator can have done, in the order in which `help` says it."""
        discipline = Discipline(self.lobby, self.bans, self._key_of)
        forgetting = Forgetting(self.archive.reader, self.archive.writer)
        desk = Desk(self.register, forgetting, discipline, self._archive_service.settled, self.entropy)
        for rows in (self.figures, Rosters(self.lobby), discipline, desk, self._steering):
            yield from rows.orders

    @cached_property
    def archive(self) -> Archive:
        """The matches that are over."""
        return self.kept_archive or Archive()

    @cached_property
    def certificate(self) -> Certificate:
        """By what clients that speak TLS know the server."""
        return self.kept_certificate or new_certificate()

    async def run(self, host: str, port: int, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve until cancelled; port 0 is any free one. Reports the port; OSError where it cannot be had."""
        with self.archive if self.kept_archive is None else nullcontext():
            kept = self.store.tables(), tuple(self.store.sessions())  # before anybody can come: they may be damaged
            listeners = await trio.open_tcp_listeners(port, host=host or None)
            here, bound = listeners[0].socket.getsockname()[:2]
            async with trio.open_nursery() as nursery:
                await nursery.start(self.lobby.run)
                nursery.start_soon(self.store.run)
                nursery.start_soon(self._follow_store)
                self.lobby.recall(*kept)
                nursery.start_soon(self._archive_service.run)
                nursery.start_soon(self._log.run)
                nursery.start_soon(self.connections.run)
                nursery.start_soon(self._steering.run)
                if self.provider is not None:
                    nursery.start_soon(self._lend_bots, self.provider, self._link(here, bound))
                if self.announce is not None:
                    facts = partial(self._announcement, self.announce, bound)
                    nursery.start_soon(announce_server, listeners, facts, self.say)
                task_status.started(bound)
                for listener in listeners:
                    nursery.start_soon(Acceptor(listener, self.say).run, self.connections.serve, nursery)

    def _key_of(self, name: str) -> str | None:
        """The public key that owns the name, if one does."""
        owner = self.register.owner_of(name)
        return None if owner is None else owner.key

    async def _follow_store(self) -> None:
        """Deliver what has become durable; notify all clients when the disk fails, and when it works again."""
        stopped = False
        while True:
            if (self.store.trouble is not None) is not stopped:
                stopped = not stopped
                self._tell_of_disk(stopped=stopped)
            if not stopped:
                self.connections.delivery.safe()
            await self.store.changed()

    def _tell_of_disk(self, *, stopped: bool) -> None:
        if not stopped:
            self.lobby.notify(Notice(topic=Topic.GOING_ON, text="the tables go on"))
        else:
            what = "the server cannot keep what is played; the tables stand still until it can"
            self.lobby.notify(Notice(topic=Topic.STORAGE, text=what))

    def _announcement(self, name: str, port: int) -> Announcement:
        people = sum(not session.program and session.peer is not None for session in self.lobby.sessions.values())
        return Announcement(
            name=name,
            port=port,
            fingerprint=self.certificate.fingerprint,
            tables=min(len(self.lobby.tables), MOST),
            people=min(people, MOST),
        )

    def _link(self, here: str, port: int) -> str:
        """How a program on this machine comes in: without TLS, if it may."""
        address = LOOPBACK if here in EVERYWHERE else here
        plain = is_allowed(self.plaintext, address)
        return server_link(address, port, None if plain else self.certificate.fingerprint)

    async def _lend_bots(self, command: str, link: str) -> None:
        await supervise(command, link, self._token, self.say)
        self.lobby.bots = ()
        self.lobby.changed()
