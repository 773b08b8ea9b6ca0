"""The command `coinche-server`: its command line, house rules, and every way in which the start of a server can fail.

The whole command line is checked before anything is opened. A failure is a sentence on standard error and an exit
status: 2 for what cannot be asked for, 1 for what cannot be done.

House rules (`--rules`) are a preset, or a file (TOML) that names one and says what differs, in the format of
`coinche.protocol.house_rules`.
"""

from __future__ import annotations

import argparse
import errno
import gc
import io
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import trio

from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import InvalidRules
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.names import InvalidName, checked_name
from coinche.server import limits
from coinche.server.admin.commands import (
    backup_command,
    ctl_command,
    doctor_command,
    invite_command,
    name_command,
    token_command,
)
from coinche.server.admin.control_socket import SOCKET_FILE
from coinche.server.admin.kept_tables import tables_command
from coinche.server.connections.admission import AdmissionPolicy
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.table_options import NO_CLOCK, UNHURRIED, HintsPolicy, TableOptions
from coinche.server.storage.budget import Budget, parse_size
from coinche.server.storage.data_dir import DATA_HELP, DataFailed, InUse, UnusableKey, default_directory
from coinche.server.transport.tls import BadCertificate, NamedCertificate
from coinche.version import ShowVersion

from .addresses import Network, Plaintext, TrustedNetworks, network_of
from .app import DEFAULT_PROVIDER, CannotListen, Exposure, Server, ServerData, WebOptions
from .discovery import usual_name
from .ladder_options import add_ladder_options, ladder_settings
from .log import LEVELS, Happening, Logbook, LogEntry, Style, first_of
from .rules_option import explained, house_rules, listed
from .service import ServiceManager, serve

_YES, _NO = "yes", "no"
_OFF = "off"
_YES_NO = (_YES, _NO)

_OTHERS: Mapping[str, Callable[[list[str]], int]] = {
    "token": token_command,
    "invite": invite_command,
    "ctl": ctl_command,
    "backup": backup_command,
    "doctor": doctor_command,
    "tables": tables_command,
    **{does: partial(name_command, does) for does in ("export", "free", "forget")},
}
"""Other commands by the same name, each with a command line of its own."""


def main() -> None:
    """Run the command; the exit status is 1 where it cannot do it, 2 for what cannot be asked for."""
    if sys.argv[1:2] and sys.argv[1] in _OTHERS:
        raise SystemExit(_OTHERS[sys.argv[1]](sys.argv[2:]))
    arguments = parser().parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    lines = _instead(arguments)
    if lines is not None:
        _print(lines)
        return
    limits.allow_many_files()
    gc.set_threshold(limits.GARBAGE)
    _run(arguments, _configured(arguments))


def _instead(arguments: argparse.Namespace) -> Iterable[str] | None:
    """Return the lines that were asked for in place of a server; SystemExit 2 says what is wrong."""
    if arguments.list_rules:
        return PRESETS if arguments.quiet else listed()
    if arguments.quiet:
        raise _failed("-q goes with --list-rules")
    if arguments.explain_rules is None:
        return None
    with _naming("--explain-rules"):
        return explained(house_rules(arguments.explain_rules), shutil.get_terminal_size().columns)


def _print(lines: Iterable[str]) -> None:
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # the reader has read enough; nothing is left to be written at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _configured(arguments: argparse.Namespace) -> partial[Server]:
    """Return a server without its data and log; SystemExit 2 says which options cannot be meant."""
    return partial(
        Server,
        defaults=_options(arguments),
        ladder=_ladder(arguments),
        provider=None if arguments.bots == "none" else arguments.bots,
        name=lobby_name(arguments),
        hints=HintsPolicy(arguments.hints),
        announce=announced_name(arguments),
        exposure=exposure(arguments),
        budget=Budget(arguments.memory_budget, arguments.disk_budget, arguments.data),
        web=web_options(arguments),
    )


SHORTEST_TOKEN = 16  # characters of the secret for /metrics

IN_USE = 75
"""EX_TEMPFAIL, the exit status while another process uses the data directory."""


def _run(arguments: argparse.Namespace, server: partial[Server]) -> None:
    style = arguments.log and Style(arguments.log)
    say = Logbook.on(sys.stdout, style, LEVELS[arguments.log_level]).say
    manager = ServiceManager.taken_from(os.environ, os.getpid())
    try:
        kept = ServerData(arguments.data, say)
    except (UnusableKey, DataFailed) as wrong:
        raise _failed(str(wrong), status=IN_USE if isinstance(wrong, InUse) else 1) from None
    with kept as data:
        process = partial(
            serve,
            server(
                say=say,
                bans=data.bans,
                store=data.store,
                kept_certificate=data.certificate,
                kept_record_key=data.record_key,
                register=data.register,
                kept_invitations=data.invitations,
                kept_ladder=data.ladder,
                kept_archive=data.archive,
            ),
            manager,
            host=arguments.host,
            port=arguments.port,
            ctl=arguments.ctl or (arguments.data and arguments.data / SOCKET_FILE),
            until_stdin_closes=arguments.until_stdin_closes,
            news=data.made,
            terminal=sys.stdout if sys.stdout.isatty() and style is not Style.JSON else None,
        )
        try:
            trio.run(process)
        except* CannotListen as wrong:
            raise _cannot_listen(arguments, first_of(wrong).__cause__) from None
        except* DataFailed as wrong:
            raise _failed(str(first_of(wrong)), status=1) from None
    say(LogEntry(Happening.ENDED, "ended"))


def _cannot_listen(arguments: argparse.Namespace, wrong: BaseException | None) -> SystemExit:
    where = f"{arguments.host}:{arguments.port}"
    number = wrong.errno if isinstance(wrong, OSError) else None
    if number == errno.EADDRINUSE:
        sentence = f"another program listens on {where}; end it, or choose another --port"
    elif number == errno.EACCES:
        sentence = f"not allowed to listen on {where}; choose a --port over 1023"
    elif isinstance(wrong, socket.gaierror) or number == errno.EADDRNOTAVAIL:
        where = f"{arguments.host!r}; use 0.0.0.0 for all, 127.0.0.1 for this machine alone"
        sentence = f"this machine has no address {where}"
    else:
        sentence = f"cannot listen on {where}: {wrong}"
    return _failed(sentence, status=1)


def _failed(sentence: str, status: int = 2) -> SystemExit:
    """Print why; return the exception that ends the process with that status."""
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return SystemExit(status)


@contextmanager
def _naming(option: str) -> Iterator[None]:
    """Have the sentence that says what is wrong with the value of an option begin with the option's name."""
    try:
        yield
    except (InvalidRules, InvalidName) as wrong:
        raise _failed(f"{option}: {wrong}") from None


def _options(arguments: argparse.Namespace) -> TableOptions:
    """Return the options of tables whose makers give none; SystemExit 2 says what is wrong with them."""
    with _naming("--rules"):
        house = house_rules(arguments.rules)
    with _naming("--target"):
        rules = house.rules if arguments.target is None else house.rules.changed(target=arguments.target)
    if not 0 <= arguments.port <= 65535:
        raise _failed(f"--port: {arguments.port} is no port; ports go from 0 (any free one) to 65535")
    usual = TableOptions(name="table", preset=house.name, base=house.base, rules=rules, target=arguments.target)
    return replace(usual, clock=NO_CLOCK, pace=UNHURRIED) if arguments.no_clock else usual


def _ladder(arguments: argparse.Namespace) -> LadderSettings | None:
    try:
        return ladder_settings(arguments)
    except ValueError as wrong:
        raise _failed(str(wrong)) from None


def lobby_name(arguments: argparse.Namespace) -> str:
    """Return what the server is called, nothing where it has no name; SystemExit 2 says why it is no name.

    The machine's name is told only where it is announced.
    """
    with _naming("--name"):
        if arguments.name is not None:
            return checked_name(arguments.name)
    return "" if arguments.public or arguments.no_announce else usual_name()


def announced_name(arguments: argparse.Namespace) -> str | None:
    """Return the name to be announced on the local network, None for none."""
    return None if arguments.public or arguments.no_announce else lobby_name(arguments)


def exposure(arguments: argparse.Namespace) -> Exposure:
    """Return who may come, and how; SystemExit 2 says which options cannot be meant."""
    public, plaintext = arguments.public, arguments.plaintext and Plaintext(arguments.plaintext)
    if public and plaintext not in (None, Plaintext.NEVER):
        why = f"--plaintext {plaintext}: on the internet everybody on the way could read and change it"
        raise _failed(f"--public does not go with {why}")
    return Exposure(
        plaintext=plaintext or (Plaintext.NEVER if public else Plaintext.LAN),
        per_address=limits.CONNECTIONS_PER_ADDRESS_IN_PUBLIC if public else None,
        guests=arguments.guests != _NO,
        admit=AdmissionPolicy(arguments.admit),
        members_invite=arguments.members_invite == _YES,
        lists_private=arguments.list_private != _NO,
        trust=TrustedNetworks(tuple(map(_trusted, arguments.trust))),
    )


def web_options(arguments: argparse.Namespace) -> WebOptions | None:
    """Return what browsers are shown, None for nothing; SystemExit 2 says which options cannot be meant."""
    chain, key, token = arguments.certificate, arguments.key, arguments.metrics_token
    if (chain is None) != (key is None):
        raise _failed("--certificate and --key go together: a certificate and its private key, both in PEM")
    if arguments.web == _OFF:
        if chain or token or arguments.web_name:
            raise _failed("--web off: --certificate, --web-name and --metrics-token are for browsers")
        return None
    names = frozenset(name.lower().removesuffix(".") for name in arguments.web_name)
    return WebOptions(
        names=names,
        certificate=None if chain is None else _named_certificate(chain, key),
        metrics_token=None if token is None else _metrics_token(token),
    )


def _named_certificate(chain: Path, key: Path) -> NamedCertificate:
    try:
        return NamedCertificate(chain, key)
    except BadCertificate as wrong:
        raise _failed(f"--certificate: {wrong}") from None


def _metrics_token(path: Path) -> str:
    """Return the secret in that file."""
    try:
        token = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as wrong:
        raise _failed(f"--metrics-token: cannot read {path}: {getattr(wrong, 'strerror', wrong)}") from None
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise _failed(f"--metrics-token: {path} must hold one line of {SHORTEST_TOKEN} ASCII characters or more")
    return token


def _trusted(text: str) -> Network:
    network = network_of(text)
    if network is None:
        raise _failed(f"--trust: {text!r} is neither an address nor a network such as 203.0.113.0/24")
    return network


def parser() -> argparse.ArgumentParser:
    """Return the parser of all options, in the order of the help."""
    asked = argparse.ArgumentParser(
        prog="coinche-server",
        description="Serve tables of coinche to people and bots.",
        epilog="other commands, each with --help: ctl: orders for a server that runs; "
        "invite: a link that brings a name; token, free, forget, export: names; backup: a copy of everything; "
        "doctor: whether everything that is kept can be used, and mending it; "
        "tables: the matches in play that are kept, with their scores",
    )
    _add_game(asked)
    _add_entrance(asked)
    _add_web(asked)
    _add_process(asked)
    asked.add_argument("--version", action=ShowVersion, help="print what is installed, and end")
    asked.add_argument("--list-rules", action="store_true", help="print the presets, a line each, and end")
    asked.add_argument("-q", "--quiet", action="store_true", help="with --list-rules: their names alone")
    asked.add_argument("--explain-rules", metavar="RULES", help="print a preset or a house file in words, and end")
    return asked


def _add_game(asked: argparse.ArgumentParser) -> None:
    asked.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all; 127.0.0.1: only here)")
    asked.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any free one")
    kept = asked.add_mutually_exclusive_group()
    kept.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=DATA_HELP)
    memory = "nothing outlives the server: names have owners until it ends, tokens cannot be made"
    kept.add_argument("--memory", action="store_const", const=None, dest="data", help=memory)

    asked.add_argument("--rules", default=DEFAULT_PRESET, metavar="RULES", help="a preset, or a house file (TOML)")
    asked.add_argument("--target", type=int, metavar="POINTS", help="of a match, where its table names no other")
    unhurried = "nobody runs out of time, for a person who plays alone; a table may still name a clock"
    asked.add_argument("--no-clock", action="store_true", help=unhurried)
    hints = (
        "whether players may ask for hints: as each host decides (the default), at no table, or at all but strict ones"
    )
    choices = [policy.value for policy in HintsPolicy]
    asked.add_argument("--hints", choices=choices, default=HintsPolicy.HOST.value, help=hints)
    add_ladder_options(asked)
    asked.add_argument("--bots", default=DEFAULT_PROVIDER, metavar="CMD", help="what lends bots; 'none': no bots")


def _add_entrance(asked: argparse.ArgumentParser) -> None:
    asked.add_argument("--name", help="what it is called (default: as this machine; none if it is not announced)")
    asked.add_argument("--no-announce", action="store_true", help="clients on the local network do not find it")
    asked.add_argument("--public", action="store_true", help="for a server on the internet: TLS only, not announced")
    plaintext = "from where clients may come without TLS (default: lan, this machine and private networks)"
    asked.add_argument("--plaintext", choices=[rule.value for rule in Plaintext], help=plaintext)
    trust = "a network whose clients are counted one by one, not by address; can be given several times"
    asked.add_argument("--trust", action="append", default=[], metavar="NET", help=trust)
    asked.add_argument("--guests", choices=_YES_NO, help="whether somebody without a key may come in (default: yes)")
    admit = (
        "who may come in: everybody (the default), only owners of names and those who are invited to become one, or "
        "these at once and others once somebody lets them in"
    )
    policies = [policy.value for policy in AdmissionPolicy]
    asked.add_argument("--admit", choices=policies, default=AdmissionPolicy.ALL.value, help=admit)
    members = "whether players who own a name may invite others to names of their own (default: no)"
    asked.add_argument("--members-invite", choices=_YES_NO, help=members)
    asked.add_argument("--list-private", choices=_YES_NO, help="whether the lobby shows private tables (default: yes)")


def _add_web(asked: argparse.ArgumentParser) -> None:
    served = "whether browsers are served on the same port (default: on)"
    asked.add_argument("--web", choices=("on", _OFF), default="on", help=served)
    names = "a name by which browsers may call this server, beside its addresses; can be given several times"
    asked.add_argument("--web-name", action="append", default=[], metavar="NAME", help=names)
    chain = "a certificate for browsers (PEM, with those that lead to its authority), read again when it changes"
    asked.add_argument("--certificate", type=Path, metavar="FILE", help=chain)
    asked.add_argument("--key", type=Path, metavar="FILE", help="the private key of --certificate (PEM)")
    token = "a file with the secret for which /metrics is shown (default: to this machine alone)"
    asked.add_argument("--metrics-token", type=Path, metavar="FILE", help=token)


def _add_process(asked: argparse.ArgumentParser) -> None:
    asked.add_argument("--until-stdin-closes", action="store_true", help="end when the standard input is closed")
    asked.add_argument("--ctl", type=Path, metavar="PATH", help="where it takes `ctl` orders (default: in --data)")
    asked.add_argument(
        "--log", choices=[style.value for style in Style], help="default: human on a terminal, else json"
    )
    asked.add_argument("--log-level", choices=LEVELS, default="info", help="what is less grave is not written")
    of_size = partial(asked.add_argument, type=parse_size, metavar="SIZE")
    of_size("--memory-budget", default=limits.MEMORY_BUDGET, help="memory for all tables together (default: 256M)")
    of_size("--disk-budget", default=limits.DISK_BUDGET, help="disk space for everything that is kept (default: 1G)")
