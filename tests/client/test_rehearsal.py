"""What takes time is prepared when a seat is taken, not when somebody waits for the first call."""

from __future__ import annotations

import pytest

from coinche.client.bot import Bot, Player
from coinche.client.bots.expert import Expert
from coinche.client.bots.pool import Pool
from coinche.client.bots.prospects import prospects
from coinche.client.bots.rehearsal import rehearse
from coinche.client.bots.stakes import to_takers
from coinche.client.language import Language
from coinche.engine.match import legal, new_match, next_deal, to_act
from coinche.engine.pack import shuffled
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.messages import Clock, FromClient, Invite, Joined
from tests.engine.solver.engines import compiled

JOINED = Joined(table="t1", name="t", seat=Seat.SOUTH, preset="ffb", rules=FFB, clock=Clock(move_ms=0, bank_ms=0))


class Preparing(Bot):
    """It remembers by which rules it has prepared."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.prepared: list[RuleSet] = []

    def on_seat(self, rules: RuleSet) -> None:
        """One more time."""
        self.prepared.append(rules)


class Failing(Bot):
    """It cannot prepare."""

    def on_seat(self, rules: RuleSet) -> None:
        """A fault of its author."""
        raise ValueError(rules)


async def send(message: FromClient) -> None:
    """Nobody listens."""


async def test_a_bot_prepares_when_it_has_a_seat() -> None:
    bot = Preparing()
    await Player(bot).take(JOINED, send)
    assert bot.prepared == [FFB]


async def test_what_goes_wrong_then_is_counted_and_no_more() -> None:
    player = Player(Failing())
    await player.take(JOINED, send)
    assert player.errors == 1


def forget() -> None:
    """Nothing has been worked out yet."""
    for known in (rehearse, prospects, to_takers):
        known.cache_clear()


@compiled
def test_a_lent_bot_prepares_once_it_has_accepted() -> None:
    forget()
    pool, invite = Pool(Language.ENGLISH, 0), Invite(table="t1", seat=Seat.EAST, bot="expert", rules=FFB)
    pool.prepare(invite)
    assert rehearse.cache_info().misses == 0, "it has no seat yet"
    pool.invited(invite)
    pool.prepare(invite)
    assert rehearse.cache_info().misses == 1


def worked_out(rules: RuleSet) -> int:
    """How many contracts are scored for the first call of a deal."""
    before = to_takers.cache_info().misses
    state, _ = new_match(rules, Seat.NORTH, board=True)
    state, _ = next_deal(state, shuffled(b"rehearsed".ljust(32, b".")))
    seat = to_act(state)
    assert seat is not None
    bot = Expert()
    bot.rules = rules
    bot.choose(view(state, seat), legal(state, seat))
    return to_takers.cache_info().misses - before


@compiled
@pytest.mark.parametrize("preset", PRESETS)
def test_most_of_what_the_first_call_takes_has_then_been_worked_out(preset: str) -> None:
    rules = PRESETS[preset]
    forget()
    at_once = worked_out(rules)
    forget()
    Expert().on_seat(rules)
    assert 2 * worked_out(rules) < at_once
