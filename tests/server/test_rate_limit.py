"""Tests of the rate limits, and of the cost of each message."""

from __future__ import annotations

from typing import get_args

import pytest

from coinche.protocol.messages import Act, Claim, FromClient, Ping, Pledge, Pong, Share
from coinche.server import limits
from coinche.server.rate_limit import COST, FEW, MALFORMED_COST, MOST_LOG_COST, Allowance, Bucket, Buckets, log_cost

THREE = Allowance(burst=3, every=10.0)


def test_so_many_at_once_and_one_more_after_a_time() -> None:
    bucket = Bucket(THREE, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(9.9)
    assert bucket.take(10.0)
    assert not bucket.take(10.0)


def test_who_waits_long_has_no_more_than_at_first() -> None:
    bucket = Bucket(THREE, now=0.0)
    assert bucket.take(0.0)
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_everybody_has_his_own() -> None:
    buckets = Buckets(Allowance(burst=1, every=10.0))
    assert buckets.take("here", 0.0)
    assert not buckets.take("here", 1.0)
    assert buckets.take("there", 1.0)
    assert buckets.take("elsewhere", 30.0)


def test_however_many_come_those_are_forgotten_whose_buckets_are_full() -> None:
    buckets = Buckets(Allowance(burst=1, every=1.0))
    kept = 0
    for number in range(10_000):
        assert buckets.take(f"{number}", number / 10)
        kept = max(kept, len(buckets))
    assert kept <= FEW + 1


def test_what_costs_more_than_is_left_is_owed() -> None:
    bucket = Bucket(THREE, now=0.0)
    assert bucket.take(0.0, cost=7)
    assert bucket.owed(0.0) == 4
    assert not bucket.take(49.0)
    assert bucket.owed(49.0) == 0
    assert bucket.take(50.0)


def test_what_is_charged_is_owed_whether_it_can_be_paid_or_not() -> None:
    bucket = Bucket(THREE, now=0.0)
    for _ in range(10):
        bucket.charge(0.0, 1)
    assert bucket.owed(0.0) == 7
    assert bucket.owed(70.0) == 0


def test_to_look_uses_none() -> None:
    bucket = Bucket(Allowance(burst=1, every=10.0), now=0.0)
    assert bucket.has(0.0)
    assert bucket.take(0.0)
    assert not bucket.has(9.9)
    assert bucket.has(10.0)


def test_every_message_has_its_price() -> None:
    assert set(COST) == set(get_args(FromClient))


@pytest.mark.parametrize("asked_for", [Act, Claim, Pledge, Share, Pong])
def test_what_answers_the_server_costs_nothing(asked_for: type[FromClient]) -> None:
    assert COST[asked_for] == 0


def test_what_is_no_message_costs_more_than_any() -> None:
    assert MALFORMED_COST > max(COST.values()) >= COST[Ping] == 1


def test_a_long_log_costs_more_than_a_short_one_and_no_more_than_can_be_paid() -> None:
    assert [log_cost(events) for events in (0, 199, 200, 2000, limits.EVENTS)] == [0, 0, 1, 10, MOST_LOG_COST]
    assert limits.MESSAGES.burst > MOST_LOG_COST
