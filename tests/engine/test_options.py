"""Tests of the options' documentation (meanings, sources, examples), and of rules as plain maps and back."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest

from coinche.engine.cards import PACK
from coinche.engine.presets import ABOUT, FFB, PAGAT, PRESETS
from coinche.engine.rules import (
    ANY,
    DESCRIBED,
    GROUPS,
    BeloteDeclared,
    Described,
    InvalidRules,
    Option,
    RuleSet,
    Undertrump,
    differing,
    value_of,
    written_as,
)
from coinche.engine.rules.parsing import changed, from_map, to_map
from tests.for_each import for_each

OPTIONS = for_each("option", DESCRIBED.values())
_CARD = re.compile(r"\b(?:10|[2-9JQKA])[SHDC]\b")

HEADINGS = {
    "P": {
        "Players and Cards",
        "The Deal",
        "The Bidding",
        "End of the Bidding",
        "The Play",
        "Dix de Der",
        "Belote",
        "The Scoring",
        "Variations, Deal",
        "Variations, Bidding",
        "Variations, Play of the cards",
        "Variations, Announcements",
        "Variations, Scoring",
    },
    "O": {"The deal", "The bidding", "Declarations", "Gameplay", "Calculating the points", "Variations"},
    "S": {"Card value / scores", "The Deal", "The Bid", "The Game"},
}
"""The books whose clauses have no numbers, and their headings."""

NUMBERED = {
    "F": {
        *("2", "3.1", "3.2", "3.3", "3.4", "4.1a", "4.1b", "4.1c", "4.1d", "4.2", "5.1", "5.2.1", "5.2.2", "5.2.3"),
        *("5.2.4", "6", "7", "8", "8.1", "8.2", "8.3", "8.4", "9.1", "9.2", "10.1a", "10.1b", "10.3", "10.4"),
        *("11", "11.1", "11.2", "11.3"),
    },
    "A": {
        *("1", "2.1", "2.2", "2.3", "2.4", "3.1a", "3.1b", "3.1c", "3.1d", "3.2", "4.1", "4.2.1", "4.2.2", "4.2.3"),
        *("4.2.4", "6", "7", "8", "8.1", "8.2", "8.3", "8.4", "9.1", "9.2", "10.1a", "10.1b", "10.3", "10.4"),
        *("11", "11.1", "11.2", "11.3"),
    },
}
"""The books whose clauses have numbers."""


def cited(clause: str) -> list[tuple[str, str]]:
    """The books and places that a clause names; AssertionError where it is not written as clauses are."""
    places = []
    for part in clause.split("; "):
        references = re.sub(r"^(\d+|any): ", "", part)
        assert re.fullmatch(r"[FAPOS] ('[^']+'|[\d.]+[a-d]?)(, [FAPOS] ('[^']+'|[\d.]+[a-d]?))*", references), part
        places += re.findall(r"([FAPOS]) (?:'([^']+)'|([\d.]+[a-d]?))", references)
    return [(book, heading or number) for book, heading, number in places]


@OPTIONS
def test_every_value_has_a_text_a_clause_and_an_example(option: Described) -> None:
    for meaning in option.values:
        for sentence in (option.question, meaning.text, meaning.example):
            assert re.fullmatch(r"\S.*\S", " ".join(sentence.split())), sentence
            assert "  " not in " ".join(sentence.splitlines()), sentence
        assert meaning.text.endswith("."), meaning.text
        assert meaning.example.endswith((".", ":")), meaning.example
        assert "(" not in meaning.text.replace("(“pisser”)", ""), f"the clause has a place of its own: {meaning.text}"


@OPTIONS
def test_every_value_names_a_clause_that_there_is(option: Described) -> None:
    for meaning in option.values:
        if meaning.clause not in ("house rule", "colver 0.11.1"):
            for book, place in cited(meaning.clause):
                assert place in (HEADINGS | NUMBERED)[book], f"{meaning.value}: {book} {place}"


@OPTIONS
def test_the_cards_of_an_example_are_cards(option: Described) -> None:
    tokens = {token for meaning in option.values for token in _CARD.findall(meaning.example)}
    assert tokens <= {str(card) for card in PACK}


@OPTIONS
def test_a_meaning_of_any_number_has_a_place_for_it(option: Described) -> None:
    for meaning in option.values:
        assert ("{n}" in meaning.text) is (meaning.value == ANY), meaning.value


@OPTIONS
def test_no_two_values_of_an_option_say_the_same(option: Described) -> None:
    for part in ("value", "text", "example"):
        said = [getattr(meaning, part) for meaning in option.values]
        assert len(set(said)) == len(said)


def test_no_two_options_ask_the_same() -> None:
    assert len({option.question for option in DESCRIBED.values()}) == len(DESCRIBED)


@OPTIONS
def test_the_value_of_every_preset_has_a_meaning(option: Described) -> None:
    for name, rules in PRESETS.items():
        value = value_of(rules, option.name)
        assert option.meaning(value) in option.values, name
        text = option.text(value)
        assert "{" not in text, name
        assert option.meaning(value).value != ANY or written_as(value) in text, name


def test_every_option_belongs_to_a_group_that_says_what_it_is_about() -> None:
    assert list(GROUPS) == [field.name for field in fields(RuleSet)]
    assert {option.group for option in DESCRIBED.values()} == set(GROUPS)
    assert all(GROUPS.values())


def test_every_preset_is_told_in_a_line() -> None:
    assert list(ABOUT) == list(PRESETS)
    assert all(line and len(line) <= 72 and "\n" not in line for line in ABOUT.values())


def test_no_two_presets_are_the_same_rules() -> None:
    assert len(set(PRESETS.values())) == len(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_is_a_plain_map_and_back(name: str) -> None:
    assert from_map(json.loads(json.dumps(to_map(PRESETS[name])))) == PRESETS[name]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_can_be_written_as_what_differs_from_another(name: str) -> None:
    """A number, a flag or a written name for each option, as a house file has them."""
    rules = PRESETS[name]
    options = {option: _in_a_file(value_of(rules, option)) for option in differing(rules, PAGAT)}
    assert changed(PAGAT, options) == rules


def _in_a_file(value: object) -> object:
    return value if isinstance(value, int) and not isinstance(value, Option) else written_as(value)


@pytest.mark.parametrize(
    ("option", "given", "expected"),
    [
        ("undertrump", "free", Undertrump.FREE),
        ("bid_maximum", "none", None),
        ("bid_maximum", 180, 180),
        ("declarations", False, False),
        ("deal_batches", [4, 4], (4, 4)),
        ("deal_batches", "4 4", (4, 4)),
        ("deal_batches", "323", (3, 2, 3)),
        ("deal_batches", "3, 3, 2", (3, 3, 2)),
        ("denominations", "NSHDC", ("S", "H", "D", "C", "N")),
        ("denominations", ["N", "S"], ("S", "N")),
        ("denominations", "H, S", ("S", "H")),
    ],
)
def test_values_as_a_house_file_has_them(option: str, given: object, expected: object) -> None:
    assert value_of(changed(FFB, {option: given}), option) == expected


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"undertrunp": "free"}, "there is no option 'undertrunp'; did you mean undertrump?"),
    ({"Bid-Minimum": 80}, "there is no option 'Bid-Minimum'; did you mean bid_minimum?"),
    ({"zzz": 1}, "there is no option 'zzz'; there are: direction, shuffle, "),
    ({"undertrump": "frei"}, "undertrump must be one of obliged, free, not 'frei'"),
    ({"undertrump": True}, "undertrump must be one of obliged, free, not true"),
    ({"undertrump": ["free"]}, "undertrump must be one of obliged, free, not ['free']"),
    ({"undertrump": None}, "undertrump must be one of obliged, free, not None"),
    ({"declarations": "yes"}, "declarations must be true or false, not 'yes'"),
    ({"declarations": 1}, "declarations must be true or false, not 1"),
    ({"target": "2000"}, "target must be a whole number (without quotes), not '2000'"),
    ({"declarations": "true"}, "declarations must be true or false (without quotes), not 'true'"),
    ({"target": 2e3}, "target must be a whole number, not 2000.0"),
    ({"bid_maximum": True}, "bid_maximum must be a whole number or none, not true"),
    ({"deal_batches": 8}, "deal_batches must be a list, not 8"),
    ({"deal_batches": [3, "x"]}, "each of deal_batches must be a whole number, not 'x'"),
    ({"target": "z" * 60}, "target must be a whole number, not 'zzzzzzzzzzzz...zzzzzzzzzzzzz'"),
    ({"target": "z" * 999}, "target is too long: 64 characters or entries at most"),
    ({"denominations": "S" * 16_000}, "denominations is too long"),
    ({"denominations": ["S"] * 16_000}, "denominations is too long"),
    ({"denominations": [["S"]]}, "each of denominations must be one of S, H, D, C, N, A, not ['S']"),
    ({"denominations": [{"a": 1}]}, "each of denominations must be one of S, H, D, C, N, A, not {'a': 1}"),
    ({"deal_batches": " " + "9" * 5000}, "deal_batches is too long"),
    ({"deal_batches": " " + "9" * 50}, "each of deal_batches must be a whole number (without quotes)"),
    ({"bid_step": 1}, "911 bids could follow one another, 600 at most may: take a greater bid_step"),
    (
        {"bid_step": 5, "denominations": "SHDCNA", "denomination_order": "ranked"},
        "1098 bids could follow one another, 600 at most may",
    ),
    ({"target": 0}, "target must be a positive number of points, such as 2000, and at most 20000"),
    ({"target": 20_001}, "target must be a positive number"),
    ({"length": 0}, "length must be from 1 to 300 deals, or none"),
    ({"deal_batches": [3, 3, 3]}, "deal_batches must be positive numbers whose sum is 8"),
    ({"deal_batches": [0, 8]}, "deal_batches must be positive numbers whose sum is 8"),
    ({"deal_batches": []}, "deal_batches must be positive numbers whose sum is 8"),
    ({"deal_batches": [4, 4], "two_stage_deal": True}, "two_stage_deal deals 3, 3 and 2 cards"),
    ({"reshuffle_after_passes": 4}, "reshuffle_after_passes needs shuffle = never; else it must be none"),
    ({"reshuffle_after_passes": 0, "shuffle": "never"}, "reshuffle_after_passes must be from 1 to 100, or none"),
    ({"denominations": "AN SHDC"}, "each of denominations must be one of S, H, D, C, N, A, not 'AN'"),
    ({"denominations": []}, "denominations must name at least one of S H D C N A, each once"),
    ({"denominations": "SS"}, "denominations must name at least one of S H D C N A, each once"),
    ({"bid_minimum": 85}, "bid_minimum must be a multiple of bid_step and at least 20"),
    ({"bid_minimum": 10}, "bid_minimum must be a multiple of bid_step and at least 20"),
    ({"bid_minimum": 1000}, "bid_minimum must be at most 990"),
    ({"bid_step": 0}, "bid_minimum must be a multiple of bid_step"),
    ({"bid_maximum": 70}, "bid_maximum must be from bid_minimum to 990, or none"),
    ({"generale": 0}, "generale must be from 1 to 10000 points, such as 1000, or none"),
    ({"generale_leads": True}, "generale_leads needs a generale, such as generale = 1000"),
    ({"surcoinche": 2}, "surcoinche must be a multiplier from 3 to 16, or none"),
    ({"belote_declared": "automatic"}, "rebelote_tolerance needs belote_declared = manual"),
    ({"failed_base": -1}, "failed_base must be from 0 to 1000 points"),
    ({"capot_last_trick": 1001}, "capot_last_trick must be from 0 to 1000 points"),
    ({"capot_failed": 100}, "capot_failed must be from 250 to 2000 points, or none"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG, ids=[" ".join(options) for options, _ in WRONG])
def test_what_no_table_can_play_is_refused_with_what_would_be_right(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRules) as wrong:
        changed(FFB, options)
    assert str(wrong.value).startswith(sentence)
    assert "\n" not in str(wrong.value)


def test_options_that_only_together_make_sense_are_changed_together() -> None:
    rules = changed(FFB, {"belote_declared": "automatic", "rebelote_tolerance": False})
    assert rules.declarations.belote_declared is BeloteDeclared.AUTOMATIC


def test_what_differs_is_named_in_order() -> None:
    rules = changed(FFB, {"target": 1500, "undertrump": "obliged", "bid_step": 10})
    assert differing(rules, FFB) == ("undertrump", "target")
    assert differing(FFB, FFB) == ()


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        ({"play": 3}, "rules.play must be a group of named options, not 3"),
        ({"weather": {}}, "rules has no option 'weather'"),
        ({"play": {}}, "rules.play.overtrump_partner is missing"),
    ],
)
def test_a_map_that_is_no_rule_set_is_refused(spoilt: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRules) as wrong:
        from_map(to_map(FFB) | spoilt)
    assert str(wrong.value).startswith(sentence)
