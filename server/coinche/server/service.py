"""A server as a process: what it prints when it is there, and what goes on beside it.

Knows signals, the standard input and whoever starts services. Refuses to know the command line (`cli`) and tables.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

import trio

from coinche.engine.solver import ENGINE
from coinche.version import VERSION, installed

from .addresses import reachable_addresses, server_link
from .admin.channels import Console, Ctl, CtlFailed, is_there
from .admin.shutdown import Why, vanish_in_time
from .app import Server
from .log import Happening, News


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How the process is to be: where it listens, where it takes orders, whether it ends with who has started it."""

    host: str
    port: int
    ctl: Path | None
    until_stdin_closes: bool
    news: tuple[News, ...] = ()
    """What is said once it has been said where people can join."""


async def serve(server: Server, wanted: Wanted, superior: Superior) -> None:
    """Run the server until it ends, by whatever it is that ends it."""
    server.ending.first = partial(_hurry, server, superior)
    with server.ending.scope:
        async with trio.open_nursery() as nursery:
            await nursery.start(server.ending.until_signal)
            port: int = await nursery.start(server.run, wanted.host, wanted.port)
            if wanted.ctl is not None:
                await nursery.start(_take_orders, server, wanted.ctl)
            _say_where(server, wanted.host, port)
            for news in wanted.news:
                server.say(news)
            nursery.start_soon(superior.keep_told, lambda: server.figures.in_a_line)
            if wanted.until_stdin_closes:
                nursery.start_soon(_until_stdin_closes, server)
            elif sys.stdin is not None and is_there(sys.stdin.fileno()):
                nursery.start_soon(Console(sys.stdin.fileno(), server.orders, print).run)


def _hurry(server: Server, superior: Superior) -> None:
    """The end has begun, and does not take long."""
    superior.tell("STOPPING=1")
    vanish_in_time(partial(server.say, News(Happening.ENDED, "ended, though not everything was closed in time")))


async def _take_orders(
    server: Server, path: Path, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """Where no orders can be taken, that is said, and everything else goes on."""
    try:
        await Ctl(path, server.orders).run(task_status)
    except* CtlFailed as failed:
        server.say(News(Happening.NO_CTL, str(failed.exceptions[0])))
        task_status.started()


def _say_where(server: Server, host: str, port: int) -> None:
    """What people and programs need that are to join."""
    reachable = reachable_addresses(host)
    for address in reachable:
        line = f"listening on {address}:{port}"
        server.say(News(Happening.LISTENING, line, address=address, port=port))
    fingerprint = server.certificate.fingerprint
    link = server_link(reachable[-1], port, fingerprint)
    server.say(News(Happening.JOIN_WITH, f"join with: coinche-client {link}   (end with Ctrl-C)", link=link))
    server.say(News(Happening.KNOWN_BY, f"known by: {fingerprint}", fingerprint=fingerprint))
    signer = server.record_key.signer.hex()
    server.say(News(Happening.SIGNS_AS, f"signs records as: {signer}", signer=signer))
    server.say(News(Happening.RUNS, f"runs: {installed()}", version=VERSION, solver=ENGINE))
    if server.store.lasts:
        path, version = server.archive.reader.called, sqlite3.sqlite_version
        line = f"keeps everything in: {path} (SQLite {version})"
        server.say(News(Happening.KEEPS_IN, line, path=path, sqlite=version))
    if server.announce is not None:
        line = f"found on the local network as: {server.announce}"
        server.say(News(Happening.FOUND_AS, line, name=server.announce))


async def _until_stdin_closes(server: Server) -> None:
    """Whoever started the server holds its input open; when he is gone, however he went, so is the server."""
    descriptor = sys.stdin.fileno()  # below Python's buffer, whose lock an abandoned thread would keep
    while await trio.to_thread.run_sync(os.read, descriptor, 4096, abandon_on_cancel=True):
        pass
    server.ending.end(Why.ALONE)


# --- systemd --------------------------------------------------------------------------------------
# What systemd, or whoever else starts services and has set NOTIFY_SOCKET, is told: ready, alive, how it is, ending.
#
# Knows the datagrams and the environment. Where nobody wants to be told, nothing is sent.


USUAL_BEAT = 10.0
"""Seconds between two reports on how it is, where no watchdog wants them more often."""


@dataclass(frozen=True, slots=True)
class Superior:
    """Who is told, at that address; None for nobody. `watchdog` is after how many seconds without a word it acts."""

    address: str | None
    watchdog: float | None = None

    @classmethod
    def taken_from(cls, environment: MutableMapping[str, str], pid: int) -> Self:
        """As the environment names it, which children do not inherit; a watchdog may be meant for another process."""
        address = environment.pop("NOTIFY_SOCKET", None)
        micros, meant = environment.pop("WATCHDOG_USEC", ""), environment.pop("WATCHDOG_PID", str(pid))
        watched = address is not None and micros.isascii() and micros.isdigit() and int(micros) > 0
        return cls(address, int(micros) / 1e6 if watched and meant == str(pid) else None)

    def tell(self, *facts: str) -> None:
        """Send those facts in one datagram. Whoever does not read them changes nothing here."""
        if self.address is None or not hasattr(socket, "AF_UNIX"):
            return
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.setblocking(False)
            sending.sendto("\n".join(facts).encode(), address)

    async def keep_told(self, how_it_is: Callable[[], str]) -> None:
        """Say that the server is ready, then, until cancelled, that its tasks get their turn, and how it is."""
        if self.address is None:
            return
        self.tell("READY=1", f"MAINPID={os.getpid()}", _status(how_it_is))
        alive = ("WATCHDOG=1",) if self.watchdog is not None else ()
        beat = USUAL_BEAT if self.watchdog is None else min(USUAL_BEAT, self.watchdog / 3)
        while True:
            await trio.sleep(beat)
            self.tell(*alive, _status(how_it_is))


def _status(how_it_is: Callable[[], str]) -> str:
    return f"STATUS={' '.join(how_it_is().split())}"
