"""Tests of a card's value over many worlds: the mean of its value in each, weighted by likelihood."""

from __future__ import annotations

import random
import struct
from dataclasses import replace
from math import exp, sqrt

import pytest

from coinche.engine.belote import CARDS
from coinche.engine.cards import Card, Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import Engine, Evaluation, NoWorld, Position, Solver
from coinche.engine.solver.solver import OFFSET, VALUES
from coinche.engine.trick import Trick
from tests.engine.solver.engines import each_engine
from tests.engine.solver.knowing import DIRECTION, ME, OTHERS, Hands, Knowing, fitting, likelihood, some_knowing

POINTS = struct.pack(f"{3 * VALUES}d", *(value - OFFSET for _ in range(3) for value in range(VALUES)))
"""A value is worth itself."""
LEAD = Trick(ME, (), None)
GAME = Denomination.HEARTS


def some(seed: int, *, evidence: bool, tricks: int = 2) -> Knowing:
    return some_knowing(random.Random(seed), tricks, evidence=evidence)


def judge(known: Knowing, engine: Engine, use: bytes = POINTS, worlds: int = 400, budget: int = 10**9) -> Evaluation:
    solver = Solver(GAME, FFB, engine=engine)
    return solver.evaluate(
        ME, known.hand, LEAD, known.hidden, use,
        belote=CARDS[GAME], worlds=worlds, candidates=worlds, budget=budget, seed=1,
    )  # fmt: skip


def open_values(known: Knowing, world: Hands) -> dict[Card, int]:
    """Of each card, with all cards open."""
    hands = dict(zip(OTHERS, (tuple(hand) for hand in world), strict=True)) | {ME: known.hand}
    return Solver(GAME, FFB).values(Position(hands=hands, trick=LEAD, turn=ME, direction=DIRECTION))


@each_engine
@pytest.mark.parametrize("evidence", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_where_few_worlds_fit_all_of_them_count_once_as_likely_as_they_are(
    engine: Engine, seed: int, evidence: bool
) -> None:
    known = some(seed, evidence=evidence)
    weights = {world: exp(likelihood(known.hidden, world)) for world in fitting(known.hidden)}
    found = judge(known, engine)
    assert (found.worlds, found.fits) == (len(weights), len(weights))
    values = {world: open_values(known, world) for world in weights}
    total = sum(weights.values())
    for row in found.cards:
        mean = sum(weight * values[world][row.card] for world, weight in weights.items()) / total
        square = sum(weight * values[world][row.card] ** 2 for world, weight in weights.items()) / total
        assert row.use == pytest.approx(mean)
        assert row.points == pytest.approx(mean)
        assert row.deviation == pytest.approx(sqrt(max(0, square - mean * mean)), abs=1e-3)
    assert found.effective == pytest.approx(total**2 / sum(weight**2 for weight in weights.values()))


@each_engine
def test_the_belote_of_a_side_has_uses_of_its_own(engine: Engine) -> None:
    cases = struct.pack(f"{3 * VALUES}d", *(case for case in (0, 1, 2) for _ in range(VALUES)))
    for seed in range(6):
        known = some(seed, evidence=False)
        ours, theirs, worlds = 0, 0, list(fitting(known.hidden))
        for world in worlds:
            hands = [known.hand, *world]
            had = [set(hand) | known.hidden.gone[seat] for seat, hand in zip((ME, *OTHERS), hands, strict=True)]
            holder = next((at for at, cards in enumerate(had) if CARDS[GAME] <= cards), None)
            ours += holder in (0, 2)
            theirs += holder in (1, 3)
        for row in judge(known, engine, cases).cards:
            assert row.use == pytest.approx((ours + 2 * theirs) / len(worlds))


@each_engine
def test_a_budget_ends_the_judging_after_one_world_at_least(engine: Engine) -> None:
    known = some(1, evidence=False, tricks=4)
    few, more = judge(known, engine, worlds=20, budget=1), judge(known, engine, worlds=20, budget=3000)
    assert few.worlds == 1
    assert 1 < more.worlds <= 20
    assert {row.card for row in few.cards} == set(known.hand)


@each_engine
def test_where_no_world_fits_no_card_is_judged(engine: Engine) -> None:
    known = some(1, evidence=False)
    nowhere = replace(known.hidden, may=dict.fromkeys(OTHERS, frozenset()))
    with pytest.raises(NoWorld):
        judge(replace(known, hidden=nowhere), engine)


@each_engine
def test_a_hand_that_the_worlds_do_not_go_with_is_no_position(engine: Engine) -> None:
    known = some(1, evidence=False)
    with pytest.raises(ValueError, match="no such position") as refused:
        judge(replace(known, hand=tuple(known.hidden.unseen)[:2]), engine)
    assert refused.type is ValueError


@each_engine
def test_a_table_of_uses_has_its_length(engine: Engine) -> None:
    with pytest.raises(ValueError, match="3 x 512 uses"):
        judge(some(1, evidence=False), engine, POINTS[8:])
