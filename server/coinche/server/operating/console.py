"""Orders that are typed where the server was started, if that is a terminal.

Knows lines and terminals. Refuses to know orders.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import AsyncIterator, Callable

import trio

from .orders import Orders, Refused

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
