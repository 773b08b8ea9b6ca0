"""Contests in the process of a test: no worker processes, no sandbox, and built-in bots that are forked."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from typing import Any

import pytest

from coinche.arena import cli, seat_process
from coinche.arena.workers import Workers


class InProcess(Executor):
    """Plays each batch as it is handed out."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function now."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def in_process() -> Workers:
    """One worker, which is this process."""
    return Workers(lambda: nullcontext(InProcess()), 1)


def play_here(monkeypatch: pytest.MonkeyPatch, forked_python: tuple[str, ...]) -> None:
    """Have the command play its contests in this process."""
    monkeypatch.setattr(seat_process, "PYTHON", (*forked_python, *seat_process.PYTHON[1:]))
    monkeypatch.setattr(cli, "has_sandbox", lambda: False)
    monkeypatch.setattr(cli, "local_workers", lambda count: in_process())
