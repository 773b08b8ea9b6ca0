"""Perft of the play: the ways to play the first two tricks of fixed deals, by the engine and by brute force.

Nothing is said with a card here, so that a way is a sequence of cards. Each deal is played by the duties of a book.
"""

from __future__ import annotations

import random

import pytest

from coinche.engine.cards import PACK, Denomination
from coinche.engine.dealing import dealt, shuffled
from coinche.engine.legal_cards import playable
from coinche.engine.match import State, new_match, next_deal
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from tests.engine.brute import Duties, may_play, sequences
from tests.engine.house import house
from tests.engine.script import play
from tests.engine.test_perft import leaves
from tests.extent import WHOLE, some

CARDS_ALONE = (
    "denominations=S H D C N A, declarations=false, rebelote_tolerance=false, belote_declared=automatic,"
    " shuffle=every_deal, reshuffle_after_passes=none, bid_maximum=none"
)

DUTIES = {
    "ffb": Duties(beat_partner=True, undertrump=False, on_partner_s_trump="nothing but trumps"),
    "asce": Duties(beat_partner=True, undertrump=True, on_partner_s_trump="nothing but trumps"),
    "pagat": Duties(beat_partner=True, undertrump=True, on_partner_s_trump="any"),
    "online": Duties(beat_partner=True, undertrump=False, on_partner_s_trump="any"),
    "stayandplay-both": Duties(beat_partner=True, undertrump=True, on_partner_s_trump="higher"),
}
"""The duties of each book: F 5.2, A 4.2, P "The Play", O "Gameplay", S "The Game"."""


def begun(rules: RuleSet, number: int, trumps: str) -> State:
    state, _ = next_deal(new_match(rules, Seat.WEST)[0], shuffled(bytes([number] * 32)))
    return play(state, f"80{trumps} pass pass pass")[0]


def by_brute_force(rules: RuleSet, number: int, trumps: str, duties: Duties) -> int:
    direction = rules.table.direction
    (hands,) = dealt(shuffled(bytes([number] * 32)), Seat.WEST, rules.table)
    order = Seat.WEST.next(direction).round(direction)
    return sequences([[str(card) for card in hands[seat]] for seat in order], trumps, duties, 8)


# the number of the deal, trumps, the book, ways to play two tricks
ROWS = [
    (1, "H", "ffb", 3156),
    (1, "N", "ffb", 14811),
    (1, "A", "ffb", 4631),
    (5, "D", "asce", 1814),
    (5, "N", "asce", 5046),
    (5, "A", "asce", 2252),
    (6, "S", "pagat", 1880),
    (6, "N", "pagat", 2536),
    (6, "A", "pagat", 1108),
    (7, "C", "online", 2580),
    (7, "N", "online", 3192),
    (7, "A", "online", 4105),
    (8, "H", "stayandplay-both", 4640),
    (8, "N", "stayandplay-both", 12328),
    (8, "A", "stayandplay-both", 5902),
    (9, "D", "ffb", 1263),
    (9, "N", "ffb", 2727),
    (9, "A", "ffb", 1285),
    (12, "S", "asce", 1696),
    (12, "N", "asce", 3316),
    (12, "A", "asce", 1430),
    (13, "C", "pagat", 896),
    (13, "N", "pagat", 1646),
    (13, "A", "pagat", 1208),
    (16, "H", "online", 1466),
    (16, "N", "online", 1904),
    (16, "A", "online", 1168),
    (23, "D", "stayandplay-both", 2800),
    (23, "N", "stayandplay-both", 5406),
    (23, "A", "stayandplay-both", 2849),
]


@pytest.mark.parametrize(("number", "trumps", "preset", "ways"), ROWS)
def test_the_ways_to_play_two_tricks(number: int, trumps: str, preset: str, ways: int) -> None:
    rules = house(CARDS_ALONE, preset)
    assert leaves(begun(rules, number, trumps), 8) == ways


@pytest.mark.parametrize(("number", "trumps", "preset", "ways"), some(ROWS, 4))
def test_the_ways_to_play_two_tricks_by_brute_force(number: int, trumps: str, preset: str, ways: int) -> None:
    assert by_brute_force(house(CARDS_ALONE, preset), number, trumps, DUTIES[preset]) == ways


EVERY_DUTY = [
    (
        f"overtrump_partner={beat}, undertrump={under}, undertrump_partner={partner}",
        Duties(beat_partner=beat == "true", undertrump=under == "obliged", on_partner_s_trump=words),
    )
    for beat in ("true", "false")
    for under in ("obliged", "free")
    for partner, words in (("free", "any"), ("higher_if_possible", "higher"), ("restricted", "nothing but trumps"))
]


@pytest.mark.parametrize(("options", "duties"), EVERY_DUTY, ids=[options for options, _ in EVERY_DUTY])
def test_positions_by_brute_force(options: str, duties: Duties) -> None:
    """Hands of one to eight cards, behind up to three cards, in every denomination."""
    chance, rules = random.Random(options), house(options, "ffb").play
    for _ in range(150 if WHOLE else 30):
        cards = chance.sample(PACK, chance.randint(1, 11))
        behind = min(chance.randrange(4), len(cards) - 1)
        trick, hand = cards[:behind], cards[behind:][:8]
        for trumps in Denomination:
            allowed = [card for card in hand if may_play(card, list(hand), list(trick), trumps, duties)]
            assert list(playable(tuple(hand), tuple(trick), trumps, rules)) == allowed, (trick, hand, trumps)
