"""The form for a new table: its lines in groups, the cursor, and what the line under the cursor means."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coinche.client.model.state import ClientState
from coinche.client.texts.preset_titles import headed
from coinche.client.texts.rules import FormGroup, RuleLine
from coinche.client.texts.screens import Phrase
from coinche.client.update import rules_form
from coinche.client.update.rules_form import GROUPS, ROWS, Rulebook
from coinche.client.update.rules_page import every_rule
from coinche.text.formatting import Face

from .notice import notice, style_of
from .rules import about_wished, how_many_differ, tabs
from .text_lines import Line, Size, apart, clickable, cut, joined, padded, plain, shortened, split_words, text_of, width

_FORM_NAME_COLS = 42


_HIGH = 16
"""Rows from which there are tabs, a rule and empty lines."""
_STICKY = 3
"""Lines from which the heading of the first one always stands at the top."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the form: an option by its number, a heading, or an empty line."""

    line: Line
    group: FormGroup
    option: int | None = None


def form(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The form for a new table's rules; the line under the cursor is always visible."""
    book = rules_form.wished(state)
    head, foot = _frame(state, book, face, size, hints)
    room = max(1, size.rows - len(head) - len(foot))
    rows = _rows(state, book, face, size)
    first = max(0, min(_cursor(rows, state) - room // 2, len(rows) - room))
    page = [row.line for row in rows[first : first + room]]
    if room >= _STICKY and rows[first].option is not None:
        page[0] = _heading(rows[first].group, face)
    filler = (plain(""),) * (room - len(page))
    return tuple(cut(line, size.cols) for line in (*head, *page, *filler, *foot))[: size.rows]


def option_turned_to(state: ClientState, face: Face, size: Size, by: int) -> int:
    """The line under the cursor after so many pages; no line between two pages is skipped."""
    book = rules_form.wished(state)
    head, foot = _frame(state, book, face, size, plain(""))
    step = max(1, size.rows - len(head) - len(foot) - 1)
    rows = _rows(state, book, face, size)
    here, sign = _cursor(rows, state), 1 if by > 0 else -1
    ahead = [(sign * (at - here), row.option) for at, row in enumerate(rows) if row.option is not None]
    ahead = sorted((far, option) for far, option in ahead if far > 0)
    within = [option for far, option in ahead if far <= step * abs(by)] or [option for _, option in ahead[:1]]
    return within[-1] if within else state.ui.option


def _frame(
    state: ClientState, book: Rulebook | None, face: Face, size: Size, hints: Line
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines above and below the options; a low screen has fewer."""
    cols = size.cols
    head: tuple[Line, ...] = (_title(state, book, face, cols),)
    if size.rows >= _HIGH:
        head = (
            *head,
            *(_tabs(state, face, cols) if book is not None else ()),
            plain(face.glyphs.rule * cols, "class:rule"),
        )
    foot = (*_meaning(state, book, face, cols), hints)
    if size.rows < len(head) + len(foot) + 3:
        head, foot = head[:0], foot[: max(0, min(2, size.rows - 2))]
    return head, foot


def _title(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> Line:
    """The title, the number of options that differ, and the position of the cursor."""
    differs = how_many_differ(book, face) if book is not None else ""
    place = f"{state.ui.option + 1}/{rules_form.last_row(state) + 1} "
    both = f"{differs}   {place}" if differs else place
    title = plain(f" {face.say(Phrase.NEW_TABLE)} ", "class:title")
    return apart(title, plain(both if len(both) + width(title) < cols else place, "class:dim"), cols)


def _tabs(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The groups with their digits, that of the cursor marked; a click opens one."""
    here = next(group for group, options in GROUPS.items() if ROWS[state.ui.option] in options)
    return tabs(((face.say(group), group is here, rules_form.open_group(group)) for group in GROUPS), cols)


def _heading(group: FormGroup, face: Face) -> Line:
    """The name of a group with its digit; a click moves the cursor to its first line."""
    number = plain(f" {list(GROUPS).index(group) + 1} ", "class:key")
    return clickable(joined(number, plain(face.say(group), "class:title")), rules_form.open_group(group))


def _cursor(rows: list[_Row], state: ClientState) -> int:
    return next((at for at, row in enumerate(rows) if row.option == state.ui.option), 0)


def _rows(state: ClientState, book: Rulebook | None, face: Face, size: Size) -> list[_Row]:
    """A line for the preset and one for each option; only the preset if the client does not know its rules."""
    name, preset = face.say(Phrase.PRESET), headed(rules_form.called(state), face)
    told = {"": RuleLine(option="", group="", name=name, value=preset, differs=False, matters=True)}
    if book is not None:
        told |= {line.option: line for line in every_rule(book, face.language)}
    rows: list[_Row] = []
    for group, options in GROUPS.items():
        if book is None and rows:
            break
        if size.rows >= _HIGH and rows:
            rows.append(_Row(plain(""), group))
        rows.append(_Row(_heading(group, face), group))
        for option in options if book is not None else ("",):
            row = ROWS.index(option)
            line = _line(told[option], state.ui.option == row, face, size.cols)
            rows.append(_Row(clickable(line, rules_form.at_option(row)), group, row))
    return rows


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
_WORDS = re.compile(" ")


def _briefly(value: str, cols: int, face: Face) -> Line:
    """The value, or as many whole clauses, else words, as fit, with dots; the line below the choices has all of it."""
    value = value.removesuffix(".")
    if width(plain(value)) <= cols:
        return plain(value)
    for signs in (_CLAUSES, _WORDS):
        begun = (value[: cut_at.start()] + face.dots for cut_at in signs.finditer(value) if cut_at.start())
        if fit := [text for text in begun if width(plain(text)) <= cols]:
            return plain(fit[-1])
    return shortened(plain(value), cols, face.dots)


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
        return about_wished(state, face) or face.say(Phrase.RULES_UNKNOWN)
    line = next(line for line in every_rule(book, face.language) if line.option == option)
    return face.say(Phrase.RULE, name=line.name, value=line.value)
