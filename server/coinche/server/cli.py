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
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trio

from coinche.engine.presets import ABOUT, DEFAULT_PRESET, PRESETS
from coinche.engine.rules import DESCRIBED, GROUPS, Described, InvalidRules, differing, value_of
from coinche.engine.ruleset_map import did_you_mean
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.house_rules import MAX_FILE, HouseRules, as_toml, parsed
from coinche.protocol.names import InvalidName, checked_name
from coinche.version import ShowVersion

from . import limits
from .addresses import Plaintext
from .admin.channels import SOCKET_FILE as CTL
from .admin.commands import backup_command, ctl_command, doctor_command, export_command, name_command, token_command
from .admin.data import Kept
from .admin.exposure import Contradiction, Exposure, NoNetwork, YesNo, exposure
from .app import DEFAULT_PROVIDER, Server
from .discovery import usual_name
from .log import LEVELS, Happening, Log, Logbook, News, Style
from .match.options import TableOptions
from .service import Superior, Wanted, serve
from .storage.budget import Budget, parse_size
from .storage.data_dir import DATA_HELP, BadKey, DataFailed, default_directory

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


def _server(arguments: argparse.Namespace, wish: _Wish, kept: Kept, say: Log) -> Server:
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


def _kept(arguments: argparse.Namespace, say: Log) -> Kept:
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
        return usual_name() if wanted is None else checked_name(wanted)
    except InvalidName as wrong:
        raise SystemExit(_wrong(f"--name: {wrong}")) from None


def _wrong(sentence: str, status: int = 2) -> int:
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return status


def _in_words(arguments: argparse.Namespace) -> Iterable[str] | None:
    """The lines that were asked for in place of a server; SystemExit 2 says what is wrong."""
    if arguments.list_rules:
        return PRESETS if arguments.quiet else listed()
    if arguments.quiet:
        raise SystemExit(_wrong("-q goes with --list-rules"))
    if arguments.explain_rules is None:
        return None
    try:
        return explained(house_rules(arguments.explain_rules), shutil.get_terminal_size().columns)
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


# --- command line ---------------------------------------------------------------------------------
# What `coinche-server` may be asked for. Knows options and their defaults; refuses to know what becomes of them.


_YES_NO = [choice.value for choice in YesNo]


def parser() -> argparse.ArgumentParser:
    """All options, in the order of the help."""
    asked = argparse.ArgumentParser(
        prog="coinche-server",
        description="Serve tables of coinche to people and bots.",
        epilog="other commands, each with --help: ctl: orders for a server that runs; "
        "token, free, forget, export: names; backup: a copy of everything; "
        "doctor: whether everything that is kept can be used, and mending it",
    )
    _of_place(asked)
    _of_play(asked)
    _of_entrance(asked)
    _of_running(asked)
    _of_budgets(asked)
    _of_words(asked)
    return asked


def _of_place(asked: argparse.ArgumentParser) -> None:
    """Where it listens, and where it keeps what it keeps."""
    asked.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all; 127.0.0.1: only here)")
    asked.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any free one")
    kept = asked.add_mutually_exclusive_group()
    kept.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=DATA_HELP)
    kept.add_argument(
        "--memory",
        action="store_true",
        help="nothing outlives the server: names have owners until it ends, tokens cannot be made",
    )


def _of_play(asked: argparse.ArgumentParser) -> None:
    """What is played there, and against whom."""
    asked.add_argument("--rules", default=DEFAULT_PRESET, metavar="RULES", help="a preset, or a house file (TOML)")
    asked.add_argument("--target", type=int, metavar="POINTS", help="of a match, where its table names no other")
    asked.add_argument("--bots", default=DEFAULT_PROVIDER, metavar="CMD", help="what lends bots; 'none': no bots")


def _of_entrance(asked: argparse.ArgumentParser) -> None:
    """Who finds it, and who may come in."""
    found = asked.add_mutually_exclusive_group()
    found.add_argument("--name", help="what it is called where clients find it (default: as this machine)")
    found.add_argument("--no-announce", action="store_true", help="clients on the local network do not find it")
    asked.add_argument("--public", action="store_true", help="for a server on the internet: TLS only, not announced")
    asked.add_argument(
        "--plaintext",
        choices=[rule.value for rule in Plaintext],
        help="from where clients may come without TLS (default: lan, this machine and private networks)",
    )
    asked.add_argument(
        "--trust",
        action="append",
        default=[],
        metavar="NET",
        help="a network whose clients are counted one by one, not by address; can be given several times",
    )
    asked.add_argument("--guests", choices=_YES_NO, help="whether somebody without a key may come in (default: yes)")
    asked.add_argument("--list-private", choices=_YES_NO, help="whether the lobby shows private tables (default: yes)")


def _of_running(asked: argparse.ArgumentParser) -> None:
    """How it is run."""
    asked.add_argument("--until-stdin-closes", action="store_true", help="end when the standard input is closed")
    asked.add_argument("--ctl", type=Path, metavar="PATH", help="where it takes `ctl` orders (default: in --data)")
    asked.add_argument(
        "--log", choices=[style.value for style in Style], help="default: human on a terminal, else json"
    )
    asked.add_argument("--log-level", choices=LEVELS, default="info", help="what is less grave is not written")


def _of_budgets(asked: argparse.ArgumentParser) -> None:
    """What it may take of the machine."""
    asked.add_argument(
        "--memory-budget", type=parse_size, metavar="SIZE", help="memory for all tables together (default: 256M)"
    )
    asked.add_argument(
        "--disk-budget", type=parse_size, metavar="SIZE", help="disk space for everything that is kept (default: 1G)"
    )


def _of_words(asked: argparse.ArgumentParser) -> None:
    """What is printed in place of serving."""
    asked.add_argument("--version", action=ShowVersion, help="print what is installed, and end")
    asked.add_argument("--list-rules", action="store_true", help="print the presets, a line each, and end")
    asked.add_argument("-q", "--quiet", action="store_true", help="with --list-rules: their names alone")
    asked.add_argument("--explain-rules", metavar="RULES", help="print a preset or a house file in words, and end")


# --- house ----------------------------------------------------------------------------------------
# House rules of a server: a preset, or a file that names one and says what differs.
#
# Knows how such a file is read, and says in a sentence why one cannot be. Refuses to know what stands in it.


def house_rules(wanted: str) -> HouseRules:
    """The preset of that name, else the rules of the file at that path; InvalidRules says what is wrong."""
    if wanted in PRESETS:
        return HouseRules(name=wanted, base=wanted, rules=PRESETS[wanted])
    text = _read(wanted)
    try:
        return parsed(text)
    except InvalidRules as wrong:
        raise InvalidRules(f"{wanted}: {wrong}") from None


def _read(path: str) -> str:
    """The text of a file; InvalidRules where it cannot be had."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE + 1)
        text = content.decode()
    except FileNotFoundError:
        raise InvalidRules(f"there is no preset and no file {path!r}; {did_you_mean(path, PRESETS)}") from None
    except UnicodeDecodeError:
        raise InvalidRules(f"{path} is no text in UTF-8") from None
    except (OSError, ValueError) as wrong:  # a null character is no path
        reason = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise InvalidRules(f"cannot read {path!r}: {reason}") from None
    if len(content) > MAX_FILE:
        raise InvalidRules(f"{path} is longer than {MAX_FILE} bytes, so it is no house file")
    return text


# --- rulebook -------------------------------------------------------------------------------------
# The presets in a list, and any rules in words, as lines for a terminal.


MAX_WIDTH = 100
"""Columns beyond which lines are hard to read."""


def listed() -> Iterator[str]:
    """A line for each preset: its name and what it is."""
    width = max(map(len, PRESETS))
    for name in PRESETS:
        yield f"{name:<{width}}  {ABOUT[name]}"


def explained(house: HouseRules, width: int) -> Iterator[str]:
    """Every option, group by group: its value, as a house file has it, and what that means."""
    differs = differing(house.rules, PRESETS[house.base])
    yield from _wrapped(_title(house, len(differs)), width, "")
    for group, about in GROUPS.items():
        yield ""
        yield from _wrapped(about.splitlines()[0], width, "")
        for option in DESCRIBED.values():
            if option.group == group:
                yield from _option(option, house, option.name in differs, width)


def _title(house: HouseRules, differs: int) -> str:
    if house.name == house.base:
        return f"{house.name}: {ABOUT[house.base]}"
    options = f"{differs} option{'' if differs == 1 else 's'}"
    return f"{house.name}: differs from {house.base} in {options}, marked *"


def _option(option: Described, house: HouseRules, differs: bool, width: int) -> Iterator[str]:
    value = value_of(house.rules, option.name)
    line = f"{'*' if differs else ' '} {option.name} = {as_toml(value)}"
    if differs:
        line += f"   (differs from {house.base}: {as_toml(value_of(PRESETS[house.base], option.name))})"
    yield line
    meaning = option.meaning(value)
    yield from _wrapped(f"{option.question} {option.text(value)} ({meaning.clause})", width, " " * 6)


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(text, max(20, min(width, MAX_WIDTH)), initial_indent=indent, subsequent_indent=indent)
