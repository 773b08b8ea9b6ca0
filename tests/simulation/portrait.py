"""A comparable picture of a live table, which must equal that of the table a later server restores from its entries."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from coinche.server.table.table import Table

from .server_runs import ServerRun
from .truth import Truth
from .violation import Violation

Portrait = dict[str, Any]


def portrait(table: Table) -> Portrait:
    """All that must come back."""
    members, turns = table._members, table._turns
    return {
        "state": table._log.replay.state,
        "events": table._feed.n,
        "seats": [
            (place.seat, place.owner and place.owner.id, place.bot, place.bank_ms) for place in members.seats.values()
        ],
        "host": members.host.seat,
        "sat": tuple(members.history.held),
        "strikes": dict(turns._strikes.counts),
        "forfeits": turns.forfeits,
        "out": set(turns._strikes.out),
    }


class Portraits:
    """Those of all tables, when the last server ended with all of it safe."""

    def __init__(self, truth: Truth, chance: Random) -> None:
        self._truth = truth
        self._chance = chance
        self._taken: dict[str, Portrait] = {}

    def take(self, server_run: ServerRun) -> None:
        """The server is about to end. What is not safe yet may be lost, so that is no portrait."""
        tables = server_run.server.lobby.tables.items() if server_run.all_is_safe else ()
        self._taken = {name: portrait(table) for name, table in tables}

    def compare(self, server_run: ServerRun, offended: Callable[[Violation], None]) -> None:
        """The next has begun: all tables are there; by chance they have to wake, or it is left to them."""
        tables = server_run.server.lobby.tables
        going_on = [name for name, table in self._truth.tables.items() if not table.closed]
        if lost := [name for name in going_on if not tables.has(name)]:
            offended(Violation("a server finds all tables again", f"there is no {lost}"))
        for name in going_on if self._chance.random() < 0.5 else ():
            table = tables.bring_back(name)
            if table is None:
                offended(Violation("a server finds all tables again", f"{name} does not come back"))
                continue
            before, after = self._taken.get(name, {}), portrait(table)
            if changed := {key: (before[key], after[key]) for key in before if before[key] != after[key]}:
                offended(Violation("a table comes back as it was", f"{name}: {changed}"))
