"""Tests of the rules in words: every value of every option has its sentence in both languages."""

from __future__ import annotations

import string

import pytest

from coinche.client.texts.preset_titles import TITLES, headed, titled
from coinche.client.texts.rules import FRENCH, Group, Name, RuleLine, lines
from coinche.engine.cards import Denomination
from coinche.engine.presets import FFB, PAGAT, PRESETS
from coinche.engine.rules import ANY, DESCRIBED, GROUPS, RuleSet, differing, value_of
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.for_each import for_each


def line(rules: RuleSet, option: str, language: Language) -> RuleLine:
    (found,) = (line for line in lines(rules, "ffb", language) if line.option == option)
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@for_each("option", DESCRIBED)
def test_no_french_sentence_has_an_internal_name(option: str) -> None:
    assert not [text for text in FRENCH[option].values() if "_" in text]


def test_every_group_and_every_option_has_a_name() -> None:
    assert [group.name.lower() for group in Group] == list(GROUPS)
    assert [name.name.lower() for name in Name] == list(DESCRIBED)


@for_each("option", DESCRIBED)
def test_every_value_is_said_in_french(option: str) -> None:
    french = FRENCH[option]
    assert set(french) == {meaning.value for meaning in DESCRIBED[option].values}
    assert len(set(french.values())) == len(french)
    for meaning in DESCRIBED[option].values:
        text = french[meaning.value]
        assert fields(text) == fields(meaning.text) == ({"n"} if meaning.value == ANY else set())
        assert text[0].isupper() or not text[0].isalpha()
        assert text.endswith(".")


def test_french_speaks_of_no_option_that_there_is_not() -> None:
    assert list(FRENCH) == list(DESCRIBED)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_line_for_every_option_in_order(preset: str, language: Language) -> None:
    told = lines(PRESETS[preset], "ffb", language)
    assert [line.option for line in told] == list(DESCRIBED)
    for line in told:
        assert line.name
        assert line.value
        assert "{" not in line.value
        assert "?" not in ASCII.plain(line.name + line.value)
    assert [line.option for line in told if line.differs] == list(differing(PRESETS[preset], FFB))


def test_nothing_differs_from_the_preset_itself() -> None:
    assert not [line for line in lines(PAGAT, "pagat", Language.FRENCH) if line.differs]


@pytest.mark.parametrize(
    ("option", "value", "english", "french"),
    [
        ("target", 1500, "1500 points.", "1500 points."),
        ("bid_maximum", None, "None.", "Aucune."),
        ("bid_maximum", 180, "180 points.", "180 points."),
        ("surcoinche", 3, "Multiplies by 3.", "Multiplie par 3."),
        ("capot_last_trick", 10, "10 points, as usual.", "10 points, comme d'habitude."),
        ("deal_batches", (2, 2, 4), "In batches of: 2, 2, 4.", None),
        ("declarations", False, "Not played.", "Sans annonces."),
        (
            "denominations",
            (Denomination.HEARTS, Denomination.NO_TRUMP),
            "Only these: hearts, no trump.",
            "Seulement : cœur, sans atout.",
        ),
    ],
)
def test_values_in_words(option: str, value: object, english: str, french: str | None) -> None:
    rules = PAGAT.changed(**{option: value})
    assert line(rules, option, Language.ENGLISH).value == english
    if french is not None:
        assert line(rules, option, Language.FRENCH).value == french


def test_english_is_what_the_option_says_of_itself_without_the_clause() -> None:
    for told in lines(FFB, "ffb", Language.ENGLISH):
        assert told.value == DESCRIBED[told.option].text(value_of(FFB, told.option))


@pytest.mark.parametrize(
    ("rules", "idle"),
    [
        (
            FFB,
            {"reshuffle_after_passes", "generale_leads", "coincher_partner", "all_trump_values", "no_trump_values"},
        ),
        (
            PRESETS["contree"],
            {
                *("generale_leads", "rebelote_tolerance", "declaration_tie", "declaration_choice"),
                *("declarations_swept", "declarations_on_failure", "all_trump_values"),
            },
        ),
        (
            FFB.changed(length=12),
            {
                *("reshuffle_after_passes", "generale_leads", "coincher_partner", "all_trump_values"),
                *("no_trump_values", "target", "both_reach", "belote_cannot_win"),
            },
        ),
    ],
)
def test_an_option_that_says_nothing_under_the_rules_is_known(rules: RuleSet, idle: set[str]) -> None:
    assert {line.option for line in lines(rules, "ffb", Language.ENGLISH) if not line.matters} == idle


def test_every_preset_has_a_title_and_rules_made_from_it_too() -> None:
    assert set(TITLES) == set(PRESETS)
    face = Face(Language.ENGLISH, UNICODE)
    assert titled("ffb", face) == "official French rules"
    assert titled("pagat+1", face) == "simple game, no declarations (1 option changed)"
    assert headed("pagat+2", face) == "Simple game, no declarations (2 options changed)"
    assert titled("chez-nous", face) == "“chez-nous” rules"
