"""The form of a new table: a line for each option, what the chosen value means, and what is changed."""

from __future__ import annotations

from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.client.rules import wishing
from coinche.client.rules.preset_words import about
from coinche.client.rules.reading import every
from coinche.client.rules.rule_words import RuleLine
from coinche.client.rules.wishing import ROWS, Rulebook
from coinche.text.formatting import Face

from .lines import Line, Size, apart, clickable, cut, joined, padded, plain, shortened, split_words, text_of, width
from .notice import notice, style_of
from .rules import how_many_differ

_NAME_COLS = 42


def form(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; the line under the cursor is always on it."""
    book = wishing.wished(state)
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
    """What the page is, how many options differ, and the line under the cursor among all of them."""
    differs = how_many_differ(book, face) if book is not None else ""
    place = f"{state.ui.option + 1}/{len(ROWS) if book is not None else 1} "
    both = f"{differs}   {place}" if differs else place
    title = plain(f" {face.say(Phrase.NEW_TABLE)} ", "class:title")
    return apart(title, plain(both if len(both) + width(title) < cols else place, "class:dim"), cols)


def form_lines(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> list[Line]:
    """A line for each choice: the preset, then the options; none but the preset where only the server knows them."""
    name, preset = face.say(Phrase.PRESET), wishing.called(state)
    first = RuleLine(option="", group="", name=name, value=preset, differs=False, matters=True)
    lines = [clickable(_line(first, state.ui.option == 0, face, cols), wishing.at_option(0))]
    if book is None:
        return lines
    told = {line.option: line for line in every(book, face.language)}
    for row, option in enumerate(ROWS[1:], start=1):
        said = told[option]
        lines.append(clickable(_line(said, state.ui.option == row, face, cols), wishing.at_option(row)))
    return lines


def _line(line: RuleLine, here: bool, face: Face, cols: int) -> Line:
    """What is chosen; dim where it says nothing beside the other options."""
    sign = face.glyphs.turn if here else " "
    star = "*" if line.differs else " "
    label = min(_NAME_COLS, max(14, cols // 2))
    style = "" if line.matters or here else "class:dim"
    value = shortened(plain(face.name(line.value)), max(1, cols - label - 6), face.dots)
    shown = joined(plain("["), value, plain("]")) if here else joined(plain(" "), value)
    return joined(
        plain(f" {sign}{star}", "class:turn"),
        padded(plain(face.name(line.name), style), label - 1, face.dots),
        plain(" "),
        plain(text_of(shown), "class:chosen" if here else style),
    )


def _meaning(state: ClientState, book: Rulebook | None, face: Face, cols: int) -> tuple[Line, ...]:
    """Two lines about what is under the cursor, or why it cannot be had."""
    if state.notice is not None:
        said, style = notice(state.notice, face), style_of(state.notice)
    else:
        said, style = face.name(_said(state, book, face)), "class:dim"
    lines = tuple(joined(plain(" "), line) for line in split_words(said, cols - 1, style))[:2]
    return (*lines, *((plain(""),) * (2 - len(lines))))


def _said(state: ClientState, book: Rulebook | None, face: Face) -> str:
    option = ROWS[state.ui.option]
    if book is None or not option:
        preset = wishing.preset_of(state)
        return about(preset, face.language) or face.say(Phrase.RULES_UNKNOWN)
    line = next(line for line in every(book, face.language) if line.option == option)
    return face.say(Phrase.RULE, name=line.name, value=line.value)
