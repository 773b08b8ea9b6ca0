"""A batch played by programs that are signed in on a running server: the server seats them, the arena deals.

The server's side is `server/lobby/contest_tables.py`; it also waits for programs that have lost their connection. Both
talk through the server's control socket (`coinche.server.match.contest_lines`). A pack goes to the server when its
board begins, at all tables at the same time. What the tables do comes back entry by entry, so that a board is recorded
here as any other is. The programs are on machines of their own: nobody starts, limits or ends them, and a program that
stalls loses its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from coinche.engine.seats import Seat
from coinche.protocol.messages import TableClosed
from coinche.records import contest_boards
from coinche.records.contest_file import FaultKind
from coinche.server.admin.control_socket import SOCKET_FILE, PlayLine, connected
from coinche.server.match.contest_lines import (
    TO_ARENA,
    ContestLine,
    ContestPlan,
    ContestTable,
    EntryKept,
    PackHanded,
    PackWanted,
    PlanRefused,
    SeatVacated,
    ToArena,
    line_of,
)
from coinche.server.match.entries import Told
from coinche.server.storage.serialization import decode_entry

from .contest import BatchResult, Contest, TablePlan
from .entrants import SIGNED_IN_PREFIX
from .table_recorder import BoardBarrier, TableRecorder


def control_socket_of(server: Path) -> Path:
    """The control socket of the server with that data directory, or the socket itself."""
    return server / SOCKET_FILE if server.is_dir() else server


class ServerRefuses(Exception):
    """The server does not play the boards, or not to their end; the message is a sentence."""


class _SignedInBatch:
    """The tables of one batch, as far as they have come; `say` sends a line to the server."""

    def __init__(self, contest: Contest, plans: Sequence[TablePlan], say: Callable[[ContestLine], None]) -> None:
        self._contest = contest
        self._say = say
        self._at = 0.0
        self._barrier = BoardBarrier(len(plans))
        self._recorders = [
            TableRecorder(
                plan=plan,
                now=lambda: self._at,
                barrier=self._barrier,
                board_over=lambda: None,
                stalled=self._stalled,
            )
            for plan in plans
        ]
        self._wanted: dict[int, int] = {}
        """By table, the board that waits for its pack."""

    def take(self, message: ToArena) -> None:
        """Note what the server tells, and deal where a board may begin."""
        match message:
            case PackWanted(table=table, board=board):
                self._wanted[table] = board
            case EntryKept(table=table, at=at, entry=body):
                self._at, entry = at, decode_entry(body)
                recorder = self._recorders[table]
                recorder.take(entry)
                if isinstance(entry, Told) and isinstance(entry.event, TableClosed):
                    _check_whole(recorder, f"the server has closed a table ({entry.event.reason})")
                    self._barrier.closed()
            case PlanRefused(why=why):
                raise ServerRefuses(why)
        for table, board in tuple(self._wanted.items()):
            if self._barrier.may_begin(board):
                del self._wanted[table]
                self._deal(table, board)

    def _deal(self, table: int, board: int) -> None:
        number = self._recorders[table].plan.boards[board - 1]
        pack, auction = contest_boards.pack(self._contest.header.seed, number, 1), self._contest.auction(number)
        self._say(PackHanded(table=table, board=board, pack=pack, opening=auction))

    def _stalled(self, recorder: TableRecorder, seat: Seat) -> None:
        """Remove a program from its seat after too many timeouts in a row."""
        table = next(number for number, one in enumerate(self._recorders) if one is recorder)
        recorder.fail(seat, FaultKind.STALLED, "")
        self._say(SeatVacated(table=table, seat=seat))

    @property
    def result(self) -> BatchResult:
        """The boards of all tables; ServerRefuses where some were not played."""
        for recorder in self._recorders:
            _check_whole(recorder, "the server has ended")
        return BatchResult(
            tables=tuple(table for recorder in self._recorders for table in recorder.tables),
            timings=tuple(timings for recorder in self._recorders for timings in recorder.timings),
        )


def _check_whole(recorder: TableRecorder, why: str) -> None:
    """Check that all boards of a table were played; ServerRefuses says why not."""
    if recorder.done < len(recorder.plan.boards):
        raise ServerRefuses(f"{why} after {recorder.done} of {len(recorder.plan.boards)} boards")


def play_batch(contest: Contest, plans: Sequence[TablePlan]) -> BatchResult:
    """Have the server play the plans of a batch at the same time, a table each.

    ServerRefuses or NoRunningServer where it does not.
    """
    assert contest.control_socket is not None, "players who are signed in have a server"
    order = msgspec.json.encode(PlayLine(play=_plan(contest, plans)), enc_hook=str) + b"\n"
    with connected(contest.control_socket, order) as connection, connection.makefile("rb") as lines:
        connection.settimeout(None)  # a program may think as long as its clock lets it
        batch = _SignedInBatch(contest, plans, lambda message: connection.sendall(line_of(message)))
        for line in lines:
            batch.take(TO_ARENA.decode(line))
        return batch.result


def _plan(contest: Contest, plans: Sequence[TablePlan]) -> ContestPlan:
    header = contest.header
    return ContestPlan(
        preset=header.preset,
        rules=header.rules,
        clock=contest.clock,
        tables=tuple(
            ContestTable(
                ns=_name(contest, plan.ns),
                ew=_name(contest, plan.ew),
                dealers=tuple(contest_boards.dealer(board) for board in plan.boards),
            )
            for plan in plans
        ),
    )


def _name(contest: Contest, entrant: str) -> str:
    """The name on the server for which the programs of an entrant are signed in."""
    return contest.entrants[entrant].spec.removeprefix(SIGNED_IN_PREFIX)
