"""Tests that every text for people is in both languages: every catalogue is complete, and views contain no text.

Programmers' tools in English are left out: conformance, bots, records and vectors.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import coinche
from coinche.client.keys import KEYS, ROWS, Key, active, acts
from coinche.client.keys.palette import OF_TABLES, REPEATED, Entry, entries, full_label
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.texts.screens import Phrase
from coinche.client.views.help import help_page
from coinche.client.views.overlays import hint_line, key_name
from coinche.client.views.text_lines import Size, text_of
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each

PACKAGES = ("text", "connection", "bot", "bots", "hints", "records", "conformance", "client", "ssh")
ROOT = next(Path(portion) for portion in coinche.__path__ if Path(portion, "client").is_dir())
TOOLS = frozenset({"conformance", "bot", "bots"})
_WORD = re.compile(r"[^\W\d_]{2,}")


def catalogues(of: type[Words] = Words) -> Iterator[type[Words]]:
    """All there are, once every module has been loaded."""
    if of is Words:
        for package in PACKAGES:
            for module in pkgutil.walk_packages([str(ROOT / package)], f"coinche.{package}."):
                if not module.name.endswith("__main__"):
                    importlib.import_module(module.name)
    for one in of.__subclasses__():
        yield one
        yield from catalogues(one)


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def bare(text: str) -> str:
    """The text without its fields."""
    return " ".join(literal for literal, _, _, _ in string.Formatter().parse(text))


SAME_IN_BOTH = frozenset(
    {
        *(
            "actions",
            "bot",
            "bots",
            "capot",
            "coinche",
            "phase",
            "options",
            "page",
            "pause",
            "points",
            "pts",
            "tables",
            "position",
            "positions",
            "questions",
            "minutes",
        ),
        *(
            "score",
            "surcoinche",
            "table",
            "tierce",
            "cinquante",
            "cent",
            "générale",
            "Belote",
            "Coinche",
            "Coinches",
            "Générale",
        ),
        *(
            "Surcoinche",
            "Table",
            "Total",
            "La",
            "gg",
            "expert",
            "conventions",
            "belote",
            "bridgée",
            "contrée",
            "Belotes",
            "Capots",
            "belotes",
            "générales",
        ),
    }
)
"""Words that French and English share."""


CATALOGUES = tuple(catalogues())


@for_each("catalogue", CATALOGUES)
def test_a_catalogue_is_whole_in_both_languages(catalogue: type[Words]) -> None:
    for words in catalogue:
        assert words.french.strip(), words
        assert words.english.strip(), words
        assert fields(words.french) == fields(words.english), words
        if words.french == words.english:
            assert set(_WORD.findall(bare(words.french))) <= SAME_IN_BOTH, words


@for_each("catalogue", CATALOGUES)
def test_every_sign_of_a_catalogue_has_one_in_ascii(catalogue: type[Words]) -> None:
    for words in catalogue:
        for text in (words.french, words.english):
            assert ASCII.plain(text).count("?") == text.count("?"), words


SAYING = frozenset({"plain", "say", "tell", "speak", "complain", "print", "split_words", "PressKeys", "Obeyed"})
"""Functions that show text to a person; their first argument must come from a catalogue."""


def literals(source: ast.AST) -> Iterator[str]:
    """Words that are said without a catalogue."""
    for node in ast.walk(source):
        said: ast.AST | None = None
        if isinstance(node, ast.Call) and node.args and called(node) in SAYING:
            said = node.args[0]
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Constant | ast.JoinedStr):
            said = node.value
        yield from (text for text in constants(said) if _WORD.search(text))


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def constants(node: ast.AST | None) -> Iterator[str]:
    """The strings in it, but for those that name something: keys of a table, members, styles of a call inside."""
    if node is None or isinstance(node, ast.Call | ast.Subscript | ast.FormattedValue):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for inner in ast.iter_child_nodes(node):
        yield from constants(inner)


SOURCES = sorted(
    path
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if package not in TOOLS and not (package == "records" and path.stem.startswith(("cli", "vector")))
)


@for_each("path", SOURCES)
def test_no_word_is_said_without_a_catalogue(path: Path) -> None:
    assert list(literals(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "source", ['plain("Bonjour")', 'plain(f"{x} points")', 'say("no" if a else b)', 'plain("a" + "bc")']
)
def test_words_of_one_s_own_are_found(source: str) -> None:
    assert list(literals(ast.parse(source)))


@for_each("key", KEYS)
def test_what_a_key_is_called_is_in_both_languages(key: Key) -> None:
    assert isinstance(key.label, Words)
    assert isinstance(key.shown, Words) or not _WORD.search(key.shown.removeprefix("Ctrl-")) or key.shown == "ca"


@pytest.mark.parametrize("language", Language)
@for_each("scene", SCENES)
def test_help_and_palette_have_every_key_that_counts(scene: str, language: Language) -> None:
    state = state_of(scene, language)
    state = replace(state, ui=replace(state.ui, overlay=None, entry=TextEntry()))
    face = Face(language, UNICODE)
    told = [text_of(line) for line in help_page(state, face, Size(240, 100), ())]
    palette = replace(state, ui=replace(state.ui, overlay=Overlay.PALETTE))

    def offered(word: str = "") -> tuple[Entry, ...]:
        typed = replace(palette, ui=replace(palette.ui, entry=TextEntry(word)))
        return entries(typed, active, lambda: ROWS)

    listed = offered()
    labels, intents = {entry.label for entry in listed}, {entry.does for entry in listed}
    elsewhere = (Phrase.KEY_PALETTE, Phrase.KEY_CLOSE, *REPEATED, *OF_TABLES)
    for key in active(state):
        assert "?" in key.keys or any(face.say(key.label) in line and key_name(key, face) in line for line in told), (
            key.label
        )
        label = face.say(full_label(key.label))
        assert (
            key.label in elsewhere
            or not intents.isdisjoint(key.intents)
            or label in labels
            or label in {entry.label for entry in offered(label)}
        ), key.label


@pytest.mark.parametrize("language", Language)
@for_each("scene", SCENES)
def test_every_hint_comes_out_of_the_table(scene: str, language: Language) -> None:
    state, face = state_of(scene, language), Face(language, UNICODE)
    rest = " ".join(text_of(hint_line(state, face, 400)).split())
    shown = [key for key in active(state) if key.hint and acts(state, key)]
    hints = [" ".join(f"{key_name(key, face)} {face.say(key.label)}".split()) for key in shown]
    for hint in sorted(hints, key=len, reverse=True):
        assert hint in rest
        rest = rest.replace(hint, "", 1)
    assert rest.strip() == ""
