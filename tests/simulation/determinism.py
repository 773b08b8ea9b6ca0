"""Deterministic trio runs: virtual time, no threads, and task order from the seed.

This uses private names of trio.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TypeVar

import trio
from trio.abc import Instrument
from trio.testing import MockClock

Result = TypeVar("Result")

_FLAG, _CHANCE = "_ALLOW_DETERMINISTIC_SCHEDULING", "_r"


class TrioChanged(Exception):
    """This trio has not the names any more by which the order of tasks is made to follow from a seed."""


def scheduler() -> ModuleType:
    """The module of trio that orders tasks; TrioChanged where it does so otherwise than we know."""
    found = getattr(getattr(trio, "_core", None), "_run", None)
    if found is None or not hasattr(found, _FLAG) or not hasattr(getattr(found, _CHANCE, None), "seed"):
        raise TrioChanged(f"trio {trio.__version__} has no {_FLAG} and {_CHANCE} in trio._core._run")
    assert isinstance(found, ModuleType)
    return found


async def _here(task: Callable[..., Result], *args: object, **_options: object) -> Result:
    """Run a thread's function in this thread."""
    await trio.lowlevel.checkpoint()
    return task(*args)


@contextmanager
def _as_seeded(seed: int) -> Iterator[None]:
    order, elsewhere = scheduler(), trio.to_thread.run_sync
    before = getattr(order, _FLAG)
    setattr(order, _FLAG, True)
    getattr(order, _CHANCE).seed(seed)
    trio.to_thread.run_sync = _here  # type: ignore[assignment]
    gc.disable()  # when it runs depends on what ran before, and it takes its time
    try:
        yield
    finally:
        gc.enable()
        setattr(order, _FLAG, before)
        trio.to_thread.run_sync = elsewhere


def run(seed: int, main: Callable[[], Awaitable[Result]], *instruments: Instrument) -> Result:
    """The result of `main`, always the same for a seed; idle time costs no real time."""
    with _as_seeded(seed):
        return trio.run(main, clock=MockClock(autojump_threshold=0), instruments=instruments)
