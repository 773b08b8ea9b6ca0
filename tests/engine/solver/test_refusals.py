"""Tests that no input brings an engine down: it answers, or raises an exception with the reason."""

from __future__ import annotations

import random
import struct
from contextlib import nullcontext, suppress
from dataclasses import asdict
from functools import reduce
from importlib import import_module
from operator import getitem
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import ENGINES, Engine
from coinche.engine.solver.game import game_of, mask
from coinche.engine.solver.solver import belief_arguments
from tests.engine.solver.engines import compiled, each_engine
from tests.engine.solver.knowing import DIRECTION, ME, some_knowing
from tests.extent import examples

GAME = asdict(game_of(Denomination.HEARTS, FFB)) | {"size": 4}
MODULES = {Engine.C: "_dd", Engine.PYTHON: "python_engine"}
REFUSALS = (ValueError, TypeError, OverflowError, RuntimeError)
ENDING = (1, 2, 4, 8), b"", 0, 3

_SOME = some_knowing(random.Random(1), 3, evidence=True)
_KNOWN = belief_arguments(ME, _SOME.hidden, DIRECTION)
_USE = struct.pack("1536d", *(float(use) for use in range(1536)))
QUESTION = mask(_SOME.hand), b"", 3, _KNOWN, 0, _USE, 3, 8, 500, 1
"""The arguments of `pimc`."""
DRAWING = _KNOWN, 3, 8, 1
"""The arguments of `worlds`."""

numbers = st.integers(-2, 40) | st.sampled_from(
    [sign * 2**bits + 1 for sign in (1, -1) for bits in (21, 31, 32, 63, 64)]
)
bytes_of_any_size = st.binary(max_size=8) | st.builds(
    lambda size, byte: bytes([byte]) * size,
    st.sampled_from((32, 160, 767, 768, 769, 1023, 1024, 2048, 2050, 12288)),
    st.sampled_from((0, 1, 63, 127, 128, 255)),
)
anything = st.none() | numbers | bytes_of_any_size | st.text(max_size=3) | st.tuples(numbers, numbers, numbers)


def places(told: tuple[Any, ...]) -> list[tuple[int, ...]]:
    """The paths of all values in a nested tuple."""
    return [
        (at, *rest) for at, each in enumerate(told) for rest in ((), *(places(each) if isinstance(each, tuple) else ()))
    ]


def at(told: Any, place: tuple[int, ...]) -> Any:
    """The value at that path."""
    return reduce(getitem, place, told)


def replaced(told: tuple[Any, ...], place: tuple[int, ...], value: object) -> tuple[Any, ...]:
    """The same with something else there."""
    first, *rest = place
    return (*told[:first], replaced(told[first], tuple(rest), value) if rest else value, *told[first + 1 :])


def engine_of(engine: Engine) -> Any:
    return import_module(f"coinche.engine.solver.{MODULES[engine]}")


@compiled
@settings(max_examples=examples(100), deadline=None)
@given(
    arguments=st.lists(anything, max_size=6), method=st.sampled_from(("value", "values", "takes", "pimc", "outcomes"))
)
def test_arguments_of_any_kind_are_refused_and_the_solver_serves_on(arguments: list[object], method: str) -> None:
    assume((method, arguments[1:2]) != ("outcomes", [b""]))  # in no world there is nothing to refuse
    solver = engine_of(Engine.C).Solver(**GAME)
    with pytest.raises(REFUSALS):
        getattr(solver, method)(*arguments)
    assert solver.value(*ENDING) is not None


@each_engine
@settings(max_examples=examples(200), deadline=None)
@given(data=st.data())
def test_a_question_with_one_thing_changed_is_answered_or_refused(engine: Engine, data: st.DataObject) -> None:
    solver = engine_of(engine).Solver(**GAME)
    told = replaced(QUESTION, data.draw(st.sampled_from(places(QUESTION))), data.draw(anything))
    with suppress(*REFUSALS):
        assert solver.pimc(*told)[1] > 0
    assert solver.value(*ENDING) is not None


@each_engine
@settings(max_examples=examples(200), deadline=None)
@given(data=st.data())
def test_worlds_of_what_has_one_thing_changed_are_drawn_or_refused(engine: Engine, data: st.DataObject) -> None:
    told = replaced(DRAWING, data.draw(st.sampled_from(places(DRAWING))), data.draw(anything))
    with suppress(*REFUSALS):
        assert len(engine_of(engine).worlds(*told)[0]) % 12 == 0


@compiled
@settings(max_examples=examples(200), deadline=None)
@given(data=st.data())
def test_of_one_thing_changed_in_its_kind_both_engines_say_the_same(data: st.DataObject) -> None:
    place = data.draw(
        st.sampled_from([place for place in places(QUESTION) if not isinstance(at(QUESTION, place), tuple)])
    )
    value = data.draw(bytes_of_any_size if isinstance(at(QUESTION, place), bytes) else st.integers(0, 2**31 - 1))
    told = replaced(QUESTION, place, value)
    assert said(Engine.C, told) == said(Engine.PYTHON, told)


def said(engine: Engine, told: tuple[Any, ...]) -> object:
    """The answer, or the exception's type."""
    try:
        return repr(engine_of(engine).Solver(**GAME).pimc(*told))
    except REFUSALS as refusal:
        return type(refusal)


def test_the_question_itself_is_answered() -> None:
    for engine in ENGINES:
        assert engine_of(engine).Solver(**GAME).pimc(*QUESTION)[1] == 3
        assert len(engine_of(engine).worlds(*DRAWING)[0]) == 3 * 12


@compiled
@settings(max_examples=examples(100), deadline=None)
@given(name=st.sampled_from(sorted(GAME)), value=anything)
def test_a_game_is_one_or_is_refused(name: str, value: object) -> None:
    with suppress(*REFUSALS):
        solver = engine_of(Engine.C).Solver(**GAME | {name: value})
        assert solver.value(*ENDING) is not None


@compiled
def test_a_card_that_is_worth_more_than_the_order_of_moves_holds_is_in_no_game() -> None:
    jack = PACK.index(Card.HJ)
    for worth, holds in ((127, True), (128, False), (255, False)):
        points = bytes(worth if at == jack else 0 for at in range(len(PACK)))
        with nullcontext() if holds else pytest.raises(ValueError, match="no game that can be solved"):
            engine_of(Engine.C).Solver(**GAME | {"points": points})


@compiled
@pytest.mark.parametrize("named", ["capot", "last_trick", "under_partner"])
@pytest.mark.parametrize("number", [-(2**31), -1, 512, 2**31 - 1])
def test_a_number_that_leaves_its_bounds_is_in_no_game(named: str, number: int) -> None:
    with pytest.raises(ValueError, match="no game that can be solved"):
        engine_of(Engine.C).Solver(**GAME | {named: number})


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
        ((1, 2, 4, 0), b"\x20"),  # no card of the pack
    ],
)
def test_hands_and_a_trick_that_do_not_go_together_are_no_position(
    engine: Engine, hands: tuple[int, ...], trick: bytes
) -> None:
    solver = engine_of(engine).Solver(**GAME)
    with pytest.raises(ValueError, match="no such position"):
        solver.value(hands, trick, 0, 3)


@each_engine
def test_hands_of_nine_are_no_position(engine: Engine) -> None:
    cards = random.Random(1).sample(range(32), 32)
    hands = tuple(sum(1 << card for card in cards[:9]) for _ in range(4))
    with pytest.raises(ValueError, match="no such position"):
        engine_of(engine).Solver(**GAME).value(hands, b"", 0, 3)


@compiled
def test_a_solver_has_one_game() -> None:
    module = engine_of(Engine.C)
    solver = module.Solver(**GAME)
    with pytest.raises(RuntimeError, match="has its game already"):
        solver.__init__(**GAME)
    with pytest.raises(RuntimeError, match="has no game"):
        module.Solver.__new__(module.Solver).value((1, 2, 4, 8), b"", 0, 3)


@each_engine
def test_random_deals_are_played_by_the_rules(engine: Engine) -> None:
    rows = engine_of(engine).Solver(**GAME).playouts(50, 3)
    for at in range(0, len(rows), 34):
        row = rows[at : at + 34]
        assert sorted(row[:32]) == list(range(32))
        assert row[32] in range(4)
        assert row[33] in range(163)
    with pytest.raises(ValueError, match="between no deals and"):
        engine_of(engine).Solver(**GAME).playouts(-1, 3)
