"""Perft: the number of action sequences from fixed deals, depth by depth; it shows any change of the legal actions."""

from __future__ import annotations

import pytest

from coinche.engine.dealing import shuffled
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from tests.engine.script import play


def leaves(state: State, depth: int) -> int:
    """The number of sequences of that many actions, with those that end the deal earlier."""
    seat = to_act(state)
    if depth == 0 or seat is None:
        return 1
    actions = tuple(legal(state, seat))
    return len(actions) if depth == 1 else sum(leaves(apply(state, seat, action)[0], depth - 1) for action in actions)


def deal(number: int, script: str) -> State:
    state, _ = next_deal(new_match(FFB, Seat.WEST)[0], shuffled(bytes([number] * 32)))
    return play(state, script)[0]


@pytest.mark.parametrize(
    ("number", "script", "counts"),
    [
        (1, "", (373, 69565)),
        (1, "970C", (14, 87, 340, 1056, 3167)),
        (1, "capotH coinche", (2, 10, 33, 74)),
        (1, "80H pass pass pass", (8, 17, 40, 75)),
        (2, "80S pass pass pass", (16, 52, 864, 3200)),
        (3, "80D pass pass pass", (8, 72, 236, 504)),
        (4, "80C pass pass pass", (16, 48, 264, 280)),
    ],
)
def test_the_number_of_ways_on(number: int, script: str, counts: tuple[int, ...]) -> None:
    state = deal(number, script)
    assert tuple(leaves(state, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(("number", "bid", "games"), [(1, "80H", 2624), (3, "80D", 1968), (4, "80C", 8640)])
def test_the_number_of_ways_to_play_the_last_four_tricks(number: int, bid: str, games: int) -> None:
    """After four tricks of default cards."""
    state = deal(number, f"{bid} pass pass pass")
    for _ in range(16):
        seat = to_act(state)
        assert seat is not None
        state, _ = apply(state, seat, legal(state, seat).default)
    assert leaves(state, 16) == games
