"""Newcomers who wait until the operator, or a host, lets them in.

They have proved who they are, if they had anything to prove, and get no session before somebody approves. Hosts that
may let them in are told who waits, as long as they are hosts. Such a host owns a name and was not brought in by another
player lately, and the table is one that others can come to: otherwise one newcomer could bring in any number.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import AwaitsApproval, Capability, Hello, Newcomers, Role
from coinche.protocol.names import numbered, same_name
from coinche.server import limits
from coinche.server.addresses import TrustedNetworks, is_here
from coinche.server.lobby.tables import Tables
from coinche.server.log import Happening, LogEntry
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session
from coinche.server.transport.peer import Peer

from .admission import Proved, SignInRefused
from .client_connection import ClientConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingNewcomer:
    """A client that waits, with its hello and what it has proved, since `at` in ms of the Unix clock.

    It waits under a `name` of its own: that of its hello, with a number if another waits under that one.
    """

    client: ClientConnection
    name: str
    hello: Hello
    proved: Proved | None
    at: int


class WaitingNewcomers:
    """All who wait, in the order in which they came; no two of them have the same name."""

    def __init__(
        self, server: ServerContext, register: Register, invitations: Invitations, trust: TrustedNetworks
    ) -> None:
        self._server = server
        self._register = register
        self._invitations = invitations
        self._trust = trust
        self._waiting: dict[ClientConnection, PendingNewcomer] = {}
        self._told: dict[Peer, tuple[str, ...]] = {}
        """The names that each host was told last, by connection: one that comes back is told again."""
        self._shown: frozenset[ClientConnection] = frozenset()
        """Those who waited when hosts were told last."""
        self._held: dict[str, float] = {}
        """The names of those who were shown and wait no more, as names are compared, with the end of their hold."""

    def __iter__(self) -> Iterator[PendingNewcomer]:
        return iter([newcomer for newcomer in self._waiting.values() if not newcomer.client.peer.closing])

    def named(self, name: str) -> PendingNewcomer | None:
        """The newcomer of that name."""
        return next((found for found in self if same_name(found.name) == same_name(name)), None)

    def check(self, client: ClientConnection) -> None:
        """Refuse a client that cannot wait, since too many do already."""
        peer, origins = client.peer, Counter(newcomer.client.peer.origin for newcomer in self)
        shared = is_here(peer.address) or peer.address in self._trust
        most = limits.APPROVALS_PER_SHARED_ADDRESS if shared else limits.APPROVALS_PER_ADDRESS
        if origins.total() >= limits.APPROVALS or origins[peer.origin] >= most:
            raise SignInRefused(ErrorCode.FLOOD, "too many wait already to be let in; try again later")

    def add(self, client: ClientConnection, hello: Hello, proved: Proved | None) -> None:
        """Have the client wait."""
        self.check(client)
        client.waits_since = trio.current_time()
        name, address, at = self._free_name(hello.name), client.peer.address, self._server.time.unix_ms()
        self._waiting[client] = PendingNewcomer(client=client, name=name, hello=hello, proved=proved, at=at)
        client.peer.send(AwaitsApproval(ms=int(limits.APPROVAL * 1000)))
        line = f"{name} waits to be let in, from {address}; orders: approve {name}, or refuse {name}"
        self._server.say(LogEntry(Happening.AWAITS_APPROVAL, line, name=name, address=address))

    def _free_name(self, wanted: str) -> str:
        """Return the name, with a number if another waits, or has waited just now, under it.

        So a stranger who waits keeps nobody out, and whoever approves a name lets in nobody else than it stood for.
        """
        now = trio.current_time()
        self._held = {same: until for same, until in self._held.items() if until > now}
        taken = {*self._held, *(same_name(newcomer.name) for newcomer in self._waiting.values())}
        return next(name for name in chain((wanted,), numbered(wanted)) if same_name(name) not in taken)

    def remove(self, client: ClientConnection) -> None:
        """The client does not wait any more: somebody has decided, or its connection has ended."""
        if (gone := self._waiting.pop(client, None)) is None:
            return
        client.waits_since = math.inf
        if client in self._shown:
            self._held[same_name(gone.name)] = trio.current_time() + limits.APPROVAL_NAME_HELD
            if len(self._held) > limits.APPROVAL_NAMES_HELD:
                del self._held[next(iter(self._held))]

    def may_approve(self, session: Session, tables: Tables) -> bool:
        """Return whether that session may let others in.

        It is the host of a table that others can come to, owns a name, and was not brought in by another player lately.
        """
        table = None if session.role is Role.PROVIDER else tables.find(session.table)
        if table is None or table.options.practice or not table.is_host(session):
            return False
        owns = self._register.name_of(session.who) is not None
        return owns and not self._invitations.was_brought_in_lately(session.who)

    def note_let_in(self, newcomer: PendingNewcomer, host: Session) -> None:
        """Note that a host has let in the newcomer: in the log, and as who brought it in if it owns a name now."""
        line = f"{host.name} lets in {newcomer.name}"
        self._server.say(LogEntry(Happening.LET_IN, line, name=host.name, newcomer=newcomer.name))
        member = self._register.name_of(host.who)
        if newcomer.proved is not None and member is not None:
            self._invitations.note_let_in(newcomer.hello.name, member, self._server.entropy)

    async def run(self, tables: Tables) -> None:
        """Tell hosts who waits, when that has changed or they have become hosts, until cancelled."""
        while True:
            await trio.sleep(limits.SWEEP)
            if self._waiting or self._told:
                self._tell(tables)

    def _tell(self, tables: Tables) -> None:
        names, self._shown = tuple(newcomer.name for newcomer in self), frozenset(self._waiting)
        hears = (one for one in self._server.sessions.values() if Capability.INVITATIONS in one.capabilities)
        hosts = [one.peer for one in hears if one.peer is not None and self.may_approve(one, tables)]
        for peer in hosts:
            if self._told.get(peer, ()) != names:
                peer.send(Newcomers(names=names))
        self._told = {peer: names for peer in hosts if names}
