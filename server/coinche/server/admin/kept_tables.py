"""The command `coinche-server tables`: the matches in play that data directories keep, and how they stand.

It only reads, whether a server runs there or not. A score follows from the journal, as after a restart, so it is the
one with which the match goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import TableClosed
from coinche.server.match.entries import MatchBegun, MatchPlayed, Seating, TableOpened, Told
from coinche.server.match.replay import MatchReplay
from coinche.server.storage.data_dir import DataFailed, default_directory
from coinche.server.storage.database import ReadOnlyFile
from coinche.server.storage.serialization import decode_entry

from .doctor import OLDEST

REFUSED = 1
"""Exit status where a directory cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    """A table with a match in play. `people` are the seats that clients own, `at` is when it was last played at, in ms
    of the Unix clock."""

    table: str
    preset: str
    target: int
    deal: int
    totals: Mapping[Team, int]
    names: Mapping[Seat, str]
    people: frozenset[Seat]
    at: int


def kept_tables(directory: Path) -> Iterator[KeptTable]:
    """Yield the tables of that directory; DataFailed where it cannot be read. A table with damaged entries is left
    out: it would not go on either."""
    with closing(ReadOnlyFile(directory, oldest=OLDEST)) as reader:
        rows = reader.raw_rows("SELECT tab, entry FROM journal ORDER BY tab, seq")
        for table, each in groupby(rows, key=itemgetter(0)):
            try:
                found = _in_play(table, [entry for _, entry in each])
            except Exception:  # damaged entries fail anywhere in the engine
                print(f"coinche-server: {directory}: the table {table!r} cannot be read", file=sys.stderr)
                continue
            if found is not None:
                yield found


def _in_play(table: str, rows: list[bytes]) -> KeptTable | None:
    """Replay the entries of a table; None where no match is in play."""
    replay, begun, people, at = MatchReplay(), None, frozenset[Seat](), 0
    for entry in map(decode_entry, rows):
        replay.take(entry)
        at = getattr(entry, "at", at)
        match entry:
            case MatchBegun():
                begun = entry
            case Seating(chairs=chairs):
                people = frozenset(chair.seat for chair in chairs if chair.owner is not None)
            case MatchPlayed() | Told(event=TableClosed()):
                begun = None
            case TableOpened():
                pass
    state = replay.state
    if begun is None or state is None or replay.over:
        return None
    return KeptTable(
        table=table,
        preset=begun.preset,
        target=state.rules.match.target,
        deal=state.deal,
        totals={team: state.standing.totals[team] for team in Team},
        names=dict(begun.names),
        people=people,
        at=at,
    )


def tables_command(arguments: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="coinche-server tables",
        description="Print the matches in play that a server keeps, a line each, also while it runs.",
    )
    parser.add_argument("--json", action="store_true", help="print what programs read, an object for each match")
    default = default_directory()
    what = f"the --data of servers (default: {default})"
    parser.add_argument("directories", nargs="*", type=Path, metavar="DIR", help=what)
    data = "the same, as other commands take it; can be given several times"
    parser.add_argument("--data", action="append", type=Path, metavar="DIR", default=[], help=data)
    asked = parser.parse_args(arguments)
    status = 0
    for directory in (*asked.directories, *asked.data) or (default,):
        try:
            for found in kept_tables(directory):
                print(_as_json(directory, found) if asked.json else _told(found))
        except DataFailed as wrong:
            print(f"coinche-server: {wrong}", file=sys.stderr)
            status = REFUSED
    return status


def _told(found: KeptTable) -> str:
    who = ", ".join(f"{seat} {found.names.get(seat, '-')}" for seat in Seat)
    score = ", ".join(f"{team} {points}" for team, points in found.totals.items())
    return f"{found.table}: {found.preset} to {found.target}, deal {found.deal}, {score}; {who}"


def _as_json(directory: Path, found: KeptTable) -> str:
    told = {
        "directory": str(directory),
        "table": found.table,
        "preset": found.preset,
        "target": found.target,
        "deal": found.deal,
        "totals": {str(team): points for team, points in found.totals.items()},
        "names": {str(seat): name for seat, name in found.names.items()},
        "people": sorted(map(str, found.people)),
        "at": found.at,
    }
    return json.dumps(told, ensure_ascii=False)
