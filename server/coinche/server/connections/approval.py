"""Newcomers who wait until the operator, or a host, lets them in.

They have proved who they are, if they had anything to prove, and get no session before somebody approves. Hosts that
own a name are told who waits, as long as they are hosts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import AwaitsApproval, Capability, Hello, Newcomers, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import is_here
from coinche.server.lobby.tables import Tables
from coinche.server.log import Happening, LogEntry
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session

from .admission import Proved, SignInRefused
from .client_connection import ClientConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingNewcomer:
    """A client that waits, with its hello and what it has proved, since `at` in ms of the Unix clock."""

    client: ClientConnection
    hello: Hello
    proved: Proved | None
    at: int

    @property
    def name(self) -> str:
        return self.hello.name


class WaitingNewcomers:
    """All who wait, in the order in which they came; no two of them have the same name."""

    def __init__(self, server: ServerContext, register: Register) -> None:
        self._server = server
        self._register = register
        self._waiting: dict[ClientConnection, PendingNewcomer] = {}
        self._told: dict[str, tuple[str, ...]] = {}
        """The names that each host was told last, by session."""

    def __iter__(self) -> Iterator[PendingNewcomer]:
        return iter([newcomer for newcomer in self._waiting.values() if not newcomer.client.peer.closing])

    def named(self, name: str) -> PendingNewcomer | None:
        """The newcomer of that name."""
        return next((found for found in self if same_name(found.name) == same_name(name)), None)

    def check(self, client: ClientConnection, hello: Hello) -> None:
        """Refuse a client that cannot wait: too many do already, or somebody with that name."""
        peer, origins = client.peer, Counter(newcomer.client.peer.origin for newcomer in self)
        most = limits.APPROVALS if is_here(peer.address) else limits.APPROVALS_PER_ADDRESS
        if origins.total() >= limits.APPROVALS or origins[peer.origin] >= most:
            raise SignInRefused(ErrorCode.FLOOD, "too many wait already to be let in; try again later")
        if self.named(hello.name) is not None:
            sentence = "somebody of that name waits already to be let in; choose another"
            raise SignInRefused(ErrorCode.NAME_TAKEN, sentence)

    def add(self, client: ClientConnection, hello: Hello, proved: Proved | None) -> None:
        """Have the client wait."""
        self.check(client, hello)
        client.waits_since = trio.current_time()
        newcomer = PendingNewcomer(client=client, hello=hello, proved=proved, at=self._server.time.unix_ms())
        self._waiting[client] = newcomer
        client.peer.send(AwaitsApproval(ms=int(limits.APPROVAL * 1000)))
        name, address = newcomer.name, client.peer.address
        line = f"{name} waits to be let in, from {address}; orders: approve {name}, or refuse {name}"
        self._server.say(LogEntry(Happening.AWAITS_APPROVAL, line, name=name, address=address))

    def remove(self, client: ClientConnection) -> None:
        """The client does not wait any more: somebody has decided, or its connection has ended."""
        if self._waiting.pop(client, None) is not None:
            client.waits_since = math.inf

    def may_approve(self, session: Session, tables: Tables) -> bool:
        """Return whether that session may let others in: it owns a name, and is the host of its table."""
        table = None if session.role is Role.PROVIDER else tables.find(session.table)
        return table is not None and table.is_host(session) and self._register.name_of(session.who) is not None

    async def run(self, tables: Tables) -> None:
        """Tell hosts who waits, when that has changed or they have become hosts, until cancelled."""
        while True:
            await trio.sleep(limits.SWEEP)
            if self._waiting or self._told:
                self._tell(tables)

    def _tell(self, tables: Tables) -> None:
        names = tuple(newcomer.name for newcomer in self)
        hears = (one for one in self._server.sessions.values() if Capability.INVITATIONS in one.capabilities)
        hosts = [session for session in hears if session.peer is not None and self.may_approve(session, tables)]
        for session in hosts:
            if self._told.get(session.id, ()) != names:
                session.send(Newcomers(names=names))
        self._told = {session.id: names for session in hosts if names}
