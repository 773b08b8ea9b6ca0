"""Tests of worlds: hands that fit the knowledge, drawn in proportion to their likelihood."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import exp, inf, nan
from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.cards import PACK
from coinche.engine.solver import Engine, NoWorld, worlds
from coinche.engine.solver.sampling import SplitMix64
from tests.engine.solver.engines import compiled, each_engine
from tests.engine.solver.knowing import DIRECTION, ME, OTHERS, Hands, Knowing, fitting, likelihood, read, some_knowing
from tests.extent import examples


def drawn(known: Knowing, n: int, engine: Engine, candidates: int = 0, seed: int = 1) -> list[Hands]:
    return read(worlds(ME, known.hidden, DIRECTION, n, candidates=candidates, seed=seed, engine=engine))


def with_several(
    seed: int, tricks: int, least: int, most: int, *, evidence: bool = False
) -> tuple[Knowing, set[Hands]]:
    """Knowledge that fits that number of worlds."""
    chance = random.Random(seed)
    while True:
        known = some_knowing(chance, tricks, evidence=evidence)
        fit = set(fitting(known.hidden))
        if least <= len(fit) <= most:
            return known, fit


@each_engine
@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32), tricks=st.integers(1, 8))
def test_worlds_hold_the_unseen_cards_each_where_it_may_be(engine: Engine, seed: int, tricks: int) -> None:
    chance = random.Random(seed)
    known = some_knowing(chance, tricks, evidence=chance.random() < 0.5)
    for world in drawn(known, 10, engine, candidates=20):
        assert frozenset().union(*world) == known.hidden.unseen
        for seat, hand in zip(OTHERS, world, strict=True):
            assert len(hand) == known.hidden.room[seat]
            assert hand <= known.hidden.may[seat]


@each_engine
@pytest.mark.parametrize("seed", range(3))
def test_all_worlds_that_fit_are_drawn_equally_often(engine: Engine, seed: int) -> None:
    """Chi-square, at a chance of one in a million to fail were it not a fixed seed."""
    known, fit = with_several(seed, 3, 20, 60)
    n = 30 * len(fit)
    counts = Counter[Hands]()
    for draw in range(0, n, len(fit) // 2):  # fewer at once than there are: else each is taken as often as the other
        counts.update(drawn(known, len(fit) // 2, engine, seed=draw))
    assert set(counts) <= fit
    expected = counts.total() / len(fit)
    chi_square = sum((counts[world] - expected) ** 2 / expected for world in fit)
    freedom = len(fit) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


@each_engine
def test_where_no_more_worlds_fit_than_are_wanted_none_is_left_out(engine: Engine) -> None:
    known, fit = with_several(5, 2, 10, 40)
    counts = Counter(drawn(known, 2 * len(fit), engine))
    assert set(counts) == fit
    assert set(counts.values()) == {2}


@each_engine
@pytest.mark.parametrize("seed", range(3))
def test_evidence_makes_worlds_as_frequent_as_they_are_likely(engine: Engine, seed: int) -> None:
    known, fit = with_several(seed, 3, 20, 90, evidence=True)
    weights = {world: exp(likelihood(known.hidden, world)) for world in fit}
    n = 2000
    counts = Counter(drawn(known, n, engine, candidates=n))
    for world, weight in weights.items():  # all are weighed, and taken at even steps: each within one of its share
        assert abs(counts[world] - n * weight / sum(weights.values())) <= 1


@compiled
@pytest.mark.parametrize("seed", range(3))
def test_out_of_fewer_candidates_than_fit_evidence_still_tells(seed: int) -> None:
    known, fit = with_several(seed, 3, 300, 1700, evidence=True)
    weights = {world: exp(likelihood(known.hidden, world)) for world in fit}
    likely = {world for world in fit if weights[world] > sum(weights.values()) / len(fit)}
    share = sum(weights[world] for world in likely) / sum(weights.values())
    found = [world for seed in range(200) for world in drawn(known, 10, Engine.C, candidates=200, seed=seed)]
    assert sum(world in likely for world in found) / len(found) == pytest.approx(share, abs=0.05)


@compiled
@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**64 - 1), tricks=st.integers(1, 8))
def test_both_engines_draw_the_same_worlds_for_a_seed(seed: int, tricks: int) -> None:
    chance = random.Random(seed)
    known = some_knowing(chance, tricks, evidence=chance.random() < 0.5)
    several = chance.choice((1, 7, 40))
    assert drawn(known, several, Engine.C, 2 * several, seed) == drawn(known, several, Engine.PYTHON, 2 * several, seed)


@each_engine
def test_cards_that_nobody_may_have_fit_nowhere(engine: Engine) -> None:
    known = some_knowing(random.Random(1), 3, evidence=False)
    nobody = replace(known.hidden, may=dict.fromkeys(OTHERS, frozenset()))
    crowded = replace(known.hidden, room=dict.fromkeys(OTHERS, 2))
    for hidden in (nobody, crowded):
        with pytest.raises(NoWorld, match="no hands fit what is known"):
            worlds(ME, hidden, DIRECTION, 5, seed=1, engine=engine)


@each_engine
@pytest.mark.parametrize("unlikely", [-inf, nan])
def test_where_every_world_is_impossible_there_is_none(engine: Engine, unlikely: float) -> None:
    known = some_knowing(random.Random(1), 3, evidence=False)
    with pytest.raises(NoWorld, match="no hands fit what is known"):
        worlds(ME, replace(known.hidden, lean=pack("96d", *[unlikely] * 96)), DIRECTION, 5, seed=1, engine=engine)


NEARLY_ONE = 0x31628AF67B2131AB
"""The seed whose first fraction is the highest there is."""


@each_engine
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_no_step_is_rounded_into_a_world_that_is_impossible(engine: Engine, n: int) -> None:
    """Whichever comes last: of the six worlds those two in which that seat has that card."""
    assert SplitMix64(NEARLY_ONE).fraction() == 1 - 2.0**-53
    known = some_knowing(random.Random(1), 1, evidence=False)
    free = replace(known.hidden, may=dict.fromkeys(OTHERS, known.hidden.unseen))
    for at, seat in enumerate(OTHERS):
        for card in free.unseen:
            lean = [0.0] * 96
            lean[32 * at + PACK.index(card)] = -inf
            hidden = replace(free, lean=pack("96d", *lean))
            found = read(worlds(ME, hidden, DIRECTION, n, candidates=99, seed=NEARLY_ONE, engine=engine))
            assert all(card not in world[at] for world in found), (seat, card)


@each_engine
def test_what_nobody_can_know_is_refused(engine: Engine) -> None:
    known = some_knowing(random.Random(1), 3, evidence=False)
    wrong = (
        replace(known.hidden, lean=b"12345678"),
        replace(known.hidden, room=dict.fromkeys(OTHERS, 9)),
        replace(known.hidden, room=dict.fromkeys(OTHERS, -1)),
    )
    for hidden in wrong:
        with pytest.raises(ValueError, match="nothing that can be known") as refused:
            worlds(ME, hidden, DIRECTION, 5, seed=1, engine=engine)
        assert refused.type is ValueError
    for n in (0, -1, 2**21):
        with pytest.raises(ValueError, match="worlds, out of as many"):
            worlds(ME, known.hidden, DIRECTION, n, seed=1, engine=engine)
