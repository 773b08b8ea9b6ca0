"""Tests of the line of the contract: the points beside those of the tricks, and the time of one's turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coinche.client.model.state import ClientState
from coinche.client.views import Size
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.cards import Suit
from coinche.engine.seats import Points, Seat, Team
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scenes import state_of

USUAL, SMALL = Size(80, 24), Size(50, 14)


def with_view(state: ClientState, **changes: Any) -> ClientState:
    assert state.table is not None
    table = replace(state.table, view=replace(state.table.view, points=Points(0, 85), **changes))
    return replace(state, table=table)


def in_play() -> ClientState:
    return with_view(state_of("follow"))


@pytest.mark.parametrize("size", [USUAL, SMALL])
def test_belote_and_declarations_stand_beside_the_points_of_the_tricks(size: Size) -> None:
    said = tuple(Said(Seat.SOUTH, word, Suit.HEARTS) for word in BeloteWord)
    assert "nous 0, eux 85" in text(in_play(), size)
    declared = with_view(in_play(), belotes=said, declarations_won=Team.EAST_WEST, declaration_points=50)
    forms = ("nous 0+20, eux 85+50", "nous 0 + 20 belote, eux 85 + 50 annonces")
    assert any(form in text(declared, size) for form in forms)
    assert "nous 0 + 20 belote, eux 85" in text(with_view(in_play(), belotes=said), size)
    wide = text(declared, Size(120, 40)).splitlines()[1]
    assert wide.rstrip().endswith("points : nous 0 + 20 belote, eux 85 + 50 annonces")


@pytest.mark.parametrize(("language", "words"), [(Language.FRENCH, "votre temps"), (Language.ENGLISH, "your time")])
def test_the_time_of_a_turn_is_told_as_ones_own(language: Language, words: str) -> None:
    state = state_of("hurried", language)
    line = text(state, Size(120, 40)).splitlines()[1]
    assert f"{words} 0:08 + 2:00" in line
    narrow = text(state, USUAL).splitlines()[1]
    assert "0:08 + 2:00" in narrow
    assert words not in narrow, "the contract and its label come first"
