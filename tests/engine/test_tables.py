"""Every rule is a table, and every table has the whole of its enum for keys."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import pytest

from coinche.engine import belote, declarations, scoring, seats, standing, trick
from coinche.engine.cards import Denomination, Suit
from coinche.engine.declarations import DeclarationKind
from coinche.engine.rules import (
    Belote,
    BothReach,
    ContractMet,
    DeclarationTie,
    MatchTie,
    Rounding,
    Undertrump,
    UndertrumpPartner,
)
from coinche.engine.seats import Direction, Seat, Team

TABLES: list[tuple[str, Iterable[StrEnum], type[StrEnum]]] = [
    ("points", trick.POINTS, Denomination),
    ("strength", trick.STRENGTH, Denomination),
    ("undertrump", trick._UNDERTRUMP, Undertrump),
    ("undertrump_partner", trick._UNDERTRUMP_PARTNER, UndertrumpPartner),
    ("belote", belote._MAY_HOLD, Belote),
    ("declaration_tie", declarations._TIE_WINNER, DeclarationTie),
    ("contract_met", scoring._CONTRACT_MET, ContractMet),
    ("rounding", scoring._ROUNDING, Rounding),
    ("both_reach", standing._BOTH_REACH, BothReach),
    ("tie", standing._TIE, MatchTie),
    ("team", seats._TEAM, Seat),
    ("partner", seats._PARTNER, Seat),
    ("partners", seats._PARTNERS, Team),
    ("next", seats._NEXT, Direction),
]


@pytest.mark.parametrize(("keys", "whole"), [entry[1:] for entry in TABLES], ids=[entry[0] for entry in TABLES])
def test_the_keys_of_a_table_are_its_whole_enum(keys: Iterable[StrEnum], whole: type[StrEnum]) -> None:
    assert set(keys) == set(whole)


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
