"""Tests of the processes of built-in bots: one for each seat, with its limits, its end and its words."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from coinche.arena import forked_seats
from coinche.arena.contest import ProcessLimits
from coinche.arena.entrants import Entrant
from coinche.arena.forked_seats import CAN_FORK, ForkedSeats
from coinche.arena.seat_process import HOST, EntrantNotStarted, SeatAssignment
from coinche.engine.seats import Seat
from coinche.records.contest_file import FaultKind
from tests.arena.test_sandbox import batch_of

PATIENCE = 60
STEADY = Entrant("steady", "steady")

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="no fork here: built-in bots are started as programs are")


@pytest.fixture(autouse=True)
def own_fork_server(contests_in_this_process: None) -> Iterator[None]:
    """No fork server of another test, and none for another."""
    forked_seats.close_idle()
    yield
    forked_seats.close_idle()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that says nothing."""
    with socket.create_server((HOST, 0)) as opened:
        yield opened


def place(port: int, seat: Seat = Seat.NORTH) -> SeatAssignment:
    return SeatAssignment(port=port, table="t", seat=seat, name=f"steady {seat}", token="0" * 64, seed=1)


def limits_of(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return {line[:26].strip(): line[26:].split()[0] for line in lines}


async def peer_of(listener: socket.socket) -> socket.socket:
    """The connection of the process that comes next."""
    await trio.lowlevel.wait_readable(listener)
    return listener.accept()[0]


def children(seats: ForkedSeats) -> set[int]:
    pid = seats._server.pid
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


async def test_a_process_that_fails_says_why_and_how_it_ended() -> None:
    with socket.create_server((HOST, 0)) as closed:
        port: int = closed.getsockname()[1]
    with trio.fail_after(PATIENCE):
        async with (
            forked_seats.forked_seats() as seats,
            seats.start(STEADY, place(port), ProcessLimits()) as process,
        ):
            await process.wait()
            assert process.end_in_words() == "exit 1"
            assert process.last_words().endswith("Connection refused")


async def test_a_process_that_is_killed_is_reported_and_the_others_go_on(listener: socket.socket) -> None:
    port: int = listener.getsockname()[1]
    with trio.fail_after(PATIENCE):
        async with forked_seats.forked_seats() as seats:
            async with (
                seats.start(STEADY, place(port), ProcessLimits()) as first,
                seats.start(STEADY, place(port, Seat.EAST), ProcessLimits()) as second,
            ):
                for _ in range(2):
                    (await peer_of(listener)).detach()
                first.kill()
                await first.wait()
                assert first.end_in_words() == "SIGKILL"
                assert second.running
            await second.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is that of Linux")
async def test_each_seat_is_a_process_of_its_own_within_its_limits(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coinche.arena.seat_process.PYTHON", (sys.executable, "-P"))
    port: int = listener.getsockname()[1]
    limits = ProcessLimits(memory_mb=1024, cpu_s=50, open_files=64)
    with trio.fail_after(PATIENCE):
        async with (
            forked_seats.forked_seats() as seats,
            seats.start(STEADY, place(port), limits),
            seats.start(STEADY, place(port, Seat.SOUTH), limits),
        ):
            for _ in range(2):
                (await peer_of(listener)).detach()
            found = children(seats)
            assert len(found) == 2
            for pid in found:
                assert os.getsid(pid) == pid
                assert limits_of(pid)["Max open files"] == "64"
                assert limits_of(pid)["Max cpu time"] == "50"
                assert limits_of(pid)["Max data size"] == str(1024 << 20)
                assert len(os.listdir(f"/proc/{pid}/fd")) == 4  # the three of each process, and its connection


async def test_where_the_fork_server_is_lost_its_processes_are_and_no_more_start(listener: socket.socket) -> None:
    port: int = listener.getsockname()[1]
    with trio.fail_after(PATIENCE):
        async with forked_seats.forked_seats() as seats:
            async with seats.start(STEADY, place(port), ProcessLimits()) as process:
                (await peer_of(listener)).detach()
                seats._control.shutdown(socket.SHUT_RDWR)
                await process.wait()
                assert process.end_in_words() == "SIGKILL"
            with pytest.raises(EntrantNotStarted, match="has ended"):
                async with seats.start(STEADY, place(port), ProcessLimits()):
                    pass
    assert forked_seats._idle == []


def test_batches_use_the_same_fork_server_and_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[ForkedSeats] = []
    start = ForkedSeats.started

    def noted() -> ForkedSeats:
        started.append(start())
        return started[-1]

    monkeypatch.setattr(ForkedSeats, "started", noted)
    first = batch_of("random", is_program=False, boards=1)
    assert batch_of("random", is_program=False, boards=1).tables == first.tables
    assert len(started) == 1


def test_a_built_in_bot_that_is_killed_is_a_fault_of_its_seat_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hear = ForkedSeats.hear

    async def killing(self: ForkedSeats) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hear, self)
            while not self._processes:
                await trio.lowlevel.checkpoint()
            self._processes[0].kill()

    monkeypatch.setattr(ForkedSeats, "hear", killing)
    tables = batch_of("random", is_program=False).tables
    assert len(tables) == 4
    assert len({(table.ns, fault.seat) for table in tables for fault in table.faults}) == 1
    kinds = {fault.kind for table in tables for fault in table.faults}
    assert kinds in ({FaultKind.NOT_SEATED, FaultKind.ABSENT}, {FaultKind.ENDED, FaultKind.ABSENT})
