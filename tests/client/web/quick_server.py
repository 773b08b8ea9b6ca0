"""A server as a process of its own, at whose tables bots play and tricks lie for no time: `python quick_server.py`.

It prints its port, and ends when its standard input is closed.
"""

from __future__ import annotations

import sys

import trio

from coinche.server.app import Server
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.table_options import Pace, TableOptions

QUICK = Pace(bot=0.01, trick=0.02, reaction=0.02, recap=300.0, parting=300.0, final=600.0)
"""Bots that hardly wait, and recaps that wait for the person."""


async def main() -> None:
    """Run the server until nobody holds its standard input any more."""
    defaults, ladder = TableOptions(name="table", pace=QUICK), LadderSettings(boards=4, pause=0.0)
    server = Server(say=lambda line: None, defaults=defaults, ladder=ladder, name="Chez Ana")
    async with trio.open_nursery() as nursery:
        port: int = await nursery.start(server.run, "127.0.0.1", 0)
        print(port, flush=True)
        await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
