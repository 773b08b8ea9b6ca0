"""Nothing that an engine is told brings it down: it answers, or says in an exception what cannot be."""

from __future__ import annotations

import random
from dataclasses import astuple
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.cards import Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver.game import game_of
from tests.engine.solver.engines import compiled, each_engine

GAME = astuple(game_of(Denomination.HEARTS, FFB))
MODULES = {"C": "_dd", "Python": "pure"}
REFUSALS = (ValueError, TypeError, OverflowError, RuntimeError)

numbers = st.integers(-(2**65), 2**65) | st.integers(-2, 40)
anything = st.none() | numbers | st.binary(max_size=40) | st.text(max_size=3) | st.tuples(numbers, numbers, numbers)


def engine_of(name: str) -> Any:
    return import_module(f"coinche.engine.solver.{MODULES[name]}")


@compiled
@settings(max_examples=150, deadline=None)
@given(
    arguments=st.lists(anything, max_size=10), method=st.sampled_from(("value", "values", "takes", "pimc", "outcomes"))
)
def test_arguments_of_any_kind_are_refused_and_the_solver_serves_on(arguments: list[object], method: str) -> None:
    solver = engine_of("C").Solver(*GAME, 4)
    with pytest.raises(REFUSALS):
        getattr(solver, method)(*arguments)
    assert solver.value((1, 2, 4, 8), b"", 0, 3) is not None


@compiled
@settings(max_examples=100, deadline=None)
@given(at=st.integers(0, len(GAME) - 1), value=anything, size=st.integers(-2, 40))
def test_a_game_is_one_or_is_refused(at: int, value: object, size: int) -> None:
    told = [*GAME[:at], value, *GAME[at + 1 :]]
    try:
        solver = engine_of("C").Solver(*told, min(size, 8))
    except REFUSALS:
        return
    assert solver.value((1, 2, 4, 8), b"", 0, 3) is not None


@each_engine
@pytest.mark.parametrize(
    ("hands", "trick"),
    [
        ((0, 0, 0, 0), b""),  # nobody has a card
        ((1, 1, 2, 4), b""),  # a card twice
        ((3, 4, 8, 16), b""),  # hands that differ
        ((1, 2, 4, 8), b"\x05"),  # who has played has one less
        ((1, 2, 4, 0), b"\x00"),  # a card in a hand and in the trick
        ((1, 0, 0, 0), b"\x05\x05\x06"),  # twice in the trick
        ((1, 0, 0, 0), b"\x05\x06\x07\x08"),  # a trick of four
    ],
)
def test_hands_and_a_trick_that_do_not_go_together_are_no_position(
    engine: str, hands: tuple[int, ...], trick: bytes
) -> None:
    solver = engine_of(engine).Solver(*GAME, 4)
    with pytest.raises(ValueError, match="no such position"):
        solver.value(hands, trick, 0, 3)


@each_engine
def test_hands_of_nine_are_no_position(engine: str) -> None:
    cards = random.Random(1).sample(range(32), 32)
    hands = tuple(sum(1 << card for card in cards[:9]) for _ in range(4))
    with pytest.raises(ValueError, match="no such position"):
        engine_of(engine).Solver(*GAME, 4).value(hands, b"", 0, 3)


@compiled
def test_a_solver_has_one_game() -> None:
    module = engine_of("C")
    solver = module.Solver(*GAME, 4)
    with pytest.raises(RuntimeError, match="has its game already"):
        solver.__init__(*GAME, 4)
    with pytest.raises(RuntimeError, match="has no game"):
        module.Solver.__new__(module.Solver).value((1, 2, 4, 8), b"", 0, 3)


@each_engine
def test_random_deals_are_played_by_the_rules(engine: str) -> None:
    rows = engine_of(engine).Solver(*GAME, 4).playouts(50, 3)
    for at in range(0, len(rows), 34):
        row = rows[at : at + 34]
        assert sorted(row[:32]) == list(range(32))
        assert row[32] in range(4)
        assert row[33] in range(163)
    with pytest.raises(ValueError, match="between no deals and"):
        engine_of(engine).Solver(*GAME, 4).playouts(-1, 3)
