"""A private server as a child process: it listens on a free port of this machine and ends when its input is closed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from coinche.connection.address import Address
from coinche.connection.errors import NoServer

START_SECONDS = 30.0
END_SECONDS = 5.0
_SERVER = (sys.executable, "-P", "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0")
COMMAND = (*_SERVER, "--memory", "--no-announce", "--until-stdin-closes")
_LISTENING = b"listening on 127.0.0.1:"


def playing(rules: str | None) -> tuple[str, ...]:
    """The command of a server with these rules: a preset, a file of house rules, or None for its default."""
    return COMMAND if rules is None else (*COMMAND, f"--rules={rules}")


@asynccontextmanager
async def private_server(command: tuple[str, ...] = COMMAND) -> AsyncIterator[Address]:
    """Run a server for the duration of the block; yields its address."""
    try:
        child = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as error:
        raise NoServer(str(error)) from error
    try:
        async with trio.open_nursery() as nursery:
            complaints: list[bytes] = []
            assert child.stderr is not None
            nursery.start_soon(_drain, child.stderr, complaints)
            port = await _port(child, complaints)
            assert child.stdout is not None
            nursery.start_soon(_drain, child.stdout, [])
            yield Address("127.0.0.1", port, tls=False)
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await _end(child)


async def _port(child: trio.Process, complaints: list[bytes]) -> int:
    """Read the child's output up to the line with the port."""
    assert child.stdout is not None
    heard = b""
    with trio.move_on_after(START_SECONDS):
        while chunk := await child.stdout.receive_some():
            heard += bytes(chunk)
            for line in heard.split(b"\n")[:-1]:
                if line.startswith(_LISTENING):
                    return int(line[len(_LISTENING) :])
        await child.wait()
    said = b"".join(complaints) or heard
    last = said.decode(errors="replace").strip().split("\n")[-1].removeprefix("coinche-server: ")
    raise NoServer(last or f"exit {child.returncode}", child.returncode or 1)


async def _drain(pipe: trio.abc.ReceiveStream, kept: list[bytes]) -> None:
    """Empty the pipe, so that the child never blocks; keep the beginning."""
    async for chunk in pipe:
        if len(kept) < 100:
            kept.append(bytes(chunk))


async def _end(child: trio.Process) -> None:
    """Close the child's input; kill it if that does not end it."""
    if child.stdin is not None:
        await child.stdin.aclose()
    with trio.move_on_after(END_SECONDS):
        await child.wait()
        return
    child.kill()
    await child.wait()
