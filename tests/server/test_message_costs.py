"""What each message costs."""

from __future__ import annotations

from typing import get_args

import pytest

from coinche.protocol.messages import Act, Claim, FromClient, Ping, Pledge, Pong, Share
from coinche.server import limits
from coinche.server.rate_limit import COST, MALFORMED_COST, MOST_LOG_COST, log_cost


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
