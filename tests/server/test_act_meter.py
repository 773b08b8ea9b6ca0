"""Tests of the rate of acts over the last minute."""

from __future__ import annotations

import pytest

from coinche.server.act_meter import ActMeter


def test_nothing_has_happened_yet() -> None:
    rate = ActMeter().rate(100.0)
    assert (rate.per_second, rate.p50, rate.p99) == (0, None, None)


def test_half_of_the_acts_were_told_as_fast_as_that_and_99_in_100_as_fast_as_this() -> None:
    meter = ActMeter()
    meter.acted(0, 0.0)
    meter.sent(0, 0.002)
    for number in range(999):
        took = 0.002 if number < 985 else 0.3
        meter.acted(number, 20.0 - took)
    meter.sent(500, 20.0)
    assert meter.rate(20.0).per_second == pytest.approx(502 / 20)
    meter.sent(1000, 20.0)
    rate = meter.rate(20.0)
    assert rate.per_second == 50
    assert rate.p50 == pytest.approx(0.002, rel=0.11)
    assert rate.p99 == pytest.approx(0.3, rel=0.11)


def test_what_is_older_than_a_minute_counts_no_longer() -> None:
    meter = ActMeter()
    for since, sent in ((9.0, 10.0), (70.0, 70.5)):
        meter.acted(1, since)
        meter.sent(1, sent)
    rate = meter.rate(71.0)
    assert rate.per_second == pytest.approx(1 / 60)
    assert rate.p99 == pytest.approx(0.5, rel=0.11)


@pytest.mark.parametrize("took", [0.0, -1.0, 1e-9, 1e9])
def test_any_duration_counts(took: float) -> None:
    meter = ActMeter()
    meter.acted(0, 5.0 - took)
    meter.sent(0, 5.0)
    assert meter.rate(5.0).p50 is not None
