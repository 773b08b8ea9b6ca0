"""One ssh session of a guest: what he types, what he is shown, how large his window is, and when it is over.

Called by asyncssh on the asyncio side, read by one trio task on the other. Refuses to know what is played, and lets
nobody do anything but sit at a terminal: no command, no subsystem, nothing forwarded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import asyncssh
import trio
from prompt_toolkit.data_structures import Size

from .bounds import Bounds
from .environment import Environment, heeded
from .kept_sessions import Owner

COLUMNS = range(20, 501)
ROWS = range(4, 201)
USUAL = Size(rows=24, columns=80)


class Visit(asyncssh.SSHServerSession[str]):
    """From the shell that was asked for to the end of the line."""

    def __init__(
        self, connection: asyncssh.SSHServerConnection, owner: Owner, bounds: Bounds, begun: Callable[[Visit], None]
    ) -> None:
        self.owner = owner
        self.term: str | None = None
        """None where he has no terminal."""
        self.size = USUAL
        self.gone = trio.Event()
        """The line is broken, or closed."""
        self.flooded = False
        """He did not read what he was shown, and was cut off."""
        self._connection = connection
        self._bounds = bounds
        self._begun = begun
        self._variables: Mapping[str, str] = {}
        self._channel: asyncssh.SSHServerChannel[str]
        self._typed = ""
        self._ended = False
        self._news = trio.Event()
        self._resized = trio.Event()

    @property
    def variables(self) -> Mapping[str, str]:
        """Those of his environment that say something here."""
        return self._variables

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = chan
        chan._env = Environment(self._bounds)  # type: ignore[assignment]  # asyncssh itself has no bound

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        self.term = term_type
        self.size = _clamped(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._variables = heeded(self._channel.get_environment())
        self._begun(self)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = _clamped(width, height)
        self._resized.set()

    def data_received(self, data: str, datatype: object) -> None:
        self._typed += data
        self._channel.pause_reading()
        self._news.set()

    def eof_received(self) -> bool:
        self._ended = True
        self._news.set()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()
        asyncio.get_running_loop().call_soon(self._connection.close)

    async def read(self) -> str:
        """What was typed next, not too much at once; "" at the end of a pipe, nothing ever after the line broke."""
        while not self._typed:
            if self.gone.is_set():
                await trio.sleep_forever()
            if self._ended:
                return ""
            self._news = trio.Event()
            self._channel.resume_reading()
            await self._news.wait()
        length = self._bounds.piece
        piece, self._typed = self._typed[:length], self._typed[length:]
        await trio.sleep(self._bounds.breath)
        return piece

    async def wait_resized(self) -> None:
        """Until the window has another size."""
        await self._resized.wait()
        self._resized = trio.Event()

    def write(self, text: str) -> None:
        """Show him that; who lets too much of it lie is cut off."""
        if self._channel.is_closing():
            return
        self._channel.write(text)
        if self._unread() > self._bounds.unread:
            self.flooded = True
            self._connection.abort()

    def finish(self, status: int) -> None:
        """Nothing more comes; his ssh ends with that status."""
        if not self._channel.is_closing():
            self._channel.exit(status)
            asyncio.get_running_loop().call_later(self._bounds.goodbye, self._connection.abort)

    def _unread(self) -> int:
        """Bytes that wait for his window, or for his machine."""
        transport = self._connection._transport  # asyncssh hands it to nobody, and watches it itself no more
        beyond = 0 if transport is None else transport.get_write_buffer_size()
        return self._channel.get_write_buffer_size() + beyond


def _clamped(columns: int, rows: int) -> Size:
    """A size that can be drawn; the usual one where none is told."""
    return Size(rows=_within(rows, ROWS, USUAL.rows), columns=_within(columns, COLUMNS, USUAL.columns))


def _within(number: int, allowed: range, usual: int) -> int:
    return min(max(number, allowed.start), allowed.stop - 1) if number else usual
