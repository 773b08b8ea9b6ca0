"""Tests that the two engines are one algorithm: the same answers after the same number of cards."""

from __future__ import annotations

import random
import struct
from dataclasses import asdict, replace
from importlib import import_module

from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import Engine, Solver
from coinche.engine.solver.game import game_of
from coinche.engine.solver.move_weights import WEIGHT_COUNT
from coinche.engine.trick import Trick
from tests.engine.solver.engines import compiled
from tests.engine.solver.knowing import ME, some_knowing
from tests.engine.solver.positions import Case, full_deal, some_case
from tests.extent import examples

ROOMY = 16
"""A table in which the compiled engine forgets nothing, as the other does not."""


def both(case: Case) -> tuple[Solver, Solver]:
    compiled_one, python = (
        Solver(case.denomination, case.rules, capot=case.capot, size=ROOMY, engine=engine) for engine in Engine
    )
    return compiled_one, python


@compiled
@settings(max_examples=examples(120), deadline=None)
@given(seed=st.integers(0, 2**32), tricks=st.integers(1, 5))
def test_both_find_the_same_with_as_many_nodes(seed: int, tricks: int) -> None:
    chance = random.Random(seed)
    case = some_case(chance, tricks)
    one, other = both(case)
    assert one.value(case.position) == other.value(case.position)
    assert one.nodes == other.nodes
    bound = chance.randrange(-20, 180)
    assert one.takes(case.position, bound) == other.takes(case.position, bound)
    assert one.nodes == other.nodes
    assert one.values(case.position) == other.values(case.position)
    assert one.nodes == other.nodes


@compiled
def test_both_find_the_same_in_full_deals() -> None:
    chance = random.Random(1)
    for denomination in (Denomination.HEARTS, Denomination.NO_TRUMP, Denomination.ALL_TRUMP):
        position = full_deal(chance, denomination, FFB)
        one, other = both(Case(denomination, FFB, 90, position))
        assert one.takes(position, 82) == other.takes(position, 82)
        assert one.nodes == other.nodes


@compiled
@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_both_order_moves_alike_by_any_weights_and_points(seed: int) -> None:
    """Up to the highest and the lowest that they hold."""
    chance = random.Random(seed)
    weights = bytes(chance.choice((127, 128, chance.randrange(256))) for _ in range(WEIGHT_COUNT))
    points = bytes(chance.choice((0, 127)) if card in (Card.HJ, Card.H9) else 0 for card in PACK)
    game = asdict(replace(game_of(Denomination.HEARTS, FFB, capot=0), weights=weights, points=points))
    cards = chance.sample(range(len(PACK)), 16)
    asked = tuple(sum(1 << card for card in cards[seat::4]) for seat in range(4)), b"", chance.randrange(4), 3
    one, other = (
        import_module(f"coinche.engine.solver.{engine}").Solver(**game, size=ROOMY)
        for engine in ("_dd", "python_engine")
    )
    assert one.values(*asked) == other.values(*asked)
    assert one.nodes == other.nodes


@compiled
@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32), tricks=st.integers(1, 4), budget=st.sampled_from((1, 2000, 2**64 - 1)))
def test_both_judge_cards_the_same(seed: int, tricks: int, budget: int) -> None:
    chance = random.Random(seed)
    known = some_knowing(chance, tricks, evidence=chance.random() < 0.5)
    use = struct.pack("1536d", *(chance.gauss(0, 100) for _ in range(1536)))
    belote = chance.sample(sorted(known.hidden.unseen), 2)
    case = some_case(chance, tricks)
    one, other = (
        solver.evaluate(
            ME, known.hand, Trick(ME, (), None), known.hidden, use,
            belote=belote, worlds=12, candidates=30, budget=budget, seed=seed,
        )
        for solver in both(case)
    )  # fmt: skip
    assert one == other


@compiled
def test_both_play_the_same_random_deals() -> None:
    case = some_case(random.Random(2), 4)
    one, other = both(case)
    assert one.playouts(20, 7) == other.playouts(20, 7)
