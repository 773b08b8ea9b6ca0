"""What each message costs."""

from __future__ import annotations

from typing import get_args

import pytest

from coinche.protocol.errors import BadMessage
from coinche.protocol.messages import Act, Claim, FromClient, Ping, Pledge, Pong, Share
from coinche.server.costs import COST, MALFORMED, cost


def test_every_message_has_its_price() -> None:
    assert set(COST) == set(get_args(FromClient))


@pytest.mark.parametrize("asked_for", [Act, Claim, Pledge, Share, Pong])
def test_what_answers_the_server_costs_nothing(asked_for: type[FromClient]) -> None:
    assert COST[asked_for] == 0


def test_what_is_no_message_costs_more_than_any() -> None:
    assert cost(BadMessage("no message")) == MALFORMED > max(COST.values()) >= cost(Ping(data="")) == 1
