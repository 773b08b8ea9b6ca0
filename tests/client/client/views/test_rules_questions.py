"""Tests of the six questions and their result at every size: the answer under the cursor is always visible."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.keys import press
from coinche.client.model.rules_questions import QUESTIONS, RulesQuestionnaire, rules_found
from coinche.client.model.ui import Overlay
from coinche.client.texts.help import HelpPage
from coinche.client.texts.rules import differences
from coinche.client.views.rules_questions import found_blocks, questions
from coinche.client.views.text_lines import Size, plain, text_of, width
from coinche.engine.presets import PRESETS
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.answers import answers_of
from tests.client.golden import text
from tests.client.scenes import state_of

SIZES = st.builds(Size, st.integers(20, 200), st.integers(4, 60))
FACES = st.builds(Face, st.sampled_from(Language), st.sampled_from((UNICODE, ASCII)))
KEYS = plain(" Enter choose ")
FRENCH = Face(Language.FRENCH, UNICODE)


@st.composite
def askings(draw: st.DrawFn) -> RulesQuestionnaire:
    """Any stage of the asking, the result among them."""
    many = draw(st.integers(0, len(QUESTIONS)))
    answers = tuple(draw(st.integers(0, question.unknown)) for question in QUESTIONS[:many])
    last = QUESTIONS[many].unknown if many < len(QUESTIONS) else 40
    return RulesQuestionnaire(answers, draw(st.integers(0, last)))


def shown(asking: RulesQuestionnaire, size: Size, face: Face = FRENCH) -> list[str]:
    return [text_of(line) for line in questions(asking, face, size, KEYS)]


def joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


@settings(deadline=None)
@given(askings(), SIZES, FACES)
def test_the_questions_fit_every_terminal(asking: RulesQuestionnaire, size: Size, face: Face) -> None:
    lines = questions(asking, face, size, KEYS)
    assert len(lines) == size.rows
    assert all(width(line) <= size.cols for line in lines)
    assert any(text_of(line).strip() for line in lines)
    if face.glyphs.ascii:
        assert all(text_of(line).isascii() for line in lines)


@settings(deadline=None)
@given(askings().filter(lambda asking: asking.question is not None), SIZES, FACES)
def test_question_cursor_and_what_was_found_never_leave_the_screen(
    asking: RulesQuestionnaire, size: Size, face: Face
) -> None:
    assert asking.question is not None
    lines = shown(asking, size, face)
    assert face.say(asking.question.asks).split()[0] in joined(lines)
    marked = [line for line in lines if line.startswith(f" {face.glyphs.turn} ")]
    assert len(marked) == 1
    assert f"{asking.row + 1}." in marked[0]
    assert re.search("ffb|règles|regles|French", joined(lines[-2:]))


@settings(deadline=None)
@given(askings().filter(lambda asking: asking.question is not None), FACES)
def test_with_some_room_nothing_of_a_question_is_left_away(asking: RulesQuestionnaire, face: Face) -> None:
    assert asking.question is not None
    said = joined(shown(asking, Size(80, 24), face))
    for words in (asking.question.asks, *(answer.says for answer in asking.question.answers)):
        assert joined([face.say(words)]) in said
    assert joined([face.say(asking.question.answers[asking.row].example)]) in said


@settings(deadline=None)
@given(st.sampled_from(tuple(PRESETS)), SIZES, FACES)
def test_every_line_of_the_result_can_be_scrolled_to(name: str, size: Size, face: Face) -> None:
    answers = answers_of(PRESETS[name])
    blocks = found_blocks(rules_found(answers), face, size.cols)
    for row, block in enumerate(blocks):
        first = next(text_of(line) for line in block if text_of(line).strip())
        lines = shown(RulesQuestionnaire(answers, row), size, face)
        assert first[: size.cols] in lines


def test_the_cursor_is_a_sign_and_not_a_colour_alone() -> None:
    assert [line[:6] for line in shown(RulesQuestionnaire((), 1), Size(80, 24)) if line[3:4].isdigit()] == [
        "   1. ",
        " ▶ 2. ",
        "   3. ",
    ]


def test_what_was_found_so_far_stands_below_the_question() -> None:
    assert "Jusqu'ici : règles officielles, sans différence" in joined(shown(RulesQuestionnaire(), Size(80, 24)))
    asking = RulesQuestionnaire((1, 0, 0))
    assert "Jusqu'ici : règles officielles, une différence" in joined(shown(asking, Size(80, 24)))


def test_the_result_says_what_differs_from_the_official_rules() -> None:
    answers = answers_of(PRESETS["asce"])
    said = joined(shown(RulesQuestionnaire(answers), Size(80, 40)))
    assert "Résultat : règles officielles, 3 différences" in said
    assert "Différences avec le règlement officiel de la fédération (3) :" in said
    assert "Pisser : Obligatoire : un atout plus faible, à défaut de mieux. Officiel : Pas obligatoire" in said


def test_official_rules_are_said_to_be() -> None:
    said = joined(shown(RulesQuestionnaire(answers_of(PRESETS["ffb"])), Size(80, 24)))
    assert "C'est le règlement officiel" in said


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", PRESETS)
def test_only_what_matters_is_said_to_differ(name: str, language: Language) -> None:
    told = differences(PRESETS[name], "ffb", language)
    assert bool(told) is (name != "ffb")
    assert all(one.value != one.instead_of for one in told)
    if not PRESETS[name].declarations.declarations:
        assert len([one for one in told if "nnonces" in one.name or "eclarations" in one.name]) == 1


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("overlay", [Overlay.QUESTIONS, Overlay.RULES_FOUND])
def test_the_questions_have_a_help_of_their_own(overlay: Overlay, language: Language) -> None:
    state = state_of("asked_rules" if overlay is Overlay.QUESTIONS else "found_rules", language)
    helped = press(state, "?").state
    assert HelpPage.QUESTIONS.within(language).splitlines()[0] in text(helped, Size(40, 12))
    assert press(helped, "escape").state.ui.overlay is overlay


@pytest.mark.parametrize("language", Language)
def test_no_narrow_screen_shows_the_code_of_a_preset(language: Language) -> None:
    for cols in range(36, 60):
        shown = text(state_of("asked_rules", language), Size(cols, 12))
        assert "ffb," not in shown, cols
