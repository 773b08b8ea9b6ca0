"""The tables at which entrants of the ladder play boards of a contest, as the arena wants through the control socket.

The arena deals: a pack comes when its board is to be played, so none is here before. The programs are seated as on the
ladder, and no result counts there. Nobody watches such a table, no list has it, and it ends with the arena's connection
(`match.contest_lines` has the lines of both sides). For a program that is lost or stalls the default is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

import trio

from coinche.engine.presets import DEFAULT_PRESET
from coinche.engine.seats import Seat
from coinche.protocol.messages import Leave, PositionAction
from coinche.server import limits
from coinche.server.log import Happening, LogEntry
from coinche.server.match.contest_lines import (
    ContestLine,
    ContestPlan,
    ContestTable,
    EntryKept,
    FromArena,
    PackHanded,
    PackWanted,
)
from coinche.server.match.entries import DealPlayed, Declined, Entry, MatchPlayed, Seating, Shown, TableOpened
from coinche.server.match.ladder_board import LadderEntrant, LadderSides
from coinche.server.match.packs import HandedPacks
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.storage.serialization import encode_entry
from coinche.server.table.table import Table

from .ladder import LadderTables
from .tables import Tables

PROGRAMS_OF_SIDE = 2
"""The programs that an entrant needs at each table: none plays both seats."""
_NOT_TOLD = TableOpened | Seating | Shown | Declined | DealPlayed | MatchPlayed
"""Entries of which nothing follows that was played."""


class PlanUnplayable(Exception):
    """The boards cannot be played; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class _OpenTable:
    """A table while it is played."""

    table: Table
    packs: HandedPacks


class ContestTables:
    """Plays boards of contests on one server, with the programs that are on its ladder."""

    def __init__(
        self,
        server: ServerContext,
        tables: Tables,
        ladder: LadderTables | None,
        register: Register,
        defaults: TableOptions,
    ) -> None:
        self._server = server
        self._tables = tables
        self._ladder = ladder
        self._register = register
        self._defaults = defaults

    async def play(
        self,
        plan: ContestPlan,
        lines: trio.MemoryReceiveChannel[FromArena],
        told: trio.MemorySendChannel[ContestLine],
    ) -> None:
        """Play the plan to its end, tell all that happens, and do what the lines say; PlanUnplayable says why not.

        The tables are closed where this is cancelled.
        """
        ladder = self._ladder
        if ladder is None:
            raise PlanUnplayable("this server has no ladder, where programs wait for contests: start it with --ladder")
        if not all(1 <= len(one.dealers) <= limits.LADDER_BOARDS for one in plan.tables):
            raise PlanUnplayable(f"a table plays 1 to {limits.LADDER_BOARDS} boards: take a smaller --batch")
        sides = tuple(LadderSides(self._entrant(ladder, one.ns), self._entrant(ladder, one.ew)) for one in plan.tables)
        needed = Counter(entrant for pair in sides for entrant in (pair.ns, pair.ew) for _ in range(PROGRAMS_OF_SIDE))
        with ladder.kept_for_contest(needed.keys()):
            await self._until_free(ladder, needed)
            with self._opened(ladder, plan, sides, told) as tables:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._obey, tables, lines)
                    while not all(one.table.closed for one in tables):
                        await trio.sleep(limits.CONTEST_EVERY)
                    nursery.cancel_scope.cancel()

    def _entrant(self, ladder: LadderTables, name: str) -> LadderEntrant:
        """The entrant of that name, whose programs may be there or not."""
        owner = self._register.owner_of(name)
        if owner is not None:
            return LadderEntrant(owner.name, owner.who)
        there = ", ".join(f"{entrant.name} ({number})" for entrant, number in ladder.programs().items())
        raise PlanUnplayable(
            f"nobody on this server owns the name {name!r}; programs on its ladder: {there or 'none'}"[:1000]
        )

    async def _until_free(self, ladder: LadderTables, needed: Mapping[LadderEntrant, int]) -> None:
        """Wait until each entrant has so many programs at no table; PlanUnplayable where it has too few of them.

        One that is lost may come back within a moment; one that plays is waited for longer.
        """
        complete_at = began = trio.current_time()
        while True:
            if self._server.draining or self._tables.count + len(needed) > limits.TABLES:
                raise PlanUnplayable("this server opens no new tables now")
            there, now = ladder.programs(), trio.current_time()
            lacking = [one for one, number in needed.items() if there.get(one, 0) < number]
            if not lacking:
                complete_at = now
                busy = [one.name for one, number in needed.items() if len(ladder.free(one)) < number]
                if not busy:
                    return
                if now - began > limits.CONTEST_BUSY:
                    raise PlanUnplayable(f"the programs of {' and '.join(busy)} are still at other tables; try later")
            elif now - complete_at > limits.CONTEST_MISSING:
                said = (
                    f"{one.name} has {there.get(one, 0)} of the {needed[one]} programs that it needs" for one in lacking
                )
                raise PlanUnplayable(
                    f"{'; '.join(said)} on the ladder of this server: {PROGRAMS_OF_SIDE} for each table of these boards"
                )
            await trio.sleep(limits.CONTEST_EVERY)

    @contextmanager
    def _opened(
        self,
        ladder: LadderTables,
        plan: ContestPlan,
        sides: Sequence[LadderSides],
        told: trio.MemorySendChannel[ContestLine],
    ) -> Iterator[Sequence[_OpenTable]]:
        """Open the tables, seat the programs, and close at the end what is still played."""
        opened: list[_OpenTable] = []
        try:
            for number, (planned, pair) in enumerate(zip(plan.tables, sides, strict=True)):
                packs = HandedPacks(planned.dealers, partial(_want, told, number))
                table = self._tables.open(self._options(plan, planned, pair), packs)
                opened.append(_OpenTable(table, packs))
                self._server.store.listeners[table.id] = partial(_tell, told, number)
                if not ladder.bring(table, pair):
                    raise PlanUnplayable(f"the programs of {pair.ns.name} and {pair.ew.name} could not be seated")
                line = f"{table.id}: {pair.ns.name} (NS) meets {pair.ew.name} (EW) in a contest"
                facts = {"table": table.id, "ns": pair.ns.name, "ew": pair.ew.name}
                self._server.say(LogEntry(Happening.LADDER, line, **facts))
            yield opened
        finally:
            for one in opened:
                self._tables.end(one.table, "abandoned")

    def _options(self, plan: ContestPlan, planned: ContestTable, pair: LadderSides) -> TableOptions:
        return replace(
            self._defaults,
            name="contest",
            preset=plan.preset,
            base=DEFAULT_PRESET,
            rules=plan.rules,
            matches=len(planned.dealers),
            board=True,
            clock=plan.clock,
            strict=True,
            absence_ms=limits.LADDER_ABSENCE_MS,
            places={},
            ladder=pair,
        )

    async def _obey(self, tables: Sequence[_OpenTable], lines: trio.MemoryReceiveChannel[FromArena]) -> None:
        """Deal, and free seats, as the arena says."""
        async for line in lines:
            if not 0 <= line.table < len(tables):
                continue
            one = tables[line.table]
            if isinstance(line, PackHanded):
                opening = tuple(PositionAction(seat=seat, action=action) for seat, action in line.opening)
                one.packs.hand_over(line.board, line.pack, opening)
                self._tables.wake(one.table)
            else:
                self._vacate(one.table, line.seat)

    def _vacate(self, table: Table, seat: Seat) -> None:
        """Have the program of that seat leave; it is free for other tables."""
        owner = next(chair.owner for chair in table.seating.chairs if chair.seat is seat)
        if owner is not None and (session := self._server.sessions.get(owner)) is not None:
            self._tables.deliver(table, session, Leave(table=table.id))


def _want(told: trio.MemorySendChannel[ContestLine], table: int, board: int) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # the arena is gone, and the table ends
        told.send_nowait(PackWanted(table=table, board=board))


def _tell(told: trio.MemorySendChannel[ContestLine], table: int, entry: Entry) -> None:
    if not isinstance(entry, _NOT_TOLD):
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            told.send_nowait(EntryKept(table=table, at=trio.current_time(), entry=encode_entry(entry)))
