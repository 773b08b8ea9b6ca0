"""`coinche-server backup`: everything that a server keeps, in one file. Works beside a server that runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from .backup import back_up
from .command import add_data, on_data_of


def main(arguments: list[str]) -> int:
    """Make the copy that the words after `backup` ask for; the exit status."""
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
