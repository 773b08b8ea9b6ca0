"""A child process that reads and writes lines. Knows pipes, bounds and how a process is ended; not what is said."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

from coinche.protocol.bot_command import Placeholders

MAX_LINE = 16_384
"""Bytes of a line that it may write."""
BACKLOG = 1_000
"""Lines that it may leave unread."""
FAREWELL_SECONDS = 5.0
TERMINATE_SECONDS = 2.0
_AT_ONCE = signal.SIGKILL if os.name == "posix" else signal.SIGTERM


class CannotStart(Exception):
    """There is no such program, or it may not be run."""


class Child:
    """The process. What it writes on its standard error goes to ours."""

    def __init__(self, process: trio.Process) -> None:
        self._process = process
        self._unread, self._lines = trio.open_memory_channel[bytes](BACKLOG)

    @classmethod
    async def start(cls, command: str, where: Placeholders) -> Child:
        """Run the command, split as a shell would, its placeholders filled."""
        try:
            return cls(
                await trio.lowlevel.open_process(
                    where.fill(shlex.split(command)),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=os.name == "posix",  # it does not get our Ctrl-C: we end it
                )
            )
        except (OSError, ValueError, IndexError) as error:
            raise CannotStart(getattr(error, "strerror", None) or str(error)) from error

    def write(self, line: bytes) -> None:
        """Have it read the line; one that reads nothing for long is killed."""
        try:
            self._unread.send_nowait(line)
        except trio.WouldBlock:
            self._kill(_AT_ONCE)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # it has ended, or was told to

    async def tell(self, line: bytes) -> None:
        """Have it read the line, once there is room; nothing where it has ended."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._unread.send(line)

    async def converse(self, said: Callable[[bytes], Awaitable[None]]) -> int:
        """Let it read, and hand on each line that it writes, until it ends, or is ended for a line that does not."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._feed)
            await self._hear(said)
            nursery.cancel_scope.cancel()
        return await self.end()

    async def say_goodbye(self) -> None:
        """Close its input once it has all that was written, and give it time to end."""
        self._unread.close()
        with trio.move_on_after(FAREWELL_SECONDS):
            await self._process.wait()

    async def end(self) -> int:
        """End it, if it has not ended; its status."""
        with trio.CancelScope(shield=True):
            self._unread.close()
            for how in (signal.SIGTERM, _AT_ONCE):
                if self._process.returncode is None:
                    self._kill(how)
                    with trio.move_on_after(TERMINATE_SECONDS):
                        await self._process.wait()
            await self._process.wait()
        assert self._process.returncode is not None
        return self._process.returncode

    async def _feed(self) -> None:
        assert self._process.stdin is not None
        async with self._process.stdin as stdin:
            try:
                async for line in self._lines:
                    await stdin.send_all(line)
            except trio.BrokenResourceError:
                return  # it reads no more

    async def _hear(self, said: Callable[[bytes], Awaitable[None]]) -> None:
        assert self._process.stdout is not None
        pending = b""
        async for chunk in self._process.stdout:
            *whole, pending = (pending + bytes(chunk)).split(b"\n")
            for line in whole:
                if line.strip():
                    await said(line)
            if len(pending) > MAX_LINE:
                await said(pending)
                return

    def _kill(self, how: signal.Signals) -> None:
        """It, and on POSIX whatever it has started."""
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, how)
            else:
                self._process.send_signal(how)
        except ProcessLookupError:
            pass
