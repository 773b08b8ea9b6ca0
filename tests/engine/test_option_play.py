"""Tests of every option of play, value by value: trumps, the trick so far, the hand, and its legal cards.

The last but one card of a trick is the partner's.
"""

from __future__ import annotations

import pytest

from coinche.engine.cards import Denomination
from coinche.engine.legal_cards import playable
from tests.engine.house import house, numbered
from tests.engine.script import cards

# options, preset, trumps, trick, hand, what may be played
ROWS = [
    # F 5.2.3: « même si cela est contraire à notre intérêt »; P "Variations": "follow suit with any trump"
    ("overtrump_partner=true", "pagat", "H", "9H 7H", "JH 8H AS", "JH"),
    ("overtrump_partner=true", "pagat", "H", "7H 10H QH", "AH KH", "AH"),
    ("overtrump_partner=true", "pagat", "H", "JH 7H", "9H 8H AS", "9H 8H"),
    ("overtrump_partner=false", "pagat", "H", "9H 7H", "JH 8H AS", "JH 8H"),
    ("overtrump_partner=false", "pagat", "H", "7H 10H QH", "AH KH", "AH KH"),
    ("overtrump_partner=false", "pagat", "H", "7H 10H", "AH KH", "AH"),  # an opponent is winning
    ("overtrump_partner=false", "pagat", "A", "9S 7S", "JS 8S AH", "JS"),  # all trump: always, F 11.3
    ("overtrump_partner=false", "pagat", "N", "10S 7S", "AS 8S AH", "AS 8S"),
    # P "Play of the cards": "I am forced to play it" – "may discard any card I wish"; F 5.2.2 « on ne pisse pas »
    ("undertrump=obliged", "ffb", "H", "10C 9H", "10H AS 7D", "10H"),
    ("undertrump=obliged", "ffb", "H", "10C 9H", "10H 7H AS", "10H 7H"),
    ("undertrump=obliged", "ffb", "H", "10C 9H", "JH 7H AS", "JH"),  # one can overtrump, so one must
    ("undertrump=obliged", "ffb", "H", "10C 9H", "9C 10H AS", "9C"),
    ("undertrump=free", "pagat", "H", "10C 9H", "10H AS 7D", "10H AS 7D"),
    ("undertrump=free", "pagat", "H", "7C 8C AH", "KH AS", "KH AS"),
    ("undertrump=free", "pagat", "H", "10C 9H", "JH 7H AS", "JH"),
    ("undertrump=free", "pagat", "H", "10C AC", "7H AS", "7H"),  # nobody has trumped yet
    # The partner has trumped. F 5.2.3 and 5.2.4: a lower trump only from a hand of nothing else
    ("undertrump_partner=free", "ffb", "H", "10C 9H KC", "JH 8H AS", "JH 8H AS"),
    ("undertrump_partner=free", "ffb", "H", "10C 9H KC", "JH 8H", "JH 8H"),
    ("undertrump_partner=higher_if_possible", "ffb", "H", "10C 9H KC", "JH 8H AS", "JH AS"),
    ("undertrump_partner=higher_if_possible", "ffb", "H", "10C 9H KC", "JH 8H", "JH"),
    ("undertrump_partner=higher_if_possible", "ffb", "H", "10C 9H KC", "AH 8H AS", "AH 8H AS"),
    ("undertrump_partner=restricted", "pagat", "H", "10C 9H KC", "JH 8H AS", "JH AS"),
    ("undertrump_partner=restricted", "pagat", "H", "10C 9H KC", "JH 8H", "JH 8H"),
    ("undertrump_partner=restricted", "pagat", "H", "10C 9H KC", "AH 8H AS", "AH 8H AS"),
    ("undertrump_partner=restricted", "pagat", "H", "AC 10C", "JH 8H AS", "JH 8H AS"),  # the partner wins with an ace
]


@pytest.mark.parametrize(("options", "preset", "trumps", "trick", "hand", "expected"), ROWS, ids=numbered(ROWS))
def test_what_may_be_played(options: str, preset: str, trumps: str, trick: str, hand: str, expected: str) -> None:
    rules = house(options, preset).play
    assert set(playable(cards(hand), cards(trick), Denomination(trumps), rules)) == set(cards(expected))
