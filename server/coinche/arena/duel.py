"""A duel: every deal at two tables with the teams swapped, eight processes, one private server on loopback.

The server lets in nobody but these processes, and each to its own seat only.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace

import trio

from coinche.arena.boards import FixedBoards
from coinche.engine.seats import Seat, Team
from coinche.protocol import auth
from coinche.protocol.messages import Clock
from coinche.server.app import Server
from coinche.server.bot_process import TOKEN_VARIABLE
from coinche.server.match.options import TableOptions
from coinche.server.sessions.names import Register

from .boards import boards, bot_seed
from .entrants import FAREWELL, HOST, Entrant, SeatAssignment, Seated, seated
from .recording import ArenaStore, BoardBarrier, BoardRecorder, PlayedBoard

TABLES = (1, 2)
SIT_DOWN = 60.0
"""Seconds that the processes have to start and sit down."""
_GOES_FIRST = {1: Team.NORTH_SOUTH, 2: Team.EAST_WEST}
"""The team of A at each table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelPlan:
    """The settings of a duel."""

    a: Entrant
    b: Entrant
    deals: int
    seed: int
    options: TableOptions
    clock: Clock

    def who(self, table: int, seat: Seat) -> Entrant:
        """The entrant that sits there."""
        return self.a if seat.team is self.team_of_a(table) else self.b

    def team_of_a(self, table: int) -> Team:
        """Return the team of A at that table."""
        return _GOES_FIRST[table]


class DidNotSit(Exception):
    """A process ended before the play began."""


@dataclass(frozen=True, slots=True)
class BoardPair:
    """A deal that was played at both tables."""

    first: PlayedBoard
    second: PlayedBoard

    def gain(self, plan: DuelPlan) -> float:
        """Return A's score above B's, the mean of the two tables."""
        return sum(played.gain(plan.team_of_a(played.table)) for played in (self.first, self.second)) / 2

    def __iter__(self) -> Iterator[PlayedBoard]:
        return iter((self.first, self.second))


@dataclass(slots=True)
class BoardPairs:
    """Puts the two tables' boards together."""

    paired: Callable[[BoardPair], None]
    waiting: dict[int, PlayedBoard] = field(default_factory=dict)

    def finished(self, played: PlayedBoard) -> None:
        """A board is over at one table; a pair if it was already over at the other."""
        other = self.waiting.pop(played.board, None)
        if other is None:
            self.waiting[played.board] = played
        else:
            first, second = sorted((other, played), key=lambda board: board.table)
            self.paired(BoardPair(first, second))


async def play(plan: DuelPlan, paired: Callable[[BoardPair], None]) -> Mapping[str, list[str]]:
    """Play the duel; `paired` hears each deal as it is done. Returns what failed processes said, by entrant."""
    tapes: dict[str, BoardRecorder] = {}
    register, abreast, pairing = Register(closed=True), BoardBarrier(len(TABLES)), BoardPairs(paired)
    server = Server(store=ArenaStore(tapes, abreast), say=lambda line: None, provider=None, register=register)

    def finished(played: PlayedBoard) -> None:
        abreast.finished(played.board)
        pairing.finished(played)

    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        port: int = await nursery.start(server.run, HOST, 0)
        at_table: dict[Seated, BoardRecorder] = {}
        for table in TABLES:
            tape = BoardRecorder(table, trio.current_time, finished)
            opened = server.lobby.tables.open(_options(plan, table), _boards(plan))
            tapes[opened.id] = tape
            for seat in Seat:
                place = _place(plan, table, seat, port, opened.id)
                register.add_token(place.name, auth.key(place.token), provider=False)
                at_table[await stack.enter_async_context(seated(plan.who(table, seat), place))] = tape
        await _begin(at_table)
        for tape in tapes.values():
            await tape.over.wait()
        with trio.move_on_after(FAREWELL):
            for process in at_table:
                await process.process.wait()
        nursery.cancel_scope.cancel()
    return _failures(plan, at_table)


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
        for process, tape in at_table.items():
            nursery.start_soon(_watch, process, tape)
        with trio.move_on_after(SIT_DOWN) as in_time:
            for tape in at_table.values():
                await tape.begun.wait()
        if in_time.cancelled_caught:
            raise DidNotSit(f"not everybody sat down within {SIT_DOWN:.0f} s")
        nursery.cancel_scope.cancel()


async def _watch(process: Seated, tape: BoardRecorder) -> None:
    """A process may end once its own table plays: a short contest can be over there before it begins at the other."""
    await process.process.wait()
    if not tape.begun.is_set():
        said = process.words() or f"it said nothing; does it sign in with the token in {TOKEN_VARIABLE}?"
        raise DidNotSit(f"{process.who.name} ended before the play began: {said}")
