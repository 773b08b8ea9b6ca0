"""Tests of full deals against plain alpha-beta, which has no table and no shortcut (`bench/plain.c`)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from coinche.engine.cards import Denomination
from coinche.engine.presets import FFB
from coinche.engine.solver import Engine, Solver
from tests.engine.solver.engines import compiled
from tests.engine.solver.plain import COMPILER, built, plain
from tests.engine.solver.positions import Case, full_deal


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("plain"))


@compiled
@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize(("denomination", "seed"), [(Denomination.HEARTS, 2), (Denomination.ALL_TRUMP, 1)])
def test_a_full_deal_is_worth_what_plain_alpha_beta_says(denomination: Denomination, seed: int, program: Path) -> None:
    case = Case(denomination, FFB, 90, full_deal(random.Random(seed), denomination, FFB))
    value = Solver(denomination, FFB, engine=Engine.C).value(case.position)
    assert list(plain(program, case, (value, value + 1))) == [True, False]
