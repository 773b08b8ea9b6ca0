"""`coinche-server token`: who has been handed a token to sign in with. Works beside a server that runs."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from coinche.protocol import auth
from coinche.protocol.names import InvalidName, checked_name

from . import data
from .clock import SystemEntropy
from .datafile import DataFailed, DataFile
from .lock import Lock
from .register import Register


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coinche-server token", description="Hand out, list and take back what programs sign in with."
    )
    does = parser.add_subparsers(dest="does", metavar="add | list | remove", required=True)
    add = does.add_parser("add", help="make a token that signs in under a name, and print it this once")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--provider", action="store_true", help="it may lend bots, who see the hands that they play")
    shown = does.add_parser("list", help="print the names that have one")
    remove = does.add_parser("remove", help="make a name's token worthless, and the name free")
    remove.add_argument("name", metavar="NAME")
    for command in (add, shown, remove):
        command.add_argument("--data", type=Path, metavar="DIR", default=data.usual(), help=data.HELP)
    return parser


def main(arguments: list[str]) -> int:
    """Do what the words after `token` ask for; the exit status."""
    asked = _parser().parse_args(arguments)
    if not data.is_a_servers(asked.data):
        return _refused(1, f"no server has kept anything in {asked.data}; name its --data, or start it once before")
    try:
        with Lock(asked.data), closing(DataFile(asked.data)) as file:
            return _DOES[asked.does](Register(file), asked)
    except InvalidName as wrong:
        return _refused(2, str(wrong))
    except DataFailed as wrong:
        return _refused(1, str(wrong))


def _add(register: Register, arguments: argparse.Namespace) -> int:
    name = checked_name(arguments.name)
    token = auth.new_secret(SystemEntropy().draw(auth.SECRET_BYTES))
    if not register.add_token(name, auth.key(token), provider=arguments.provider):
        return _refused(1, f"{name!r} has an owner already; choose another name, or remove its token first")
    print(token)
    print(f"whoever has this token signs in as {name!r}; it is not shown again", file=sys.stderr)
    return 0


def _list(register: Register, arguments: argparse.Namespace) -> int:
    for owner in register.tokens():
        print(f"{owner.name}  (lends bots)" if owner.provider else owner.name)
    return 0


def _remove(register: Register, arguments: argparse.Namespace) -> int:
    if not register.remove_token(arguments.name):
        return _refused(1, f"{arguments.name!r} has no token; `coinche-server token list` prints who has one")
    return 0


_DOES = {"add": _add, "list": _list, "remove": _remove}


def _refused(status: int, sentence: str) -> int:
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return status
