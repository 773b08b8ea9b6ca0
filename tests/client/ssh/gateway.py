"""An ssh gateway before a real server, and friends who join by a real ssh client, all in one guest run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import asyncssh
import pyte
import trio

from coinche.client.runtime.trio_bridge import run, run_asyncio
from coinche.connection.address import Listening
from coinche.ssh.limits import Bounds, GatewayConfig
from coinche.ssh.server import serve
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.serving import Served, served
from tests.client.terminal import PATIENCE

T = TypeVar("T")
FRENCH: Mapping[bytes | str, bytes | str] = {"LANG": "fr_FR.UTF-8"}


class Friend(asyncssh.SSHClientSession[str]):
    """A friend's screen and ssh process."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(min(columns, 500) or 80, min(rows, 200) or 24)
        self.written = ""
        self.channel: asyncssh.SSHClientChannel[str]
        self.connection: asyncssh.SSHClientConnection
        self.over = False
        self._stream = pyte.Stream(self.screen)
        self._changed = trio.Event()

    def data_received(self, data: str, datatype: object) -> None:
        self.written += data
        self._stream.feed(data)
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        self.over = True
        self._wake()

    def type(self, text: str) -> None:
        """He presses those keys."""
        self.channel.write(text)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the friend's window."""
        self.screen.resize(rows, columns)
        self.channel.change_terminal_size(columns, rows)

    def text(self) -> str:
        """The text on the friend's screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, wanted: str) -> None:
        """Until that stands on it."""
        await self._until(lambda: wanted in self.text(), wanted)

    async def until_any(self, *wanted: str) -> str:
        """The first of those texts on the screen."""
        await self._until(lambda: any(one in self.text() for one in wanted), str(wanted))
        return next(one for one in wanted if one in self.text())

    async def until_not(self, unwanted: str) -> None:
        """Until that stands there no more."""
        await self._until(lambda: unwanted not in self.text(), f"the end of {unwanted}")

    async def until_written(self, wanted: str) -> None:
        """Until that was written, whatever has become of it."""
        await self._until(lambda: wanted in self.written, wanted)

    async def ended(self) -> int | None:
        """His ssh's exit status, once it has ended."""
        await self._until(lambda: self.over, "the end")
        return self.channel.get_exit_status()

    def hang_up(self) -> None:
        """His line breaks."""
        self.connection.abort()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _until(self, when: Callable[[], bool], what: str) -> None:
        with trio.move_on_after(PATIENCE):
            while not when():
                await self._changed.wait()
            return
        raise AssertionError(f"never saw {what!r} in:\n{self.text()}\n{self.written[-500:]!r}")


@dataclass(slots=True)
class Gateway:
    """An open gateway."""

    served: Served
    house: GatewayConfig
    port: int
    lines: list[str]
    _told: trio.Event = field(default_factory=trio.Event)

    def hear(self, line: str) -> None:
        """It said that."""
        self.lines.append(line)
        self._told.set()
        self._told = trio.Event()

    async def until(self, wanted: str) -> None:
        """Until it has said that."""
        with trio.move_on_after(PATIENCE):
            while not any(wanted in line for line in self.lines):
                await self._told.wait()
            return
        raise AssertionError(f"never said {wanted!r}: {self.lines}")

    async def connect(self, name: str, **options: Any) -> asyncssh.SSHClientConnection:
        """A connection, without a session as yet."""

        async def connect() -> asyncssh.SSHClientConnection:
            usual = {"known_hosts": None, "client_keys": None, "config": None, "agent_path": None}
            return await asyncssh.connect("127.0.0.1", self.port, username=name, **{**usual, **options})

        return await run_asyncio(connect)

    async def friend(
        self,
        name: str,
        *,
        columns: int = 80,
        rows: int = 24,
        term: str | None = "xterm-256color",
        env: Mapping[bytes | str, bytes | str] = FRENCH,
        term_modes: Mapping[int, int] | None = None,
        **options: Any,
    ) -> Friend:
        """Let a friend connect from a terminal; without a `term` from none."""
        friend = Friend(columns, rows)
        friend.connection = await self.connect(name, **options)
        terminal: dict[str, Any] = (
            {} if term is None else {"term_type": term, "term_size": (columns, rows), "term_modes": term_modes or {}}
        )

        async def ask() -> None:
            friend.channel, _ = await friend.connection.create_session(
                lambda: friend, env=dict(env), encoding="utf-8", **terminal
            )

        await run_asyncio(ask)
        return friend


@asynccontextmanager
async def opened(password: str | None = None, target: int = 200, **bounds: Any) -> AsyncIterator[Gateway]:
    """A gateway on loopback, and a server with one table."""
    async with served(target=target) as server, trio.open_nursery() as nursery:
        said: list[str] = []
        gateway: list[Gateway] = []

        def say(line: str) -> None:
            gateway[0].hear(line) if gateway else said.append(line)

        house = GatewayConfig(
            address=server.address,
            face=Face(Language.ENGLISH, UNICODE),
            password=password,
            bounds=Bounds(**{"sign_in": PATIENCE, **bounds}),  # a busy machine may need longer than a person
            say=say,
        )
        port = await nursery.start(serve, house, Listening("127.0.0.1", 0))
        gateway.append(Gateway(server, house, port, said))
        yield gateway[0]
        nursery.cancel_scope.cancel()


def drive(script: Callable[[Gateway], Awaitable[T]], **options: Any) -> T:
    """Open a gateway, run the script against it, and give back what it gives."""

    async def main() -> T:
        async with opened(**options) as gateway:
            return await script(gateway)

    return run(main)
