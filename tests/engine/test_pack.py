"""Tests of shuffle, cut and deal (F 3)."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.engine.cards import PACK
from coinche.engine.dealing import SEED_BYTES, below, cut, dealt, shuffled, stacked
from coinche.engine.presets import FFB
from coinche.engine.rules import InvalidRules
from coinche.engine.seats import Direction, Seat

seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
batches = st.sampled_from([(3, 2, 3), (3, 3, 2), (2, 3, 3), (4, 4)])


@given(seeds)
def test_a_shuffle_is_a_permutation_that_its_seed_decides(seed: bytes) -> None:
    assert sorted(shuffled(seed)) == sorted(PACK)
    assert shuffled(seed) == shuffled(bytes(seed))


@pytest.mark.parametrize(
    ("seed", "top"),
    [(bytes(32), "10S JD QC AC 7H QD KS 9H"), (bytes(range(32)), "QC AC AH KC 9S KH JH 8C")],
    ids=["zeros", "counting"],
)
def test_the_published_shuffle_does_not_change(seed: bytes, top: str) -> None:
    assert " ".join(shuffled(seed)[:8]) == top


def test_every_card_comes_to_every_place_equally_often() -> None:
    """Chi-squared over 32 × 32 cells, 961 degrees of freedom: five standard deviations of room, fixed seeds."""
    deals = 3000
    seen = [[0] * 32 for _ in PACK]
    at = {card: index for index, card in enumerate(PACK)}
    for number in range(deals):
        for place, card in enumerate(shuffled(hashlib.sha256(number.to_bytes(4, "big")).digest())):
            seen[at[card]][place] += 1
    mean = deals / 32
    statistic = sum((count - mean) ** 2 / mean for row in seen for count in row)
    assert abs(statistic - 961) < 5 * (2 * 961) ** 0.5


@pytest.mark.parametrize(
    ("size", "numbers", "chosen"),
    [
        (3, [2**32 - 1, 5], 2),  # 2³² is 1 more than a multiple of 3: the last number would favour 0
        (3, [2**32 - 2], 2),
        (32, [2**32 - 1], 31),
        (7, [2**32 - 4, 2**32 - 1, 8], 1),
    ],
)
def test_numbers_that_would_favour_a_remainder_are_passed_over(size: int, numbers: list[int], chosen: int) -> None:
    assert below(size, iter(numbers)) == chosen


@pytest.mark.parametrize("length", [0, 4, 31, 33])
def test_a_seed_has_256_bits(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(bytes(length))


def test_the_cards_are_dealt_three_two_three_from_the_dealer_s_right() -> None:
    """F 3.4: anticlockwise, so South's right-hand neighbour East is first."""
    (hands,) = dealt(PACK, Seat.SOUTH, FFB.table)
    assert [" ".join(hands[seat]) for seat in (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH)] == [
        "7S 8S 9S JH QH JD QD KD",
        "10S JS QS KH AH AD 7C 8C",
        "KS AS 7H 7D 8D 9C 10C JC",
        "8H 9H 10H 9D 10D QC KC AC",
    ]


@pytest.mark.parametrize(
    ("batch", "first"),
    [((3, 2, 3), "0 1 2 12 13 20 21 22"), ((3, 3, 2), "0 1 2 12 13 14 24 25"), ((2, 3, 3), "0 1 8 9 10 20 21 22")],
)
def test_the_three_ways_of_dealing(batch: tuple[int, ...], first: str) -> None:
    """F 3.4."""
    table = replace(FFB.table, deal_batches=batch)
    expected = {PACK[int(at)] for at in first.split()}
    assert set(dealt(PACK, Seat.WEST, table)[0][Seat.SOUTH]) == expected


@given(st.randoms(use_true_random=False), st.sampled_from(Seat), st.sampled_from(Direction), batches)
def test_every_card_is_dealt_once_and_stacked_is_the_way_back(
    chance: random.Random, dealer: Seat, direction: Direction, batch: tuple[int, ...]
) -> None:
    table = replace(FFB.table, direction=direction, deal_batches=batch)
    (hands,) = dealt(tuple(chance.sample(PACK, 32)), dealer, table)
    assert all(len(hand) == 8 for hand in hands.values())
    assert sorted(card for hand in hands.values() for card in hand) == sorted(PACK)
    assert dealt(stacked(hands, dealer, table), dealer, table) == (hands,)


@pytest.mark.parametrize("at", [3, 16, 29])
def test_a_cut_puts_the_top_cards_under_the_rest(at: int) -> None:
    """F 3.3."""
    assert cut(PACK, at) == PACK[at:] + PACK[:at]


@pytest.mark.parametrize("at", [-3, 0, 2, 30, 32])
def test_a_cut_leaves_three_cards_on_either_side(at: int) -> None:
    """F 3.3."""
    with pytest.raises(ValueError, match="at least 3"):
        cut(PACK, at)


@pytest.mark.parametrize("batch", [(3, 2), (3, 3, 3), (8, 0), (9, -1)])
def test_batches_make_eight_cards(batch: tuple[int, ...]) -> None:
    with pytest.raises(InvalidRules, match="sum is 8"):
        replace(FFB.table, deal_batches=batch)


def test_a_pack_of_other_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="32 cards"):
        dealt((PACK[0], *PACK[:-1]), Seat.SOUTH, FFB.table)
