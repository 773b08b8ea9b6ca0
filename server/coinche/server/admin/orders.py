"""The orders of an operator: a table of rows, and the two channels by which they reach a running server.

`Orders` finds the row by its name, checks the words, supervises the execution and notes it in the log.

The channels are the console from which the server was started (`Console`) and the control socket (`ControlSocket`),
through which goes a line of JSON each way; `ordered` is its other end, in the process of a command.

    {"do": ["kick", "Ana"]}  ──▶  {"ok": true, "said": ["Ana is sent away"], "data": {}}
                                  {"ok": false, "said": ["nobody here is called 'Ana'"]}

The file's permissions admit the owner of the server alone. That user may stop it, but not slow down its tables by
accident: so there are bounds here, too.
"""

from __future__ import annotations

import json
import os
import shlex
import socket
import stat
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import msgspec
import trio

from coinche.server.log import Happening, Log, News, report_fault
from coinche.server.storage.data_dir import DataFailed

Words = tuple[str, ...]


class Refused(Exception):
    """The order is not carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class OrderResult:
    """The outcome of an order: lines for people, and the same for programs."""

    lines: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One row: name, words (`[…]` can be left out), description, and function. Mere questions are not `noted`."""

    name: str
    takes: str = ""
    does: str
    do: Callable[[Words], Awaitable[OrderResult]]
    noted: bool = True

    @property
    def usage(self) -> str:
        return f"{self.name} {self.takes}".rstrip()

    def fits(self, words: Words) -> bool:
        """Return whether there are enough words, and none where none are taken."""
        asked = [word for word in self.takes.split() if not word.startswith("[")]
        return len(words) >= len(asked) and not (words and not self.takes)


class Orders:
    """All orders of one server, by their names."""

    def __init__(self, say: Log, *orders: Order) -> None:
        self._say = say
        help_ = Order(name="help", does="says what there is", do=self._help, noted=False)
        self._orders = {order.name: order for order in (help_, *orders)}

    async def obey(self, words: Words) -> OrderResult:
        """Carry out the order that begins with the first word; Refused where that cannot be done."""
        name, given = (words[0], words[1:]) if words else ("help", ())
        order = self._orders.get(name)
        if order is None:
            raise Refused(f"no order {name!r}; there are: {', '.join(self._orders)}")
        if not order.fits(given):
            raise Refused(f"it is: {order.usage}")
        outcome = await self._supervised(order, given)
        if order.noted:
            self._say(News(Happening.ORDERED, f"ordered: {' '.join(words)}", order=name))
        return outcome

    async def _supervised(self, order: Order, given: Words) -> OrderResult:
        try:
            return await order.do(given)
        except Refused:
            raise
        except DataFailed as wrong:
            raise Refused(str(wrong)) from None
        except Exception as wrong:
            report_fault(self._say, f"the order {order.name} ended by a fault of the server", wrong)
            raise Refused("a fault of the server; its log has more") from None

    async def _help(self, _words: Words) -> OrderResult:
        width = max(len(order.usage) for order in self._orders.values())
        lines = tuple(f"{order.usage:<{width}}  {order.does}" for order in self._orders.values())
        return OrderResult(lines, {"orders": {order.usage: order.does for order in self._orders.values()}})


def columns(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """Yield the head and the rows as lines with aligned columns."""
    cells = [head, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


# --- the control socket --------------------------------------------------------------------------


SOCKET_FILE = "ctl.sock"
REQUEST = 16 * 1024
"""Bytes of an order with the end of its line."""
AT_ONCE = 8
"""Connections that are served at once; others wait."""
IDLE = 30.0
"""Seconds for which one of them may send nothing, or not read its answer."""
PROBE = 1.0
"""Seconds in which another server would answer at a socket that is there already."""
PATIENCE = 300.0
"""Seconds that a command waits for an answer: to forget a name goes through all matches."""
AGAIN = 1.0
"""Seconds after which a server in the background checks whether the terminal is its own again."""
LINE = 4096
"""Bytes read from the console at once."""


class ControlFailed(Exception):
    """Orders cannot be taken there; the message says why."""


class OrderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as it comes through the socket."""

    do: Words


class AnswerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to it; `said` is the reason where it is not `ok`."""

    ok: bool
    said: Words
    data: object = msgspec.UNSET


class ControlSocket:
    """A socket in the file system, open to the owner of its file alone."""

    def __init__(self, path: Path, orders: Orders) -> None:
        self._path = path
        self._orders = orders
        self._places = trio.CapacityLimiter(AT_ONCE)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Take orders until cancelled; ControlFailed where that cannot be."""
        with bound(self._path) as listening:
            task_status.started()
            listener = trio.SocketListener(trio.socket.from_stdlib_socket(listening))
            await trio.serve_listeners(self._serve, [listener])

    async def _serve(self, stream: trio.SocketStream) -> None:
        async with self._places, stream:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
                await self._converse(stream)

    async def _converse(self, stream: trio.SocketStream) -> None:
        heard = b""
        while True:
            with trio.fail_after(IDLE):
                data = await stream.receive_some(REQUEST)
            heard += data
            if not data or len(heard) > REQUEST:
                return
            *lines, heard = heard.split(b"\n")
            for line in lines:
                answer = await self._answer(line)
                with trio.fail_after(IDLE):
                    await stream.send_all(msgspec.json.encode(answer) + b"\n")

    async def _answer(self, line: bytes) -> AnswerLine:
        try:
            asked = msgspec.json.decode(line, type=OrderLine)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            return AnswerLine(False, (f"no order: {wrong}",))
        try:
            outcome = await self._orders.obey(asked.do)
        except Refused as why:
            return AnswerLine(False, (str(why),))
        return AnswerLine(True, outcome.lines, outcome.data)


@contextmanager
def bound(path: Path) -> Iterator[socket.socket]:
    """Bind a socket there for the owner alone and remove its file afterwards. ControlFailed where that cannot be."""
    if not hasattr(socket, "AF_UNIX"):
        raise ControlFailed("no orders are taken here but on the console: this system has no local sockets")
    with socket.socket(socket.AF_UNIX) as listening:
        try:
            _clear(path)
            before = os.umask(0o177)  # nobody else has access to it, from the first moment on
            try:
                listening.bind(str(path))
            finally:
                os.umask(before)
        except OSError as wrong:
            raise ControlFailed(f"no orders are taken at {path}: {wrong.strerror or wrong}") from None
        listening.listen()
        own = path.stat().st_ino
        try:
            yield listening
        finally:
            with suppress(OSError):
                if path.stat().st_ino == own:
                    path.unlink()


def _clear(path: Path) -> None:
    """Remove the socket of a server that was killed. ControlFailed where something else is there."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise ControlFailed(f"no orders are taken at {path}: there is a file of that name")
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(PROBE)
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()
                return
        raise ControlFailed(f"no orders are taken at {path}: another server takes them there")


# --- the other end, for commands -----------------------------------------------------------------


class NoServer(Exception):
    """No server takes orders there; the message says so."""


def ordered(path: Path, words: tuple[str, ...]) -> dict[str, Any]:
    """Give an order to the server that takes them there and return its answer; NoServer where none does."""
    order = json.dumps({"do": words}).encode() + b"\n"
    if len(order) > REQUEST:
        raise NoServer(f"that is too long: an order has at most {REQUEST} bytes")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(str(path))
            connection.sendall(order)
            with connection.makefile("rb") as answers:
                line = answers.readline()
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoServer(f"no server takes orders at {path}; start it, or name its --data") from None
    except PermissionError:
        raise NoServer(f"{path} is another user's; give the order as the one who runs the server") from None
    except AttributeError:
        raise NoServer("a server takes no orders on this system but on its console") from None
    except OSError as wrong:
        raise NoServer(f"cannot order anything at {path}: {wrong.strerror or wrong}") from None
    if not line:
        raise NoServer(f"the server at {path} has not answered; see its log")
    answer: dict[str, Any] = json.loads(line)
    return answer


# --- the console ---------------------------------------------------------------------------------


class Console:
    """Takes orders from a terminal, by its descriptor."""

    def __init__(self, descriptor: int, orders: Orders, out: TextIO) -> None:
        self._descriptor = descriptor
        self._orders = orders
        self._out = out

    async def run(self) -> None:
        """Carry out what is typed, until cancelled or until nothing more can be typed. The server goes on."""
        async for line in self._lines():
            try:
                words = tuple(shlex.split(line))
                said: Words = (await self._orders.obey(words)).lines if words else ()
            except (Refused, ValueError) as why:
                said = (str(why),)
            for each in said:
                print(each, file=self._out, flush=True)

    async def _lines(self) -> AsyncIterator[str]:
        heard = b""
        while data := await self._data():
            *lines, heard = (heard + data).split(b"\n")
            for line in lines:
                yield line.decode(errors="replace")

    async def _data(self) -> bytes:
        """Read from the terminal while it is this program's; no bytes where there is no terminal any more."""
        try:
            await trio.lowlevel.wait_readable(self._descriptor)
            while os.tcgetpgrp(self._descriptor) != os.getpgrp():  # in the background a program that reads is stopped
                await trio.sleep(AGAIN)
                await trio.lowlevel.wait_readable(self._descriptor)
            return os.read(self._descriptor, LINE)
        except OSError:
            return b""


def is_there(descriptor: int) -> bool:
    """Return whether orders can be typed there."""
    return os.name == "posix" and os.isatty(descriptor)
