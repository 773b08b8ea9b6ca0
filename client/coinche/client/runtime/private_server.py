"""A private server as a child process: it listens on a free port of this machine and ends when its input is closed.

A server with a directory keeps its matches there; where it dies, it is started again on the same port, and the client
comes back to it as after any lost connection.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import trio

from coinche.connection.address import Address
from coinche.connection.errors import NoServer

START_SECONDS = 30.0
END_SECONDS = 5.0
SHORT_LIFE = 5.0
"""A server that dies within so many seconds has had a short life."""
FAILED_STARTS = 3
"""Number of short lives in a row after which a server is not started again."""
MOST_KEPT = 64 * 1024
"""Maximum number of bytes of the output that are kept."""
SERVER = (sys.executable, "-P", "-m", "coinche.server")
COMMAND = (*SERVER, "--host", "127.0.0.1", "--no-announce", "--web", "off", "--no-clock", "--until-stdin-closes")
_LISTENING = b"listening on 127.0.0.1:"


def command_of(rules: str | None = None, directory: Path | None = None) -> tuple[str, ...]:
    """The command of a server: its rules (a preset, a file of house rules, or None for its default) and the directory
    where it keeps its matches (None for nowhere)."""
    ruled = () if rules is None else (f"--rules={rules}",)
    kept = ("--memory",) if directory is None else ("--data", str(directory))
    return (*COMMAND, *kept, *ruled)


@dataclass(frozen=True, slots=True)
class Started:
    """A server that listens."""

    child: trio.Process
    port: int
    command: tuple[str, ...]


@asynccontextmanager
async def private_server(command: tuple[str, ...] | None = None) -> AsyncIterator[Address]:
    """Run a server for the duration of the block, by default one that keeps nothing; yields its address. NoServer if it
    does not start."""
    async with running(await start(command_of() if command is None else command)) as address:
        yield address


@asynccontextmanager
async def running(server: Started, *, restarts: bool = False) -> AsyncIterator[Address]:
    """Let the server run for the duration of the block, and start it again each time that it dies if it `restarts`."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_keep_running, server, restarts)
        yield Address("127.0.0.1", server.port, tls=False)
        nursery.cancel_scope.cancel()


async def _keep_running(server: Started, restarts: bool) -> None:
    """Wait for the end of the process, and then of the next one."""
    child, failed = server.child, 0
    while True:
        began = trio.current_time()
        await _run_to_its_end(child)
        failed = failed + 1 if trio.current_time() - began < SHORT_LIFE else 0
        if not restarts or failed > FAILED_STARTS:
            return
        try:
            child = (await start(server.command, server.port)).child
        except NoServer:
            return


async def start(command: tuple[str, ...], port: int = 0) -> Started:
    """Start a process that listens on that port, or on any free one; NoServer if it does not."""
    try:
        child = await trio.lowlevel.open_process(
            (*command, "--port", str(port)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        raise NoServer(str(error)) from error
    try:
        return Started(child, await _port(child), command)
    except BaseException:
        await _end(child)
        raise


async def _run_to_its_end(child: trio.Process) -> None:
    """Empty the pipes, so that the process never blocks, until it ends; end it if this is cancelled."""
    assert child.stdout is not None
    assert child.stderr is not None
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_all_from, child.stdout)
            nursery.start_soon(_all_from, child.stderr)
            await child.wait()
    finally:
        await _end(child)


async def _port(child: trio.Process) -> int:
    """Read the process's output up to the line with the port; NoServer if it ends, or is silent for long."""
    assert child.stdout is not None
    assert child.stderr is not None
    heard = b""
    with trio.move_on_after(START_SECONDS):
        while chunk := await child.stdout.receive_some():
            heard += bytes(chunk)
            for line in heard.split(b"\n")[:-1]:
                if line.startswith(_LISTENING):
                    return int(line[len(_LISTENING) :])
        said = await _all_from(child.stderr) or heard
        await child.wait()
        last = said.decode(errors="replace").strip().split("\n")[-1].removeprefix("coinche-server: ")
        raise NoServer(last or f"exit {child.returncode}", child.returncode or 1)
    raise NoServer(f"no answer in {START_SECONDS:.0f} s")


async def _all_from(pipe: trio.abc.ReceiveStream) -> bytes:
    """Read the pipe to its end; return the beginning."""
    beginning = b""
    async for chunk in pipe:
        if len(beginning) < MOST_KEPT:
            beginning += bytes(chunk)
    return beginning


async def _end(child: trio.Process) -> None:
    """Close the process's input; kill it if that does not end it."""
    with trio.CancelScope(shield=True):
        if child.stdin is not None:
            await child.stdin.aclose()
        with trio.move_on_after(END_SECONDS):
            await child.wait()
            return
        child.kill()
        await child.wait()
