"""The orders of an operator: a table of rows, and the console from which the server was started.

`Orders` finds the row by its name, checks the words, supervises the execution and notes it in the log. `Console` takes
orders from the terminal; they come through the control socket, too (`control_socket`).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TextIO

import trio

from coinche.server import limits
from coinche.server.log import Happening, Log, LogEntry, report_fault
from coinche.server.storage.data_dir import DataFailed

Words = tuple[str, ...]
ListRow = dict[str, Any]
"""A row of a list, by the names that programs read."""


class OrderRefused(Exception):
    """The order is not carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class OrderResult:
    """The outcome of an order: lines for people, and the same for programs."""

    lines: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorOrder:
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

    def __init__(self, say: Log, *orders: OperatorOrder) -> None:
        self._say = say
        help_ = OperatorOrder(name="help", does="says what there is", do=self._help, noted=False)
        self._orders = {order.name: order for order in (help_, *orders)}

    async def obey(self, words: Words) -> OrderResult:
        """Carry out the order that begins with the first word; Refused where that cannot be done."""
        name, given = (words[0], words[1:]) if words else ("help", ())
        order = self._orders.get(name)
        if order is None:
            raise OrderRefused(f"no order {name!r}; there are: {', '.join(self._orders)}")
        if not order.fits(given):
            raise OrderRefused(f"it is: {order.usage}")
        try:
            outcome = await order.do(given)
        except OrderRefused:
            raise
        except DataFailed as wrong:
            raise OrderRefused(str(wrong)) from None
        except Exception as wrong:
            report_fault(self._say, f"the order {order.name} ended by a fault of the server", wrong)
            raise OrderRefused("a fault of the server; its log has more") from None
        if order.noted:
            self._say(LogEntry(Happening.ORDERED, f"ordered: {' '.join(words)}", order=name))
        return outcome

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


def listed(rows: list[ListRow], what: str) -> OrderResult:
    if not rows:
        return OrderResult((f"no {what}",), {what: []})
    return OrderResult(tuple(columns(tuple(rows[0]), (tuple(map(_shown, row.values())) for row in rows))), {what: rows})


def _shown(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case dict():
            return " ".join(f"{seat}:{name}" for seat, name in value.items()) or "-"
        case list():
            return " ".join(value) or "-"
        case _:
            return str(value)


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
            except (OrderRefused, ValueError) as why:
                said = (str(why),)
            with suppress(OSError):  # nobody reads any more
                print(*said, sep="\n", end="\n" if said else "", file=self._out, flush=True)

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
                await trio.sleep(limits.TERMINAL_AGAIN)
                await trio.lowlevel.wait_readable(self._descriptor)
            return os.read(self._descriptor, limits.TYPED)
        except OSError:
            return b""


def is_there(descriptor: int) -> bool:
    """Return whether orders can be typed there."""
    return os.name == "posix" and os.isatty(descriptor)
