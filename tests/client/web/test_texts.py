"""Tests of the page's texts in two languages."""

from __future__ import annotations

import re

import pytest

from tests.client.web.pages import WEB


def catalogue(name: str) -> dict[str, str]:
    """The texts of a catalogue by their keys, each key once."""
    found = re.findall(r'^  "?([\w-]+)"?:\s(.+),$', (WEB / name).read_text(), re.MULTILINE)
    assert len(dict(found)) == len(found), name
    return dict(found)


@pytest.mark.parametrize("name", ["texts", "more"])
def test_both_languages_have_the_same_texts(name: str) -> None:
    assert [*catalogue(f"{name}.fr.js")] == [*catalogue(f"{name}.en.js")]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_catalogue_changes_a_text_of_another(language: str) -> None:
    later = catalogue(f"more.{language}.js")
    for path in WEB.glob(f"*.{language}.js"):
        texts = catalogue(path.name)
        both = texts.keys() & later.keys()
        assert {key: texts[key] for key in both} == {key: later[key] for key in both}, path.name


def test_every_text_that_is_said_is_in_the_catalogues() -> None:
    keys = {key for path in WEB.glob("*.fr.js") for key in catalogue(path.name)}
    for path in WEB.glob("*.js"):
        said = set(re.findall(r'say\("([\w-]+)"', path.read_text()))
        assert said <= keys, path.name
