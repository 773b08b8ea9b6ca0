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


@pytest.mark.parametrize(
    "name",
    [
        "texts",
        "table",
        "table_rest",
        "more",
        "rules",
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
