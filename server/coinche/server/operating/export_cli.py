"""`coinche-server export`: everything that is kept about a name, as JSON. Works beside a server that runs."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path

from coinche.server.storage.database import ReadOnly

from .command import about_a_name
from .export import exported
from .orders import Refused


def main(arguments: list[str]) -> int:
    """Print what the words after `export` ask for; the exit status."""
    parser = argparse.ArgumentParser(
        prog="coinche-server export",
        description="Print everything that is kept about a name, as JSON: whose it is, sessions, matches with their "
        "records, statistics. The other players' names and cards stand in the records.",
    )
    return about_a_name(parser, arguments, _print)


def _print(directory: Path, name: str) -> None:
    with closing(ReadOnly(directory)) as reader:
        found = exported(reader, name)
    if not any(value for part, value in found.items() if part != "name"):
        raise Refused(f"nothing is kept about {name!r}")
    print(json.dumps(found, ensure_ascii=False, indent=2))
