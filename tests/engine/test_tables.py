"""Every rule is a table, and every table has the whole of its enum for keys."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import pytest

from coinche.engine import auction, belote, declarations, match, resolution, scoring, seats, standing, trick
from coinche.engine.bids import BidKind
from coinche.engine.cards import Denomination, Suit
from coinche.engine.declarations import DeclarationKind
from coinche.engine.rules import (
    AllTrumpValues,
    Belote,
    BeloteDeclared,
    BeloteOnFailure,
    BothReach,
    CapotScores,
    CoinchedMade,
    CoincherPartner,
    CoincheWhen,
    ContractMet,
    DeclarationChoice,
    DeclarationsOnFailure,
    DeclarationTie,
    DefenceCapot,
    DefenceWhenCoinchedMade,
    DenominationOrder,
    Doubled,
    Draw,
    FailedAddsBid,
    MatchTie,
    NoTrumpValues,
    Rounding,
    Scored,
    Shuffle,
    Undertrump,
    UndertrumpPartner,
)
from coinche.engine.seats import Direction, Seat, Team

TABLES: list[tuple[str, Iterable[StrEnum], type[StrEnum]]] = [
    ("all_trump_values", trick._ALL_TRUMP_POINTS, AllTrumpValues),
    ("no_trump_values", trick._NO_TRUMP_POINTS, NoTrumpValues),
    ("strength", trick.STRENGTH, Denomination),
    ("undertrump", trick._UNDERTRUMP, Undertrump),
    ("undertrump_partner", trick._UNDERTRUMP_PARTNER, UndertrumpPartner),
    ("belote", belote._MAY_HOLD, Belote),
    ("belote offered", belote._OFFERED, BeloteDeclared),
    ("belote unasked", belote._UNASKED, BeloteDeclared),
    ("denomination_order", auction._OVERCALLS, DenominationOrder),
    ("ranking", auction._RANKING, Denomination),
    ("coinche_when", auction._OUT_OF_TURN, CoincheWhen),
    ("coincher_partner", auction._COINCHER_PARTNER, CoincherPartner),
    ("carres", declarations.CARRE_POINTS, Denomination),
    ("declaration_tie", resolution._TIE, DeclarationTie),
    ("declaration_choice", resolution._CHOICE, DeclarationChoice),
    ("declarations counted", resolution._COUNTED, DeclarationChoice),
    ("contract_met", scoring._CONTRACT_MET, ContractMet),
    ("draw", scoring._DRAW, Draw),
    ("tricks met", scoring._TRICKS_MET, BidKind),
    ("scored", scoring._SCORED, Scored),
    ("doubled", scoring._DOUBLED, Doubled),
    ("coinched_made", scoring._COINCHED_MADE, CoinchedMade),
    ("defence_when_coinched_made", scoring._COINCHED_DEFENCE, DefenceWhenCoinchedMade),
    ("capot_scores", scoring._CAPOT_SCORES, CapotScores),
    ("failed_adds_bid", scoring._FAILED_ADDS_BID, FailedAddsBid),
    ("defence_capot", scoring._DEFENCE_CAPOT, DefenceCapot),
    ("belote_on_failure", scoring._BELOTE_ON_FAILURE, BeloteOnFailure),
    ("declarations_on_failure", scoring._DECLARATIONS_ON_FAILURE, DeclarationsOnFailure),
    ("shuffle", match._GATHERED, Shuffle),
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
