"""Tests of 40 columns: what has no room in full has a short form, and no sentence ends in dots for want of it."""

from __future__ import annotations

import pytest

from coinche.client.views import Size
from coinche.client.views.score_remarks import _kinds
from coinche.engine.declarations import DeclarationKind
from coinche.engine.match import legal, to_act
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import TINY, text
from tests.client.scenes import scene, state_of


@pytest.mark.parametrize(
    ("language", "row"),
    [(Language.FRENCH, "Jouer avec trois bots [moyen]"), (Language.ENGLISH, "Play now with three bots [steady]")],
)
def test_the_level_of_the_bots_is_whole_at_home(language: Language, row: str) -> None:
    assert row in text(state_of("home", language), TINY)


@pytest.mark.parametrize("name", ["bidding", "typing", "bidding_and_talking"])
def test_the_calls_below_the_pad_are_whole(name: str) -> None:
    lines = text(state_of(name), Size(40, 12)).splitlines()
    calls = [line for line in lines if line.lstrip().startswith(("p passe", "p seul"))]
    assert calls
    assert not any(line.endswith("…") for line in calls)


@pytest.mark.parametrize(
    ("language", "told"), [(Language.FRENCH, "deux tierces, cent"), (Language.ENGLISH, "two tierces, cent")]
)
def test_two_declarations_of_a_kind_that_were_not_shown_are_counted(language: Language, told: str) -> None:
    kinds = (DeclarationKind.TIERCE, DeclarationKind.TIERCE, DeclarationKind.CENT)
    assert _kinds(kinds, Face(language, UNICODE)) == told


def test_a_trick_that_lies_before_the_players_is_not_told_again_below_them() -> None:
    played = scene("follow")
    while not played.table.view.tricks or (played.table.view.trick and played.table.view.trick.cards):
        seat = to_act(played.game)
        assert seat is not None
        played.do(str(legal(played.game, seat).default))
    assert "Dernier pli" not in text(played.state, TINY)
    assert "Dernier pli" in text(played.state, Size(30, 12))
