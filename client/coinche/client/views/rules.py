"""The rules of a table in words, page by page; what differs from the preset bears a star."""

from __future__ import annotations

from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.client.rules import wishing
from coinche.client.rules.preset_words import about
from coinche.client.rules.reading import groups, told
from coinche.client.rules.rule_words import RuleLine
from coinche.client.rules.wishing import Rulebook
from coinche.text.formatting import Face

from .lines import Line, Size, apart, cut, joined, padded, plain, split_words, width

_NAME_COLS = 30
_TALL = 8
"""Rows from which there is a title, and a line of keys."""
_ROOMY = 64
"""Cells from which name and value stand side by side."""


def rules_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen."""
    book = wishing.shown(state)
    head = _head(state, book, face, size.cols) if size.rows >= _TALL else ()
    blocks = rule_blocks(book, face, size.cols) if book is not None else (_unknown(face, size.cols),)
    room = size.rows - len(head) - 1 if size.rows >= _TALL else size.rows
    page = tuple(line for block in blocks[state.ui.scroll :] for line in block)[:room]
    filler = (plain(""),) * (room - len(page))
    lines = (*head, *page, *filler, hints) if size.rows >= _TALL else page
    return tuple(cut(line, size.cols) for line in lines[: size.rows])


def _head(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> tuple[Line, ...]:
    name = face.name(book.name) if book is not None else ""
    asked = state.table is not None and state.table.asked is not None
    turn = plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else "", "class:turn")
    title = apart(plain(f" {face.say(Phrase.RULES_OF, name=name)}", "class:title"), turn, cols)
    return title, plain(face.glyphs.rule * cols, "class:rule")


def _unknown(face: Face, cols: int) -> tuple[Line, ...]:
    return split_words(face.say(Phrase.RULES_UNKNOWN), cols)


def rule_blocks(book: Rulebook, face: Face, cols: int) -> tuple[tuple[Line, ...], ...]:
    """What the preset is; then the options one by one, the first of a group below its heading."""
    blocks: list[tuple[Line, ...]] = [(*summary(book, face, cols),)]
    for group, options in groups(told(book, face.language)):
        heading: tuple[Line, ...] = (plain(""), plain(" " + face.name(group), "class:title"))
        for option in options:
            blocks.append((*heading, *_option(option, face, cols)))
            heading = ()
    return tuple(blocks)


def summary(book: Rulebook, face: Face, cols: int) -> tuple[Line, ...]:
    """What the preset is, and how many options differ from it."""
    text = face.say(Phrase.RULE, name=book.base, value=about(book.base, face.language))
    return tuple(
        joined(plain(" "), line)
        for said in (text, how_many_differ(book, face))
        if said
        for line in split_words(said, cols - 1, "class:dim")
    )


def how_many_differ(book: Rulebook, face: Face) -> str:
    """How many options bear a star; empty where none does."""
    count = len(book.changed)
    return face.say(Phrase.RULES_DIFFER if count > 1 else Phrase.RULE_DIFFERS, count=count) if count else ""


def _option(option: RuleLine, face: Face, cols: int) -> list[Line]:
    star = "*" if option.differs else " "
    style = "class:bid" if option.differs else ""
    name, value = face.name(option.name), face.name(option.value)
    if cols < _ROOMY:
        said = split_words(face.say(Phrase.RULE, name=name, value=value), cols - 2, style)
        return [joined(plain("  " if i else f" {star}"), line) for i, line in enumerate(said)]
    label = padded(plain(name, "class:dim"), _NAME_COLS)
    if width(plain(name)) > _NAME_COLS - 1:
        first = joined(plain(f" {star} "), plain(name, "class:dim"))
        rest = split_words(value, cols - _NAME_COLS - 4, style)
        return [first, *(joined(plain(" " * (_NAME_COLS + 3)), line) for line in rest)]
    lines = split_words(value, cols - _NAME_COLS - 4, style)
    indent = plain(" " * (_NAME_COLS + 3))
    return [
        joined(plain(f" {star} "), label, lines[0]),
        *(joined(indent, line) for line in lines[1:]),
    ]
