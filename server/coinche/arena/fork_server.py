"""A process that forks the built-in bots of a batch: it imports once what takes each of them half a second.

    python -P -m coinche.arena.fork_server < SOCKET

Standard input is a socket: orders come from it, reports go to it, and when its other end is closed all processes end.
There is one thread, which never plays itself. What a forked process finds in its memory of other seats is a token at
most, and it runs no code but that of this project.
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import selectors
import signal
import socket
import sys
import traceback
from collections import deque
from contextlib import suppress
from typing import NoReturn

import msgspec

from . import built_in_seat, confine
from .entrants import bot_factory
from .forked_seats import READ_BYTES, Ended, Signal, Start

STDIN, STDERR = 0, 2
MOST_FILES = 64
_USED_BY_CONFINE = (ctypes, resource)
"""What `confine` imports where it is used; a forked process finds it imported."""
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
            for file in (self._control, self._ends, self._end):
                file.close()
            for left in (stderr, *self._files):
                os.close(left)
            confine.die_with_parent()
            confine.limit(msgspec.to_builtins(order.limits))
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


def main() -> None:
    """Serve until standard input is closed."""
    gc.collect()
    gc.freeze()  # a collection in a forked process would copy all that is shared
    with socket.socket(fileno=os.dup(STDIN)) as control:
        os.dup2(os.open(os.devnull, os.O_RDONLY), STDIN)
        ForkServer(control).run()


if __name__ == "__main__":
    main()
