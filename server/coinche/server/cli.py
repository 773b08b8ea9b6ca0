"""`coinche-server`: the command line, and one line on the screen for each thing that happens."""

from __future__ import annotations

import argparse
import errno
import io
import os
import shutil
import signal
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import trio

from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import InvalidRules
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.names import InvalidName, checked_name

from . import addresses, announcing, data, limits, rulebook, token_cli
from .app import DEFAULT_PROVIDER, Server
from .certificate import BadCertificate
from .datafile import DataFailed
from .house import house_rules
from .kept import Kept
from .options import TableOptions
from .plaintext import Plaintext


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coinche-server",
        description="Serve tables of coinche to people and bots.",
        epilog="coinche-server token --help: tokens for programs to sign in with",
    )
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all; 127.0.0.1: only here)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any free one")
    parser.add_argument("--rules", default=DEFAULT_PRESET, metavar="RULES", help="a preset, or a house file (TOML)")
    parser.add_argument("--target", type=int, metavar="POINTS", help="of a match, where its table names no other")
    parser.add_argument("--bots", default=DEFAULT_PROVIDER, metavar="CMD", help="what lends bots; 'none': no bots")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--data", type=Path, metavar="DIR", default=data.usual(), help=data.HELP)
    kept.add_argument(
        "--memory",
        action="store_true",
        help="nothing outlives the server: names have owners until it ends, tokens cannot be made",
    )
    parser.add_argument(
        "--plaintext",
        choices=[rule.value for rule in Plaintext],
        default=Plaintext.LAN,
        help="from where clients may come without TLS (default: this machine and private networks)",
    )
    found = parser.add_mutually_exclusive_group()
    found.add_argument("--name", help="what it is called where clients find it (default: as this machine)")
    found.add_argument("--no-announce", action="store_true", help="clients on the local network do not find it")
    parser.add_argument("--until-stdin-closes", action="store_true", help="end when the standard input is closed")
    parser.add_argument("--list-rules", action="store_true", help="print the presets, a line each, and end")
    parser.add_argument("-q", "--quiet", action="store_true", help="with --list-rules: their names alone")
    parser.add_argument("--explain-rules", metavar="RULES", help="print a preset or a house file in words, and end")
    return parser


def _server(arguments: argparse.Namespace, options: TableOptions, name: str, kept: Kept) -> Server:
    """The server that the command line asks for."""
    return Server(
        say=_say,
        defaults=options,
        provider=None if arguments.bots == "none" else arguments.bots,
        plaintext=Plaintext(arguments.plaintext),
        announce=None if arguments.no_announce else name,
        store=kept.store,
        kept_certificate=kept.certificate,
        register=kept.register,
        archive=kept.archive,
    )


def _kept(arguments: argparse.Namespace) -> Kept:
    """What is kept; SystemExit 1 says what is wrong with it."""
    try:
        return Kept(None if arguments.memory else arguments.data, _say)
    except (BadCertificate, DataFailed) as wrong:
        raise SystemExit(_wrong(str(wrong), status=1)) from None


def _options(arguments: argparse.Namespace) -> TableOptions:
    """What tables are like whose makers name nothing; SystemExit 2 says what is wrong with it."""
    try:
        house = house_rules(arguments.rules)
    except InvalidRules as wrong:
        raise SystemExit(_wrong(f"--rules: {wrong}")) from None
    try:
        rules = house.rules if arguments.target is None else house.rules.changed(target=arguments.target)
    except InvalidRules as wrong:
        raise SystemExit(_wrong(f"--target: {wrong}")) from None
    if not 0 <= arguments.port <= 65535:
        raise SystemExit(_wrong(f"--port: {arguments.port} is no port; ports go from 0 (any free one) to 65535"))
    return TableOptions(name="table", preset=house.name, base=house.base, rules=rules, target=arguments.target)


def _name(wanted: str | None) -> str:
    """What the server is called; SystemExit 2 says why it cannot be called that."""
    try:
        return announcing.usual_name() if wanted is None else checked_name(wanted)
    except InvalidName as wrong:
        raise SystemExit(_wrong(f"--name: {wrong}")) from None


def _wrong(sentence: str, status: int = 2) -> int:
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return status


def _in_words(arguments: argparse.Namespace) -> Iterable[str] | None:
    """The lines that were asked for in place of a server; SystemExit 2 says what is wrong."""
    if arguments.list_rules:
        return PRESETS if arguments.quiet else rulebook.listed()
    if arguments.quiet:
        raise SystemExit(_wrong("-q goes with --list-rules"))
    if arguments.explain_rules is None:
        return None
    try:
        return rulebook.explained(house_rules(arguments.explain_rules), shutil.get_terminal_size().columns)
    except InvalidRules as wrong:
        raise SystemExit(_wrong(f"--explain-rules: {wrong}")) from None


def _print(lines: Iterable[str]) -> None:
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # whoever reads has read enough; nothing is left to be written at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(line: str) -> None:
    with suppress(OSError):  # nobody reads any more; the tables go on
        print(line, flush=True)


async def _serve(server: Server, arguments: argparse.Namespace) -> None:
    async with trio.open_nursery() as nursery:
        await nursery.start(_until_signal, nursery.cancel_scope)
        port: int = await nursery.start(server.run, arguments.host, arguments.port)
        for address in addresses.reachable(arguments.host):
            _say(f"listening on {address}:{port}")
        fingerprint = server.certificate.fingerprint
        link = addresses.link(addresses.reachable(arguments.host)[-1], port, fingerprint)
        _say(f"join with: coinche-client {link}   (end with Ctrl-C)")
        _say(f"known by: {fingerprint}")
        if server.announce is not None:
            _say(f"found on the local network as: {server.announce}")
        if arguments.until_stdin_closes:
            nursery.start_soon(_until_stdin_closes, nursery.cancel_scope)


async def _until_signal(scope: trio.CancelScope, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        async for number in signals:
            _say(f"ending ({signal.Signals(number).name})")
            scope.cancel()
            return


async def _until_stdin_closes(scope: trio.CancelScope) -> None:
    """Whoever started the server holds its input open; when he is gone, however he went, so is the server."""
    descriptor = sys.stdin.fileno()  # below Python's buffer, whose lock an abandoned thread would keep
    while await trio.to_thread.run_sync(os.read, descriptor, 4096, abandon_on_cancel=True):
        pass
    scope.cancel()


def main() -> None:
    """Run the command; the exit status is 1 where it cannot do it, 2 for what cannot be asked for."""
    if sys.argv[1:2] == ["token"]:
        raise SystemExit(token_cli.main(sys.argv[2:]))
    arguments = _parser().parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    lines = _in_words(arguments)
    if lines is not None:
        _print(lines)
        return
    limits.allow_many_files()
    options, name = _options(arguments), _name(arguments.name)
    with _kept(arguments) as kept:
        server = _server(arguments, options, name, kept)
        try:
            trio.run(_serve, server, arguments)
        except* OSError as wrong:
            raise SystemExit(_cannot_listen(arguments, wrong.exceptions[0])) from None
    _say("ended")


def _cannot_listen(arguments: argparse.Namespace, wrong: BaseException) -> int:
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    where = f"{arguments.host}:{arguments.port}"
    number = wrong.errno if isinstance(wrong, OSError) else None
    if number == errno.EADDRINUSE:
        sentence = f"another program listens on {where}; end it, or choose another --port"
    elif number == errno.EACCES:
        sentence = f"not allowed to listen on {where}; choose a --port over 1023"
    elif isinstance(wrong, socket.gaierror) or number == errno.EADDRNOTAVAIL:
        sentence = (
            f"this machine has no address {arguments.host!r}; use 0.0.0.0 for all, 127.0.0.1 for this machine alone"
        )
    else:
        sentence = f"cannot listen on {where}: {wrong}"
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return 1
