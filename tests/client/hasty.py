"""The client with a private server that waits for nobody, for tests of whole matches: `-m tests.client.hasty client …`.

Bots take 0.6 s for a card beside a person, and a trick is shown for 1.5 s: half a minute a deal.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from coinche.client import cli
from coinche.client.runtime import private_server
from coinche.server import cli as server_cli
from coinche.server.match.table_options import TableOptions


def client() -> None:
    """Run the client; a match against bots, from its home or by `--solo`, is played on such a server."""
    start = private_server.COMMAND.index("coinche.server")
    hasty = (*private_server.COMMAND[:start], "tests.client.hasty", "server", *private_server.COMMAND[start + 1 :])
    vars(private_server)["COMMAND"] = hasty
    cli.main()


def server() -> None:
    """Run such a server."""
    usual = server_cli._options

    def options(arguments: argparse.Namespace) -> TableOptions:
        given = usual(arguments)
        return replace(given, pace=replace(given.pace, bot=0.0, trick=0.0, reaction=0.3))

    vars(server_cli)["_options"] = options
    server_cli.main()


if __name__ == "__main__":
    {"client": client, "server": server}[sys.argv.pop(1)]()
