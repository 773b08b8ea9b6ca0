"""What takes a while is done aside, while the tables go on: in a thread, or wherever whoever runs the server wants it.

Refuses to know what is done.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import trio

Found = TypeVar("Found")


class Aside(Protocol):
    """Has something done elsewhere."""

    def __call__(self, task: Callable[[], None]) -> Awaitable[None]:
        """Wait until it is done."""


class Thread:
    """A thread in which one thing is done after the other."""

    def __init__(self) -> None:
        self._one = trio.CapacityLimiter(1)

    async def __call__(self, task: Callable[[], None]) -> None:
        """Wait until it is done there."""
        await trio.to_thread.run_sync(task, limiter=self._one)


async def found(aside: Aside, task: Callable[[], Found]) -> Found:
    """What comes of it, once it is done aside."""
    come: list[Found] = []
    await aside(lambda: come.append(task()))
    return come[0]
