"""Tests of the names of people and tables: valid names, valid chat, and names that count as equal."""

from __future__ import annotations

import unicodedata
from itertools import islice

import pytest

from coinche.protocol.names import (
    InvalidName,
    InvalidText,
    checked_name,
    checked_text,
    is_line,
    is_name,
    numbered,
    same_name,
)


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "7",
        "Ada",
        "Zoé",
        "李小龍",
        "O'Brien-99",
        "🂡 as",
        "x" * 24,
        "é" * 24,
        "a  b",
        "-a-",
        "مها",
        "Ада",
        "Άδα",
        "עִבְרִית",
        "हिन्दी",
        "ไม้ตัวที่",
        "李 Li",
    ],
)
def test_a_name_is_printable_characters_with_a_letter_or_a_digit(name: str) -> None:
    assert is_name(name)
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 25,
        " Ada",
        "Ada ",
        "A\tda",
        "Ada\n",
        "A\x07da",
        "A\x7fda",
        "A\u200bda",
        "A\u202eda",
        "A\u2028da",
        "A\ufeffda",
        "A\ue000da",
        "A\ud800da",
        "...",
        "🂡",
        "- -",
        "\u3164",
        "\u115f\u1160\uffa0",
        "Ada\ufe0f",
        "Ada\u034f",
        "Ada\u17b4",
        "Ada\u180b",
        "Ada\U000e0100",
        "Ada\u3164",
        "Ada\u115f",
        "Ada\uffa0",
        "Ada\u2800",
        "Ad\u0430",
        "\u0391da",
        "\uff21d\u0430",
        "\u0410\u03b4a",
        unicodedata.normalize("NFD", "Zoé"),
        "Ada" + "\u0301" * 6,
        "\u212b",
    ],
    ids=ascii,
)
def test_what_cannot_be_read_or_told_apart_is_no_name(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(InvalidName, match="1 to 24 printable characters") as caught:
        checked_name(name)
    assert caught.value.path == "$.name"


@pytest.mark.parametrize("mark", ["\u0323", "\u0e49", "\u20dd"], ids=ascii)
def test_a_letter_has_four_marks_at_most(mark: str) -> None:
    assert is_line(f"q{mark * 4}q{mark * 4}")
    assert not is_line(f"q{mark * 5}")


@pytest.mark.parametrize("text", ["", " ", "\n"], ids=ascii)
def test_nothing_is_no_line(text: str) -> None:
    assert not is_line(text)


@pytest.mark.parametrize("text", ["hm", "Bien joué !", " oui ", "🂡🂱", "...", "❤\ufe0f", "α vs Ada", "Z" + 4 * "\u0301"])
def test_what_is_said_is_a_line_of_printable_characters(text: str) -> None:
    assert checked_text(text) == text


@pytest.mark.parametrize(
    "text",
    ["", " ", "   ", "a\nb", "a\x1b[2Jb", "a\u202eb", "\u2028", "a\tb", "\u3164 \u2800", "\ufe0f", "Z" + 5 * "\u0301"],
    ids=ascii,
)
def test_controls_and_nothing_to_see_are_not_said(text: str) -> None:
    with pytest.raises(InvalidText, match="one line of printable characters") as caught:
        checked_text(text)
    assert caught.value.path == "$.text"


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ada", "ADA"), ("straße", "STRASSE"), ("Ａｄａ", "ada"), ("ﬁn", "FIN"), ("Zoé", "ZOÉ"), ("①", "1")],
)
def test_case_and_compatible_forms_make_no_other_name(name: str, other: str) -> None:
    assert same_name(name) == same_name(other)


@pytest.mark.parametrize(("name", "other"), [("Ada", "Adà"), ("Ada", "Ad a"), ("Ada", "Аda")])
def test_other_letters_do(name: str, other: str) -> None:
    assert same_name(name) != same_name(other)


@pytest.mark.parametrize(
    "letter", ["ա", "Ꭺ", "ⲁ", "а", "α", "ꓐ"], ids=["Armenian", "Cherokee", "Coptic", "Cyrillic", "Greek", "Lisu"]
)
def test_letters_of_two_alphabets_that_look_alike_make_no_name(letter: str) -> None:
    assert is_name(letter * 2)
    assert not is_name(f"Zo{letter}")


@pytest.mark.parametrize(
    ("name", "cut"),
    [("Zoé", ("Zoé 2", "Zoé 9", "Zoé 1000")), ("x" * 24, ("x" * 22 + " 2", "x" * 22 + " 9", "x" * 19 + " 1000"))],
)
def test_a_name_with_a_number_is_a_name_however_long_both_are(name: str, cut: tuple[str, ...]) -> None:
    found = tuple(islice(numbered(name), 999))
    assert (found[0], found[7], found[998]) == cut
    assert all(map(is_name, found))
