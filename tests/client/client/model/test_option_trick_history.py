"""Tests of the tricks that a person may look back at, value by value of `trick_history`."""

from __future__ import annotations

import pytest

from coinche.client.line.narrate import past_trick
from coinche.client.model.table import AtTable
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.engine.deals import DEALS, begun, ready, tricks
from tests.engine.house import house, numbered
from tests.engine.script import play

ENGLISH = Face(Language.ENGLISH, UNICODE)

# options, preset, the trick that South asks for after five of deal A, the answer
ROWS = [
    ("trick_history=all", "ffb", 1, "Trick 1: you 8 of diamonds, East jack of diamonds"),
    ("trick_history=all", "asce", 4, "Trick 4: you 7 of hearts, East king of clubs"),
    ("trick_history=all", "ffb", 5, "Last trick: you 7 of clubs"),
    # F 5.1: « le dernier pli peut être consulté »
    ("trick_history=last", "pagat", 1, "You can only look at the last trick."),
    ("trick_history=last", "pagat", 4, "You can only look at the last trick."),
    ("trick_history=last", "pagat", 5, "Last trick: you 7 of clubs"),
]


@pytest.mark.parametrize(("options", "preset", "number", "told"), ROWS, ids=numbered(ROWS))
def test_which_tricks_may_be_looked_at_again(options: str, preset: str, number: int, told: str) -> None:
    rules = house(options, preset)
    five = " ".join(card for trick in tricks(DEALS["A"])[:5] for card in trick)
    state, _ = play(ready(begun(rules), DEALS["A"]), f"80H pass pass pass {five}")
    table = AtTable(table="1", name="", seat=Seat.SOUTH, preset=preset, view=view(state, Seat.SOUTH), rules=rules)
    assert past_trick(table, number, ENGLISH).startswith(told)
