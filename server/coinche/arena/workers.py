"""Batches played by several processes, on this machine or by Dask, and handed on in their order.

A batch needs nothing of the others, so that a lost worker costs time and nothing else: its batch is played again. The
results come in the order of the plan whatever the number of workers, and so does the decision to stop.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
import trio

from coinche.records.contest_file import PlayedTable, Scheme
from coinche.server.admin.control_socket import NoRunningServer

from . import practice, server_play, signed_in_play
from .auctions import bid_value
from .contest import Batch, BatchResult, Contest
from .signed_in_play import ServerRefuses

AHEAD = 2
"""Batches for each worker that are handed out before the first of them is over."""
RETRIES = 3
"""Times that one batch may lose its worker in a row before the contest gives up."""


class WorkersLost(Exception):
    """The workers end again and again while they play the same batch."""


class BatchFailed(Exception):
    """A batch could not be played; the message says why. It reaches the parent from any worker, as a string does."""


class ClusterUnusable(Exception):
    """Dask is not installed, or its scheduler cannot be reached."""


def play(contest: Contest, hidden: tuple[Path, ...], batch: Batch) -> BatchResult:
    """Play a batch in this process; BatchFailed if that fails, for not every exception can be passed on."""
    try:
        return _played(contest, hidden, batch)
    except Exception as wrong:
        raise BatchFailed(f"board {batch.first} and those after it: {_in_words(wrong)}") from wrong


def _in_words(wrong: BaseException) -> str:
    """The exception, or the first of a group, and the line that has raised it."""
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    if isinstance(wrong, ServerRefuses | NoRunningServer):
        return str(wrong)
    said = f"{type(wrong).__name__}: {wrong}".removesuffix(": ")
    lines = traceback.extract_tb(wrong.__traceback__)
    return f"{said} ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else said


def _played(contest: Contest, hidden: tuple[Path, ...], batch: Batch) -> BatchResult:
    if contest.control_socket is not None:
        result = signed_in_play.play_batch(contest, batch.plans)
    elif contest.header.practice:
        result = practice.play_batch(contest, batch.plans)
    else:
        result = trio.run(partial(server_play.play_batch, contest, batch.plans, hidden))
    return replace(result, tables=tuple(_completed(contest, table) for table in result.tables))


def _completed(contest: Contest, table: PlayedTable) -> PlayedTable:
    """The table with what the scheme and the mode of the contest compute from its cards and bids."""
    header = contest.header
    if header.scheme is Scheme.SINGLE:
        table = msgspec.structs.replace(table, control=practice.control(contest, table.board))
    if header.bidding_only:
        table = msgspec.structs.replace(table, value=bid_value(header.rules, table.deals[0]))
    return table


class Workers:
    """Plays batches with the executor that `opened` gives, `count` of them at a time."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Executor]], count: int) -> None:
        self._opened = opened
        self._count = count

    def results(
        self, contest: Contest, batches: Iterable[Batch], hidden: tuple[Path, ...] = ()
    ) -> Iterator[tuple[Batch, BatchResult]]:
        """Play the batches; yield the result of each, in their order. Close the iterator to stop."""
        waiting = iter(batches)
        todo: deque[Batch] = deque()  # what is taken from `waiting` and not over yet
        losses = 0
        while True:
            with self._opened() as executor:
                running: deque[Future[BatchResult]] = deque()
                try:
                    while self._fill(todo, waiting):
                        for batch in islice(todo, len(running), None):
                            running.append(executor.submit(play, contest, hidden, batch))
                        result = running[0].result()
                        running.popleft()
                        losses = 0
                        yield todo.popleft(), result
                    return
                except BrokenExecutor as lost:
                    losses += 1
                    if losses > RETRIES:
                        raise WorkersLost(
                            f"the workers have ended {losses} times while they played the same boards"
                        ) from lost

    def _fill(self, todo: deque[Batch], waiting: Iterator[Batch]) -> bool:
        """Take batches until enough are ahead; return whether any is to be played."""
        todo.extend(islice(waiting, AHEAD * self._count - len(todo)))
        return bool(todo)


def local_workers(count: int | None = None) -> Workers:
    """Worker processes on this machine, one for each processor unless it is said how many."""
    count = count or os.cpu_count() or 1
    return Workers(partial(_pool, count), count)


@contextmanager
def _pool(count: int) -> Iterator[Executor]:
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_ignore_interrupt)
    try:
        yield executor
    finally:
        processes = tuple((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that has started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def dask_workers(address: str, certificates: Path | None = None) -> Workers:
    """The workers of a Dask cluster; both ends of Dask run what they are sent, so its address should be `tls://`."""
    try:
        from distributed import Client, Security
    except ImportError as missing:
        raise ClusterUnusable(f"Dask is not installed ({missing}): pip install 'coinche[cluster]'") from None

    @contextmanager
    def opened() -> Iterator[Executor]:
        security = None
        if certificates is not None:
            security = Security(
                tls_ca_file=str(certificates / "ca.pem"),
                tls_client_cert=str(certificates / "cert.pem"),
                tls_client_key=str(certificates / "key.pem"),
                require_encryption=True,
            )
        try:
            client = Client(address, security=security)
        except (OSError, ValueError, ImportError) as wrong:
            raise ClusterUnusable(f"no Dask scheduler at {address}, which should be tls://HOST:PORT: {wrong}") from None
        with client:
            executor = client.get_executor(pure=False, retries=RETRIES)
            try:
                yield executor
            finally:
                executor.shutdown(wait=False)

    return Workers(opened, 8)
