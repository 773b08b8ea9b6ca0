"""The way to a server: name and key for signing in, and connections one after the other.

Keys, TLS and sessions are loaded with the first connection, so that the first screen appears sooner.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import trio

from coinche.client.model.messages import HomeAgain
from coinche.client.model.notices import ENDS, Ended, first
from coinche.connection.address import Address
from coinche.connection.errors import ConnectionLost, LossReason
from coinche.protocol.messages import VERSION, Hello
from coinche.text.settings import login_name, other_names

from .store import ClientStore

BYE_SECONDS = 1.0
"""Time limit for the server's answer to a `bye`."""


@dataclass(slots=True)
class RunningConnection:
    """A connection under way."""

    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    over: trio.Event = field(default_factory=trio.Event)
    wanted: bool = True
    """False once the person has left."""


class ConnectionSlot:
    """The connections of one client: each ends before the next begins, and its end is reported as `HomeAgain`."""

    def __init__(self, store: ClientStore) -> None:
        self._store = store
        self._under_way: RunningConnection | None = None

    async def idle(self) -> None:
        """Wait until no connection is under way."""
        if self._under_way is not None:
            await self._under_way.over.wait()

    async def begin(self, nursery: trio.Nursery, go: Callable[[], Awaitable[None]]) -> None:
        """Start a connection once the previous one is over."""
        await self.end()
        self._under_way = RunningConnection()
        nursery.start_soon(self._go, self._under_way, go)

    async def end(self, *, said_bye: bool = True) -> None:
        """Close the connection, after up to `BYE_SECONDS` for the answer to a `bye`."""
        running = self._under_way
        if running is not None:
            running.wanted = False
            with trio.move_on_after(BYE_SECONDS if said_bye else 0):
                await running.over.wait()
            running.scope.cancel()
            await running.over.wait()
            self._under_way = None

    async def _go(self, running: RunningConnection, go: Callable[[], Awaitable[None]]) -> None:
        ended: Ended | None = ConnectionLost(LossReason.CLOSED)
        try:
            with running.scope:
                await go()
        except* ENDS as ends:
            ended = first(ends)
        finally:
            running.over.set()
        if running.wanted:
            self._under_way = None
            self._store.take(HomeAgain(ended))


SOFTWARE = "coinche-client"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """Options of the command line; an empty `name` means the name from the settings or from the machine."""

    name: str = ""
    guest: bool = False

    async def stay(
        self,
        store: ClientStore,
        address: Address,
        guest: bool = False,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Stay connected until the server answers the `bye`; raises as `stay_connected` does, and KeptError."""
        from coinche.connection.credentials import GUEST, KeyCredentials, LastName, key_credentials, public_key

        from .connections import stay_connected

        credentials = GUEST if self.guest or guest else key_credentials(address.invitation)
        chosen = store.state.renamed or self.name or store.state.ui.settings.name
        last = LastName(public_key(credentials.private)).read() if isinstance(credentials, KeyCredentials) else None
        name = chosen or last or store.state.name or login_name()
        hello = Hello(versions=(VERSION, VERSION), name=name, software=SOFTWARE)
        others = () if chosen and not store.state.solo else other_names(name)
        await stay_connected(store, address, hello, credentials, others, task_status=task_status)
