"""Tests of exact values: every card of an ending has the value found by trying all cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.cards import Card, Denomination
from coinche.engine.presets import FFB
from coinche.engine.seats import Direction, Seat, Team
from coinche.engine.solver import ENGINES, Engine, Position, Solver
from coinche.engine.trick import Trick
from tests.engine.script import cards
from tests.engine.solver.engines import each_engine
from tests.engine.solver.positions import Case, full_deal, some_case
from tests.engine.solver.referee import Referee
from tests.extent import examples

SMALL = 6
"""A table of known positions that is made quickly."""


def solver(case: Case, engine: Engine) -> Solver:
    return Solver(case.denomination, case.rules, capot=case.capot, size=SMALL, engine=engine)


def referee(case: Case) -> Referee:
    return Referee(case.denomination, case.rules, case.capot)


@pytest.mark.parametrize(("tricks", "endings"), [(1, 60), (2, 300), (3, 200), (4, 6)])
def test_every_card_is_worth_what_trying_all_cards_says(tricks: int, endings: int) -> None:
    chance = random.Random(tricks)
    for _ in range(endings):
        case = some_case(chance, tricks)
        expected = referee(case).values(case.position)
        for engine in ENGINES:
            asked = solver(case, engine)
            assert asked.values(case.position) == expected, (engine, case)
            assert asked.value(case.position) == max(expected.values()), (engine, case)


@each_engine
@settings(max_examples=examples(60), deadline=None)
@given(chance=st.randoms(use_true_random=False), tricks=st.integers(1, 3))
def test_a_side_takes_all_bounds_up_to_the_value_and_none_above(
    engine: Engine, chance: random.Random, tricks: int
) -> None:
    case = some_case(chance, tricks)
    asked = solver(case, engine)
    value = asked.value(case.position)
    bounds = [*range(value - 3, value + 4), -(2**31), 2**31 - 1]
    assert [asked.takes(case.position, points) for points in bounds] == [points <= value for points in bounds]


@each_engine
@settings(max_examples=12, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_an_ending_of_four_tricks_is_worth_what_plain_alpha_beta_says(engine: Engine, chance: random.Random) -> None:
    case = some_case(chance, 4)
    value, plain = solver(case, engine).value(case.position), referee(case)
    assert plain.takes(case.position, value)
    assert not plain.takes(case.position, value + 1)


@each_engine
@settings(max_examples=25, deadline=None)
@given(chance=st.randoms(use_true_random=False), tricks=st.integers(2, 4))
def test_what_is_remembered_of_other_positions_changes_no_value(
    engine: Engine, chance: random.Random, tricks: int
) -> None:
    game = some_case(chance, tricks)
    fresh, used = solver(game, engine), solver(game, engine)
    for _ in range(3):
        position = full_deal(chance, game.denomination, game.rules)
        position = replace(position, hands={seat: hand[:tricks] for seat, hand in position.hands.items()})
        assert used.values(position) == fresh.values(position)
        fresh.forget()


HANDS = {Seat.NORTH: "JH 7S", Seat.EAST: "9H AS", Seat.SOUTH: "AH 8S", Seat.WEST: "10H 9S"}


def ending(turn: Seat = Seat.NORTH, sweeping: frozenset[Team] = frozenset(Team)) -> Position:
    hands = {seat: cards(text) for seat, text in HANDS.items()}
    trick = Trick(turn, (), None)
    return Position(hands=hands, trick=trick, turn=turn, direction=Direction.ANTICLOCKWISE, sweeping=sweeping)


@each_engine
def test_values_are_points_of_the_side_on_turn_with_the_last_trick(engine: Engine) -> None:
    """North draws all trumps (55) and loses the last (21), or gives the last but one (11) and makes the rest."""
    asked = Solver(Denomination.HEARTS, FFB, capot=0, engine=engine)
    assert asked.values(ending()) == {Card.HJ: 55, Card.S7: 65}
    assert asked.values(ending(Seat.EAST)) == {Card.H9: 21, Card.SA: 11}


@each_engine
@pytest.mark.parametrize(("turn", "swept"), [(Seat.NORTH, 90), (Seat.EAST, -90)])
def test_all_tricks_count_more_for_who_took_all_before_and_less_for_the_others(
    engine: Engine, turn: Seat, swept: int
) -> None:
    """North and South hold the four highest cards."""
    texts = {Seat.NORTH: "JH AS", Seat.EAST: "7H 7S", Seat.SOUTH: "9H 10S", Seat.WEST: "8H 9S"}
    hands = {seat: cards(text) for seat, text in texts.items()}
    asked, plain = (Solver(Denomination.HEARTS, FFB, capot=capot, engine=engine) for capot in (90, 0))
    nobody, all_, others = (
        replace(ending(turn, frozenset(sweeping)), hands=hands)
        for sweeping in ((), (Team.NORTH_SOUTH,), (Team.EAST_WEST,))
    )
    assert asked.value(all_) == plain.value(all_) + swept
    assert asked.value(nobody) == asked.value(others) == plain.value(all_)
