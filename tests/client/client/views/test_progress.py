"""Tests of the curve above the list of matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from coinche.client.views.archive import match_row, own_share, progress, when
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
    (brief,) = progress(state, Face(Language.FRENCH, glyphs), 40)
    assert text_of(brief).endswith(f"2 sur 4. {curve}")


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


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        (
            Language.FRENCH,
            ("gagnée 1000-0     avec Marcel, contre Denise et Louis", "perdue  480-520   avec Marcel"),
        ),
        (Language.ENGLISH, ("won   1000-0     with Marcel, against Denise and Louis", "lost   480-520   with Marcel")),
    ],
)
def test_a_match_of_the_list_begins_with_its_result_for_the_person(language: Language, rows: tuple[str, ...]) -> None:
    state = state_of("matches_listed", language)
    archive = replace(state.archive, matches=infos((1000, 0), (480, 520)))
    face = Face(language, UNICODE)
    told = [text_of(match_row(info, archive, "Ana", face, 80, chosen=False)).strip() for info in archive.matches]
    assert all(row.startswith(words) for row, words in zip(told, rows, strict=True)), told
    others = text_of(match_row(archive.matches[0], archive, "Bob", face, 80, chosen=False))
    assert others.strip().startswith("1000-0")


def test_a_day_is_told_as_its_reader_says_it_with_the_year_where_it_is_another() -> None:
    state = state_of("matches_listed")
    first = replace(infos((10, 0))[0], at=int(datetime(2027, 1, 1, 9, 5, tzinfo=UTC).timestamp() * 1000))
    before = replace(first, at=int(datetime(2026, 12, 31, 22, 0, tzinfo=UTC).timestamp() * 1000))
    archive = replace(state.archive, matches=(first, before), zone=UTC)
    french, english = (Face(language, UNICODE) for language in (Language.FRENCH, Language.ENGLISH))
    assert [when(info, archive, french) for info in (first, before)] == ["1er janv. à 09:05", "31 déc. 2026 à 22:00"]
    assert [when(info, archive, english) for info in (first, before)] == ["1 Jan, 09:05", "31 Dec 2026, 22:00"]
