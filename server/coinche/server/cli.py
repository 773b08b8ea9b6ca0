"""`coinche-server`: a command line looked through, what is kept opened, the server run; and how that can fail."""

from __future__ import annotations

import argparse
import errno
import gc
import io
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import trio

from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules
from coinche.protocol.names import InvalidName, checked_name

from . import announcing, limits, rulebook
from .admin.channels import SOCKET_FILE as CTL
from .admin.commands import backup_command, ctl_command, doctor_command, export_command, name_command, token_command
from .admin.data import Kept
from .admin.exposure import Contradiction, Exposure, NoNetwork, YesNo, exposure
from .app import Server
from .command_line import parser
from .house import house_rules
from .logbook import LEVELS, Logbook, Style
from .match.options import TableOptions
from .news import Happening, News
from .operating.service import Wanted, serve
from .operating.systemd import Superior
from .plaintext import Plaintext
from .storage.budget import Budget
from .storage.data_dir import BadKey, DataFailed

_OTHERS: Mapping[str, Callable[[list[str]], int]] = {
    "token": token_command,
    "ctl": ctl_command,
    "backup": backup_command,
    "doctor": doctor_command,
    "export": export_command,
    "free": partial(name_command, "free"),
    "forget": partial(name_command, "forget"),
}
"""What else can be done by the same name, each with a command line of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What the command line asks for, looked through before anything is opened."""

    options: TableOptions
    name: str
    exposure: Exposure


def _wish(arguments: argparse.Namespace) -> _Wish:
    """All that can be wrong with the command line; SystemExit 2 says what is."""
    return _Wish(options=_options(arguments), name=_name(arguments.name), exposure=_exposure(arguments))


def _server(arguments: argparse.Namespace, wish: _Wish, kept: Kept, say: Callable[[str], None]) -> Server:
    return Server(
        say=say,
        defaults=wish.options,
        provider=None if arguments.bots == "none" else arguments.bots,
        plaintext=wish.exposure.plaintext,
        announce=wish.name if wish.exposure.announced else None,
        exposure=wish.exposure,
        budget=Budget(
            memory=arguments.memory_budget or limits.MEMORY_BUDGET,
            disk=arguments.disk_budget or limits.DISK_BUDGET,
            directory=None if arguments.memory else arguments.data,
        ),
        bans=kept.bans,
        store=kept.store,
        kept_certificate=kept.certificate,
        kept_record_key=kept.record_key,
        register=kept.register,
        kept_archive=kept.archive,
    )


def _wanted(arguments: argparse.Namespace, kept: Kept) -> Wanted:
    usual = None if arguments.memory else arguments.data / CTL
    return Wanted(
        host=arguments.host,
        port=arguments.port,
        ctl=arguments.ctl or usual,
        until_stdin_closes=arguments.until_stdin_closes,
        news=kept.made,
    )


def _kept(arguments: argparse.Namespace, say: Callable[[str], None]) -> Kept:
    """What is kept; SystemExit 1 says what is wrong with it."""
    try:
        return Kept(None if arguments.memory else arguments.data, say)
    except (BadKey, DataFailed) as wrong:
        raise SystemExit(_wrong(str(wrong), status=1)) from None


def _exposure(arguments: argparse.Namespace) -> Exposure:
    """Who may come how; SystemExit 2 says which options do not go together, or cannot be meant."""
    try:
        return exposure(
            public=arguments.public,
            plaintext=arguments.plaintext and Plaintext(arguments.plaintext),
            name=arguments.name,
            no_announce=arguments.no_announce,
            guests=arguments.guests and YesNo(arguments.guests),
            lists_private=arguments.list_private and YesNo(arguments.list_private),
            trusted=arguments.trust,
        )
    except Contradiction as wrong:
        raise SystemExit(_wrong(f"--public does not go with {wrong}")) from None
    except NoNetwork as wrong:
        raise SystemExit(_wrong(f"--trust: {wrong}")) from None


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


def main() -> None:
    """Run the command; the exit status is 1 where it cannot do it, 2 for what cannot be asked for."""
    if sys.argv[1:2] and sys.argv[1] in _OTHERS:
        raise SystemExit(_OTHERS[sys.argv[1]](sys.argv[2:]))
    arguments = parser().parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    lines = _in_words(arguments)
    if lines is not None:
        _print(lines)
        return
    limits.allow_many_files()
    gc.set_threshold(limits.GARBAGE)
    _run(arguments, _wish(arguments))


def _run(arguments: argparse.Namespace, wish: _Wish) -> None:
    """Serve until that ends, by whatever."""
    style = arguments.log and Style(arguments.log)
    say = Logbook.on(sys.stdout, style, LEVELS[arguments.log_level]).say
    superior = Superior.taken_from(os.environ, os.getpid())
    with _kept(arguments, say) as kept:
        server = _server(arguments, wish, kept, say)
        try:
            trio.run(serve, server, _wanted(arguments, kept), superior)
        except* OSError as wrong:
            raise SystemExit(_cannot_listen(arguments, wrong.exceptions[0])) from None
        except* DataFailed as wrong:
            raise SystemExit(_wrong(str(_first(wrong)), status=1)) from None
    say(News(Happening.ENDED, "ended"))


def _first(wrong: BaseException) -> BaseException:
    """The first of those that were raised together."""
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    return wrong


def _cannot_listen(arguments: argparse.Namespace, wrong: BaseException) -> int:
    wrong = _first(wrong)
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
