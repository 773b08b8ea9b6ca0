"""The local socket at which a running server takes orders: a line of JSON each way.

    {"do": ["kick", "Ana"]}  ──▶  {"ok": true, "said": ["Ana is sent away"], "data": {}}
                                  {"ok": false, "said": ["nobody here is called 'Ana'"]}

Knows sockets and bounds: whoever comes here may run this server, but not slow down its tables. Refuses to know orders.
"""

from __future__ import annotations

import os
import shlex
import socket
import stat
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import trio

from .orders import Orders, Refused, Words

SOCKET_FILE = "ctl.sock"
REQUEST = 16 * 1024
"""Bytes of an order, its line's end included."""
AT_ONCE = 8
"""Connections that are listened to; what comes beside them waits."""
IDLE = 30.0
"""Seconds for which one of them may keep silent, or not read its answer."""
PROBE = 1.0
"""Seconds in which another server would answer at a socket that is there already."""


class CtlFailed(Exception):
    """Orders cannot be taken there; the message says why."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as it comes."""

    do: Words


class Answered(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes back; where it is not `ok`, `said` is why."""

    ok: bool
    said: Words
    data: object = msgspec.UNSET


_decoder = msgspec.json.Decoder(Asked)


class Ctl:
    """One socket in the file system, open to whom its file is: the server's own user."""

    def __init__(self, path: Path, orders: Orders) -> None:
        self._path = path
        self._orders = orders
        self._places = trio.CapacityLimiter(AT_ONCE)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Take orders until cancelled; CtlFailed where that cannot be."""
        with bound(self._path) as listening:
            task_status.started()
            listener = trio.SocketListener(trio.socket.from_stdlib_socket(listening))
            await trio.serve_listeners(self._serve, [listener])

    async def _serve(self, stream: trio.SocketStream) -> None:
        async with self._places, stream:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                await self._converse(stream)

    async def _converse(self, stream: trio.SocketStream) -> None:
        heard = b""
        while True:
            line, ended, rest = heard.partition(b"\n")
            if ended:
                heard = rest
                if not await self._say_back(stream, await self._answer(line)):
                    return
                continue
            data = b""
            with trio.move_on_after(IDLE):
                data = bytes(await stream.receive_some(REQUEST))
            heard += data
            if not data or len(heard) > REQUEST:
                return

    async def _say_back(self, stream: trio.SocketStream, answer: Answered) -> bool:
        """Whether the answer was read."""
        with trio.move_on_after(IDLE) as patience:
            await stream.send_all(msgspec.json.encode(answer) + b"\n")
        return not patience.cancelled_caught

    async def _answer(self, line: bytes) -> Answered:
        """Carry out the order, if it is one."""
        try:
            asked = _decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            return Answered(False, (f"no order: {wrong}",))
        try:
            answer = await self._orders.obey(asked.do)
        except Refused as why:
            return Answered(False, (str(why),))
        return Answered(True, answer.lines, answer.data)


@contextmanager
def bound(path: Path) -> Iterator[socket.socket]:
    """A socket that listens there, readable by its owner alone; the file goes with it. CtlFailed where none can be."""
    if not hasattr(socket, "AF_UNIX"):
        raise CtlFailed("no orders are taken here but on the console: this system has no local sockets")
    try:
        _clear(path)
        listening = _bound(path)
    except OSError as wrong:
        raise CtlFailed(f"no orders are taken at {path}: {wrong.strerror or wrong}") from None
    with listening:
        listening.listen()
        own = path.stat().st_ino
        try:
            yield listening
        finally:
            with suppress(OSError):
                if path.stat().st_ino == own:
                    path.unlink()


def _bound(path: Path) -> socket.socket:
    """Nobody else can come there, from the first moment on."""
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        listening.bind(str(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


def _clear(path: Path) -> None:
    """Remove what a server that was killed has left there. CtlFailed where that is not what is there."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise CtlFailed(f"no orders are taken at {path}: there is a file of that name")
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(PROBE)
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()
                return
        raise CtlFailed(f"no orders are taken at {path}: another server takes them there")


# --- console --------------------------------------------------------------------------------------
# Orders that are typed where the server was started, if that is a terminal.
#
# Knows lines and terminals. Refuses to know orders.


AGAIN = 1.0
"""Seconds after which a server in the background looks whether the terminal is its own again."""
LINE = 4096


class Console:
    """The terminal that has that descriptor."""

    def __init__(self, descriptor: int, orders: Orders, show: Callable[[str], None]) -> None:
        self._descriptor = descriptor
        self._orders = orders
        self._show = show

    async def run(self) -> None:
        """Carry out what is typed, until cancelled or until nothing more can be typed. The server goes on."""
        async for line in self._lines():
            try:
                words = tuple(shlex.split(line))
                answer = await self._orders.obey(words) if words else None
            except (Refused, ValueError) as why:
                self._show(f"{why}")
            else:
                for said in answer.lines if answer is not None else ():
                    self._show(said)

    async def _lines(self) -> AsyncIterator[str]:
        """What is typed, line by line."""
        heard = b""
        while data := await self._data():
            *lines, heard = (heard + data).split(b"\n")
            for line in lines:
                yield line.decode(errors="replace")

    async def _data(self) -> bytes:
        """What is typed next, while the terminal is this program's; nothing where there is no terminal any more."""
        try:
            await trio.lowlevel.wait_readable(self._descriptor)
            while not self._is_ours():
                await trio.sleep(AGAIN)
                await trio.lowlevel.wait_readable(self._descriptor)
            return os.read(self._descriptor, LINE)
        except OSError:
            return b""

    def _is_ours(self) -> bool:
        """Whether what is typed is meant for this program: one in the background that reads would be stopped."""
        return os.tcgetpgrp(self._descriptor) == os.getpgrp()


def is_there(descriptor: int) -> bool:
    """Whether orders can be typed there."""
    return os.name == "posix" and os.isatty(descriptor)


# --- columns --------------------------------------------------------------------------------------
# A table as lines: columns below each other, as wide as they must be. Knows text only.


def columns(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """The head, then the rows, each a line."""
    cells = [head, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
