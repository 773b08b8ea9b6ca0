"""Tests of the arena's statistics: intervals, sequential tests with their error rates, least squares, percentiles."""

from __future__ import annotations

import math
import random

import pytest

from coinche.arena.statistics import Sprt, SprtVerdict, estimate, is_clear, percentile
from coinche.server.student_t import t_quantile


def test_the_interval_is_t_s_over_root_n() -> None:
    figure = estimate([10.0, -10.0, 30.0, 10.0])
    assert figure.mean == 10.0
    assert figure.deviation == pytest.approx(math.sqrt(800 / 3))
    assert figure.margin == pytest.approx(t_quantile(3) * figure.deviation / 2)
    assert (figure.low, figure.high) == (figure.mean - figure.margin, figure.mean + figure.margin)
    assert figure.z == pytest.approx(10 / (figure.deviation / 2))


def test_one_board_shows_nothing() -> None:
    assert estimate([50.0]).low == -math.inf


def test_a_bot_against_itself_differs_by_nothing_for_certain() -> None:
    figure = estimate([0.0] * 20)
    assert (figure.mean, figure.margin, figure.z) == (0.0, 0.0, 0.0)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(1)
    held = 0
    for _ in range(2000):
        figure = estimate([chance.gauss(7, 100) for _ in range(8)])
        held += figure.low <= 7 <= figure.high
    assert 0.935 < held / 2000 < 0.965


@pytest.mark.parametrize(("share", "expected"), [(0.5, 5), (0.99, 10), (0.1, 1), (1.0, 10)])
def test_percentiles_are_numbers_that_occurred(share: float, expected: float) -> None:
    assert percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share) == expected


def test_looking_after_every_batch_adds_little_to_the_error() -> None:
    """Two equal bots, 500 boards, a look after every 50: the share that is called different is still about 5 %."""
    chance, called = random.Random(2), 0
    for _ in range(1000):
        values: list[float] = []
        while len(values) < 500 and not is_clear(values):
            values += [chance.gauss(0, 65) for _ in range(50)]
        figure = estimate(values)
        called += not figure.low <= 0 <= figure.high
    assert 0.03 < called / 1000 < 0.07


def sequential(test: Sprt, mean: float, chance: random.Random) -> tuple[SprtVerdict, int]:
    """The verdict on values with that mean, after looks at every 50, and how many it took."""
    values: list[float] = []
    while (verdict := test.verdict(values)) is None:
        values += [chance.gauss(mean, 65) for _ in range(50)]
    return verdict, len(values)


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, SprtVerdict.UPPER), (10.0, SprtVerdict.LOWER)])
def test_the_sequential_test_errs_as_seldom_as_it_says(mean: float, wrong: SprtVerdict) -> None:
    chance = random.Random(3)
    ends = [sequential(Sprt(0.0, 10.0), mean, chance) for _ in range(500)]
    assert sum(verdict is wrong for verdict, _ in ends) / 500 < 0.07
    fixed = (1.645 + 1.645) ** 2 * 65**2 / 10**2  # boards that a fixed test with the same errors takes
    assert sum(boards for _, boards in ends) / 500 < 0.75 * fixed


def test_bots_that_do_the_same_are_decided_for_the_lower_hypothesis() -> None:
    assert Sprt(0.0, 5.0).verdict([0.0] * 50) is SprtVerdict.LOWER
    assert Sprt(-5.0, 5.0).verdict([0.0] * 50) is None
