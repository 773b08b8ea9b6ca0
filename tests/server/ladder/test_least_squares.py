"""Tests of the fit: exact differences come back, and the intervals hold the truth as often as they say."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest

from coinche.server.ladder.least_squares import PairDifference, fitted, inverted


def tables(*differences: tuple[str, str, int, float]) -> list[tuple[PairDifference]]:
    """Each difference as a cluster of its own."""
    return [(PairDifference(*each),) for each in differences]


def test_differences_that_fit_together_come_back_exactly() -> None:
    clusters = [
        (PairDifference("a", "b", 4, 40.0),),
        (PairDifference("b", "c", 8, 160.0),),
        (PairDifference("c", "a", 4, -120.0),),
    ]
    found = fitted(clusters, anchor="a")
    assert [found[name].value for name in "abc"] == pytest.approx([0.0, -10.0, -30.0])
    assert [found[name].margin for name in "abc"] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


def test_without_an_anchor_the_mean_of_those_who_have_met_is_zero() -> None:
    clusters = [
        (PairDifference("a", "b", 4, 40.0),),
        (PairDifference("c", "d", 4, 80.0),),
        (PairDifference("a", "b", 4, 40.0),),
    ]
    found = fitted(clusters)
    assert [found[name].value for name in "abcd"] == pytest.approx([5.0, -5.0, 10.0, -10.0], abs=0.01)


def test_a_new_player_moves_the_others_little() -> None:
    random = Random(3)
    old = [("a", "b", 16, random.gauss(160, 100)) for _ in range(50)]
    before = fitted(tables(*old))
    after = fitted(tables(*old, ("a", "new", 4, 4000.0), ("b", "new", 4, 3000.0)))
    assert after["a"].value - before["a"].value == pytest.approx(0, abs=10)
    assert after["new"].value < -800


def test_few_tables_tell_little_whatever_others_have_played() -> None:
    random, wide = Random(11), 0
    for _ in range(100):
        old = [("a", "b", 16, random.gauss(0, 800)) for _ in range(100)]
        new = [("a", "new", 16, random.gauss(0, 800)) for _ in range(3)]
        found = fitted(tables(*old, *new), anchor="a")
        wide += abs(found["new"].value) > found["new"].margin
        assert math.isinf(fitted(tables(*old, new[0]), anchor="a")["new"].margin)
    assert wide <= 12


def test_a_single_cluster_says_nothing_about_errors() -> None:
    assert math.isinf(fitted([(PairDifference("a", "b", 16, 320.0),)])["a"].margin)
    assert fitted([]) == {}


def test_the_inverse_of_a_matrix_undoes_it() -> None:
    matrix = [[4.0, -1.0, 0.0], [-1.0, 3.0, -1.0], [0.0, -1.0, 5.0]]
    product = [[math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)]
               for row in inverted(matrix)]  # fmt: skip
    assert [value for row in product for value in row] == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1])


def test_ninety_five_in_a_hundred_intervals_hold_the_truth() -> None:
    random, truth = Random(23), {"a": 20.0, "b": 0.0, "c": -5.0, "d": -15.0}
    held = 0
    for _ in range(200):
        clusters = []
        for _ in range(80):
            a, b = random.sample(sorted(truth), 2)
            form = random.gauss(0, 20)  # of this day, so that the deals of a table depend on each other
            total = sum(random.gauss(truth[a] - truth[b] + form, 200) for _ in range(8))
            clusters.append((PairDifference(a, b, 8, total),))
        found = fitted(clusters, anchor="b")
        held += sum(abs(found[name].value - truth[name]) <= found[name].margin for name in "acd")
    assert 0.925 <= held / (200 * 3) <= 0.98


def test_those_who_play_as_well_get_numbers_that_differ_by_no_more_than_chance() -> None:
    random = Random(7)
    clusters = [(PairDifference("a", "b", 16, sum(random.gauss(0, 200) for _ in range(16))),) for _ in range(400)]
    found = fitted(clusters)
    assert found["a"].value == pytest.approx(-found["b"].value, abs=0.01)
    deviation = statistics.stdev(one.total / 16 for (one,) in clusters) / math.sqrt(400)
    assert found["a"].margin == pytest.approx(1.96 * deviation / 2, rel=0.05)
