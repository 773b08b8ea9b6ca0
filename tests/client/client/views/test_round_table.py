"""Tests of the four players round the table: their boxes, their names, and what they have said."""

from __future__ import annotations

import pytest

from coinche.client.views import Size, text_of
from coinche.client.views.table_and_side_panel import trick_area
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scenes import state_of


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [Size(80, 24), Size(62, 24), Size(120, 40)], ids=str)
def test_what_a_player_declares_is_never_cut(size: Size, language: Language) -> None:
    state = state_of("declaring", language)
    assert state.table is not None
    felt = [text_of(line) for line in trick_area(state.table, state.ui, Face(language, UNICODE), size)]
    assert not any("…" in line for line in felt)
    assert sum(line.count("cinquante") for line in felt) == 3
