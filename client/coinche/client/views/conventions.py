"""What the calls of those at the table promise, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.screens import Phrase
from coinche.client.update.rules_page import ConventionText, meaning, told_conventions
from coinche.text.formatting import Face

from .text_lines import Line, Size, apart, cut, joined, plain, shortened, split_words

_TALL = 8
"""Rows from which there is a title, and a line of keys."""
_ROOMY = Size(80, 24)
"""Where what the figures mean comes first; else it comes last."""


def conventions_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; scrolled no further than to its last line."""
    tall = size.rows >= _TALL
    head = _head(state, face, size.cols) if tall else ()
    lines = tuple(_lines(state.table, face, size)) if state.table is not None else ()
    room = size.rows - len(head) - 1 if tall else size.rows
    first = min(state.ui.scroll, max(0, len(lines) - room))
    page = lines[first : first + room]
    foot = (*((plain(""),) * (room - len(page))), hints) if tall else ()
    return tuple(cut(line, size.cols) for line in (*head, *page, *foot))


def _head(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    asked = state.table is not None and state.table.asked is not None
    turn = plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else "", "class:turn")
    title = apart(plain(f" {face.say(ConventionText.TITLE)}", "class:title"), turn, cols)
    return title, plain(face.glyphs.rule * cols, "class:rule")


def _lines(table: AtTable, face: Face, size: Size) -> Iterator[Line]:
    means = tuple(joined(plain(" "), line) for line in split_words(meaning(table, face), size.cols - 1, "class:dim"))
    roomy = size.cols >= _ROOMY.cols and size.rows >= _ROOMY.rows
    yield from means if roomy else ()
    yield from _systems(table, face, size.cols)
    yield from () if roomy else means


def _systems(table: AtTable, face: Face, cols: int) -> Iterator[Line]:
    for number, some in enumerate(told_conventions(table, face)):
        if number:
            yield plain("")
        for line in split_words(some.title, cols - 1, "class:title"):
            yield shortened(joined(plain(" "), line), cols, face.dots)
        for sentence in some.sentences:
            yield from _sentence(sentence, cols)


def _sentence(sentence: str, cols: int) -> Iterator[Line]:
    """Its first line stands out by two, so that each call is seen."""
    for number, line in enumerate(split_words(sentence, cols - 4)):
        yield joined(plain("    " if number else "  "), line)
