"""Run prompt-toolkit under trio, in one thread: asyncio hosts, trio is its guest and the root of the program.

`run(main)` replaces `trio.run(main)`; below it, any trio task can `await run_app(app)`, an ordinary cancellable call.
"""

from __future__ import annotations

import asyncio
import contextvars
import signal
import sys
from collections.abc import Awaitable, Callable
from errno import EBADF, EIO
from typing import Any, TypeVar, cast

import outcome
import trio
from prompt_toolkit.application import Application

T = TypeVar("T")
_GONE = frozenset({EIO, EBADF})
"""Error numbers of a terminal that was closed."""


def is_terminal_gone(error: object) -> bool:
    """Test whether that is the error of a terminal that was closed."""
    return isinstance(error, OSError) and error.errno in _GONE


_host: contextvars.ContextVar[asyncio.AbstractEventLoop] = contextvars.ContextVar("_host")


def run(main: Callable[..., Awaitable[T]], *args: Any) -> T:
    """Run like trio.run, with an asyncio loop below so that `run_app` works.

    SIGTERM and SIGHUP cancel the whole tree, let it clean up, then raise SystemExit; SIGINT outside an Application does
    the same and raises KeyboardInterrupt. Where the platform has no such signals nothing is installed.
    """
    scope = trio.CancelScope()
    stop: list[BaseException] = []

    async def root() -> T | None:
        with scope:
            return await main(*args)
        return None

    def end(cause: BaseException) -> None:
        stop.append(cause)
        scope.cancel()

    result = asyncio.run(_host_guest(root, end)).unwrap()
    if stop and scope.cancelled_caught:
        raise stop[0]
    return cast(T, result)


async def _host_guest(
    root: Callable[[], Awaitable[T | None]], end: Callable[[BaseException], None]
) -> outcome.Outcome[T | None]:
    """Host trio as a guest until it is done."""
    loop = asyncio.get_running_loop()
    _host.set(loop)  # trio tasks inherit this context
    loop.set_exception_handler(_reported)
    done: asyncio.Future[outcome.Outcome[T | None]] = loop.create_future()
    if sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, end, SystemExit(128 + number))
    trio.lowlevel.start_guest_run(
        root,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=done.set_result,
        host_uses_signal_set_wakeup_fd=True,  # asyncio owns the wakeup fd
    )
    while not done.done():
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError:  # SIGINT while no Application is running
            end(KeyboardInterrupt())  # let trio unwind; never abandon the guest
    return done.result()


def _reported(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report an error of a callback, unless nobody can read it: a screen that is being closed with its terminal still
    draws and restores it.
    """
    if not is_terminal_gone(context.get("exception")):
        loop.default_exception_handler(context)


async def run_asyncio(coroutine: Callable[[], Awaitable[T]]) -> T:
    """Await an asyncio coroutine from a trio task started by `run`; cancelling the one cancels the other."""
    loop = _host.get()
    running = _Running(trio.lowlevel.current_task())
    loop.call_soon(running.start, loop, coroutine)
    result: T = await trio.lowlevel.wait_task_rescheduled(running.abort)
    return result


class _Running:
    """A coroutine that runs in asyncio, while a trio task waits for it."""

    def __init__(self, waiting: trio.lowlevel.Task) -> None:
        self._waiting = waiting
        self._task: asyncio.Task[outcome.Outcome[Any]] | None = None
        self._cancelled: Callable[[], Any] | None = None

    def start(self, loop: asyncio.AbstractEventLoop, coroutine: Callable[[], Awaitable[Any]]) -> None:
        """Start the coroutine in the loop."""
        self._task = loop.create_task(_outcome_of(coroutine))
        self._task.add_done_callback(self._finished)
        if self._cancelled is not None:
            self._task.cancel()

    def abort(self, raise_cancel: Callable[[], Any]) -> trio.lowlevel.Abort:
        """Cancel from trio: asyncio unwinds first, then `_finished` wakes the task up."""
        self._cancelled = raise_cancel
        if self._task is not None:
            self._task.cancel()
        return trio.lowlevel.Abort.FAILED

    def _finished(self, task: asyncio.Task[outcome.Outcome[Any]]) -> None:
        if not task.cancelled():
            result = task.result()
        elif self._cancelled is not None:
            result = outcome.capture(self._cancelled)
        else:
            result = outcome.Error(RuntimeError("cancelled from asyncio"))
        trio.lowlevel.reschedule(self._waiting, result)


async def _outcome_of(coroutine: Callable[[], Awaitable[T]]) -> outcome.Outcome[T]:
    """The outcome of the coroutine; an asyncio Task would throw KeyboardInterrupt and SystemExit through the loop."""
    try:
        return outcome.Value(await coroutine())
    except asyncio.CancelledError:
        raise
    except BaseException as error:
        return outcome.Error(error)


async def run_app(app: Application[T]) -> T:
    """Run an Application; an error in any of its callbacks ends it and is raised here."""

    async def go() -> T:
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()

        def on_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            error = context.get("exception") or RuntimeError(context.get("message"))
            if app.is_running and not app.is_done:
                app.exit(exception=error)
            else:
                _reported(loop, context)

        loop.set_exception_handler(on_error)
        try:
            return await app.run_async(set_exception_handler=False)
        finally:
            loop.set_exception_handler(before)

    return await run_asyncio(go)
