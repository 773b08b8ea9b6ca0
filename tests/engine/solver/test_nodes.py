"""Tests of the number of cards played to solve a deal, equal on every machine: a slower search shows at once."""

from __future__ import annotations

import random
from statistics import fmean, median

import pytest

from coinche.engine.cards import Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import Engine, Solver
from tests.engine.solver.engines import compiled
from tests.engine.solver.positions import full_deal

BOUNDS = {
    Denomination.HEARTS: (500, 24_500, 37_000),
    Denomination.NO_TRUMP: (100, 56_500, 82_000),
    Denomination.ALL_TRUMP: (100, 38_500, 46_600),
}
"""The number of deals, and the limits of median and mean: about a tenth above the present ones."""


@compiled
@pytest.mark.parametrize("denomination", BOUNDS)
def test_a_full_deal_takes_no_more_nodes_than_it_did(denomination: Denomination) -> None:
    chance, solver, nodes = random.Random(1), Solver(denomination, FFB, capot=0, engine=Engine.C), []
    deals, middle, mean = BOUNDS[denomination]
    for _ in range(deals):
        position, before = full_deal(chance, denomination, FFB), solver.nodes
        solver.forget()
        solver.value(position)
        nodes.append(solver.nodes - before)
    assert (median(nodes) <= middle, fmean(nodes) <= mean) == (True, True), (median(nodes), fmean(nodes))
