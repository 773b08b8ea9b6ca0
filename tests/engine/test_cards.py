"""Tests of the 32 cards, their order and their points (F 2, 6, 11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.engine.card_values import LEAST, STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.presets import FFB
from coinche.engine.rules import AllTrumpValues, NoTrumpValues
from coinche.engine.trick import beats, winner_index
from tests.engine.script import cards

SUITS = (Denomination.SPADES, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS)


def test_the_pack_is_the_cards_seven_to_ace_of_four_suits() -> None:
    assert len(PACK) == len(set(PACK)) == 32
    assert {(card.rank, card.suit) for card in PACK} == {(rank, suit) for rank in Rank for suit in Suit}


def test_the_published_order_of_the_pack() -> None:
    assert " ".join(PACK) == (
        "7S 8S 9S 10S JS QS KS AS 7H 8H 9H 10H JH QH KH AH 7D 8D 9D 10D JD QD KD AD 7C 8C 9C 10C JC QC KC AC"
    )


@pytest.mark.parametrize(
    ("denomination", "suit", "descending"),
    [
        ("H", "H", "J20 9:14 A11 10:10 K4 Q3 8:0 7:0"),
        ("H", "S", "A11 10:10 K4 Q3 J2 9:0 8:0 7:0"),
        ("N", "S", "A19 10:10 K4 Q3 J2 9:0 8:0 7:0"),
        ("A", "S", "J13 9:9 A6 10:5 K3 Q2 8:0 7:0"),
    ],
    ids=["trumps, F 6", "not trumps, F 6", "no trump, F 11.2", "all trump, F 11.3"],
)
def test_order_and_points_of_a_suit(denomination: str, suit: str, descending: str) -> None:
    called = Denomination(denomination)
    suited = sorted((card for card in PACK if card.suit == suit), key=lambda card: STRENGTH[called][card], reverse=True)
    expected = [entry.replace(":", " ").split() for entry in descending.split()]
    ranks = [entry[0] if len(entry) == 2 else entry[0][0] for entry in expected]
    points = [int(entry[1] if len(entry) == 2 else entry[0][1:]) for entry in expected]
    assert [card.rank for card in suited] == ranks
    assert [points_of(called, FFB.scoring)[card] for card in suited] == points


@pytest.mark.parametrize("denomination", Denomination)
@pytest.mark.parametrize("all_trump", AllTrumpValues)
def test_the_cards_sum_to_152_under_every_denomination(denomination: Denomination, all_trump: AllTrumpValues) -> None:
    values = replace(FFB.scoring, all_trump_values=all_trump)
    assert sum(points_of(denomination, values).values()) == 152


def test_an_ace_that_stays_at_11_leaves_no_trump_at_120() -> None:
    values = replace(FFB.scoring, no_trump_values=NoTrumpValues.ELEVEN)
    assert sum(points_of(Denomination.NO_TRUMP, values).values()) == 120


@pytest.mark.parametrize("denomination", Denomination)
@pytest.mark.parametrize("all_trump", AllTrumpValues)
@pytest.mark.parametrize("no_trump", NoTrumpValues)
def test_the_least_card_is_the_least_by_all_values(
    denomination: Denomination, all_trump: AllTrumpValues, no_trump: NoTrumpValues
) -> None:
    points = points_of(denomination, replace(FFB.scoring, all_trump_values=all_trump, no_trump_values=no_trump))
    by_place = sorted(PACK, key=LEAST[denomination].__getitem__)
    assert [points[card] for card in by_place] == sorted(points.values())


@pytest.mark.parametrize(
    ("denomination", "trick", "winner"),
    [
        ("H", "7S AS KS 10S", "AS"),  # the highest of the suit led (F 5.1)
        ("H", "7S AD AC AS", "AS"),  # other plain suits never win
        ("H", "AS 7H 10S KS", "7H"),  # any trump beats any plain card
        ("H", "AS 7H 8H QH", "QH"),  # of trumps the highest
        ("H", "AH 9H JH 10H", "JH"),  # the jack is the highest trump, then the nine (F 6)
        ("H", "KH AH 9H QH", "9H"),
        ("H", "JS 10S KS 7S", "10S"),  # a plain ten is over king, queen and jack
        ("S", "9D 10D AD JD", "AD"),
        ("N", "7S AH AD AC", "7S"),  # no trump: only the suit led (F 11.2)
        ("N", "JS 9S AS 10S", "AS"),
        ("A", "7S JH 9D AC", "7S"),  # all trump: only the suit led (F 11.3)
        ("A", "AS 9S 10S JS", "JS"),
    ],
)
def test_who_wins_a_trick(denomination: str, trick: str, winner: str) -> None:
    played = cards(trick)
    assert played[winner_index(played, Denomination(denomination))] == winner


@pytest.mark.parametrize("denomination", SUITS)
def test_beats_is_a_strict_order_among_cards_that_can_win(denomination: Denomination) -> None:
    for one in PACK:
        for other in PACK:
            if one.suit is other.suit and one is not other:
                assert beats(one, other, denomination) != beats(other, one, denomination)


@pytest.mark.parametrize("notation", ["", "1H", "11H", "J", "JX", "jh", "10", "HJ"])
def test_what_is_no_card(notation: str) -> None:
    with pytest.raises(ValueError, match="valid Card"):
        Card(notation)
