"""`coinche-server ctl`: orders for a server that runs on this machine, given by who owns it.

Knows the socket and how an answer is shown. Refuses to know orders: the server has the table of them.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
from pathlib import Path
from typing import Any

from coinche.server.storage.data_dir import default_directory

from .ctl import FILE, REQUEST

PATIENCE = 300.0
"""Seconds for an answer: a copy of everything that is kept takes a while."""


class NoServer(Exception):
    """Nobody takes orders there; the message says so."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coinche-server ctl",
        usage="%(prog)s [--data DIR | --ctl PATH] [--json] ORDER [WORD ...]",
        description="Have a server that runs on this machine do something; `help` says what there is.",
        allow_abbrev=False,
    )
    parser.add_argument("order", nargs="+", metavar="ORDER", help="status, tables, people, kick NAME, help …")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, metavar="DIR", default=default_directory(), help="the server's (default: %(default)s)"
    )
    where.add_argument("--ctl", type=Path, metavar="PATH", help="the server's, where it was started with one")
    parser.add_argument("--json", action="store_true", help="print what programs read")
    return parser


def main(arguments: list[str]) -> int:
    """Give the order that the words after `ctl` are; the exit status."""
    asked, more = _parser().parse_known_args(arguments)
    path = asked.ctl or asked.data / FILE
    try:
        answer = ordered(path, (*asked.order, *more))
    except NoServer as wrong:
        print(f"coinche-server: {wrong}", file=sys.stderr)
        return 1
    if not answer["ok"]:
        print("coinche-server:", *answer["said"], file=sys.stderr)
        return 1
    if asked.json:
        print(json.dumps(answer["data"], ensure_ascii=False, indent=2))
    else:
        print(*answer["said"], sep="\n")
    return 0


def ordered(path: Path, words: tuple[str, ...]) -> dict[str, Any]:
    """What the server says that takes orders there; NoServer where none does."""
    order = json.dumps({"do": words}).encode() + b"\n"
    if len(order) > REQUEST:
        raise NoServer(f"that is too long: an order has at most {REQUEST} bytes")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(str(path))
            connection.sendall(order)
            with connection.makefile("rb") as answers:
                line = answers.readline()
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoServer(f"no server takes orders at {path}; start it, or name its --data") from None
    except PermissionError:
        raise NoServer(f"{path} is another user's; give the order as the one who runs the server") from None
    except AttributeError:
        raise NoServer("a server takes no orders on this system but on its console") from None
    except OSError as wrong:
        raise NoServer(f"cannot order anything at {path}: {wrong.strerror or wrong}") from None
    if not line:
        raise NoServer(f"the server at {path} has not answered; see its log")
    answer: dict[str, Any] = json.loads(line)
    return answer
