"""Tests of the page's texts in two languages."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from coinche.client.texts.preset_titles import titled
from coinche.engine.presets import PRESETS
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.web.pages import WEB


def catalogue(name: str) -> dict[str, str]:
    """The texts of a catalogue by their keys, each key once."""
    found = re.findall(r'^  "?([\w-]+)"?:\s(.+),$', (WEB / name).read_text(), re.MULTILINE)
    assert len(dict(found)) == len(found), name
    return dict(found)


@pytest.mark.parametrize(
    "name",
    [
        "texts",
        "table",
        "table_rest",
        "more",
        "rules",
        "chat",
        "contract",
        "company",
        "form",
        "recap",
        "statistics",
        "admission",
        "how_to_play",
        "ladder",
    ],
)
def test_both_languages_have_the_same_texts(name: str) -> None:
    assert [*catalogue(f"{name}.fr.js")] == [*catalogue(f"{name}.en.js")]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_text_is_in_one_catalogue(language: str) -> None:
    catalogues = {path.name: catalogue(path.name).keys() for path in WEB.glob(f"*.{language}.js")}
    for one, other in combinations(catalogues, 2):
        assert not catalogues[one] & catalogues[other], (one, other)


def test_every_text_that_is_said_is_in_the_catalogues() -> None:
    keys = {key for path in WEB.glob("*.fr.js") for key in catalogue(path.name)}
    for path in WEB.glob("*.js"):
        said = set(re.findall(r'say\("([\w-]+)"', path.read_text()))
        assert said <= keys, path.name


@pytest.mark.parametrize("language", ["fr", "en"])
def test_rules_have_plain_titles_and_one_short_sentence(language: str) -> None:
    """The title says what kind of game it is, the sentence what its rules are; neither cites where they were found."""
    titles, sentences = catalogue(f"rules.{language}.js"), catalogue(f"form.{language}.js")
    for preset in PRESETS:
        title, sentence = (
            found[key].strip('"') for found, key in [(titles, f"preset_{preset}"), (sentences, f"rules_{preset}")]
        )
        assert not re.search(r"pagat|stayandplay|colver|ibelote|FFB|\d{4}", title, re.IGNORECASE), title
        assert not re.search(r"pagat|stayandplay|colver|ibelote", sentence, re.IGNORECASE), sentence
        assert len(title) <= 40, title
        assert len(sentence) <= 76, sentence


@pytest.mark.parametrize(("language", "words"), [("fr", Language.FRENCH), ("en", Language.ENGLISH)])
def test_rules_have_the_titles_of_the_terminal(language: str, words: Language) -> None:
    titles, face = catalogue(f"rules.{language}.js"), Face(words, UNICODE)
    for preset in PRESETS:
        assert titles[f"preset_{preset}"].strip('"') == titled(preset, face)
