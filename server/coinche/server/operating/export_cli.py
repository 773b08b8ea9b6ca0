"""`coinche-server export`: everything that is kept about a name, as JSON. Works beside a server that runs."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path

from coinche.protocol.names import InvalidName, checked_name
from coinche.server.datafile import ReadOnly

from .command import UNASKABLE, add_data, on_data_of, refused
from .export import exported
from .orders import Refused


def main(arguments: list[str]) -> int:
    """Print what the words after `export` ask for; the exit status."""
    parser = argparse.ArgumentParser(
        prog="coinche-server export",
        description="Print everything that is kept about a name, as JSON: whose it is, sessions, matches with their "
        "records, statistics. The other players' names and cards stand in the records.",
    )
    parser.add_argument("name", metavar="NAME")
    add_data(parser)
    asked = parser.parse_args(arguments)
    try:
        name = checked_name(asked.name)
    except InvalidName as wrong:
        return refused(UNASKABLE, str(wrong))
    return on_data_of(asked.data, lambda: _print(asked.data, name))


def _print(directory: Path, name: str) -> None:
    with closing(ReadOnly(directory)) as reader:
        found = exported(reader, name)
    if not any(value for part, value in found.items() if part != "name"):
        raise Refused(f"nothing is kept about {name!r}")
    print(json.dumps(found, ensure_ascii=False, indent=2))
