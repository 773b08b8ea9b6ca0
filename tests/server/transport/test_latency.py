"""Tests of a client's measured latency: the pongs and acts that count, and no gain from late answers to pings."""

from __future__ import annotations

import pytest

from coinche.server import limits
from coinche.server.transport.latency import RoundTrip


@pytest.fixture
def trip() -> RoundTrip:
    return RoundTrip(b"secret")


def measure(trip: RoundTrip, now: float, seconds: float) -> None:
    """A ping at that time, answered so much later."""
    data = trip.new_ping(now)
    trip.pinged(data, now)
    trip.ponged(data, now + seconds)


def test_without_a_pong_there_is_no_credit(trip: RoundTrip) -> None:
    assert trip.credit_ms(0) == 0
    trip.acted(0.03, 1)
    assert trip.credit_ms(1) == 0


def test_the_credit_is_the_smallest_round_trip(trip: RoundTrip) -> None:
    for now, seconds in ((0.0, 0.030), (1.0, 0.020), (2.0, 0.040)):
        measure(trip, now, seconds)
    assert trip.credit_ms(3) == 20


def test_the_credit_has_a_bound(trip: RoundTrip) -> None:
    measure(trip, 0, 0.4)
    assert trip.credit_ms(1) == limits.CREDIT_MS


def test_a_round_trip_counts_for_a_time_only(trip: RoundTrip) -> None:
    measure(trip, 0, 0.010)
    measure(trip, 60, 0.030)
    assert trip.credit_ms(limits.ROUND_TRIPS) == 10
    assert trip.credit_ms(limits.ROUND_TRIPS + 1) == 30
    assert trip.credit_ms(limits.ROUND_TRIPS + 100) == 0


def test_an_act_is_a_round_trip_too(trip: RoundTrip) -> None:
    measure(trip, 0, 0.040)
    trip.acted(0.038, 1)
    assert trip.credit_ms(1) == 38


@pytest.mark.parametrize("late", [0.02, 0.05, 10.0])
def test_who_answers_pings_later_than_he_acts_has_no_credit(trip: RoundTrip, late: float) -> None:
    measure(trip, 0, late)
    trip.acted(0.010, 1)
    assert trip.credit_ms(1) == 0


def test_a_ping_answered_at_once_gives_the_credit_back(trip: RoundTrip) -> None:
    measure(trip, 0, 0.2)
    trip.acted(0.030, 1)
    measure(trip, 2, 0.029)
    assert trip.credit_ms(3) == 29


def test_an_unknown_pong_is_no_round_trip(trip: RoundTrip) -> None:
    trip.pinged(trip.new_ping(0), 0)
    trip.ponged("", 0.01)
    trip.ponged("0011223344556677", 0.01)
    assert trip.credit_ms(1) == 0


def test_a_repeated_pong_is_no_second_round_trip(trip: RoundTrip) -> None:
    data = trip.new_ping(0)
    trip.pinged(data, 0)
    trip.ponged(data, 0.04)
    trip.ponged(data, 0.5)
    trip.acted(0.04, 1)
    assert trip.credit_ms(1) == 40


def test_a_pong_counts_from_the_ping_that_it_answers(trip: RoundTrip) -> None:
    first, second = trip.new_ping(0), trip.new_ping(1)
    trip.pinged(first, 0)
    trip.pinged(second, 1)
    trip.ponged(first, 1.01)
    assert trip.credit_ms(2) == limits.CREDIT_MS
    trip.ponged(second, 1.02)
    assert trip.credit_ms(2) == 20


def test_of_pings_that_nobody_answers_only_the_last_are_remembered(trip: RoundTrip) -> None:
    pings = [trip.new_ping(0) for _ in range(limits.PINGS + 1)]
    for data in pings:
        trip.pinged(data, 0)
    trip.ponged(pings[0], 0.01)
    assert trip.credit_ms(1) == 0
    trip.ponged(pings[-1], 0.01)
    assert trip.credit_ms(1) == 10


def test_no_two_pings_have_the_same_data_and_no_two_connections(trip: RoundTrip) -> None:
    other = RoundTrip(b"other")
    assert len({one.new_ping(0) for one in (trip, other) for _ in range(100)}) == 200


def test_a_ping_is_due_now_and_then(trip: RoundTrip) -> None:
    assert trip.due(0)
    measure(trip, 0, 0.01)
    assert not trip.due(1)
    assert trip.due(limits.PING_AFTER)


def test_a_ping_is_due_where_the_last_was_answered_late_and_not_while_one_is_out(trip: RoundTrip) -> None:
    measure(trip, 0, 0.2)
    trip.acted(0.030, 1)
    assert trip.due(1)
    trip.pinged(trip.new_ping(1), 1)
    assert not trip.due(2)
