"""A batch played through a server: one process for each seat, every table on a private server over loopback.

The server lets in nobody but these processes, each with a token to its own seat; nobody can watch. The tables play a
board at the same time, so nothing that a process learns at one table can be of use at another. A process that ends,
stalls or plays what it may not costs its own side points: the default is played for it, and the fault is counted.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path

import trio

from coinche.connection.address import Address
from coinche.connection.credentials import TokenCredentials
from coinche.connection.errors import SessionError, TurnedDown
from coinche.connection.session import open_session
from coinche.engine.cards import Card
from coinche.engine.seats import Seat, Team
from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import VERSION, Error, Hello, Join, PositionAction
from coinche.records import contest_boards
from coinche.records.contest_file import FaultKind
from coinche.server import limits
from coinche.server.app import Exposure, Server
from coinche.server.match.packs import PackSource
from coinche.server.match.table_options import TableOptions
from coinche.server.rate_limit import Allowance, Bucket
from coinche.server.sessions.name_register import Register
from coinche.server.transport.sockets import Acceptor, Serve

from .contest import BatchResult, Contest, TablePlan
from .forked_seats import CAN_FORK, ForkedSeats, forked_seats
from .seat_process import FAREWELL, HOST, EntrantNotStarted, SeatAssignment, SeatProcess, command_process
from .table_recorder import ArenaStore, BoardBarrier, TableRecorder

SIT_DOWN = 60.0
"""Seconds that the processes have to start and sit down."""
ENDS_AFTER_LEAVING = 2.0
"""Seconds in which a process that has left its seat before the play may end by itself: then it has ended."""
BEGIN = 60.0
"""Seconds until the play has begun once all have sat down, those that sit for others too."""
STAND_IN_PAUSES = (0.1, 0.5, 2.0, 5.0)
"""Seconds before the arena tries again to sit down in the place of a process."""
CONNECTIONS_PER_SEAT = 4
"""Connections of the process of one seat that are open at once; any others are closed."""
ARRIVALS_PER_SEAT = Allowance(burst=64, every=1.0)
"""Connections that it may open: those of sixteen seats leave the server, which takes a thousand at once, room."""


class NeverBegun(Exception):
    """The play has not begun at a table although somebody should sit at each seat."""


class NoStandIn(Exception):
    """The arena cannot sit down in the place of a process."""


class _SeatConnections:
    """The connections of the process of one seat: so few that all together leave the server room for the others."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._open = 0
        self._arrivals = Bucket(ARRIVALS_PER_SEAT, trio.current_time())

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one more connection to its end, or close it at once."""
        if self._open >= CONNECTIONS_PER_SEAT or not self._arrivals.take(trio.current_time()):
            await trio.aclose_forcefully(stream)
            return
        self._open += 1
        try:
            await self._serve(stream)
        finally:
            self._open -= 1


@dataclass(slots=True, kw_only=True)
class _LiveTable:
    """One table of a batch while it is played."""

    number: int
    plan: TablePlan
    recorder: TableRecorder
    id: str = ""

    def entrant(self, seat: Seat) -> str:
        """The name of the entrant at that seat."""
        return self.plan.ns if seat.team is Team.NORTH_SOUTH else self.plan.ew

    def name(self, seat: Seat) -> str:
        """The name under which the process of that seat signs in."""
        return f"{self.entrant(seat)[:20]} {seat}{self.number}"


class _Packs(PackSource):
    """The packs of a table, and its auctions where they are given: each board is a match of its own."""

    def __init__(self, contest: Contest, numbers: Sequence[int]) -> None:
        self._contest = contest
        self._numbers = numbers

    def first_dealer(self, match: int) -> Seat:
        return contest_boards.dealer(self._numbers[match - 1])

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        return contest_boards.pack(self._contest.header.seed, self._numbers[match - 1], deal)

    def opening(self, match: int, deal: int) -> tuple[PositionAction, ...]:
        given = self._contest.auction(self._numbers[match - 1])
        return tuple(PositionAction(seat=seat, action=action) for seat, action in given)


class _Batch:
    """The server, the tables and the processes of one batch."""

    def __init__(
        self, contest: Contest, plans: Sequence[TablePlan], hidden: Sequence[Path], board_over: Callable[[], None]
    ) -> None:
        self._contest = contest
        self._plans = plans
        self._hidden = hidden
        self._board_over = board_over
        self._register = Register(closed=True)
        self._barrier = BoardBarrier(len(plans))
        self._recorders: dict[str, TableRecorder] = {}
        store = ArenaStore(self._recorders, self._barrier)
        self._server = Server(
            store=store,
            say=lambda line: None,
            provider=None,
            register=self._register,
            exposure=Exposure(seats_only=True),
            web=None,
        )
        self._server.connections.delivery.linger_s = limits.LINGER
        self._tables: list[_LiveTable] = []
        self._processes: dict[tuple[str, Seat], SeatProcess] = {}
        self._replaced: set[str] = set()
        """The names of the processes in whose places the arena sits."""

    def _open_tables(self) -> None:
        for number, plan in enumerate(self._plans, 1):
            recorder = TableRecorder(
                plan=plan,
                now=trio.current_time,
                barrier=self._barrier,
                board_over=self._board_over,
                stalled=self._stall,
            )
            table = _LiveTable(number=number, plan=plan, recorder=recorder)
            opened = self._server.lobby.tables.open(self._options(table), _Packs(self._contest, plan.boards))
            table.id = opened.id
            self._recorders[opened.id] = recorder
            self._tables.append(table)

    def _options(self, table: _LiveTable) -> TableOptions:
        header = self._contest.header
        return TableOptions(
            name=f"table {table.number}",
            preset=header.preset,
            rules=header.rules,
            matches=len(table.plan.boards),
            board=not header.plays_matches,
            clock=self._contest.clock,
            strict=True,
            absence_ms=0,
            places={seat: table.name(seat) for seat in Seat},
        )

    async def play(self) -> BatchResult:
        """Play all boards of the batch."""
        async with self._forked_seats() as forked, trio.open_nursery() as nursery, AsyncExitStack() as stack:
            port: int = await nursery.start(self._server.run, HOST, 0)
            self._open_tables()
            async with trio.open_nursery() as seating:
                for table in self._tables:
                    for seat in Seat:
                        place = self._assignment(table, seat, port)
                        opened = self._process(table.entrant(seat), place, forked)
                        seating.start_soon(self._seat, table, place, opened, stack, nursery)
            for table in self._tables:
                await self._begun(table)
            for table in self._tables:
                await table.recorder.over.wait()
            with trio.move_on_after(FAREWELL):
                for process in self._processes.values():
                    await process.wait()
            nursery.cancel_scope.cancel()
        tables = [table.recorder for table in self._tables]
        return BatchResult(
            tables=tuple(played for recorder in tables for played in recorder.tables),
            timings=tuple(timings for recorder in tables for timings in recorder.timings),
        )

    async def _begun(self, table: _LiveTable) -> None:
        """Wait until the play has begun, for a while."""
        with trio.move_on_after(BEGIN):
            await table.recorder.begun.wait()
        if not table.recorder.begun.is_set():
            raise NeverBegun(f"the play has not begun at table {table.number} ({table.plan.ns}, {table.plan.ew})")

    def _forked_seats(self) -> AbstractAsyncContextManager[ForkedSeats | None]:
        """The processes of built-in bots, where there are any and the system can fork."""
        entered = {self._contest.entrants[name] for plan in self._plans for name in (plan.ns, plan.ew)}
        if CAN_FORK and any(entrant.is_built_in for entrant in entered):
            return forked_seats()
        return nullcontext()

    def _assignment(self, table: _LiveTable, seat: Seat, port: int) -> SeatAssignment:
        """The seat of a process, with a token that nobody else has."""
        place = SeatAssignment(
            port=port,
            table=table.id,
            seat=seat,
            name=table.name(seat),
            token=auth.new_secret(secrets.token_bytes(auth.SECRET_BYTES)),
            seed=contest_boards.bot_seed(self._contest.header.seed, table.plan.boards[0], table.entrant(seat), seat),
        )
        self._register.add_token(place.name, auth.key(place.token), provider=False)
        return place

    def _process(
        self, name: str, place: SeatAssignment, forked: ForkedSeats | None
    ) -> AbstractAsyncContextManager[SeatProcess]:
        """The process of an entrant for that seat."""
        entrant, limits = self._contest.entrants[name], self._contest.limits
        if forked is not None and entrant.is_built_in:
            return forked.start(entrant, place, limits)
        return command_process(entrant, place, limits, sandbox=self._contest.header.sandbox, hidden=self._hidden)

    async def _seat(
        self,
        table: _LiveTable,
        place: SeatAssignment,
        opened: AbstractAsyncContextManager[SeatProcess],
        stack: AsyncExitStack,
        nursery: trio.Nursery,
    ) -> None:
        """Start the process of a seat and watch over it; return once somebody sits there."""
        seat = place.seat
        try:
            process = await stack.enter_async_context(opened)
        except EntrantNotStarted as wrong:
            table.recorder.fail(seat, FaultKind.NOT_SEATED, str(wrong))
            self._replace(place, table.recorder, nursery)
            return
        self._processes[table.id, seat] = process
        if process.listener is not None:
            connections = _SeatConnections(self._server.connections.serve)
            nursery.start_soon(Acceptor(process.listener, self._server.say).run, connections.serve, nursery)
        nursery.start_soon(self._watch, table, place, process, nursery)
        with trio.move_on_after(SIT_DOWN):
            await self._seated(table, seat, process)
        if not table.recorder.is_taken(seat):
            table.recorder.fail(seat, FaultKind.NOT_SEATED, "", process.last_words())
            await process.end()
            self._replace(place, table.recorder, nursery)

    async def _seated(self, table: _LiveTable, seat: Seat, process: SeatProcess) -> None:
        """Wait until the seat is taken, or its process has ended."""
        async with trio.open_nursery() as nursery:

            async def until_taken() -> None:
                await table.recorder.taken(seat)
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_taken)
            await process.wait()
            nursery.cancel_scope.cancel()

    def _replace(self, place: SeatAssignment, recorder: TableRecorder, nursery: trio.Nursery) -> None:
        """Have somebody sit in the place of a process, once."""
        if place.name not in self._replaced:
            self._replaced.add(place.name)
            nursery.start_soon(self._sit_for, place, recorder)

    async def _sit_for(self, place: SeatAssignment, recorder: TableRecorder) -> None:
        """Hold the seat of a process that does not come until the play begins, then leave: the default is played."""
        reason = ""
        for pause in STAND_IN_PAUSES:
            self._dismiss(place)
            try:
                await self._hold(place, recorder)
            except* SessionError as wrong:
                reason = str(wrong.exceptions[0])
            if recorder.begun.is_set():
                return
            await trio.sleep(pause)
        raise NoStandIn(f"nobody can sit in the place of {place.name}: {reason}")

    async def _hold(self, place: SeatAssignment, recorder: TableRecorder) -> None:
        """Sit at that seat until the play begins."""
        hello = Hello(versions=(VERSION, VERSION), name=place.name, software="coinche-arena", program=True)
        address = Address(host=HOST, port=place.port, tls=False)
        async with trio.open_nursery() as nursery:

            async def until_begun() -> None:
                await recorder.begun.wait()
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_begun)
            async with open_session(address, hello, TokenCredentials(place.token)) as session:
                await session.send(Join(table=place.table, seat=place.seat))
                async for message in session:
                    if isinstance(message, Error):
                        raise TurnedDown(message, place.name)

    async def _watch(
        self, table: _LiveTable, place: SeatAssignment, process: SeatProcess, nursery: trio.Nursery
    ) -> None:
        """Note the end of a process that has had its seat; before the play begins somebody else has to sit there."""
        recorder, seat = table.recorder, place.seat
        async with trio.open_nursery() as watching:
            watching.start_soon(self._end_if_left, recorder, seat, process)
            await process.wait()
            watching.cancel_scope.cancel()
        if not recorder.over.is_set() and recorder.is_taken(seat):
            recorder.fail(seat, FaultKind.ENDED, process.end_in_words(), process.last_words())
            if not recorder.begun.is_set():
                self._replace(place, recorder, nursery)

    async def _end_if_left(self, recorder: TableRecorder, seat: Seat, process: SeatProcess) -> None:
        """End a process that leaves its seat before the play begins: the others would wait for it for ever."""
        await recorder.left(seat)
        await trio.sleep(ENDS_AFTER_LEAVING)
        if not recorder.begun.is_set() and process.running:
            recorder.fail(seat, FaultKind.NOT_SEATED, "", process.last_words())
            process.kill()

    def _dismiss(self, place: SeatAssignment) -> None:
        """Have the server keep name and seat no longer for a process that has ended."""
        lifecycle, owner = self._server.lobby.lifecycle, self._register.owner_of(place.name)
        assert owner is not None
        for session in tuple(lifecycle.sessions.values()):
            if session.who == owner.who:  # its name has a number if it has come twice
                if (peer := session.peer) is not None:  # the server has not heard of the end yet
                    lifecycle.disconnect(session, peer, for_good=False)
                    peer.drop(ErrorCode.REPLACED, "the seat is somebody else's now")
                lifecycle.let_go(session)

    def _stall(self, recorder: TableRecorder, seat: Seat) -> None:
        """End a process that has let so many decisions in a row run out of time."""
        table = next(table for table in self._tables if table.recorder is recorder)
        process = self._processes.get((table.id, seat))
        if process is not None and process.running:
            recorder.fail(seat, FaultKind.STALLED, "", process.last_words())
            process.kill()


async def play_batch(
    contest: Contest,
    plans: Sequence[TablePlan],
    hidden: Sequence[Path] = (),
    board_over: Callable[[], None] = lambda: None,
) -> BatchResult:
    """Play the plans of a batch at the same time, a table each; the processes cannot see the `hidden` files."""
    return await _Batch(contest, plans, hidden, board_over).play()
