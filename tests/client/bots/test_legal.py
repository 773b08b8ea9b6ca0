"""Tests that every built-in bot acts legally in every position and plays the same game the same way again."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from coinche.bot import Bot
from coinche.bots.built_in import ABOUT, BOTS, Random
from coinche.bots.pimc import PimcBot
from coinche.engine.actions import Action, Cut, Legal, Pass
from coinche.engine.dealing import shuffled
from coinche.engine.match import MatchOver, State, apply, gathered, legal, may_act, new_match, next_deal, to_act
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet, Shuffle
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from tests.extent import SOME_PRESETS, WHOLE

TARGET = 200
"""The target for bots that solve, which are slow."""


def made(name: str, seed: int) -> Bot:
    """The bot; one that solves thinks of as little as it can, and its calls are tested elsewhere (`test_bidding`)."""
    bot = BOTS[name](seed)
    if isinstance(bot, PimcBot):
        bot.settings = replace(bot.settings, worlds=1, candidates=20, budget=1, late=1, bids=False)
    return bot


def positions(seed: int, deals: int, driver: Bot) -> Iterator[tuple[TableView, Legal]]:
    """Every decision of deals that the driver plays at all four seats."""
    chance = random.Random(seed)
    for deal in range(deals):
        state, _ = new_match(FFB, tuple(Seat)[deal % 4], board=True)
        state, _ = next_deal(state, shuffled(chance.randbytes(32)))
        while (seat := to_act(state)) is not None:
            seen, allowed = view(state, seat), legal(state, seat)
            yield seen, allowed
            state = _after(state, seat, driver.choose(seen, allowed))


def _after(state: State, seat: Seat, action: Action) -> State:
    return apply(state, seat, action)[0]


@pytest.mark.parametrize("name", BOTS)
def test_bots_act_legally_in_games_played_at_random(name: str) -> None:
    bot = made(name, 7)
    asked = 0
    deals = (15 if WHOLE else 5) if isinstance(bot, PimcBot) else 65 if WHOLE else 25
    for seen, allowed in positions(1, deals, Random(3)):
        action = bot.choose(seen, allowed)
        assert action in allowed, f"{name} says {action} in {seen}"
        asked += 1
    assert asked > 30 * deals


@pytest.mark.parametrize("name", BOTS)
def test_bots_act_legally_in_games_of_their_own(name: str) -> None:
    bot = made(name, 7)
    for seen, allowed in positions(2, 5 if isinstance(bot, PimcBot) else 15, bot):
        assert bot.choose(seen, allowed) in allowed


def match_positions(rules: RuleSet, bots: dict[Seat, Bot], seed: int) -> Iterator[tuple[TableView, Legal, Action]]:
    """Every decision of a match that the bots play, cuts and offers to coinche out of turn among them."""
    chance = random.Random(seed)
    state, _ = new_match(rules, Seat.SOUTH)
    while not isinstance(state.phase, MatchOver):
        if to_act(state) is None:
            pack = gathered(state)
            state, _ = next_deal(state, shuffled(chance.randbytes(32)) if pack is None else pack)
        for seat in (*may_act(state), to_act(state)):
            assert seat is not None
            seen, allowed = view(state, seat), legal(state, seat)
            on_turn = seat is to_act(state)
            offered = allowed if on_turn else replace(allowed, actions=(Pass(), *allowed.actions))
            action = bots[seat].choose(seen, offered)
            yield seen, offered, action
            if on_turn or action != Pass():
                state = _after(state, seat, action)
                break


@pytest.mark.parametrize("preset", SOME_PRESETS)
@pytest.mark.parametrize("name", BOTS)
def test_bots_play_every_preset_to_its_end(name: str, preset: str) -> None:
    rules = PRESETS[preset]
    bots = {seat: made(name, number) for number, seat in enumerate(Seat)}
    if any(isinstance(bot, PimcBot) for bot in bots.values()):
        rules = rules.changed(target=TARGET)
    for bot in bots.values():
        bot.rules = rules
    cuts = 0
    for seen, allowed, action in match_positions(rules, bots, 11):
        assert action in allowed, f"{name} says {action} in {seen}"
        cuts += isinstance(action, Cut)
    assert bool(cuts) is (rules.table.shuffle is Shuffle.NEVER)


def test_random_auctions_stay_sane() -> None:
    auctions = [seen for seen, _ in positions(4, 60, Random(5)) if len(seen.tricks) == 7]
    assert sum(len(seen.auction) for seen in auctions) / len(auctions) < 10
    assert max(seen.contract.bid.value for seen in auctions if seen.contract) < 300


def test_every_bot_is_described() -> None:
    assert ABOUT.keys() == BOTS.keys()


SAME_GAME = """
from tests.client.bots.test_legal import made, positions
from coinche.bots.built_in import BOTS
print([str(bot.choose(*at)) for name in BOTS for bot in [made(name, 9)] for at in positions(6, 3, made(name, 9))])
"""


def test_bots_play_the_same_game_again_whatever_the_hash_seed() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SAME_GAME],
            env={"PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
