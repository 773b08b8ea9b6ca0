"""The processes of built-in bots: forked, batch after batch, from one that has imported them.

Each seat has a process of its own, with its limits and its standard error, as a program has. No sandbox is around it:
in it runs code of this project only, which passes nothing to its partner; classes and programs of others are never run
here. A batch ends with its processes, so nothing is remembered from one batch to the next; the fork server, which is
kept for the next one, never plays.

`ForkedSeats` gives the orders, from the process of the server; `fork_server` carries them out.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import IO

import msgspec
import trio

from . import seat_process
from .built_in_seat import BuiltInSeat
from .contest import ProcessLimits
from .entrants import Entrant
from .fork_server import READ_BYTES, Ended, Signal, Start
from .seat_process import HOST, EntrantNotStarted, SeatAssignment, SeatProcess

CAN_FORK = hasattr(os, "fork")


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
    """A fork server, and the processes that it has forked; `control` is the socket to it."""

    def __init__(self, server: subprocess.Popen[bytes], control: socket.socket) -> None:
        self._server = server
        self._control = control
        self._buffer = b""
        self._numbers = count()
        self._processes: dict[int, ForkedProcess] = {}
        self.is_over = False
        """True once the fork server has ended."""

    @classmethod
    def started(cls) -> ForkedSeats:
        """A new fork server. It does not get our Ctrl-C."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            server = subprocess.Popen(
                [*seat_process.PYTHON, "-m", "coinche.arena.fork_server"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        return cls(server, ours)

    def close(self) -> None:
        """End the fork server and its processes."""
        self._control.close()
        self._server.wait()

    @asynccontextmanager
    async def start(self, entrant: Entrant, place: SeatAssignment, limits: ProcessLimits) -> AsyncIterator[SeatProcess]:
        """The process of a built-in bot, ended at the latest when the block is left."""
        number = next(self._numbers)
        there = BuiltInSeat(
            host=HOST, port=place.port, table=place.table, seat=place.seat, name=place.name, token=place.token
        )
        with tempfile.TemporaryFile() as stderr:
            process = self._processes[number] = ForkedProcess(number, self, stderr)
            order = Start(number=number, spec=entrant.spec, seed=place.seed, place=there, limits=limits)
            self.send(order, stderr.fileno())
            if self.is_over:
                raise EntrantNotStarted(f"{entrant.name}: the process that forks built-in bots has ended")
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
        while data := await self._read():
            *lines, self._buffer = (self._buffer + data).split(b"\n")
            for report in map(_REPORTS.decode, lines):
                self._processes.pop(report.number).ended(report.code)
        self._end()

    async def _read(self) -> bytes:
        await trio.lowlevel.wait_readable(self._control)
        try:
            return self._control.recv(READ_BYTES)
        except ConnectionError:
            return b""

    def _end(self) -> None:
        self.is_over = True
        for process in self._processes.values():
            process.ended(-signal.SIGKILL)
        self._processes.clear()


_idle: list[ForkedSeats] = []
"""The fork servers of batches that are over: there is nothing of the batch in them, so the next one takes them."""


@atexit.register
def close_idle() -> None:
    """End the fork servers that wait for a batch."""
    while _idle:
        _idle.pop().close()


@asynccontextmanager
async def forked_seats() -> AsyncIterator[ForkedSeats]:
    """A fork server for one batch."""
    seats = _idle.pop() if _idle else ForkedSeats.started()
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seats.hear)
            yield seats
            nursery.cancel_scope.cancel()
    except BaseException:
        seats.close()
        raise
    if seats.is_over:
        seats.close()
    else:
        _idle.append(seats)
