"""`coinche-server token`: who has been handed a token to sign in with. Works beside a server that runs."""

from __future__ import annotations

import argparse
import sys

from coinche.protocol.names import InvalidName, checked_name

from .command import UNASKABLE, add_data, on_data_of, refused
from .desk import LENDS
from .errand import carried_out


def _parser() -> argparse.ArgumentParser:
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


def main(arguments: list[str]) -> int:
    """Do what the words after `token` ask for; the exit status."""
    asked = _parser().parse_args(arguments)
    try:
        words = _words(asked)
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    return on_data_of(asked.data, lambda: _do(asked, words))


def _words(asked: argparse.Namespace) -> tuple[str, ...]:
    """The order for it."""
    words: tuple[str, ...] = ("token", str(asked.does))
    if "name" in asked:
        words = (*words, checked_name(asked.name))
    return (*words, LENDS) if "provider" in asked and asked.provider else words


def _do(asked: argparse.Namespace, words: tuple[str, ...]) -> None:
    """Have it done. What a script may want to read stands alone in the output."""
    said, *more = carried_out(asked.data, words).lines or ("",)
    if asked.does == "add":
        print(said)
        print(*more, sep="\n", file=sys.stderr)
    elif asked.does == "list" and said:
        print(said, *more, sep="\n")
