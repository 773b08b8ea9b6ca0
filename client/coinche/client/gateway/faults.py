"""Errors in callbacks of the asyncio loop, which are raised nowhere: whose they are, and that he alone hears of them.

Knows contexts: what is started for a guest runs in his. Refuses to know what a fault ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Any

import trio

from coinche.client.terminal.bridge import run_asyncio


class Faults:
    """Those of one guest; the first is raised by `wait`."""

    def __init__(self) -> None:
        self._first: BaseException | None = None
        self._came = trio.Event()

    def tell(self, error: BaseException) -> None:
        """It happened in his context."""
        self._first = self._first or error
        self._came.set()

    async def wait(self) -> None:
        """Until there is one; raises it."""
        await self._came.wait()
        assert self._first is not None
        raise self._first


_faults: ContextVar[Faults | None] = ContextVar("_faults", default=None)


def own_faults() -> Faults:
    """Those of the task that calls, and of all that it starts from now on."""
    faults = Faults()
    _faults.set(faults)
    return faults


async def attribute_faults(unowned: Callable[[BaseException], None]) -> None:
    """From now on whoever owns a fault is told, else `unowned`."""

    def heard(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        error = told.get("exception") or RuntimeError(told.get("message"))
        faults = _whose(told)
        (unowned if faults is None else faults.tell)(error)

    async def listen() -> None:
        asyncio.get_running_loop().set_exception_handler(heard)

    await run_asyncio(listen)


def _whose(told: dict[str, Any]) -> Faults | None:
    """Of the context of the callback, else of the one that we are in: before 3.12 a handle shows it to nobody."""
    context = getattr(told.get("handle"), "_context", None)
    return context.get(_faults) if isinstance(context, Context) else _faults.get()
