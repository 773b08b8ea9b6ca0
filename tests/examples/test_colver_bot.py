"""Tests of `colver_bot.py`: the agents of the package colver in seats of this server, under its preset."""

from __future__ import annotations

import argparse
import importlib.util
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from types import ModuleType

import pytest

from coinche.arena.cli import main as arena
from coinche.bot import Bot
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Surcoinche
from coinche.engine.dealing import shuffled
from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import COLVER, FFB
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView, view
from tests.arena.in_process import play_here
from tests.examples.languages import EXAMPLES

PROGRAM = EXAMPLES / "colver_bot.py"
FAST = ("--bid", "improved_v2", "--play", "heuristic")

pytest.importorskip("colver", reason="no wheel of colver here: its agents cannot play", exc_type=ImportError)


def loaded() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("colver_bot", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MODULE = loaded()


def agent(bid: str, play: str, seed: int = 1) -> Bot:
    """One of its bots, which thinks as little as it may."""
    bot: Bot = MODULE.Colver(argparse.Namespace(bid=bid, play=play, worlds=1, ms=1), seed)
    bot.rules = COLVER
    bot.on_match(COLVER)
    return bot


def decisions(deals: int, chance: random.Random) -> Iterator[tuple[TableView, Legal]]:
    """Every decision of deals in which anything may be said and played; no bid is too high to be coinched."""
    for deal in range(deals):
        state, _ = new_match(COLVER, tuple(Seat)[deal % 4], board=True)
        state, _ = next_deal(state, shuffled(chance.randbytes(32)))
        while (seat := to_act(state)) is not None:
            allowed = legal(state, seat)
            yield view(state, seat), allowed
            state, _ = apply(state, seat, any_action(allowed, chance))


def any_action(allowed: Legal, chance: random.Random) -> Action:
    """A low bid, a coinche where there can be one, or any card."""
    coinches = [action for action in allowed.actions if action in (Coinche(), Surcoinche())]
    if coinches and chance.random() < 0.3:
        return coinches[0]
    bids = [action for action in allowed if isinstance(action, MakeBid)][:4]
    return chance.choice(bids) if bids and chance.random() < 0.2 else chance.choice(allowed.actions)


@pytest.mark.parametrize(
    ("bid", "play"), [("improved", "heuristic"), ("improved_v2", "isdd"), ("improved", "smart_ismcts")]
)
def test_agents_act_legally_in_deals_played_at_random(bid: str, play: str) -> None:
    """Coinched and surcoinched deals are among them."""
    bot, asked = agent(bid, play), Counter[str]()
    deals = 40 if play == "heuristic" else 2
    for seen, allowed in decisions(deals, random.Random(4)):
        action = bot.choose(seen, allowed)
        assert action in allowed, f"{bid}, {play} says {action} in {seen}"
        multiplier = seen.contract.multiplier if seen.contract else 0
        asked[f"{seen.phase}, x {multiplier}"] += 1
    if play == "heuristic":
        assert min(asked[f"playing, x {times}"] for times in (1, 2, 3)) > 20, asked


def test_hands_are_made_up_as_they_may_be() -> None:
    """Each seat is dealt eight cards, its own and those that it played among them, and no card lies twice."""
    bot = agent("improved", "heuristic")
    for seen, _ in decisions(6, random.Random(9)):
        for hands in MODULE.Colver.guessed(bot, seen, 3):
            assert sorted(map(str, (card for cards in hands.values() for card in cards))) == sorted(MODULE.CARDS)
            assert {len(cards) for cards in hands.values()} == {8}
            assert set(seen.hand) <= set(hands[seen.viewer])
            for seat, card in MODULE.played(seen, COLVER):
                assert card in hands[seat]


def test_the_auction_is_heard() -> None:
    """Over a partner's bid an agent says something else than in first seat, in some of the deals."""
    bot, chance = agent("improved", "heuristic"), random.Random(3)
    said = Counter[bool]()
    for seen, allowed in decisions(60, chance):
        if seen.phase is Phase.BIDDING and seen.auction:
            said[bot.choose(seen, allowed) in (Coinche(), *(a for a in allowed if isinstance(a, MakeBid)))] += 1
    assert said[True] > 5
    assert said[False] > 5


def test_by_other_rules_it_says_so_and_plays_what_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    bot = agent("improved", "heuristic")
    bot.on_match(FFB)
    for seen, allowed in decisions(1, random.Random(2)):
        assert bot.choose(seen, allowed) == allowed.default
    assert "preset `colver` only" in capsys.readouterr().err


def test_without_the_wheel_it_says_what_is_missing() -> None:
    without = f"import sys, runpy; sys.modules['colver'] = None; runpy.run_path({str(PROGRAM)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == MODULE.MISSING


@pytest.mark.parametrize("wrong", [("--bid", "nonsense"), ("--play", "dmc"), ("--worlds", "0")])
def test_wrong_options_are_refused_with_a_sentence(wrong: tuple[str, ...], forked_python: tuple[str, ...]) -> None:
    done = subprocess.run([*forked_python, str(PROGRAM), *wrong], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert wrong[0] in done.stderr


def test_it_plays_through_the_server(
    forked_python: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All bots are forked; the test that the package is missing starts the program as an ordinary process."""
    play_here(monkeypatch, forked_python)
    command = " ".join((*forked_python, str(PROGRAM), *FAST, "--seed", "1"))
    duel = ["duel", "steady", "wheel", "--bot", f"wheel={command}"]
    with pytest.raises(SystemExit) as end:
        arena([*duel, "--rules", "colver", "--deals", "2", "--seed", "5", "--clock", "20000+60000"])
    assert end.value.code == 0, capsys.readouterr()


@pytest.mark.parametrize(("play", "label"), [("isdd", "8d+unif"), ("smart_ismcts", "50ms")])
def test_worlds_bound_the_one_and_time_the_other(play: str, label: str) -> None:
    """isdd solves all its worlds, however long that takes."""
    options = MODULE.parser().parse_args(["--play", play, "--worlds", "8", "--ms", "50"])
    assert MODULE.colver.Agent(MODULE.Colver(options).spec, 0, 1).label == f"improved/{play}:{label}"
