"""The pages of a table's rules and of the players' bidding conventions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.preset_titles import headed
from coinche.client.texts.rules import RuleLine
from coinche.client.texts.rules_in_brief import Section
from coinche.client.texts.rules_questions import about
from coinche.client.texts.screens import Phrase
from coinche.client.update import rules_form
from coinche.client.update.rules_form import ROWS, Rulebook
from coinche.client.update.rules_page import (
    ConventionText,
    every_rule,
    groups,
    meaning,
    open_section,
    page_lines,
    section_of,
    told_conventions,
)
from coinche.text.formatting import Face

from .notice import notice, style_of
from .text_lines import Line, Size, apart, clickable, cut, joined, padded, plain, shortened, split_words, text_of, width

_NAME_COLS = 30
_TALL = 8
"""Rows from which there are a title and a line of keys."""
_HIGH = 16
"""Rows from which a rule stands below the title."""
_ROOMY = 64
"""Cells from which name and value stand side by side."""


def rules_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page of a table's rules."""
    book = rules_form.shown(state)
    head = _head(state, book, face, size) if size.rows >= _TALL else ()
    blocks = rule_blocks(book, face, size.cols) if book is not None else (_unknown(face, size.cols),)
    room = _room(head, size)
    page = _below(blocks[state.ui.scroll :])[:room]
    filler = (plain(""),) * (room - len(page))
    lines = (*head, *page, *filler, hints) if size.rows >= _TALL else page
    return tuple(cut(line, size.cols) for line in lines[: size.rows])


def _room(head: tuple[Line, ...], size: Size) -> int:
    """The lines between title and keys."""
    return size.rows - len(head) - 1 if size.rows >= _TALL else size.rows


def _below(blocks: tuple[tuple[Line, ...], ...]) -> tuple[Line, ...]:
    """The lines of the blocks; an empty line does not begin a page."""
    lines = tuple(line for block in blocks for line in block)
    return lines[0 if text_of(lines[0]).strip() else 1 :] if lines else ()


def turned(state: ClientState, face: Face, size: Size, by: int) -> int:
    """The rule at the top after so many pages: none is skipped, and the last page is full."""
    book = rules_form.shown(state)
    if book is None:
        return 0
    blocks = rule_blocks(book, face, size.cols)
    room = max(1, _room(_head(state, book, face, size) if size.rows >= _TALL else (), size))
    here, last = state.ui.scroll, _first(blocks, room)
    for _ in range(min(abs(by), len(blocks))):
        if by < 0:
            here = min(_first(blocks[:here], room), max(0, here - 1))
        elif here < last:
            fits = (n for n in range(len(blocks), here, -1) if len(_below(blocks[here:n])) <= room)
            here = min(next(fits, here + 1), last)
    return here


def _first(blocks: tuple[tuple[Line, ...], ...], room: int) -> int:
    """The first block of the page that ends with the last one."""
    return next((n for n in range(len(blocks)) if len(_below(blocks[n:])) <= room), max(0, len(blocks) - 1))


def _head(state: ClientState, book: Rulebook | None, face: Face, size: Size) -> tuple[Line, ...]:
    """Title, sections and a rule, which a low screen leaves out."""
    cols = size.cols
    name = headed(book.name, face) if book is not None else face.say(Phrase.PRESET)
    asked = state.table is not None and state.table.asked is not None
    turn = plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else "", "class:turn")
    title = apart(plain(f" {name}", "class:title"), turn, cols)
    tabs = _sections(book, state.ui.scroll, face, cols) if book is not None else ()
    return title, *tabs, *((plain(face.glyphs.rule * cols, "class:rule"),) if size.rows >= _HIGH else ())


def _sections(book: Rulebook, scroll: int, face: Face, cols: int) -> tuple[Line, ...]:
    """The sections with their digits, the one at the top of the page marked; a click opens one."""
    lines = page_lines(book, face.language)
    here = section_of(lines[min(scroll, len(lines) - 1)], face.language)
    rows: list[Line] = [plain("")]
    for number, section in enumerate(Section, start=1):
        style = "class:chosen" if section is here else "class:dim"
        tab = joined(plain(f" {number} ", "class:key"), plain(face.say(section), style))
        if width(rows[-1]) + width(tab) > cols and width(rows[-1]):
            rows.append(plain(""))
        rows[-1] = joined(rows[-1], clickable(tab, open_section(section)))
    return tuple(rows)


def _unknown(face: Face, cols: int) -> tuple[Line, ...]:
    return split_words(face.say(Phrase.RULES_UNKNOWN), cols)


def rule_blocks(book: Rulebook, face: Face, cols: int) -> tuple[tuple[Line, ...], ...]:
    """The lines one by one, the first of a group below its heading; the preset's description begins the options."""
    blocks: list[tuple[Line, ...]] = []
    described = False
    for group, options in groups(page_lines(book, face.language)):
        heading: tuple[Line, ...] = (*((plain(""),) if blocks else ()), plain(" " + face.name(group), "class:title"))
        if options[0].option and not described:
            described, heading = True, (plain(""), *summary(book, face, cols), *heading)
        for option in options:
            blocks.append((*heading, *_option(option, face, cols)))
            heading = ()
    return tuple(blocks)


def summary(book: Rulebook, face: Face, cols: int) -> tuple[Line, ...]:
    """The preset's description, and the number of options that differ from it."""
    return tuple(
        joined(plain(" "), line)
        for said in (about(book.base, face.language), how_many_differ(book, face))
        if said
        for line in split_words(said, cols - 1, "class:dim")
    )


def how_many_differ(book: Rulebook, face: Face) -> str:
    """The number of options with a star, as a sentence; empty if there is none."""
    count = len(book.changed)
    return face.say(Phrase.RULES_DIFFER if count > 1 else Phrase.RULE_DIFFERS, count=count) if count else ""


def _option(option: RuleLine, face: Face, cols: int) -> list[Line]:
    star = "*" if option.differs else " "
    style = "class:bid" if option.differs else ""
    name, value = face.name(option.name), face.name(option.value)
    if not name:
        return [joined(plain("   " if cols >= _ROOMY else "  "), line) for line in split_words(value, cols - 4, style)]
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


_FORM_NAME_COLS = 42


def form(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The form for a new table's rules; the line under the cursor is always visible."""
    book = rules_form.wished(state)
    cols = size.cols
    head: tuple[Line, ...] = (_title(state, book, face, cols), plain(face.glyphs.rule * cols, "class:rule"))
    foot = (*_meaning(state, book, face, cols), hints)
    if size.rows < len(head) + len(foot) + 3:
        head, foot = head[:0], foot[: max(0, min(2, size.rows - 2))]
    room = max(1, size.rows - len(head) - len(foot))
    rows = form_lines(state, book, face, cols)
    here = min(state.ui.option, len(rows) - 1)
    first = max(0, min(here - room // 2, len(rows) - room))
    page = rows[first : first + room]
    filler = (plain(""),) * (room - len(page))
    return tuple(cut(line, cols) for line in (*head, *page, *filler, *foot))[: size.rows]


def _title(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> Line:
    """The title, the number of options that differ, and the position of the cursor."""
    differs = how_many_differ(book, face) if book is not None else ""
    place = f"{state.ui.option + 1}/{len(ROWS) if book is not None else 1} "
    both = f"{differs}   {place}" if differs else place
    title = plain(f" {face.say(Phrase.NEW_TABLE)} ", "class:title")
    return apart(title, plain(both if len(both) + width(title) < cols else place, "class:dim"), cols)


def form_lines(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> list[Line]:
    """A line for the preset and one for each option; only the preset if the client does not know its rules."""
    name, preset = face.say(Phrase.PRESET), headed(rules_form.called(state), face)
    first = RuleLine(option="", group="", name=name, value=preset, differs=False, matters=True)
    lines = [clickable(_line(first, state.ui.option == 0, face, cols), rules_form.at_option(0))]
    if book is None:
        return lines
    told = {line.option: line for line in every_rule(book, face.language)}
    for row, option in enumerate(ROWS[1:], start=1):
        said = told[option]
        lines.append(clickable(_line(said, state.ui.option == row, face, cols), rules_form.at_option(row)))
    return lines


def _line(line: RuleLine, here: bool, face: Face, cols: int) -> Line:
    """A choice and its value; dim if the other options make it irrelevant."""
    sign = face.glyphs.turn if here else " "
    star = "*" if line.differs else " "
    label = min(_FORM_NAME_COLS, max(14, cols // 2))
    style = "" if line.matters or here else "class:dim"
    value = _briefly(face.name(line.value), max(1, cols - label - 6), face)
    shown = joined(plain("["), value, plain("]")) if here else joined(plain(" "), value)
    return joined(
        plain(f" {sign}{star}", "class:turn"),
        padded(plain(face.name(line.name), style), label - 1, face.dots),
        plain(" "),
        plain(text_of(shown), "class:chosen" if here else style),
    )


_CLAUSES = re.compile(r" ?[;:,(] ?")
"""The signs before which a sentence can end."""


def _briefly(value: str, cols: int, face: Face) -> Line:
    """The value, or as many whole clauses of it as fit; the line below the choices has all of it."""
    value = value.removesuffix(".")
    if width(plain(value)) <= cols:
        return plain(value)
    ends = [cut_at.start() for cut_at in _CLAUSES.finditer(value) if width(plain(value[: cut_at.start()])) <= cols]
    return plain(value[: ends[-1]]) if ends and ends[-1] else shortened(plain(value), cols, face.dots)


def _meaning(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> tuple[Line, ...]:
    """Two lines about the choice under the cursor, or the reason why it is impossible."""
    if state.notice is not None:
        said, style = notice(state.notice, face), style_of(state.notice)
    else:
        said, style = face.name(_said(state, book, face)), "class:dim"
    lines = tuple(joined(plain(" "), line) for line in split_words(said, cols - 1, style))[:2]
    return (*lines, *((plain(""),) * (2 - len(lines))))


def _said(state: ClientState, book: Rulebook | None, face: Face) -> str:
    option = ROWS[state.ui.option]
    if book is None or not option:
        preset = rules_form.preset_of(state)
        return about(preset, face.language) or face.say(Phrase.RULES_UNKNOWN)
    line = next(line for line in every_rule(book, face.language) if line.option == option)
    return face.say(Phrase.RULE, name=line.name, value=line.value)


_TALL_PAGE = 8
"""Rows from which there are a title and a line of keys."""
_ROOMY_PAGE = Size(80, 24)
"""The size from which the legend comes first; on smaller screens it comes last."""


def conventions_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page of bidding conventions; it scrolls no further than to its last line."""
    tall = size.rows >= _TALL_PAGE
    head = _conventions_head(state, face, size.cols) if tall else ()
    lines = tuple(_convention_lines(state.table, face, size)) if state.table is not None else ()
    room = size.rows - len(head) - 1 if tall else size.rows
    first = min(state.ui.scroll, max(0, len(lines) - room))
    page = lines[first : first + room]
    foot = (*((plain(""),) * (room - len(page))), hints) if tall else ()
    return tuple(cut(line, size.cols) for line in (*head, *page, *foot))


def _conventions_head(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    asked = state.table is not None and state.table.asked is not None
    turn = plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else "", "class:turn")
    title = apart(plain(f" {face.say(ConventionText.TITLE)}", "class:title"), turn, cols)
    return title, plain(face.glyphs.rule * cols, "class:rule")


def _convention_lines(table: AtTable, face: Face, size: Size) -> Iterator[Line]:
    means = tuple(joined(plain(" "), line) for line in split_words(meaning(table, face), size.cols - 1, "class:dim"))
    roomy = size.cols >= _ROOMY_PAGE.cols and size.rows >= _ROOMY_PAGE.rows
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
            yield from _convention(sentence, cols)


def _convention(sentence: str, cols: int) -> Iterator[Line]:
    """A convention; its first line is outdented by two cells, so that each call is easy to find."""
    for number, line in enumerate(split_words(sentence, cols - 4)):
        yield joined(plain("    " if number else "  "), line)
