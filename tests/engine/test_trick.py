"""Tests of the legal cards (F 5.2): trumps, the trick so far (the partner's card is the last but one), the hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.engine.cards import Denomination
from coinche.engine.legal_cards import playable
from coinche.engine.presets import FFB
from coinche.engine.rules import PlayRules, Undertrump, UndertrumpPartner
from tests.engine.script import cards

OBLIGED = replace(FFB.play, undertrump=Undertrump.OBLIGED)
PARTNER_FREE = replace(FFB.play, undertrump_partner=UndertrumpPartner.FREE)
PARTNER_HIGHER = replace(FFB.play, undertrump_partner=UndertrumpPartner.HIGHER_IF_POSSIBLE)
NO_OVERTRUMPING_THE_PARTNER = replace(FFB.play, overtrump_partner=False)

ALL = "all"


def check(trumps: str, trick: str, hand: str, expected: str, rules: PlayRules = FFB.play) -> None:
    wanted = cards(hand) if expected == ALL else cards(expected)
    assert set(playable(cards(hand), cards(trick), Denomination(trumps), rules)) == set(wanted)


def test_the_leader_plays_what_he_likes() -> None:
    check("H", "", "7S JH AD", ALL)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("AS", "7S KS JH 7D", "7S KS"),
        ("QS", "10S JS 9S AH", "10S JS 9S"),  # no duty to beat a plain card
        ("AS 7H", "7S KS JH", "7S KS"),  # trumped already: the suit led all the same
        ("7S AS 7D", "KS JH", "KS"),
    ],
)
def test_one_follows_the_suit_led(trick: str, hand: str, expected: str) -> None:
    """F 5.2.1."""
    check("H", trick, hand, expected)


@pytest.mark.parametrize(
    ("trick", "hand"),
    [
        ("AS 7S", "7H JH KD 8C"),  # the partner's ace holds
        ("7S AS 8S", "7H KC 8C"),
        ("KS 10S 9S", "7H JH"),
        ("7S AS 8S", "JH 9H AH"),
    ],
)
def test_partner_winning_frees_the_discard(trick: str, hand: str) -> None:
    """F 5.2.2.1: any card, a trump too."""
    check("H", trick, hand, ALL)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("AS", "7H JH KD", "7H JH"),  # the partner has not played
        ("KS AS", "7H JH KD", "7H JH"),  # an opponent holds
        ("7S 8S AS", "QH KC", "QH"),
        ("AS", "7D 8C KD", ALL),  # no trump: anything
        ("7S 8D AS", "QD KC", ALL),
    ],
)
def test_one_trumps_what_the_partner_does_not_hold(trick: str, hand: str, expected: str) -> None:
    """F 5.2.2.2."""
    check("H", trick, hand, expected)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("AS 10H", "QH AH 9H KD", "AH 9H"),  # higher, if one can
        ("AS KS QH", "7H 10H KD", "10H"),
        ("AS QH KH", "8H AH KD", "AH"),  # higher than the highest there is
    ],
)
def test_one_overtrumps_an_opponent(trick: str, hand: str, expected: str) -> None:
    """F 5.2.3."""
    check("H", trick, hand, expected)


@pytest.mark.parametrize(
    ("trick", "hand"),
    [
        ("AS 9H", "7H 8H KD"),
        ("AS 9H", "7H 8H"),  # nothing but lower trumps: any of them
        ("7S QH JH", "AH 9H KD"),
        ("7S 8S JH", "AH 9H KD"),
    ],
)
def test_ne_pisse_pas(trick: str, hand: str) -> None:
    """F 5.2.2, « Précision »: with only lower trumps than an opponent's, none has to be played."""
    check("H", trick, hand, ALL)


def test_where_undertrumping_is_obliged_a_lower_trump_is_due() -> None:
    check("H", "AS 9H", "7H 8H KD", "7H 8H", OBLIGED)
    check("H", "AS 9H", "8S KD", "8S", OBLIGED)
    check("H", "AS 9H", "KD 7C", ALL, OBLIGED)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("KH", "7H QH AH 9H", "AH 9H"),
        ("KH 9H", "JH 7H", "JH"),
        ("9H", "AH 10H 7S", "AH 10H"),  # it cannot be beaten: any trump
        ("7H JH 8H", "9H AH", ALL),
        ("QH", "AS KD", ALL),  # no trump in hand
    ],
)
def test_a_trump_led_is_beaten_if_possible(trick: str, hand: str, expected: str) -> None:
    """F 5.2.3."""
    check("H", trick, hand, expected)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [("AH 7H", "8H 9H JH", "9H JH"), ("7H AH 8H", "QH 9H KD", "9H"), ("7H JH 8H", "QH 9H KD", "QH 9H")],
)
def test_the_partner_s_trump_is_beaten_too_when_trumps_are_led(trick: str, hand: str, expected: str) -> None:
    """F 5.2.3: « même si cela est contraire à notre intérêt »."""
    check("H", trick, hand, expected)


def test_where_the_partner_need_not_be_beaten_any_trump_follows() -> None:
    check("H", "AH 7H", "8H 9H JH", ALL, NO_OVERTRUMPING_THE_PARTNER)
    check("H", "7H AH", "8H 9H JH", "9H JH", NO_OVERTRUMPING_THE_PARTNER)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("7S 10H 8S", "8H KD 7C", "8H KD 7C"),  # no higher trump: any card
        ("7S 10H 8S", "8H AH KD", "AH KD"),  # not the lower one while a higher is held
        ("7S QH 8S", "7H 8H 9H AD", "9H AD"),
        ("AS 10H 7H", "9H 8H KD", "9H KD"),  # an opponent's lower trump changes nothing
    ],
)
def test_the_partner_s_trump_is_not_undertrumped_by_choice(trick: str, hand: str, expected: str) -> None:
    """F 5.2.4: one case only in which a lower trump may be played although a higher one is held."""
    check("H", trick, hand, expected)


@pytest.mark.parametrize("hand", ["8H AH", "7H 8H 9H JH", "AH"])
def test_a_hand_of_nothing_but_trumps_may_undertrump_the_partner(hand: str) -> None:
    """F 5.2.4: the only case."""
    check("H", "7S 10H 8S", hand, ALL)


def test_a_hand_of_nothing_but_trumps_overtrumps_an_opponent_all_the_same() -> None:
    """F 5.2.4 speaks of the partner only."""
    check("H", "7S 8S 10H", "8H AH", "AH")


def test_other_rules_for_the_partner_s_trump() -> None:
    check("H", "7S 10H 8S", "8H AH KD", ALL, PARTNER_FREE)
    check("H", "7S 10H 8S", "8H AH", "AH", PARTNER_HIGHER)
    check("H", "7S 10H 8S", "8H KD", ALL, PARTNER_HIGHER)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [("7S", "AS KD", "AS"), ("7S", "KD JH", ALL), ("AS", "7S 10S JH", "7S 10S"), ("7S AS", "JH KD", ALL)],
)
def test_no_trump_asks_for_the_suit_and_nothing_else(trick: str, hand: str, expected: str) -> None:
    """F 11.2."""
    check("N", trick, hand, expected)


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("AS", "7S 9S JS", "9S JS"),
        ("AS 7S", "8S 9S", "9S"),  # the partner's too
        ("JS", "8S 9S KD", "8S 9S"),
        ("7S", "KD JH", ALL),  # nobody trumps
        ("7S JH", "9S 8S", "9S 8S"),
    ],
)
def test_all_trump_asks_for_a_higher_card_of_the_suit(trick: str, hand: str, expected: str) -> None:
    """F 11.3."""
    check("A", trick, hand, expected)
