"""Tests of the page's texts in two languages."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.client.web.pages import WEB


def catalogue(name: str) -> dict[str, str]:
    """The texts of a catalogue by their keys, each key once."""
    found = re.findall(r'^  "?([\w-]+)"?:\s(.+),$', (WEB / name).read_text(), re.MULTILINE)
    assert len(dict(found)) == len(found), name
    return dict(found)


@pytest.mark.parametrize("name", ["texts", "words", "table", "more", "admission"])
def test_both_languages_have_the_same_texts(name: str) -> None:
    assert [*catalogue(f"{name}.fr.js")] == [*catalogue(f"{name}.en.js")]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_table_and_panels_have_in_common_is_in_one_catalogue(language: str) -> None:
    words, table, more = (catalogue(f"{name}.{language}.js").keys() for name in ("words", "table", "more"))
    assert not words & (table | more)
    assert not table & more


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_catalogue_changes_a_text_of_another(language: str) -> None:
    catalogues = {path.name: catalogue(path.name) for path in WEB.glob(f"*.{language}.js")}
    for (name, texts), (_, others) in combinations(catalogues.items(), 2):
        both = texts.keys() & others.keys()
        assert {key: texts[key] for key in both} == {key: others[key] for key in both}, name


def test_every_text_that_is_said_is_in_the_catalogues() -> None:
    keys = {key for path in WEB.glob("*.fr.js") for key in catalogue(path.name)}
    for path in WEB.glob("*.js"):
        said = set(re.findall(r'say\("([\w-]+)"', path.read_text()))
        assert said <= keys, path.name
