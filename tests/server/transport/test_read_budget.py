"""Tests of the bytes that one connection, one address and all together may waste."""

from __future__ import annotations

import pytest

from coinche.server import limits
from coinche.server.rate_limit import Allowance
from coinche.server.transport.connection_limits import ReadBudget, SharedBudget

NEVER = 1e9


def test_a_network_that_cuts_all_into_bytes_lets_a_client_sign_in_and_act_five_times_in_a_second_without_end() -> None:
    budget, now = ReadBudget(SharedBudget(), "here", 0.0), 0.0
    for message in (520, 75, 200, 100, *[80] * 500):  # handshake, hello, a seat, acts
        for first in (1, *[0] * (message - 1)):  # a record begins with its first byte
            assert budget.charge(now, 1, first)
            budget.settle(now)
        budget.settle(now, messages=1)
        now += 0.2


def test_such_a_client_can_sign_in_while_its_address_has_wasted_too_much() -> None:
    shared = SharedBudget()
    shared.charge("here", 0.0, 2 * limits.WORK_PER_ADDRESS.burst)
    budget = ReadBudget(shared, "here", 0.0)
    for first in (*[1] * 6, *[0] * (520 + 75 + 100)):
        assert budget.charge(0.0, 1, first)
        budget.settle(0.0)


@pytest.fixture
def bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of which a reader can do the sums: a byte costs 1, and nothing comes back by itself."""
    monkeypatch.setattr(limits, "WORK_OF_READ", 10.0)
    monkeypatch.setattr(limits, "WORK_OF_BYTE", 1.0)
    monkeypatch.setattr(limits, "WORK_OF_RECORD", 100.0)
    monkeypatch.setattr(limits, "WORK_OF_MESSAGE", 50.0)
    monkeypatch.setattr(limits, "WORK", Allowance(burst=1000, every=NEVER))
    monkeypatch.setattr(limits, "WORK_PER_ADDRESS", Allowance(burst=2000, every=NEVER))
    monkeypatch.setattr(limits, "WORK_OF_ALL", Allowance(burst=3000, every=NEVER))
    monkeypatch.setattr(limits, "WORK_UNDER_STRAIN", 100)


def wasted(budget: ReadBudget, size: int) -> bool:
    """Return whether the connection may continue after that number of meaningless bytes."""
    allowed = budget.charge(0.0, size, reads=0)
    budget.settle(0.0)
    return allowed


@pytest.mark.usefixtures("bounds")
def test_waste_adds_up_to_the_limit_of_a_connection() -> None:
    budget = ReadBudget(SharedBudget(), "here", 0.0)
    assert wasted(budget, 600)
    assert wasted(budget, 400)
    assert not wasted(budget, 1)


@pytest.mark.usefixtures("bounds")
def test_waste_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WORK", Allowance(burst=1000, every=0.01))
    budget = ReadBudget(SharedBudget(), "here", 0.0)
    assert wasted(budget, 1000)
    assert not budget.charge(0.0, 1, reads=0)
    assert budget.charge(1.0, 1, reads=0)


@pytest.mark.usefixtures("bounds")
def test_a_message_pays_for_its_read_and_its_bytes() -> None:
    shared = SharedBudget()
    budget = ReadBudget(shared, "here", 0.0)
    for _ in range(1000):
        assert budget.charge(0.0, 40)
        budget.settle(0.0, messages=1)
    assert not shared.is_overdrawn("here", 0.0)


@pytest.mark.usefixtures("bounds")
def test_a_message_pays_for_the_segments_in_which_it_came_and_for_no_more_than_its_share() -> None:
    budget = ReadBudget(SharedBudget(), "here", 0.0)
    for _ in range(4):
        assert wasted(budget, 10)
    assert budget.charge(0.0, 10, reads=0)
    budget.settle(0.0, messages=1)
    assert wasted(budget, 1000)
    assert not wasted(budget, 1)


@pytest.mark.usefixtures("bounds")
def test_records_cost_besides_their_bytes() -> None:
    budget = ReadBudget(SharedBudget(), "here", 0.0)
    assert budget.charge(0.0, 100, records=9, reads=0)
    budget.settle(0.0)
    assert not wasted(budget, 1)


@pytest.mark.usefixtures("bounds")
def test_what_is_about_to_be_parsed_is_charged_before() -> None:
    assert not ReadBudget(SharedBudget(), "here", 0.0).charge(0.0, 1001, reads=0)


@pytest.mark.usefixtures("bounds")
def test_who_shares_an_address_with_a_flood_may_waste_less_and_others_as_before() -> None:
    shared = SharedBudget()
    for _ in range(3):
        assert wasted(ReadBudget(shared, "there", 0.0), 700)
    neighbour, elsewhere = ReadBudget(shared, "there", 0.0), ReadBudget(shared, "elsewhere", 0.0)
    assert wasted(neighbour, 100)
    assert not wasted(neighbour, 1)
    assert wasted(elsewhere, 101)


@pytest.mark.usefixtures("bounds")
def test_floods_from_many_addresses_make_the_limit_of_all_smaller() -> None:
    shared = SharedBudget()
    for number in range(4):
        assert wasted(ReadBudget(shared, f"address {number}", 0.0), 900)
    other = ReadBudget(shared, "elsewhere", 0.0)
    assert wasted(other, 100)
    assert not wasted(other, 1)


@pytest.mark.usefixtures("bounds")
def test_a_flood_that_is_ended_counts_for_its_address() -> None:
    shared = SharedBudget()
    assert not ReadBudget(shared, "here", 0.0).charge(0.0, 2001, reads=0)
    assert shared.is_overdrawn("here", 0.0)
