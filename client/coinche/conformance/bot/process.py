"""The bot as a process: started, watched, and ended, on Unix with every process that it has started itself."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import trio

from coinche.conformance.checks import Failed
from coinche.protocol.bot_command import Placeholders, named_in

TAIL = 2_000
"""Bytes that are kept of what it printed: the last ones."""
_PRINTED, _COMPLAINED = "stdout", "stderr"


def filled(command: Sequence[str], where: Placeholders) -> list[str]:
    """Fill the placeholders of the command; without any, it gets host, port and table as its last arguments."""
    if named_in(" ".join(command)):
        return where.fill(command)
    return [*command, where.host, where.port, where.table]


class Child:
    """A process, on Unix in a group of its own; its output is kept in the directory."""

    def __init__(self, process: trio.Process, directory: Path) -> None:
        self._process = process
        self._directory = directory

    @staticmethod
    async def start(command: Sequence[str], directory: Path) -> Child:
        """Start it; Failed where there is no such program."""
        with (directory / _PRINTED).open("wb") as printed, (directory / _COMPLAINED).open("wb") as complained:
            try:
                process = await trio.lowlevel.open_process(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=printed,
                    stderr=complained,
                    start_new_session=os.name == "posix",
                )
            except OSError as wrong:
                raise Failed(f"it cannot be started: {command[0]}: {wrong.strerror or wrong}") from wrong
        return Child(process, directory)

    @property
    def status(self) -> int | None:
        """The exit status, negative where a signal has ended it; None as long as it runs."""
        return self._process.poll()

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()

    async def stop(self) -> None:
        """End it if it still runs, on Unix with the processes that it has started."""
        if os.name == "posix":
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        await self._process.wait()

    def size(self) -> int:
        """Return how many bytes it has printed."""
        return sum((self._directory / name).stat().st_size for name in (_PRINTED, _COMPLAINED))

    def complained(self) -> str:
        """Return the end of what it wrote to its standard error."""
        return (self._directory / _COMPLAINED).read_bytes()[-TAIL:].decode("utf-8", "replace").strip()
