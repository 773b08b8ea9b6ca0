"""The whole server in one object: what it listens on, its lobby, its provider. For the command and for the arena."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

import trio

from coinche.protocol import auth

from . import addresses
from .clock import Clock, Entropy, SystemClock, SystemEntropy
from .connections import Connections
from .lobby import LobbyRoom
from .options import TableOptions
from .provider import supervise
from .store import MemoryStore, Store

BOTS = ("steady", "random", "greedy")
"""What the usual provider can play."""

DEFAULT_PROVIDER = f"{sys.executable} -P -m coinche.client.bot_cli --pool"


@dataclass(kw_only=True)
class Server:
    """A server. What it needs from the world is given to it; `say` takes a line for each thing that happens."""

    time: Clock = field(default_factory=SystemClock)
    entropy: Entropy = field(default_factory=SystemEntropy)
    store: Store = field(default_factory=MemoryStore)
    say: Callable[[str], None] = print
    defaults: TableOptions = field(default_factory=lambda: TableOptions(name="table"))
    provider: str | None = DEFAULT_PROVIDER

    def __post_init__(self) -> None:
        self.lobby = LobbyRoom(
            time=self.time,
            entropy=self.entropy,
            store=self.store,
            say=self.say,
            defaults=self.defaults,
            bots=BOTS if self.provider is not None else (),
        )
        self._token = auth.new_secret(self.entropy.draw(auth.SECRET_BYTES))
        self.connections = Connections(self.lobby, self.entropy, (auth.key(self._token),))

    async def run(self, host: str, port: int, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve until cancelled; port 0 is any free one. Reports the port; OSError where it cannot be had."""
        listeners = await trio.open_tcp_listeners(port, host=host or None)
        bound = int(listeners[0].socket.getsockname()[1])
        async with trio.open_nursery() as nursery:
            await nursery.start(self.lobby.run)
            nursery.start_soon(self.connections.sweep)
            nursery.start_soon(self.connections.mailer.run)
            if self.provider is not None:
                where = addresses.reachable(host)[0]
                nursery.start_soon(self._lend_bots, self.provider, where, bound)
            task_status.started(bound)
            await trio.serve_listeners(self.connections.serve, listeners, handler_nursery=nursery)

    async def _lend_bots(self, command: str, host: str, port: int) -> None:
        await supervise(command, host, port, self._token, self.say)
        self.lobby.bots = ()
        self.lobby.changed()
