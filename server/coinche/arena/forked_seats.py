"""The processes of built-in bots: forked from one that has imported them, started anew for each batch.

Each seat has a process of its own, with its limits and its standard error, as a program has. No sandbox is around it:
in it runs code of this project only, which passes nothing to its partner; classes and programs of others are never run
here. A batch ends with its processes, so nothing is remembered from one batch to the next.

`ForkedSeats` gives the orders, from the process of the server; `fork_server` carries them out.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO

import msgspec
import trio

from . import seat_process
from .built_in_seat import BuiltInSeat
from .contest import ProcessLimits
from .entrants import Entrant
from .seat_process import HOST, EntrantNotStarted, SeatAssignment, SeatProcess

CAN_FORK = hasattr(os, "fork")
READ_BYTES = 65_536


class Start(msgspec.Struct, frozen=True, kw_only=True, tag="start"):
    """Start the process of that number; the file that travels with the order is its standard error."""

    number: int
    spec: str
    seed: int
    place: BuiltInSeat
    limits: ProcessLimits


class Signal(msgspec.Struct, frozen=True, kw_only=True, tag="signal"):
    """Send the process a signal, unless it has ended."""

    number: int
    signal: int


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """The process has ended: its exit status, or minus the number of the signal that has ended it."""

    number: int
    code: int


_REPORTS = msgspec.json.Decoder(Ended)


class ForkedProcess(SeatProcess):
    """A process that was forked."""

    def __init__(self, number: int, seats: ForkedSeats, stderr: IO[bytes]) -> None:
        super().__init__(stderr)
        self._number = number
        self._seats = seats
        self._code: int | None = None
        self._over = trio.Event()

    @property
    def code(self) -> int | None:
        return self._code

    async def wait(self) -> None:
        await self._over.wait()

    def kill(self) -> None:
        self._seats.send(Signal(number=self._number, signal=signal.SIGKILL))

    async def end(self) -> None:
        """Kill the process, if it has not ended by itself: it has nothing to save."""
        if self.running:
            self.kill()

    def ended(self, code: int) -> None:
        """The process has ended with that status."""
        self._code = code
        self._over.set()


class ForkedSeats:
    """The processes that a fork server has forked; `control` is the socket to it."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._processes: list[ForkedProcess] = []
        self._is_over = False

    @asynccontextmanager
    async def start(self, entrant: Entrant, place: SeatAssignment, limits: ProcessLimits) -> AsyncIterator[SeatProcess]:
        """The process of a built-in bot, ended at the latest when the block is left."""
        with tempfile.TemporaryFile() as stderr:
            process = ForkedProcess(len(self._processes), self, stderr)
            self._processes.append(process)
            order = Start(
                number=len(self._processes) - 1,
                spec=entrant.spec,
                seed=place.seed,
                place=BuiltInSeat(
                    host=HOST, port=place.port, table=place.table, seat=place.seat, name=place.name, token=place.token
                ),
                limits=limits,
            )
            self.send(order, stderr.fileno())
            if self._is_over:
                raise EntrantNotStarted(f"{entrant.name}: the process that starts built-in bots has ended")
            try:
                yield process
            finally:
                await process.end()

    def send(self, order: Start | Signal, *files: int) -> None:
        """Send an order; nothing happens where the fork server has ended, and its processes with it."""
        try:
            socket.send_fds(self._control, [msgspec.json.encode(order) + b"\n"], files)
        except OSError:
            self._end()

    async def hear(self) -> None:
        """Take the reports of the fork server until it ends."""
        buffer = b""
        while data := await self._read():
            *lines, buffer = (buffer + data).split(b"\n")
            for report in map(_REPORTS.decode, lines):
                self._processes[report.number].ended(report.code)
        self._end()

    async def _read(self) -> bytes:
        await trio.lowlevel.wait_readable(self._control)
        try:
            return self._control.recv(READ_BYTES)
        except ConnectionError:
            return b""

    def _end(self) -> None:
        self._is_over = True
        for process in self._processes:
            if process.running:
                process.ended(-signal.SIGKILL)


@asynccontextmanager
async def forked_seats() -> AsyncIterator[ForkedSeats]:
    """A fork server, which ends with the block. It does not get our Ctrl-C."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        command = [*seat_process.PYTHON, "-m", "coinche.arena.fork_server"]
        process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, start_new_session=True)
        theirs.close()
        seats = ForkedSeats(ours)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seats.hear)
                yield seats
                nursery.cancel_scope.cancel()
        finally:
            ours.close()
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(process.wait)
