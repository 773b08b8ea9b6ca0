"""Tests of the six questions in line mode: asked in turn, answered by number, printed as lines."""

from __future__ import annotations

import pytest

from coinche.client.line.commands import obey
from coinche.client.model.effects import KeepSettings, WriteRules
from coinche.client.model.rules_questions import QUESTIONS, rules_found
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Ui
from coinche.client.update import rules_form
from coinche.engine.presets import PRESETS
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from coinche.text.settings import Settings
from tests.client.answers import answers_of
from tests.client.scenes import state_of

FRENCH = Face(Language.FRENCH, UNICODE)
ENGLISH = Face(Language.ENGLISH, ASCII)
LOBBY = ClientState(ui=Ui(settings=Settings(language=Language.FRENCH)), name="Ana", link=Link.UP, in_lobby=True)


def typed(state: ClientState, *lines: str, face: Face = FRENCH) -> tuple[ClientState, list[str]]:
    """After those lines: the state, and what was answered to the last of them."""
    answers: tuple[str, ...] = ()
    for line in lines:
        obeyed = obey(state, line, face)
        state, answers = obeyed.done.state, obeyed.answers
    return state, list(answers)


def numbers(preset: str) -> list[str]:
    return [str(place + 1) for place in answers_of(PRESETS[preset])]


def test_a_question_is_told_with_its_numbered_answers() -> None:
    _, lines = typed(LOBBY, "questions")
    assert lines == [
        "Question 1 sur 6. Comptez-vous les annonces : tierce, cinquante, cent, carré ?",
        "1. Oui, au premier pli. 10 9 8 de cœur dans une main : tierce, 20 points.",
        "2. Non. Quatre valets dans une main ne rapportent que les points de leurs cartes.",
        "3. Je ne sais pas : règle officielle. La règle de la Fédération Française de Belote. Vous pourrez changer"
        " d'avis plus tard.",
        "Répondez par un numéro, de 1 à 3. retour : question précédente.",
    ]


def test_a_number_is_an_answer_and_brings_the_next_question() -> None:
    state, lines = typed(LOBBY, "questions", "2")
    assert state.ui.asking.answers == (1,)
    assert lines[0] == "Question 2 sur 6. Quels atouts peut-on demander ?"


@pytest.mark.parametrize("number", ["0", "4", "9", "99"])
def test_a_number_that_is_no_answer_asks_again(number: str) -> None:
    state, lines = typed(LOBBY, "questions", number)
    assert state.ui.asking.answers == ()
    assert lines[0].startswith("Question 1 sur 6.")


@pytest.mark.parametrize("word", ["retour", "back"])
def test_back_is_the_question_before(word: str) -> None:
    assert typed(LOBBY, "questions", "2", word)[1][0].startswith("Question 1 sur 6.")
    assert typed(LOBBY, "questions", word)[1][0].startswith("Question 1 sur 6.")
    assert typed(LOBBY, "questions", *"222222", word)[1][0].startswith("Question 6 sur 6.")


@pytest.mark.parametrize("preset", PRESETS)
def test_six_answers_are_what_the_next_table_plays(preset: str) -> None:
    state, lines = typed(LOBBY, "questions", *numbers(preset))
    assert lines[0].startswith("Résultat : règles officielles, ")
    book = rules_form.wished(state)
    assert book is not None
    assert book.rules == rules_found(answers_of(PRESETS[preset])).rules
    (message,) = obey(state, "n", FRENCH).done.send
    assert message.preset == "ffb"  # type: ignore[union-attr]


def test_what_differs_from_the_official_rules_is_told() -> None:
    lines = typed(LOBBY, "questions", *numbers("asce"))[1]
    assert "Différences avec le règlement officiel de la fédération (3) :" in lines
    assert (
        "- Quand coincher : À tout moment tant que l'enchère tient, même à la volée. Officiel : Seulement à son tour"
        in ("\n".join(lines))
    )
    assert lines[-1].startswith("Votre prochaine table (n) jouera avec ces règles.")


def test_the_result_is_told_in_plain_ascii_where_that_is_wanted() -> None:
    lines = typed(LOBBY, "questions", *numbers("asce"), face=ENGLISH)[1]
    assert lines[0] == "Result: official French rules, with 3 changes."
    assert lines[2] == "Differences from the official rules of the federation (3):"
    assert all(line.isascii() for line in lines)


@pytest.mark.parametrize(("line", "name"), [("garder chez Mamie", "chez Mamie"), ("keep", "chez Ana")])
def test_what_was_found_is_kept_under_a_name(line: str, name: str) -> None:
    state, _ = typed(LOBBY, "questions", *numbers("contree"))
    done = obey(state, line, FRENCH).done
    assert done.effect == WriteRules(name=name, base="ffb", rules=rules_found(answers_of(PRESETS["contree"])).rules)
    assert done.state.ui.overlay is None


def test_nothing_is_kept_before_it_was_found() -> None:
    state, lines = typed(LOBBY, "questions", "1", "keep x")
    assert lines == ["Répondez d'abord aux six questions : tapez questions."]
    assert len(state.ui.asking.answers) == 1


def test_at_a_table_numbers_are_cards() -> None:
    state, lines = typed(state_of("follow"), "questions")
    assert lines == ["Quittez d'abord la table pour répondre aux questions sur vos règles."]
    assert obey(state, "4", FRENCH).done.send
    assert typed(state, "retour")[1] == lines


def test_other_words_still_mean_what_they_do() -> None:
    state, lines = typed(LOBBY, "questions", "t")
    assert lines
    assert state.ui.asking.question is QUESTIONS[0]


@pytest.mark.parametrize(("word", "language"), [("fr", Language.FRENCH), ("en", Language.ENGLISH)])
def test_a_language_that_is_typed_is_spoken_and_kept(word: str, language: Language) -> None:
    done = obey(LOBBY, word, FRENCH).done
    assert done.state.ui.language is language
    assert done.effect == KeepSettings({"language": language})
