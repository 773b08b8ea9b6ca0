"""A bot's forced answers take as long as those that it thought about; the clock is virtual."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from coinche.bot import Bot, Player
from coinche.bot.player import MOST, UNKNOWN, AnswerTimes, MainThreadExecutor, is_forced
from coinche.engine.actions import Action, Legal
from coinche.engine.view import TableView
from coinche.protocol.messages import Clock, FromClient, Request
from tests.client.test_bot_sdk import deal, request

CLOCK = Clock(move_ms=20_000, bank_ms=120_000)


def asked(*, forced: bool, clock: Clock = CLOCK) -> Request:
    """A request with a choice, or with none."""
    free = replace(request(deal()), clock=clock)
    return replace(free, legal=free.legal[:1], default=free.legal[0], bids={}) if forced else free


def times(seed: int = 1) -> AnswerTimes:
    return AnswerTimes(random.Random(seed))


def test_an_answer_that_was_thought_about_is_not_held_back() -> None:
    assert times().wait(asked(forced=False), 0.3) == 0


def test_a_forced_answer_takes_as_long_as_one_that_was_thought_about() -> None:
    mine = times()
    mine.wait(asked(forced=False), 0.3)
    assert mine.wait(asked(forced=True), 0.1) == pytest.approx(0.2)


def test_it_is_drawn_by_lot_among_the_last_of_its_kind() -> None:
    mine = times()
    for took in (9.0, *(0.1 * n for n in range(1, 9))):
        mine.wait(asked(forced=False), took)
    drawn = {round(mine.wait(asked(forced=True), 0.0), 1) for _ in range(200)}
    assert drawn == {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}


def test_an_answer_that_took_longer_than_the_lot_says_goes_at_once() -> None:
    mine = times()
    mine.wait(asked(forced=False), 0.1)
    assert mine.wait(asked(forced=True), 0.2) == 0


def test_before_any_thought_there_is_a_floor() -> None:
    assert times().wait(asked(forced=True), 0.0) == UNKNOWN


def test_who_may_only_pass_or_bid_has_a_choice() -> None:
    bidding = asked(forced=False)
    assert bidding.bids
    assert not is_forced(replace(bidding, legal=("pass",)))
    assert is_forced(asked(forced=True))


@pytest.mark.parametrize(("move_ms", "most"), [(20_000, MOST), (200, 0.1), (0, 0.0)])
def test_it_costs_no_bank_and_never_long(move_ms: int, most: float) -> None:
    mine, clock = times(), Clock(move_ms=move_ms, bank_ms=5_000)
    mine.wait(asked(forced=False), 5.0)
    assert mine.wait(asked(forced=True, clock=clock), 0.0) == most


class Slow(MainThreadExecutor):
    """A desk at which every choice takes its time, and what is forced none."""

    async def think(self, task: Callable[[], Any]) -> Any:
        """Have the clock go on by what the thought takes."""
        await trio.sleep(self.seconds)
        return task()

    seconds = 0.25


class First(Bot):
    """Takes what comes first."""

    name = "first"

    def choose(self, view: TableView, legal: Legal) -> Action:
        return legal.actions[0]


async def test_a_players_forced_act_is_sent_as_late_as_the_others(autojump_clock: trio.testing.MockClock) -> None:
    desk, sent = Slow(), []

    async def send(message: FromClient) -> None:
        sent.append(trio.current_time() - begun)

    player = Player(First(), desk=desk)
    for forced, desk.seconds in ((False, 0.25), (True, 0.0)):
        begun = trio.current_time()
        await player.take(asked(forced=forced), send)
    assert sent == [pytest.approx(0.25), pytest.approx(0.25)]
