"""Tests of solvers in threads: each runs without the interpreter's lock, and serves one thread at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from coinche.engine.cards import Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import Engine, Solver, worlds
from tests.engine.solver.engines import compiled, each_engine
from tests.engine.solver.knowing import DIRECTION, ME, some_knowing
from tests.engine.solver.positions import full_deal

LONG = 200
"""Deals to be solved: some tenths of a second in the compiled engine."""


@contextmanager
def noting(refusals: list[str]) -> Iterator[None]:
    """Go on after a refusal."""
    try:
        yield
    except RuntimeError as error:
        refusals.append(str(error))


def in_a_thread(work: Callable[[], object]) -> tuple[Thread, Event]:
    """The thread, and whether its work is done."""
    done = Event()

    def run() -> None:
        work()
        done.set()

    thread = Thread(target=run)
    thread.start()
    return thread, done


@compiled
def test_python_runs_on_while_a_solver_is_at_work() -> None:
    """A lock that was kept would let nothing run between the beginning of the call and its end."""
    solver, known = Solver(Denomination.HEARTS, FFB, engine=Engine.C), some_knowing(random.Random(1), 8, evidence=False)
    many = worlds(ME, known.hidden, DIRECTION, LONG, seed=1)
    begun = Event()

    def work() -> None:
        begun.set()
        solver.outcomes(known.hand, many, 0)

    thread, done = in_a_thread(work)
    begun.wait()
    seen = set()
    while not done.wait(0.002):
        seen.add(solver.nodes)
    thread.join()
    assert len(seen) > 5, "what it has searched so far is seen to grow"


@each_engine
def test_a_solver_at_work_refuses_another_thread_and_serves_it_later(engine: Engine) -> None:
    solver, known = Solver(Denomination.HEARTS, FFB, engine=engine), some_knowing(random.Random(1), 8, evidence=False)
    position = full_deal(random.Random(1), Denomination.HEARTS, FFB)
    many = worlds(ME, known.hidden, DIRECTION, LONG if engine is Engine.C else 1, seed=1)
    thread, done = in_a_thread(lambda: solver.outcomes(known.hand, many, 0))
    refusals: list[str] = []
    while not done.wait(0.002):
        with noting(refusals):
            solver.takes(position, 200)
    thread.join()
    assert set(refusals) == {"this solver is at work in another thread; each thread needs its own"}
    solver.takes(position, 200)


@each_engine
def test_each_thread_with_a_solver_of_its_own_finds_what_one_finds(engine: Engine) -> None:
    deals = [full_deal(random.Random(seed), Denomination.HEARTS, FFB) for seed in range(2)]
    expected = [Solver(Denomination.HEARTS, FFB).takes(deal, 82) for deal in deals]
    found: dict[int, bool] = {}

    def solve(at: int) -> None:
        found[at] = Solver(Denomination.HEARTS, FFB, engine=engine).takes(deals[at], 82)

    threads = [Thread(target=solve, args=(at,)) for at in range(len(deals))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[at] for at in range(len(deals))] == expected


@each_engine
def test_after_a_position_that_is_none_the_solver_serves_on(engine: Engine) -> None:
    solver = Solver(Denomination.HEARTS, FFB, engine=engine)
    position = full_deal(random.Random(1), Denomination.HEARTS, FFB)
    for _ in range(2):
        with pytest.raises(ValueError, match="these are no worlds"):
            solver.outcomes(position.hands[position.turn], b"\0" * 12, 0)
    assert solver.takes(position, -90)
