"""Lines of styled text, measured in terminal cells: cutting, padding, setting side by side, and a line being typed.

A typed line that is longer than its place scrolls so that the cursor stays in sight."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from coinche.client.model.text_entry import TextEntry, graphemes
from coinche.client.update.navigation import Intent
from coinche.text.formatting import Face
from coinche.text.line_breaks import HARD, held


class Fragment(NamedTuple):
    """Text in one style, with an intent for a click on it."""

    style: str
    text: str
    click: Intent | None = None


Line = tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a terminal, in cells."""

    cols: int
    rows: int


def cells(text: str) -> int:
    """Cells that the text takes."""
    return get_cwidth(text)


def plain(text: str, style: str = "") -> Line:
    """A line in one style."""
    return (Fragment(style, text),)


def clickable(line: Line, intent: Intent) -> Line:
    """The line with an intent for a click on it."""
    return tuple(fragment._replace(click=intent) for fragment in line)


def joined(*parts: Line) -> Line:
    """The lines one after the other, as one line."""
    return tuple(fragment for part in parts for fragment in part)


def text_of(line: Line) -> str:
    """The text of the line, without styles."""
    return "".join(text for _, text, _ in line)


def width(line: Line) -> int:
    """Cells that the line takes."""
    return sum(get_cwidth(text) for _, text, _ in line)


def cut(line: Line, cols: int) -> Line:
    """The part of the line that fits."""
    if width(line) <= cols:
        return line
    left = cols
    kept: list[Fragment] = []
    for fragment in line:
        taken = _head(fragment.text, left)
        kept.append(fragment._replace(text=taken))
        left -= get_cwidth(taken)
        if len(taken) < len(fragment.text):
            break
    return tuple(kept)


def _head(text: str, cols: int) -> str:
    used = 0
    for i, character in enumerate(text):
        used += get_cwidth(character)
        if used > cols:
            return text[:i]
    return text


def shortened(line: Line, cols: int, dots: str) -> Line:
    """The line, cut and with dots at its end if it does not fit."""
    if width(line) <= cols:
        return line
    return cut(joined(cut(line, max(0, cols - get_cwidth(dots))), plain(dots)), cols)


def padded(line: Line, cols: int, dots: str = "") -> Line:
    """The line at exactly that width: cut, with `dots` for the rest, or padded on the right."""
    short = shortened(line, cols, dots)
    return (*short, *plain(" " * (cols - width(short))))


def centred(line: Line, cols: int) -> Line:
    """The line in the middle of `cols` cells."""
    short = cut(line, cols)
    return (*plain(" " * ((cols - width(short)) // 2)), *short)


def apart(left: Line, right: Line, cols: int, dots: str = "") -> Line:
    """One line at the left edge and one at the right; if both do not fit, the left one is cut."""
    right = cut(right, cols)
    space = cols - width(right)
    return (*padded(shortened(left, max(0, space - 1), dots), space), *right)


def heading(title: str, face: Face, cols: int) -> Line:
    """A rule across the screen with a title in it."""
    rule = face.glyphs.rule
    head = joined(plain(rule, "class:rule"), plain(f" {title} ", "class:title"))
    return joined(head, plain(rule * (cols - width(head)), "class:rule"))


def beside(blocks: Sequence[Sequence[Line]], gap: str = " ") -> tuple[Line, ...]:
    """Blocks of equal height, side by side."""
    return tuple(
        joined(*(part for i, row in enumerate(rows) for part in ((plain(gap),) if i else ()) + (row,)))
        for rows in zip(*blocks, strict=True)
    )


def wrapped(words: Iterable[Line], cols: int) -> tuple[Line, ...]:
    """Words joined by single spaces into lines that fit; a word is never broken, only cut if it is too wide."""
    lines: list[Line] = []
    for word in words:
        if lines and width(lines[-1]) + 1 + width(word) <= cols:
            lines[-1] = joined(lines[-1], plain(" "), word)
        else:
            lines.append(cut(word, cols))
    return tuple(lines)


_BLANKS = re.compile(rf"[^\S{HARD}]+")


def split_words(text: str, cols: int, style: str = "") -> tuple[Line, ...]:
    """A sentence in lines that fit; no line begins with a sign that French sets apart, such as a colon, or ends at a
    no-break space. A word wider than a line, such as a file path, continues on the next one.
    """
    words = held(" ".join(_BLANKS.split(text.strip()))).split(" ")
    parts = chain.from_iterable(_parts(word.replace(HARD, " "), cols) for word in words)
    return wrapped((plain(part, style) for part in parts if part), cols)


def in_bars(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines, each as one piece of text in the style of its beginning, so that no gap shows between its words."""
    return tuple(plain(text_of(line), line[0].style) for line in lines)


def split_line(line: Line, cols: int) -> tuple[Line, ...]:
    """A styled sentence in lines that fit, in the style of its end: a sign may stand before it in another one."""
    return split_words(text_of(line), cols, line[-1].style)


def _parts(word: str, cols: int) -> Iterator[str]:
    """The word, split into parts that fit."""
    while get_cwidth(word) > cols and (head := _head(word, cols)):
        yield head
        word = word[len(head) :].lstrip()
    yield word


def with_mark_below(line: Line, cols: int, face: Face) -> Line:
    """The last line of a part that is shown, with a sign at its end that more follows."""
    sign = plain(f" {face.glyphs.below}", "class:dim")
    return joined(padded(line, cols - width(sign), face.dots), sign)


def whole_or_marked(lines: Sequence[Line], size: Size, face: Face) -> tuple[Line, ...]:
    """The lines that fit, the last one with a sign if others with a text follow."""
    shown = tuple(lines[: size.rows])
    follows = any(text_of(line).strip() for line in lines[size.rows :])
    return (*shown[:-1], with_mark_below(shown[-1], size.cols, face)) if len(shown) > 2 and follows else shown


def framed(lines: Sequence[Line], size: Size) -> tuple[Line, ...]:
    """Cut the lines to the size: at most `size.rows`, each to the width."""
    return tuple(cut(line, size.cols) for line in lines[: size.rows])


CURSOR = "_"
_LEAST = 12
"""Cells that a long text gets on a narrow screen at the expense of its label."""


def entry_line(label: str, entry: TextEntry, face: Face, cols: int, *, longest: int = 1000) -> Line:
    """Label and text on one line, the text in at most `longest` cells; the cursor is always visible."""
    least = min(_wanted(entry, face), _LEAST, cols)
    head = shortened(plain(f"{label} ", "class:ask"), cols - least, face.dots)
    return joined(head, window(entry, face, min(longest, cols - width(head))))


def entry_lines(label: str, entry: TextEntry, face: Face, cols: int, rows: int) -> tuple[Line, ...]:
    """Label and text on up to `rows` lines, for a label longer than one line."""
    *above, last = split_words(label, cols, "class:ask")
    if not above or rows < len(above) + 1:
        return (entry_line(label, entry, face, cols),)
    room = cols - width(last) - 1
    if room >= min(_wanted(entry, face), _LEAST):
        return (*above, joined(last, plain(" "), window(entry, face, room)))
    if rows < len(above) + 2:
        return (entry_line(label, entry, face, cols),)
    return (*above, last, window(entry, face, cols))


def window(entry: TextEntry, face: Face, cols: int) -> Line:
    """The text around the cursor in `cols` cells, with dots where it continues."""
    before, after = (graphemes(face.name(text)) for text in (entry.before, entry.after))
    room = max(0, cols - cells(CURSOR))
    ahead = min(_cells(after), max(room // 3, room - _cells(before)))
    left = tuple(reversed(_fitting(before[::-1], room - ahead, face.dots)))
    right = _fitting(after, room - _cells(left), face.dots)
    style = "class:ask"
    return joined(plain("".join(left), style), plain(CURSOR, "class:cursor"), plain("".join(right), style))


def _wanted(entry: TextEntry, face: Face) -> int:
    return cells(face.name(entry.text)) + cells(CURSOR)


def _cells(found: tuple[str, ...]) -> int:
    return sum(map(cells, found))


def _fitting(found: tuple[str, ...], cols: int, dots: str) -> tuple[str, ...]:
    """The graphemes that fit, from the cursor on, with dots for the rest."""
    if _cells(found) <= cols:
        return found
    room = cols - cells(dots)
    if room < 0:
        return ()
    kept = 0
    while kept < len(found) and _cells(found[: kept + 1]) <= room:
        kept += 1
    return (*found[:kept], dots)
