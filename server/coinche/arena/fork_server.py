"""A process that forks the built-in bots of a batch: it imports once what takes each of them half a second.

    python -P -m coinche.arena.fork_server < SOCKET

Standard input is a socket: orders come from it, reports go to it, and when its other end is closed all processes end.
There is one thread, which never plays itself. What a forked process finds in its memory of other seats is a token at
most, and it runs no code but that of this project.
"""

from __future__ import annotations

import gc
import importlib
import os
import selectors
import signal
import socket
import sys
import traceback
from collections import deque
from contextlib import suppress
from typing import NoReturn

import msgspec

from coinche.protocol.codec import EVENT_TYPES, SERVER_TYPES

from . import built_in_seat, process_limits
from .built_in_seat import BuiltInSeat
from .contest import ProcessLimits
from .entrants import bot_factory

STDIN, STDERR = 0, 2
READ_BYTES = 65_536
MOST_FILES = 64
MOST_OPEN = 1024
"""Above all file descriptors that this process has; a forked one keeps its standard ones."""


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


_ORDERS = msgspec.json.Decoder(Start | Signal)


class ForkServer:
    """The processes that are forked, by the numbers that the orders give them."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._buffer = b""
        self._pids: dict[int, int] = {}
        self._files: deque[int] = deque()
        self._ends, self._end = socket.socketpair()
        """A byte comes here whenever a process ends."""

    def run(self) -> None:
        """Carry out orders until the other end is closed, then end all processes."""
        self._end.setblocking(False)
        signal.set_wakeup_fd(self._end.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as selector, suppress(ConnectionError):
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(self._ends, selectors.EVENT_READ)
            is_open = True
            while is_open:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._ends in ready:
                    self._reap()
                if self._control in ready:
                    is_open = self._obey()
        for number in self._pids:
            self._signal(number, signal.SIGKILL)

    def _obey(self) -> bool:
        """Carry out the orders that have come; return False once the other end is closed."""
        data, files, _, _ = socket.recv_fds(self._control, READ_BYTES, MOST_FILES)
        self._files += files
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for order in map(_ORDERS.decode, lines):
            match order:
                case Start():
                    self._start(order)
                case Signal(number=number, signal=what):
                    self._signal(number, what)
        return bool(data)

    def _start(self, order: Start) -> None:
        stderr = self._files.popleft()
        pid = os.fork()
        if pid == 0:
            self._become(order, stderr)
        self._pids[order.number] = pid
        os.close(stderr)

    def _become(self, order: Start, stderr: int) -> NoReturn:
        """Play the seat in this new process, and end it."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            os.dup2(stderr, STDERR)
            os.closerange(STDERR + 1, MOST_OPEN)
            process_limits.die_with_parent()
            process_limits.limit(msgspec.to_builtins(order.limits))
            status = built_in_seat.play(bot_factory(order.spec)(order.seed), order.place)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)

    def _signal(self, number: int, what: int) -> None:
        if number in self._pids:  # else it is reaped, and its number perhaps another's
            os.kill(self._pids[number], what)

    def _reap(self) -> None:
        """Report the processes that have ended."""
        self._ends.recv(READ_BYTES)
        for number, pid in tuple(self._pids.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del self._pids[number]
                report = Ended(number=number, code=os.waitstatus_to_exitcode(status))
                self._control.sendall(msgspec.json.encode(report) + b"\n")


def _warm_up() -> None:
    """Do once what every process would do anew: msgspec inspects a class when it first meets it, and imports."""
    for cls in (*SERVER_TYPES.values(), *EVENT_TYPES.values()):
        with suppress(msgspec.ValidationError):
            msgspec.convert({}, cls, dec_hook=lambda kind, value: value)
    for module in ("ctypes", "resource"):
        importlib.import_module(module)


def main() -> None:
    """Serve until standard input is closed."""
    _warm_up()
    gc.collect()
    gc.freeze()  # a collection in a forked process would copy all that is shared
    with socket.socket(fileno=os.dup(STDIN)) as control:
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), STDIN)
        ForkServer(control).run()


if __name__ == "__main__":
    main()
