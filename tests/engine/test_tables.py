"""Tests that every rule is a table with the whole of its enum as keys."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import get_type_hints

import pytest

import coinche.engine
from coinche.engine import auction, card_values, declarations, seats
from coinche.engine.bids import BidKind
from coinche.engine.cards import Denomination, Suit
from coinche.engine.declarations import DeclarationKind
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import _TRICKS_MET
from coinche.engine.seats import Direction, Seat, Team

OPTIONS: dict[type[StrEnum], str] = {
    hint: name
    for group in get_type_hints(RuleSet).values()
    for name, hint in get_type_hints(group).items()
    if isinstance(hint, type) and issubclass(hint, StrEnum)
}
"""The options whose values have names, by their enum."""

WITHOUT_A_TABLE = {"trick_history"}
"""Options that the engine hands on without using them."""


def steering() -> Iterator[tuple[str, Iterable[StrEnum], type[StrEnum]]]:
    """Every table of the engine that an option steers."""
    for found in pkgutil.iter_modules(coinche.engine.__path__):
        module = importlib.import_module(f"coinche.engine.{found.name}")
        for name, table in vars(module).items():
            for kind in OPTIONS:
                if isinstance(table, dict) and isinstance(next(iter(table), None), kind):
                    yield f"{found.name}.{name}", table, kind


STEERING = list(steering())

TABLES: list[tuple[str, Iterable[StrEnum], type[StrEnum]]] = [
    *STEERING,
    ("strength", card_values.STRENGTH, Denomination),
    ("ranking", auction._RANKING, Denomination),
    ("carres", declarations.CARRE_POINTS, Denomination),
    ("tricks met", _TRICKS_MET, BidKind),
    ("team", seats._TEAM, Seat),
    ("partner", seats._PARTNER, Seat),
    ("partners", seats._PARTNERS, Team),
]


@pytest.mark.parametrize(("keys", "whole"), [entry[1:] for entry in TABLES], ids=[entry[0] for entry in TABLES])
def test_the_keys_of_a_table_are_its_whole_enum(keys: Iterable[StrEnum], whole: type[StrEnum]) -> None:
    assert set(keys) == set(whole)


@pytest.mark.parametrize("option", sorted(set(OPTIONS.values()) - WITHOUT_A_TABLE))
def test_an_option_whose_values_have_names_steers_a_table(option: str) -> None:
    assert option in {OPTIONS[kind] for _, _, kind in STEERING}


def test_what_has_no_table_is_known() -> None:
    assert not WITHOUT_A_TABLE & {OPTIONS[kind] for _, _, kind in STEERING}


def test_every_suit_is_a_denomination_and_makes_itself_trumps() -> None:
    assert {Denomination(suit).trumps for suit in Suit} == {frozenset({suit}) for suit in Suit}
    assert Denomination.NO_TRUMP.trumps == frozenset()
    assert Denomination.ALL_TRUMP.trumps == set(Suit)


def test_every_sequence_has_a_length_and_points() -> None:
    sequences = set(DeclarationKind) - {DeclarationKind.CARRE}
    assert set(declarations.LENGTHS) == set(declarations.SEQUENCE_POINTS) == sequences


def test_partners_sit_opposite_and_teams_are_two_and_two() -> None:
    for seat in Seat:
        for direction in Direction:
            assert seat.next(direction).next(direction) is seat.partner
            assert seat.next(direction).previous(direction) is seat
            assert len(set(seat.round(direction))) == 4
        assert seat.team is seat.partner.team
        assert seat in seat.team.seats
        assert seat.next(Direction.CLOCKWISE).team is seat.team.other


def test_play_goes_anticlockwise_from_south_to_east() -> None:
    """F 3.4, 5.1."""
    assert Seat.SOUTH.round(Direction.ANTICLOCKWISE) == (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
