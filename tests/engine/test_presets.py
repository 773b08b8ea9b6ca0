"""Tests of the presets: each book's rules option by option, and the differences of the presets derived from one."""

from __future__ import annotations

import pytest

from coinche.engine.presets import PRESETS
from coinche.engine.rules import value_of, written_as
from tests.engine.house import house

BOOKS = {"P": "pagat", "F": "ffb", "A": "asce", "O": "online", "S": "stayandplay-both"}
"""The letter of each book, and the preset that is its own game."""

# Of P the basic form; `-` where a book does not know what the option is about.
ASKED = """
option                      P                F                 A                 O                 S
direction                   anticlockwise    anticlockwise     anticlockwise     anticlockwise     clockwise
shuffle                     every_deal       every_deal        every_deal        never             every_deal
reshuffle_after_passes      none             none              none              4                 none
deal_batches                3,2,3            3,2,3             3,2,3             3,2,3             3,2,3
two_stage_deal              false            false             false             false             false
denominations               S,H,D,C          S,H,D,C           S,H,D,C,N,A       S,H,D,C,N         S,H,D,C
bid_minimum                 80               80                80                80                80
bid_step                    10               10                10                10                10
bid_maximum                 none             none              none              none              180
denomination_order          none             none              none              none              none
capot                       closed           open              open              open              open
generale                    none             none              none              none              none
generale_leads              false            false             false             false             false
coinche_when                any_time         in_turn           any_time          in_turn           any_time
coinche_ends_auction        true             true              true              false             true
surcoinche                  4                4                 4                 4                 none
overtrump_partner           true             true              true              true              true
undertrump                  obliged          free              obliged           free              obliged
undertrump_partner          free             restricted        restricted        free              higher_if_possible
belote                      bidding_team     any_team          any_team          any_team          any_team
belote_declared             manual           manual            manual            automatic         manual
belote_on_failure           kept             kept              kept              kept              kept
rebelote_tolerance          false            true              true              false             false
declarations                false            true              true              true              false
declaration_tie             first_announced  annul             annul             annul             -
declaration_choice          any              any               any               any               -
declarations_swept          false            true              true              false             -
declarations_on_failure     to_defence       to_defence        to_defence        to_defence        -
all_trump_values            14_9_6_5_3_1     13_9_6_5_3_2      13_9_6_5_3_2      -                 -
no_trump_values             19_10_4_3_2      19_10_4_3_2       19_10_4_3_2       19_10_4_3_2       -
contract_met                at_least_82      more              more              more              at_least_82
capot_last_trick            10               100               100               10                10
scored                      points_and_bid   points_and_bid    points_and_bid    points_and_bid    points_and_bid
failed_base                 160              160               160               160               162
failed_adds_bid             yes              yes               yes               yes               when_coinched
doubled                     bid              everything        everything        everything        bid
coinched_made               actual           flat_160_or_250   flat_160_or_250   actual            actual
defence_when_coinched_made  points           belote_only       belote_only       belote_only       points
capot_scores                flat_250         points            points            points            flat_250_or_350
capot_failed                500              none              none              none              none
capot_unbid_counts          true             true              true              false             true
defence_capot               as_any           as_any            as_any            as_any            as_any
rounding                    nearest_10       nearest_10        nearest_10        nearest_10        none
length                      none             none              none              none              none
target                      2000             2000              2000              2000              1000
both_reach                  higher_total     higher_total      higher_total      higher_total      contract_side
tie                         last_deal_winner extra_deal        extra_deal        extra_deal        last_deal_winner
belote_cannot_win           false            true              true              false             false
trick_history               all              last              last              all               all
"""
FULL = {"more": "at_least_and_more_than_defence"}

HEAD, *LINES = (line.split() for line in ASKED.strip().splitlines())


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_the_presets_of_the_books_have_what_these_ask_for(line: list[str]) -> None:
    option, *values = line
    asked = {book: FULL.get(value, value) for book, value in zip(HEAD[1:], values, strict=True) if value != "-"}
    given = {book: written_as(value_of(PRESETS[BOOKS[book]], option)).replace(" ", ",") for book in asked}
    assert given == asked


# preset, what it changes, of which other
DERIVED = [
    ("ffb-sa-ta", "denominations=S H D C N A", "ffb"),  # F 11
    ("asce", "coinche_when=any_time, undertrump=obliged", "ffb-sa-ta"),  # what A strikes from F
    ("pagat-annonces", "declarations=true, belote=any_team, target=3000", "pagat"),  # P "Variations"
    ("contree", "declarations=false, contract_met=at_least", "online"),  # O "Variations"
    (
        "bridgee",
        "denominations=S H D C N A, denomination_order=ranked, capot=open, coinche_when=in_turn,"
        " coinche_ends_auction=false",
        "pagat",
    ),
    ("ibelote", "denominations=S H D C N A, capot=open, generale=1000, generale_leads=true", "pagat"),
    ("stayandplay-points", "scored=points", "stayandplay-both"),
    ("stayandplay-bid", "scored=bid, capot_unbid_counts=false", "stayandplay-both"),
]


@pytest.mark.parametrize(("name", "changes", "base"), DERIVED, ids=[row[0] for row in DERIVED])
def test_other_presets_are_one_of_these_with_some_options_changed(name: str, changes: str, base: str) -> None:
    assert PRESETS[name] == house(changes, base)


def test_every_preset_is_looked_at() -> None:
    """The wheel says what `colver` is."""
    assert set(PRESETS) == {*BOOKS.values(), *(name for name, _, _ in DERIVED), "colver"}
