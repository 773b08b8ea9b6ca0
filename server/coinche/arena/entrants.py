"""The entrants of a contest, and the processes that play their seats."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import IO

import trio

from coinche.engine.seats import Seat
from coinche.protocol.bot_command import Placeholders, named_in
from coinche.server.app import BOTS
from coinche.server.bot_process import TOKEN_VARIABLE

BUILT_IN = (sys.executable, "-P", "-m", "coinche.bots.cli")
HOST = "127.0.0.1"
FAREWELL = 5.0
"""Seconds that a process has to end by itself once its table is closed."""
STDERR_KEPT = 800
"""Characters of what a failed process last said."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One side of a contest. A built-in bot is given a seed; a foreign one draws its own.

    A command with placeholders is told its place by them alone; one without gets it as options.
    """

    name: str
    command: tuple[str, ...]
    seeded: bool


class UnknownEntrant(ValueError):
    """A name that is no built-in bot and was given no command."""


def entrant(name: str, commands: dict[str, str]) -> Entrant:
    """The entrant of that name: one of the commands, else a built-in bot."""
    if name in commands:
        return Entrant(name, tuple(shlex.split(commands[name])), seeded=False)
    if name in BOTS:
        return Entrant(name, (*BUILT_IN, name), seeded=True)
    raise UnknownEntrant(f"no bot {name!r}; there are: {', '.join(BOTS)}, and whatever --bot NAME=CMD adds")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAssignment:
    """The seat of a process. Its name is unique: the process signs in under it with the token."""

    port: int
    table: str
    seat: Seat
    name: str
    token: str = field(repr=False)
    seed: int

    def arguments(self, who: Entrant) -> list[str]:
        """The whole command line."""
        where = self._placeholders()
        if named_in(" ".join(who.command)):
            return where.fill(who.command)
        options = ["--host", where.address, "--table", where.table, "--seat", where.seat, "--name", where.name]
        seed = ["--seed", str(self.seed)] if who.seeded else []
        return [*who.command, *options, *seed]

    def _placeholders(self) -> Placeholders:
        return Placeholders(
            host=HOST,
            port=str(self.port),
            address=f"coinche+tcp://{HOST}:{self.port}",
            table=self.table,
            seat=self.seat,
            name=self.name,
            token=self.token,
        )

    def environment(self) -> dict[str, str]:
        """Our own and the token, which no list of processes shows there; `{token}` in a command is shown."""
        return {**os.environ, TOKEN_VARIABLE: self.token}


class Seated:
    """A process that plays a seat."""

    def __init__(self, who: Entrant, process: trio.Process, stderr: IO[bytes]) -> None:
        self.who = who
        self.process = process
        self._stderr = stderr
        self.last_words = ""
        self._ended_by_us = False

    def words(self) -> str:
        """The end of what the process has written to its standard error so far."""
        self._stderr.seek(0)
        return self._stderr.read().decode(errors="replace")[-STDERR_KEPT:].strip()

    @property
    def failed(self) -> bool:
        """True if it has ended by itself, with an error."""
        return self.process.returncode not in (None, 0) and not self._ended_by_us

    async def end(self) -> None:
        """End the process, if it has not ended by itself, and keep its last words."""
        with trio.CancelScope(shield=True):
            for end in (self.process.terminate, self.process.kill):
                if self.process.returncode is None:
                    self._ended_by_us = True
                    end()
                    with trio.move_on_after(FAREWELL):
                        await self.process.wait()
        self.last_words = self.words()


class EntrantNotStarted(Exception):
    """The command of an entrant cannot be run."""


@asynccontextmanager
async def seated(who: Entrant, place: SeatAssignment) -> AsyncIterator[Seated]:
    """The process, ended at the latest when the block is left. It does not get our Ctrl-C: we end it."""
    with tempfile.TemporaryFile() as stderr:
        try:
            process = await trio.lowlevel.open_process(
                place.arguments(who),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env=place.environment(),
                start_new_session=os.name == "posix",
            )
        except OSError as wrong:
            raise EntrantNotStarted(f"{who.name}: cannot start {who.command[0]!r}: {wrong.strerror}") from wrong
        sitting = Seated(who, process, stderr)
        try:
            yield sitting
        finally:
            await sitting.end()
