"""Tests of the quantiles of Student's t."""

from __future__ import annotations

import pytest

from coinche.server.student_t import t_quantile


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984), (9999, 1.960)],
)
def test_t_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert t_quantile(freedom) == pytest.approx(expected, rel=0.002)
