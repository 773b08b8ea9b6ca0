"""Tests of worker processes: the same results for any number of them, and nothing lost or twice when one is killed."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from coinche.arena import cli, practice, workers
from coinche.arena.cli import main
from coinche.arena.contest import Batch, BatchResult, TablePlan
from coinche.arena.workers import BatchFailed, Workers, local_workers
from coinche.records.contest_file import read_contest
from tests.arena.in_process import in_process

pytestmark = pytest.mark.slow

GAME = ("random", "greedy", "--boards", "40", "--batch", "5", "--seed", "5", "--practice", "--whole")
PATIENCE = 60


@pytest.fixture(autouse=True)
def real_workers(contests_in_this_process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes after all."""
    monkeypatch.setattr(cli, "local_workers", local_workers)


def arena(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(["duel", *GAME, *arguments])
    return end.value.code


def test_any_number_of_workers_writes_the_same_file(tmp_path: Path) -> None:
    files = []
    for count in (1, 3):
        files.append(tmp_path / f"{count}.jsonl")
        assert arena("--workers", str(count), "--out", str(files[-1])) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_worker_that_is_killed_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, out = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    assert arena("--workers", "2", "--out", str(wanted)) == 0
    killed: list[int] = []
    submit = ProcessPoolExecutor.submit

    def killing(self: ProcessPoolExecutor, *args: Any, **kwargs: Any) -> Any:
        future = submit(self, *args, **kwargs)
        if not killed and out.exists() and len(out.read_bytes().splitlines()) > 10:
            killed.append(next(iter(self._processes)))
            os.kill(killed[0], signal.SIGKILL)
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", killing)
    assert arena("--workers", "2", "--out", str(out)) == 0
    assert len(killed) == 1
    assert out.read_bytes() == wanted.read_bytes()


class Breaking(Executor):
    """Answers a batch with its own first board, and breaks at that submission, as a pool whose worker was killed."""

    def __init__(self, breaks_at: int) -> None:
        self._left = breaks_at

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._left -= 1
        if self._left == 0:
            raise BrokenExecutor("a worker was killed")
        future: Future[Any] = Future()
        future.set_result(args[-1].first)
        return future


@pytest.mark.parametrize(
    "breaks", [(1, 0), (2, 0), (4, 0), (4, 1, 0), (4, 2, 1, 0)], ids=lambda breaks: "-".join(map(str, breaks))
)
def test_no_batch_is_lost_where_it_cannot_be_handed_out(breaks: tuple[int, ...]) -> None:
    """The executors break one after the other, each at that submission; 0 is one that holds."""
    executors = map(Breaking, breaks)
    players = Workers(lambda: nullcontext(next(executors)), 1)
    plans = [Batch(pairings=(), plans=(TablePlan("a", "b", (board,)),)) for board in range(1, 9)]
    contest: Any = None  # nothing is played
    played: list[tuple[int, object]] = [(batch.first, result) for batch, result in players.results(contest, plans)]
    assert played == [(board, board) for board in range(1, 9)]


def test_workers_that_die_again_and_again_end_the_contest_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workers, "play", _die)
    assert arena("--workers", "1") == 1
    assert "coinche-arena: the workers have ended 4 times while they played the same boards" in capsys.readouterr().err


def test_an_exception_that_cannot_be_passed_on_ends_the_contest_with_its_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "local_workers", lambda count: in_process())
    monkeypatch.setattr(practice, "play_batch", _no_room)
    assert arena() == 1
    said = capsys.readouterr().err
    assert "coinche-arena: board 1 and those after it: Unpicklable: no room at 7 (test_workers.py, line " in said
    passed_on = pickle.loads(pickle.dumps(BatchFailed("no room at 7")))
    assert (type(passed_on), str(passed_on)) == (BatchFailed, "no room at 7")


class Unpicklable(Exception):
    """An exception that another process cannot make again."""

    def __init__(self, where: int, *, why: str) -> None:
        super().__init__(f"{why} at {where}")


def _no_room(*_: object) -> BatchResult:
    try:
        raise Unpicklable(7, why="no room")
    except Unpicklable as wrong:
        raise ExceptionGroup("in a nursery", [wrong]) from None


def _die(*_: object) -> None:
    os._exit(9)


def test_an_interrupt_keeps_what_was_played_and_the_contest_goes_on(tmp_path: Path) -> None:
    wanted, out = tmp_path / "whole.jsonl", tmp_path / "interrupted.jsonl"
    many = (*GAME[:3], "200", *GAME[4:], "--workers", "1")
    with pytest.raises(SystemExit):
        main(["duel", *many, "--out", str(wanted)])
    command = [sys.executable, "-P", "-m", "coinche.arena.cli", "duel", *many, "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as running:
        end = time.monotonic() + PATIENCE
        while not out.exists() or out.read_bytes().count(b"\n") < 20:
            assert time.monotonic() < end, "nothing is played"
            threading.Event().wait(0.01)
        os.killpg(running.pid, signal.SIGINT)
        said, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert ", stopped" in said
    assert "Traceback" not in said
    with out.open("rb") as lines:
        assert 20 <= len(read_contest(lines).tables) < 400
    with pytest.raises(SystemExit) as ended:
        main(["duel", *many, "--out", str(out)])
    assert ended.value.code == 0
    assert out.read_bytes() == wanted.read_bytes()


def test_a_cluster_without_dask_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert arena("--dask", "tls://127.0.0.1:8786") == 1
    assert "pip install 'coinche[cluster]'" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["foo", "foo:1:2", "nothing://127.0.0.1:1"])
def test_an_address_that_is_none_of_a_cluster_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("--dask", address) == 1
    assert f"no Dask scheduler at {address}" in capsys.readouterr().err


def test_a_dask_cluster_of_two_workers_writes_the_same_file(tmp_path: Path) -> None:
    wanted, out = tmp_path / "whole.jsonl", tmp_path / "dask.jsonl"
    assert arena("--workers", "1", "--out", str(wanted)) == 0
    with scheduler(tmp_path) as address:
        assert arena("--dask", address, "--out", str(out)) == 0
    assert out.read_bytes() == wanted.read_bytes()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A Dask scheduler with two worker processes, on loopback."""
    told = folder / "scheduler.json"
    own = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with ExitStack() as stack:
        stack.enter_context(started(folder, "scheduler", "--scheduler-file", str(told), *own))
        end = time.monotonic() + PATIENCE
        while not told.exists():
            assert time.monotonic() < end, "no scheduler"
            threading.Event().wait(0.05)
        for _ in range(2):
            stack.enter_context(
                started(folder, "worker", "--scheduler-file", str(told), "--nthreads", "1", "--no-nanny")
            )
        yield json.loads(told.read_text())["address"]


@contextmanager
def started(folder: Path, part: str, *arguments: str) -> Iterator[None]:
    """A process of Dask, killed at the end with its children."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *arguments]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=nothing, stderr=nothing, start_new_session=True, cwd=folder)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
