"""What the commands that work on a server's data have in common: where those are, and how a refusal is said.

Knows arguments and exit statuses. Refuses to know what any of them does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from coinche.protocol.names import InvalidName, checked_name
from coinche.server.storage.data_dir import HELP, DataFailed, default_directory
from coinche.server.storage.database import is_a_servers

from .orders import Refused

REFUSED, UNASKABLE = 1, 2
"""Exit statuses: it cannot be done; it cannot be asked for."""


def add_data(parser: argparse.ArgumentParser) -> None:
    """Let it be said whose data are meant."""
    parser.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=HELP)


def about_a_name(parser: argparse.ArgumentParser, arguments: list[str], do: Callable[[Path, str], None]) -> int:
    """Do it with the data and the name that the words ask for; the exit status."""
    parser.add_argument("name", metavar="NAME")
    add_data(parser)
    asked = parser.parse_args(arguments)
    try:
        name = checked_name(asked.name)
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    return on_data_of(asked.data, lambda: do(asked.data, name))


def on_data_of(directory: Path, do: Callable[[], None]) -> int:
    """Do it if a server has kept anything there; the exit status."""
    if not is_a_servers(directory):
        return refused(REFUSED, f"no server has kept anything in {directory}; name its --data, or start it once before")
    try:
        do()
    except (Refused, DataFailed) as wrong:
        return refused(REFUSED, str(wrong))
    return 0


def refused(status: int, sentence: str) -> int:
    """Say why not; the exit status."""
    print(f"coinche-server: {sentence}", file=sys.stderr)
    return status
