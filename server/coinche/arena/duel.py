"""A duel: every deal at two tables with the teams swapped, eight processes, one private server on loopback.

The server lets in nobody but these processes, and each to its own seat only.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace

import trio

from coinche.engine.seats import Seat
from coinche.protocol import auth
from coinche.server.app import Server
from coinche.server.bot_process import TOKEN_VARIABLE
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.name_register import Register

from .boards import TABLES, DuelPlan, FixedBoards, boards, bot_seed
from .entrants import FAREWELL, HOST, SeatAssignment, Seated, seated
from .recording import ArenaStore, BoardBarrier, BoardRecorder
from .results import DuelResult

SIT_DOWN = 60.0
"""Seconds that the processes have to start and sit down."""


class DidNotSit(Exception):
    """A process ended before the play began."""


async def play(result: DuelResult) -> None:
    """Play the duel, and fill the result with its boards and with the last words of failed processes."""
    plan = result.plan
    recorders: dict[str, BoardRecorder] = {}
    register, barrier = Register(closed=True), BoardBarrier(len(TABLES))
    server = Server(store=ArenaStore(recorders, barrier), say=lambda line: None, provider=None, register=register)
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        port: int = await nursery.start(server.run, HOST, 0)
        at_table: dict[Seated, BoardRecorder] = {}
        for table in TABLES:
            recorder = BoardRecorder(table, trio.current_time, barrier, result)
            opened = server.lobby.tables.open(_options(plan, table), _boards(plan))
            recorders[opened.id] = recorder
            for seat in Seat:
                place = _place(plan, table, seat, port, opened.id)
                register.add_token(place.name, auth.key(place.token), provider=False)
                at_table[await stack.enter_async_context(seated(plan.who(table, seat), place))] = recorder
        await _begin(at_table)
        for recorder in recorders.values():
            await recorder.over.wait()
        with trio.move_on_after(FAREWELL):
            for process in at_table:
                await process.process.wait()
        nursery.cancel_scope.cancel()
    result.failures = _failures(plan, at_table)


def _failures(plan: DuelPlan, processes: Iterable[Seated]) -> Mapping[str, list[str]]:
    failures: dict[str, list[str]] = {plan.a.name: [], plan.b.name: []}
    for process in processes:
        if process.failed:
            status = process.process.returncode
            failures[process.who.name].append(f"status {status}: {process.last_words or 'it said nothing'}")
    return failures


def _options(plan: DuelPlan, table: int) -> TableOptions:
    return replace(
        plan.options,
        name=f"table {table}",
        matches=plan.deals,
        board=True,
        clock=plan.clock,
        strict=True,
        places={seat: _name(plan, table, seat) for seat in Seat},
    )


def _boards(plan: DuelPlan) -> FixedBoards:
    return FixedBoards(boards(plan.seed, plan.deals))


def _name(plan: DuelPlan, table: int, seat: Seat) -> str:
    return f"{plan.who(table, seat).name[:20]} {seat}{table}"


def _place(plan: DuelPlan, table: int, seat: Seat, port: int, table_id: str) -> SeatAssignment:
    second = seat is seat.team.seats[1]
    return SeatAssignment(
        port=port,
        table=table_id,
        seat=seat,
        name=_name(plan, table, seat),
        token=auth.new_secret(secrets.token_bytes(auth.SECRET_BYTES)),
        seed=bot_seed(plan.seed, is_a=seat.team is plan.team_of_a(table), second=second),
    )


async def _begin(at_table: Mapping[Seated, BoardRecorder]) -> None:
    """Wait until both tables play; DidNotSit where a process ends before, or does not come."""
    async with trio.open_nursery() as nursery:
        for process, recorder in at_table.items():
            nursery.start_soon(_watch, process, recorder)
        with trio.move_on_after(SIT_DOWN) as in_time:
            for recorder in at_table.values():
                await recorder.begun.wait()
        if in_time.cancelled_caught:
            raise DidNotSit(f"not everybody sat down within {SIT_DOWN:.0f} s")
        nursery.cancel_scope.cancel()


async def _watch(process: Seated, recorder: BoardRecorder) -> None:
    """A process may end once its own table plays: a short contest can be over there before it begins at the other."""
    await process.process.wait()
    if not recorder.begun.is_set():
        said = process.words() or f"it said nothing; does it sign in with the token in {TOKEN_VARIABLE}?"
        raise DidNotSit(f"{process.who.name} ended before the play began: {said}")
