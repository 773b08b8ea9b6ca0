"""The process that plays one seat: started within limits, in a sandbox where there is one (`sandbox`), and ended at the
latest with its batch.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO

import trio

from coinche.engine.seats import Seat
from coinche.protocol.bot_command import Placeholders, named_in
from coinche.server.bot_process import TOKEN_VARIABLE

from . import process_limits
from .contest import ProcessLimits
from .entrants import Entrant, UnknownEntrant, cannot_take
from .python_bot import TRY
from .sandbox import PROCESSES, sandbox_prefix, sandbox_variables

HOST = "127.0.0.1"
PYTHON = (sys.executable, "-P")
PYTHON_BOT = ("-m", "coinche.arena.python_bot")
FAREWELL = 5.0
"""Seconds that a process has to end by itself once its table is closed."""
PATIENCE = 60.0
"""Seconds in which a class has to be imported and made when it is tried."""
LAST_WORDS = 800
"""Characters that are kept of what a failed process wrote to its standard error."""


class EntrantNotStarted(Exception):
    """The command of an entrant cannot be run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAssignment:
    """The seat of a process. Its name is unique: the process signs in under it with the token."""

    port: int
    table: str
    seat: Seat
    name: str
    token: str = field(repr=False)
    seed: int

    def arguments(self, entrant: Entrant) -> list[str]:
        """The command line. A command with placeholders is told its place by them, any other by options."""
        where = Placeholders(
            host=HOST,
            port=str(self.port),
            address=f"coinche+tcp://{HOST}:{self.port}",
            table=self.table,
            seat=self.seat,
            name=self.name,
            token=self.token,
        )
        options = ["--host", where.address, "--table", where.table, "--seat", where.seat, "--name", where.name]
        if not entrant.is_program:
            return [*PYTHON, *PYTHON_BOT, entrant.spec, *options, "--seed", str(self.seed)]
        words = shlex.split(entrant.spec)
        return where.fill(words) if named_in(entrant.spec) else [*words, *options]


def try_class(spec: str, limits: ProcessLimits, *, sandbox: bool, hidden: Iterable[Path]) -> None:
    """Import and make a class in a process like that of a seat; UnknownEntrant says why that cannot be."""
    words = [*PYTHON, *PYTHON_BOT, spec, TRY]
    with tempfile.TemporaryFile() as answer:
        try:
            tried = subprocess.run(
                _command(words, limits, hidden, sandbox=sandbox),
                stdin=subprocess.DEVNULL,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                env=_environment("", sandbox=sandbox),
                start_new_session=os.name == "posix",
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise cannot_take(spec, f"it takes more than {PATIENCE:.0f} s") from None
        answer.seek(0)
        said = answer.read(LAST_WORDS).decode(errors="replace")
    if said:  # by the author's code, perhaps
        raise UnknownEntrant("".join(letter if letter.isprintable() else " " for letter in said))
    if tried.returncode:
        raise cannot_take(spec, end_in_words(tried.returncode))


def end_in_words(code: int) -> str:
    """The end of a process with that exit status: `exit 1`, `SIGKILL`; below 0 it is the number of a signal."""
    if code < 0 or code > 128:
        with suppress(ValueError):
            return signal.Signals(-code if code < 0 else code - 128).name
    return f"exit {code}"


class SeatProcess(ABC):
    """A process that plays a seat; `stderr` is the file to which it writes its standard error."""

    def __init__(self, stderr: IO[bytes]) -> None:
        self.listener: trio.SocketListener | None = None
        """The socket on which the process expects the server, if it has one of its own."""
        self._stderr = stderr

    @property
    @abstractmethod
    def code(self) -> int | None:
        """The exit status, or minus the number of the signal that has ended it; None until it has ended."""

    @abstractmethod
    async def wait(self) -> None:
        """Wait until the process has ended."""

    @abstractmethod
    def kill(self) -> None:
        """End the process at once."""

    @abstractmethod
    async def end(self) -> None:
        """End the process, if it has not ended by itself."""

    @property
    def running(self) -> bool:
        """True until the process has ended."""
        return self.code is None

    def last_words(self) -> str:
        """The end of what the process has written to its standard error so far."""
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - 4 * LAST_WORDS))
        words = self._stderr.read().decode(errors="replace")[-LAST_WORDS:].strip()
        return "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in words)

    def end_in_words(self) -> str:
        """The end of the process: `exit 1`, `SIGKILL`."""
        code = self.code
        assert code is not None, "the process has ended"
        return end_in_words(code)


class CommandProcess(SeatProcess):
    """The process of a command, which ends with all those that it has started in its own group."""

    def __init__(self, process: subprocess.Popen[bytes], stderr: IO[bytes]) -> None:
        super().__init__(stderr)
        self._process = process

    @property
    def code(self) -> int | None:
        if self._process.returncode is None and os.name == "posix" and self._has_ended(os.WNOHANG):
            self._send(signal.SIGKILL)  # what it has left; its number is not another's before it is reaped
        return self._process.poll()

    async def wait(self) -> None:
        waiting = self._has_ended if os.name == "posix" else self._process.wait
        await trio.to_thread.run_sync(waiting, abandon_on_cancel=True)
        _ = self.code

    def _has_ended(self, flags: int = 0) -> bool:
        """Wait until the process has ended, or with WNOHANG return whether it has, and do not reap it."""
        with suppress(ChildProcessError):  # reaped
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | flags) is not None
        return True

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    async def end(self) -> None:
        """Ask the process to end, and kill it if it does not."""
        with trio.CancelScope(shield=True):
            for what in (signal.SIGTERM, signal.SIGKILL):
                if self.running:
                    self._send(what)
                    with trio.move_on_after(FAREWELL):
                        await self.wait()

    def _send(self, what: signal.Signals) -> None:
        """Send a signal to the process and to the others of its group, unless it is reaped."""
        if self._process.returncode is None:
            os.killpg(self._process.pid, what) if os.name == "posix" else self._process.terminate()


@asynccontextmanager
async def command_process(
    entrant: Entrant,
    place: SeatAssignment,
    limits: ProcessLimits,
    *,
    sandbox: bool,
    hidden: Iterable[Path] = (),
) -> AsyncIterator[SeatProcess]:
    """The process, ended at the latest when the block is left. It does not get our Ctrl-C: we end it.

    It has a listener of its own, in the sandbox or outside, so that its connections can be told from all others.
    """
    with ExitStack() as held:
        stderr = held.enter_context(tempfile.TemporaryFile())
        ours = theirs = listener = None
        if sandbox:
            ours, theirs = (held.enter_context(end) for end in socket.socketpair())
        else:
            (listener,) = await trio.open_tcp_listeners(0, host=HOST)
            held.callback(listener.socket.close)
            place = replace(place, port=listener.socket.getsockname()[1])
        passed = {} if theirs is None else {"port": place.port, "pass_to": theirs.fileno()}
        words = place.arguments(entrant)
        command = _command(words, limits, hidden, sandbox=sandbox, listener=passed)
        try:
            process = _started(command, stderr, _environment(place.token, sandbox=sandbox), theirs)
        except OSError as wrong:
            raise EntrantNotStarted(f"{entrant.name}: cannot start {words[0]!r}: {wrong.strerror}") from wrong
        running = CommandProcess(process, stderr)
        running.listener = listener
        try:
            if ours is not None and theirs is not None:
                theirs.close()
                running.listener = await _listener_from(ours)
            yield running
        finally:
            await running.end()
            if running.listener is not None:
                running.listener.socket.close()


def _started(
    command: list[str], stderr: IO[bytes], environment: dict[str, str], passed: socket.socket | None
) -> subprocess.Popen[bytes]:
    """The process, started in this thread, since it is to end with the thread that has started it."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        env=environment,
        start_new_session=os.name == "posix",
        pass_fds=() if passed is None else (passed.fileno(),),
    )


def _command(
    words: list[str],
    limits: ProcessLimits,
    hidden: Iterable[Path],
    *,
    sandbox: bool,
    listener: Mapping[str, int] | None = None,
) -> list[str]:
    """The command within its limits; `listener` are the options by which it passes on a listening socket."""
    if os.name != "posix":
        return words
    options = asdict(limits) | dict(listener or {}) | ({"processes": PROCESSES} if sandbox else {})
    confined = [sys.executable, "-I", "-S", process_limits.__file__, json.dumps(options), *words]
    return [*sandbox_prefix(words, hidden), *confined] if sandbox else confined


def _environment(token: str, *, sandbox: bool) -> dict[str, str]:
    """Our own variables and the token, which no list of processes shows there; `{token}` in a command is shown."""
    kept = sandbox_variables(os.environ) if sandbox else os.environ
    return {**kept, TOKEN_VARIABLE: token}


async def _listener_from(ours: socket.socket) -> trio.SocketListener | None:
    """The listening socket that the new process passes on; None where it ended before."""
    with ours:
        ours.setblocking(False)
        await trio.lowlevel.wait_readable(ours)
        _, descriptors, _, _ = socket.recv_fds(ours, 16, 1)
    if not descriptors:
        return None
    return trio.SocketListener(trio.socket.from_stdlib_socket(socket.socket(fileno=descriptors[0])))
