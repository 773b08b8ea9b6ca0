"""The other commands of `coinche-server`: backup, ctl, doctor, export, free, forget, invite, token.

Orders about names work whether a server runs or not. The lock of the data directory tells which: a command that gets it
carries out the order on the data file itself, else the order goes to the server through its control socket.
Backup, export and a check by the doctor only read, and work beside a server.

Each function `..._command` runs one command with its arguments and returns the exit status.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import trio

from coinche.protocol.names import InvalidName, checked_name
from coinche.server import limits
from coinche.server.addresses import reachable_addresses
from coinche.server.archive.archive import Archive
from coinche.server.ladder.results import LadderResults
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.storage.damaged_rows import repair
from coinche.server.storage.data_dir import DATA_HELP, DataFailed, InUse, Lock, default_directory
from coinche.server.storage.database import DataFile, ReadOnlyFile, is_a_servers
from coinche.server.time_and_entropy import Entropy
from coinche.server.transport.tls import kept_certificate

from .backup import back_up
from .control_socket import SOCKET_FILE, NoRunningServer, ordered
from .doctor import Finding, facts, findings
from .invitation_orders import ADDRESS, DAYS, LIST, REVOKE, InvitationOrders, ServerPlace
from .name_orders import LENDS, KeptSessions, NameOrders
from .orders import OrderRefused, OrderResult, Orders, Words
from .personal_data import export

REFUSED, UNASKABLE = 1, 2
"""Exit statuses: it cannot be done; it cannot be asked for."""


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=DATA_HELP)


def on_data_of(directory: Path, do: Callable[[], None]) -> int:
    """Call `do` if a server has kept anything there; return the exit status."""
    if not is_a_servers(directory):
        return refused(REFUSED, f"no server has kept anything in {directory}; name its --data, or start it once before")
    try:
        do()
    except (OrderRefused, DataFailed) as wrong:
        return refused(REFUSED, str(wrong))
    return 0


def refused(status: int, sentence: str) -> int:
    """Print why not; return the exit status."""
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return status


def carried_out(directory: Path, words: Words) -> OrderResult:
    """Have an order carried out; Refused where it cannot be done, DataFailed where the data cannot be used."""
    try:
        return _alone(directory, words)
    except InUse:
        with suppress(NoRunningServer):
            return _by_server(directory / SOCKET_FILE, words)
    return _alone(directory, words, limits.LOCK)  # another command is done soon; a server without a socket is not


def _alone(directory: Path, words: Words, patience: float = 0.0) -> OrderResult:
    with Lock(directory, patience=patience), closing(DataFile(directory)) as file, Archive(file) as archive:
        repair(file, lambda news: print(f"coinche-server: {news}", file=sys.stderr))
        register, entropy = Register(file), Entropy()
        invitations = Invitations(register, file)
        names = NameOrders(register, invitations, archive, LadderResults(file), KeptSessions(file), entropy)
        invites = InvitationOrders(invitations, names, entropy, partial(_place, directory))
        orders = Orders(lambda news: None, *names.orders, *invites.orders)  # the outcome is printed, not logged
        return trio.run(orders.obey, words)


async def _place(directory: Path) -> ServerPlace:
    """Find out where guests will reach the server once it runs, if it is started without options."""
    host = await trio.to_thread.run_sync(lambda: reachable_addresses("")[-1], abandon_on_cancel=True)
    return ServerPlace(host=host, fingerprint=kept_certificate(directory).fingerprint)


def _by_server(path: Path, words: Words) -> OrderResult:
    answer = ordered(path, words)
    if not answer["ok"]:
        raise OrderRefused(" ".join(answer["said"]))
    return OrderResult(tuple(answer["said"]), answer.get("data", {}))


def backup_command(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="coinche-server backup",
        description="Copy everything that a server keeps into one tar file, as it is at this moment, also while it "
        "runs. Whoever has that file can pass for the server: it holds its keys.",
        epilog="To restore it, end the server; then: mkdir -m 700 NEW && tar -xf FILE -C NEW && coinche-server "
        "doctor --data NEW && coinche-server --data NEW. Never over an old directory: move that away before.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; it must not exist")
    add_data(parser)
    asked = parser.parse_args(arguments)
    return on_data_of(asked.data, lambda: print(f"{asked.file}: {', '.join(back_up(asked.data, asked.file))}"))


def ctl_command(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="coinche-server ctl",
        usage="%(prog)s [--data DIR | --ctl PATH] [--json] ORDER [WORD ...]",
        description="Have a server that runs on this machine do something; `help` says what there is.",
        allow_abbrev=False,
    )
    parser.add_argument("order", nargs="+", metavar="ORDER", help="status, tables, people, kick NAME, help …")
    where = parser.add_mutually_exclusive_group()
    data = "the server's (default: %(default)s)"
    where.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=data)
    where.add_argument("--ctl", type=Path, metavar="PATH", help="the server's, where it was started with one")
    parser.add_argument("--json", action="store_true", help="print what programs read")
    asked, more = parser.parse_known_args(arguments)
    try:
        outcome = _by_server(asked.ctl or asked.data / SOCKET_FILE, (*asked.order, *more))
    except (NoRunningServer, OrderRefused) as wrong:
        return refused(REFUSED, str(wrong))
    print(json.dumps(outcome.data, ensure_ascii=False, indent=2) if asked.json else "\n".join(outcome.lines))
    return 0


_ROUNDS = 3
"""A file that is written anew is checked again; what is wrong then is repaired after so many rounds."""


def doctor_command(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="coinche-server doctor",
        description="Check everything that a server keeps, also while it runs, and say what is wrong and what can be "
        "done about it. With --repair do it; end the server first.",
    )
    parser.add_argument("--repair", action="store_true", help="mend what can be mended, and make the file smaller")
    add_data(parser)
    asked = parser.parse_args(arguments)
    if not is_a_servers(asked.data):
        return refused(REFUSED, f"no server has kept anything in {asked.data}; name its --data")
    try:
        return _repair(asked.data) if asked.repair else _check(asked.data)
    except DataFailed as wrong:
        return refused(REFUSED, str(wrong))
    except OSError as wrong:
        return refused(REFUSED, f"cannot use {wrong.filename or asked.data}: {wrong.strerror}")


def _check(directory: Path) -> int:
    print(*facts(directory), sep="\n")
    try:
        Lock(directory).close()
    except InUse as use:
        print(f"a server runs: {use}, before --repair; this check only reads")
    found = tuple(findings(directory))
    for finding in found:
        print(f"wrong: {finding.wrong}")
        print(f"  {'--repair would' if finding.repair else 'what to do'}: {finding.remedy}")
    if not found:
        print("nothing is wrong")
    return REFUSED if found else 0


def _repair(directory: Path) -> int:
    left: Sequence[Finding] = ()
    with Lock(directory):
        for _ in range(_ROUNDS):
            left = tuple(findings(directory))
            for finding in left:
                if finding.repair is not None:
                    done = finding.repair()
                    more = f"; {done}" if isinstance(done, str) else ""
                    print(f"wrong: {finding.wrong}\n  done: {finding.remedy}{more}")
            if all(finding.repair is None for finding in left):
                break
    for finding in left:
        print(f"still wrong: {finding.wrong}\n  what to do: {finding.remedy}")
    print("nothing is wrong any more" if not left else "see above for what you have to do yourself")
    return REFUSED if left else 0


_ABOUT = {
    "export": "Print everything that is kept about a name, as JSON: whose it is, sessions, matches with their records, "
    "statistics. The other players' names and cards stand in the records.",
    "free": "Have a name belong to nobody, because its key is lost: the first key that signs in with it owns it. "
    "Whoever is signed in with the old key is signed out.",
    "forget": "Take a name out of all that is kept: nobody owns it, nobody is signed in as it, and in past matches "
    "'somebody' sat there. Their records stay readable, but the server's signature is no longer theirs.",
}


def name_command(does: str, arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog=f"coinche-server {does}", description=_ABOUT[does])
    parser.add_argument("name", metavar="NAME")
    add_data(parser)
    asked = parser.parse_args(arguments)
    try:
        name = checked_name(asked.name)
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    if does == "export":
        return on_data_of(asked.data, lambda: _export(asked.data, name))
    return on_data_of(asked.data, lambda: print(*carried_out(asked.data, (does, name)).lines, sep="\n"))


def _export(directory: Path, name: str) -> None:
    with closing(ReadOnlyFile(directory)) as reader:
        found = export(reader, name)
    if not any(value for part, value in found.items() if part != "name"):
        raise OrderRefused(f"nothing is kept about {name!r}")
    print(json.dumps(found, ensure_ascii=False, indent=2))


def _token_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coinche-server token", description="Hand out, list and take back what programs sign in with."
    )
    does = parser.add_subparsers(dest="does", metavar="add | list | remove", required=True)
    add = does.add_parser("add", help="make a token that signs in under a name, and print it this once")
    add.add_argument("name", metavar="NAME")
    add.add_argument(LENDS, action="store_true", help="it may lend bots, who see the hands that they play")
    shown = does.add_parser("list", help="print the names that have one")
    remove = does.add_parser("remove", help="make a name's token worthless, and the name free")
    remove.add_argument("name", metavar="NAME")
    for command in (add, shown, remove):
        add_data(command)
    return parser


def token_command(arguments: list[str]) -> int:
    asked = _token_parser().parse_args(arguments)
    words: Words = ("token", asked.does)
    try:
        if "name" in asked:
            words = (*words, checked_name(asked.name))
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    if "provider" in asked and asked.provider:
        words = (*words, LENDS)
    return on_data_of(asked.data, lambda: _order_tokens(asked, words))


def _order_tokens(asked: argparse.Namespace, words: Words) -> None:
    """Have it done; the part that a script may read stands alone in the output."""
    outcome = carried_out(asked.data, words)
    if asked.does == "add":
        print(outcome.lines[0])
        print(*outcome.lines[1:], sep="\n", file=sys.stderr)
    elif asked.does == "list" and outcome.lines:
        print(*outcome.lines, sep="\n")
    elif not outcome.data.get("kept", True):
        print(outcome.lines[-1], file=sys.stderr)


def invite_command(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="coinche-server invite",
        description="Invite somebody: print links to pass on, which bring a name to the first who opens one of them.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("name", metavar="NAME", nargs="?", help="the name that it brings; nobody may own it")
    what.add_argument(LIST, action="store_true", help="print the invitations that are open")
    what.add_argument(
        REVOKE,
        metavar="NAME",
        help="make the open invitation to that name worthless, and those by its owner; list whom it brought in",
    )
    days = f"the time until it ends (default: {limits.INVITATION_MS // 86_400_000})"
    parser.add_argument(DAYS.rstrip("="), type=int, metavar="N", help=days)
    address = "where the guest reaches the server, if not at this machine's address"
    parser.add_argument(ADDRESS.rstrip("="), metavar="HOST[:PORT]", help=address)
    add_data(parser)
    asked = parser.parse_args(arguments)
    try:
        words = _invite_words(asked)
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    return on_data_of(asked.data, lambda: print(*carried_out(asked.data, ("invite", *words)).lines, sep="\n"))


def _invite_words(asked: argparse.Namespace) -> Words:
    """Return the words of the order; InvalidName if the name is none."""
    if asked.list:
        return (LIST,)
    if asked.revoke is not None:
        return REVOKE, checked_name(asked.revoke)
    days = () if asked.days is None else (f"{DAYS}{asked.days}",)
    address = () if asked.address is None else (f"{ADDRESS}{asked.address}",)
    return (checked_name(asked.name), *days, *address)
