"""The server as a process: what it prints once it listens, signals, standard input, control socket and systemd.

People with a telephone open the server's link for browsers; on a terminal it is shown as a QR code, too.
"""

from __future__ import annotations

import io
import os
import socket
import sqlite3
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TextIO
from urllib.parse import urlsplit

import trio

from coinche.engine.solver import ENGINE
from coinche.server import limits
from coinche.server.admin.control_socket import ControlFailed, ControlSocket
from coinche.server.admin.orders import Console, is_there
from coinche.server.admin.shutdown import EndReason, vanish_in_time
from coinche.server.transport.tls import invalid_sni_ignored
from coinche.version import VERSION, installed

from .addresses import is_here, server_link
from .app import Server
from .log import Fact, Happening, LogEntry


async def serve(
    server: Server,
    manager: ServiceManager,
    *,
    host: str,
    port: int,
    ctl: Path | None,
    until_stdin_closes: bool,
    news: tuple[LogEntry, ...] = (),
    terminal: TextIO | None = None,
) -> None:
    """Run the server until it ends, for any reason; log the news after the addresses at which people can join.

    The terminal, where people read the log on one, is shown the link for browsers as a QR code, and has the first lines
    in the language of its user.
    """
    with invalid_sni_ignored(), server.shutdown.scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_hurry, server, manager)
            await nursery.start(server.shutdown.until_signal)
            bound: int = await nursery.start(server.run, host, port)
            if ctl is not None:
                await nursery.start(_take_orders, server, ctl)
            _say_where(server, bound, terminal)
            for each in news:
                server.say(each)
            nursery.start_soon(manager.keep_told, server.status.line)
            if until_stdin_closes:
                nursery.start_soon(_until_stdin_closes, server)
            elif sys.stdin is not None and is_there(sys.stdin.fileno()):
                nursery.start_soon(Console(sys.stdin.fileno(), server.orders, sys.stdout).run)


async def _hurry(server: Server, manager: ServiceManager) -> None:
    """Bound the time that the shutdown takes, once it has begun."""
    await server.shutdown.begun.wait()
    manager.tell("STOPPING=1")
    vanish_in_time(server.say)


async def _take_orders(
    server: Server, path: Path, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """Take orders through the control socket; where that cannot be, log it and let everything else go on."""
    try:
        await ControlSocket(path, server.orders, server.contests).run(task_status)
    except ControlFailed as failed:
        server.say(LogEntry(Happening.NO_CTL, str(failed)))
        task_status.started()


def _say_where(server: Server, port: int, terminal: TextIO | None) -> None:
    words = _sentences(terminal)

    def say(happening: Happening, **facts: Fact) -> None:
        server.say(LogEntry(happening, words[happening].format_map(facts), **facts))

    for address in server.reachable:
        say(Happening.LISTENING, address=address, port=port)
    fingerprint = server.certificate.fingerprint
    say(Happening.JOIN_WITH, link=server_link(server.reachable[-1], port, fingerprint))
    say(Happening.KNOWN_BY, fingerprint=fingerprint)
    if (page := server.lobby.server.web) is not None:
        say(Happening.BROWSE_AT, link=page)
        if terminal is not None and not is_here(urlsplit(page).hostname or ""):
            _draw(terminal, page)
    say(Happening.SIGNS_AS, signer=server.record_key.signer.hex())
    say(Happening.RUNS, installed=installed(), version=VERSION, solver=ENGINE)
    if server.store.lasts:
        say(Happening.KEEPS_IN, path=server.archive.reader.called, sqlite=sqlite3.sqlite_version)
    if server.announce is not None:
        say(Happening.FOUND_AS, name=server.announce)


_FOR_PROGRAMS: Mapping[Happening, str] = {
    Happening.LISTENING: "listening on {address}:{port}",
    Happening.JOIN_WITH: "join with: coinche-client {link}   (end with Ctrl-C)",
    Happening.KNOWN_BY: "known by: {fingerprint}",
    Happening.BROWSE_AT: "in a browser: {link}",
    Happening.SIGNS_AS: "signs records as: {signer}",
    Happening.RUNS: "runs: {installed}",
    Happening.KEEPS_IN: "keeps everything in: {path} (SQLite {sqlite})",
    Happening.FOUND_AS: "found on the local network as: {name}",
}
"""The first lines of the log, as programs that start a server read them."""
_ENGLISH = {
    **_FOR_PROGRAMS,
    Happening.JOIN_WITH: "Friends join in a terminal with this command (Ctrl-C ends the server):\n"
    "coinche-client {link}",
    Happening.KNOWN_BY: "The server's fingerprint:\n{fingerprint}",
    Happening.SIGNS_AS: "The key that signs the records of matches:\n{signer}",
}
"""The same on a terminal: the command has a line of its own, which fits 80 columns with any IPv4 address; so have the
keys."""
_FRENCH = {
    Happening.LISTENING: "À l'écoute sur {address}:{port}",
    Happening.JOIN_WITH: "Vos amis vous rejoignent dans un terminal avec (Ctrl-C arrête le serveur) :\n"
    "coinche-client {link}",
    Happening.KNOWN_BY: "Empreinte du serveur :\n{fingerprint}",
    Happening.BROWSE_AT: "Dans un navigateur : {link}",
    Happening.SIGNS_AS: "Clé qui signe les parties :\n{signer}",
    Happening.RUNS: "Version : {installed}",
    Happening.KEEPS_IN: "Tout est enregistré dans : {path} (SQLite {sqlite})",
    Happening.FOUND_AS: "Visible sur le réseau local sous le nom : {name}",
}


def _sentences(terminal: TextIO | None) -> Mapping[Happening, str]:
    """Return the first lines in the language of the terminal's user; those for programs without a terminal."""
    if terminal is None:
        return _FOR_PROGRAMS
    wanted = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return _FRENCH if wanted.lower().startswith("fr") else _ENGLISH


def _draw(terminal: TextIO, link: str) -> None:
    """Draw the link as a QR code, where the terminal has room and letters for it."""
    with suppress(OSError, UnicodeEncodeError):
        columns, rows = os.get_terminal_size(terminal.fileno())
        drawn = qr_code(link)
        lines = drawn.splitlines()
        if len(lines) < rows and max(map(len, lines)) <= columns:
            drawn.encode(terminal.encoding)  # else its escapes would be written
            terminal.write(drawn)
            terminal.flush()


def qr_code(link: str) -> str:
    """Return the QR code of a link in half blocks, light on dark as most terminals are."""
    import segno  # here, since few servers are started on a terminal

    drawn = io.StringIO()
    segno.make(link, error="L", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


async def _until_stdin_closes(server: Server) -> None:
    """End the server when its standard input closes: then the program that started it is gone, however it went."""
    descriptor = sys.stdin.fileno()  # below Python's buffer, whose lock an abandoned thread would keep
    with suppress(OSError):  # there is none any more
        while await trio.to_thread.run_sync(os.read, descriptor, 4096, abandon_on_cancel=True):
            pass
    server.shutdown.end(EndReason.ALONE)


@dataclass(frozen=True, slots=True)
class ServiceManager:
    """systemd, or another program that has set NOTIFY_SOCKET: it is told ready, alive, the status, and ending.

    Nothing is sent without an address. The watchdog acts after so many seconds without a report.
    """

    address: str | None
    watchdog: float | None = None

    @classmethod
    def taken_from(cls, environment: MutableMapping[str, str], pid: int) -> Self:
        """Take it out of the environment, so that children do not inherit it; the watchdog may be another process's."""
        address = environment.pop("NOTIFY_SOCKET", None)
        micros, meant = environment.pop("WATCHDOG_USEC", ""), environment.pop("WATCHDOG_PID", str(pid))
        watched = address is not None and micros.isascii() and micros.isdigit() and int(micros) > 0
        return cls(address, int(micros) / 1e6 if watched and meant == str(pid) else None)

    def tell(self, *facts: str) -> None:
        """Send those facts in one datagram; it does not matter if nobody reads them."""
        if self.address is None or not hasattr(socket, "AF_UNIX"):
            return
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.setblocking(False)
            sending.sendto("\n".join(facts).encode(), address)

    async def keep_told(self, status: Callable[[], str]) -> None:
        """Report that the server is ready; then, until cancelled, that its tasks get their turn, and the status."""
        if self.address is None:
            return
        self.tell("READY=1", f"MAINPID={os.getpid()}", _status_line(status))
        alive = ("WATCHDOG=1",) if self.watchdog is not None else ()
        beat = limits.BEAT if self.watchdog is None else min(limits.BEAT, self.watchdog / 3)
        while True:
            await trio.sleep(beat)
            self.tell(*alive, _status_line(status))


def _status_line(status: Callable[[], str]) -> str:
    return f"STATUS={' '.join(status().split())}"
