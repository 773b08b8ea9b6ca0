"""Write the data of a server of this version as SQL: `python -m tests.server.data_files.build`.

Each version of the file has its own, `version-2.sql` and so on, written by a server of that version and kept for ever:
`test_data_of_each_version` opens all of them. The file of an unreleased version is written anew whenever entries change
their form.
"""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import trio

from coinche.engine.seats import Points
from coinche.server.addresses import identity_of_key
from coinche.server.app import Server
from coinche.server.archive.archive import Archive
from coinche.server.ladder.results import LadderResults
from coinche.server.log import LogEntry
from coinche.server.match.ladder_board import LadderBoard, LadderEntrant, LadderSides
from coinche.server.match.table_options import Pace, TableOptions
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.storage.database import DATA_FILE, DataFile
from coinche.server.storage.journal import Journal
from coinche.server.storage.schema import VERSION
from tests.server.conftest import RunningServer, _run_within, until
from tests.server.ended import ended
from tests.server.seeded_entropy import SeededEntropy
from tests.server.tables import answer, pass_on, quiet, seated, watching

HERE = Path(__file__).parent
PACE = Pace(bot=0.0, trick=0.0, recap=5.0, final=5.0)


def _board() -> LadderBoard:
    """A board of the ladder that is over."""
    ana, bob = (LadderEntrant(name, identity_of_key(key * 32)) for name, key in (("Ana", "aa"), ("Bob", "bb")))
    return LadderBoard(table="t0", sides=LadderSides(ana, bob), at=1_700_000_000_000, points=Points(162, 90))


async def written(directory: Path) -> None:
    """Have a server play there: a match to its end, and five tables that go on."""
    with closing(DataFile(directory)) as file, Archive(file, journal := Journal(file, print)) as archive:
        register = Register(file)
        register.claim("Ana", "aa" * 32)
        register.add_token("Deep Blue", hashlib.sha256(b"token").digest(), provider=False)
        LadderResults(file).keep(_board(), "0123456789abcdef")
        Invitations(register, file).make("Zoé", SeededEntropy(b"invited"), 7 * 24 * 60 * 60 * 1000, by="Ana")
        news: list[LogEntry] = []
        server = Server(
            entropy=SeededEntropy(b"built"),
            say=news.append,
            defaults=TableOptions(name="table", pace=PACE, absence_ms=60_000),
            provider=None,
            register=register,
            store=journal,
            kept_archive=archive,
        )
        async with trio.open_nursery() as nursery:
            scope = trio.CancelScope()
            running = RunningServer(server, await nursery.start(_run_within, scope, server), news, scope)
            await ended(running, name="over", target=50)
            await play_a_little(running)
            await server._archive_service.settled()
            running.stop()
            await until(lambda: journal.backlog == 0)
            await running.hang_up()
            nursery.cancel_scope.cancel()


async def play_a_little(running: RunningServer) -> None:
    """Tables that go on: one waits, the others are in their first deal."""
    waits = await running.connect("waits")
    await waits.send(type="create_table", name="waits", seat="N", shares="all")
    await waits.until("joined")
    people, wires = await seated(running, name="people")
    await answer(wires["N"], 5, type="chat", table=people, text="Bonsoir")
    await pass_on(people, wires, 2)
    strict, wires = await seated(running, name="strict", people="", strict=True)
    await pass_on(strict, wires, 1)
    await play_to_the_cards(running)
    delayed, wires = await seated(running, name="delayed", people="", delay_s=3600)
    await watching(running, delayed)
    await pass_on(delayed, wires, 2)
    for wire in wires.values():
        await quiet(wire)


async def play_to_the_cards(running: RunningServer) -> None:
    """A table that is in the middle of its third trick."""
    _, wires = await seated(running, name="cards", people="")
    chance, played = Random(3), [0]
    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(play_some, wire, chance, played, nursery.cancel_scope)


async def play_some(wire: Any, chance: Random, played: list[int], enough: trio.CancelScope) -> None:
    """Answer each request, until enough was played by all together."""
    while True:
        request = await wire.until("request")
        bids = request["bids"]
        action = f"{bids['H']}H" if bids and request["view"]["contract"] is None else request["default"]
        await answer(wire, 6, type="act", table=request["table"], request=request["request"], action=action)
        played[0] += 1
        if played[0] == 14:
            enough.cancel()


def main() -> None:
    """Write the file of this version."""
    with tempfile.TemporaryDirectory() as name:
        trio.run(written, Path(name))
        with closing(sqlite3.connect(Path(name, DATA_FILE))) as file:
            lines = [f"PRAGMA user_version = {VERSION};", *file.iterdump()]
    (HERE / f"version-{VERSION}.sql").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
