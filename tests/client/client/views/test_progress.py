"""Tests of the curve above the list of matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.views.archive import own_share, progress
from coinche.client.views.banner import aim_in_words
from coinche.client.views.text_lines import text_of
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE, Glyphs
from coinche.text.language import Language
from tests.client.scenes import state_of
from tests.client.scenes_replays import kept


def infos(*scores: tuple[int, int]) -> tuple[MatchInfo, ...]:
    names = {Seat.SOUTH: "Ana", Seat.NORTH: "steady", Seat.EAST: "strong", Seat.WEST: "strong"}
    return tuple(kept(number, names, score) for number, score in enumerate(scores, 1))


@pytest.mark.parametrize(("glyphs", "curve"), [(UNICODE, "▁▄▅█"), (ASCII, "_-=#")])
def test_the_share_of_each_match_has_its_height_the_newest_on_the_right(glyphs: Glyphs, curve: str) -> None:
    state = state_of("matches_listed")
    newest_first = infos((1000, 0), (550, 450), (480, 520), (0, 1000))
    state = replace(state, name="Ana", archive=replace(state.archive, matches=newest_first))
    (line,) = progress(state, Face(Language.FRENCH, glyphs), 80)
    assert text_of(line).startswith((" Gagnées : 2 sur 4.", " Gagnees : 2 sur 4."))
    assert text_of(line).endswith(f" {curve}")
    assert len(text_of((progress(state, Face(Language.FRENCH, glyphs), 40))[0])) >= 40


def test_few_matches_have_no_curve_and_others_do_not_count() -> None:
    state = state_of("matches_listed")
    few = replace(state, name="Ana", archive=replace(state.archive, matches=infos((1000, 0), (550, 450))))
    assert progress(few, Face(Language.FRENCH, UNICODE), 80) == ()
    (one,) = infos((300, 100))
    assert own_share(one, "Ana") == 0.75
    assert own_share(one, "Zoé") is None
    assert own_share(replace(one, score=dict.fromkeys(Team, 0)), "Ana") is None


def test_a_match_of_one_deal_is_told_in_the_singular() -> None:
    for face, words in (
        (Face(Language.FRENCH, UNICODE), "une seule donne"),
        (Face(Language.ENGLISH, UNICODE), "one deal only"),
    ):
        assert aim_in_words(1000, 1, face) == words
        assert "12" in aim_in_words(1000, 12, face)
        assert "1000" in aim_in_words(1000, None, face)
