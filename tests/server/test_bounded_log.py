"""Comings and goings fill no log: beyond so many of a kind from one origin they are counted, and the count is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.log import BoundedLog, Happening, News
from coinche.server.rate_limit import Allowance
from tests.server.hand_clock import HandClock


def signed_in(number: int, address: str = "10.0.0.7") -> News:
    return News(Happening.SIGNED_IN, f"guest {number} signs in", name=f"guest {number}", address=address)


def sentences(said: list[News]) -> list[str]:
    return [str(news) for news in said]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOGGED", Allowance(burst=2, every=1.0))


@pytest.mark.usefixtures("few")
def test_beyond_so_many_of_a_kind_from_one_origin_the_rest_is_counted_and_told() -> None:
    said: list[News] = []
    log = BoundedLog(said.append, HandClock())
    for number in range(4000):
        log.say(signed_in(number))
    log.say(signed_in(0, address="10.0.0.8"))
    log.say(News(Happening.WENT, "guest 1 leaves", address="10.0.0.7"))
    assert sentences(said) == ["guest 0 signs in", "guest 1 signs in", "guest 0 signs in", "guest 1 leaves"]
    log.tell_counts()
    log.tell_counts()
    assert sentences(said[4:]) == ["… and 3,998 more sign-ins from 10.0.0.7 in 10 s"]
    summary = said[-1]
    assert summary.happening is Happening.SIGNED_IN
    assert summary.facts == {"address": "10.0.0.7", "more": 3998}


@pytest.mark.usefixtures("few")
def test_lines_come_again_after_their_time() -> None:
    said: list[News] = []
    clock = HandClock()
    log = BoundedLog(said.append, clock)
    for number in range(3):
        log.say(signed_in(number))
    clock.ms += 1000
    log.say(signed_in(3))
    assert sentences(said) == ["guest 0 signs in", "guest 1 signs in", "guest 3 signs in"]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("happening", sorted(set(Happening) - set(BoundedLog.KINDS)))
def test_everything_else_is_logged_whatever_comes_before(happening: Happening) -> None:
    said: list[News] = []
    log = BoundedLog(said.append, HandClock())
    lines = [News(happening, f"{number}", address="10.0.0.7") for number in range(10)]
    for line in lines:
        log.say(line)
    assert said == lines


@pytest.mark.usefixtures("few")
def test_of_one_network_of_ipv6_all_addresses_are_one_origin() -> None:
    said: list[News] = []
    log = BoundedLog(said.append, HandClock())
    for number in range(4):
        log.say(signed_in(number, address=f"2001:db8::{number + 1}"))
    log.tell_counts()
    assert sentences(said[2:]) == ["… and 2 more sign-ins from 2001:db8::/64 in 10 s"]


@pytest.mark.usefixtures("few")
async def test_who_signs_in_and_goes_all_the_time_does_not_fill_the_log(open_house: Callable[..., Any]) -> None:
    async with open_house() as house:
        for number in range(6):
            wire = await house.connect(f"guest {number}")
            await trio.aclose_forcefully(wire.stream)
        await house.until_alone()
        assert sum("signs in" in line for line in house.lines) == 2
        assert sum("has lost the connection" in line for line in house.lines) == 2
        house.stop()
        await house.until_said("… and 4 more sign-ins from 127.0.0.1")
        await house.until_said("… and 4 more lost connections from 127.0.0.1")
