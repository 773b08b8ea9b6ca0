"""A line of text entry: its label, and the text around the cursor as far as it fits."""

from __future__ import annotations

from coinche.client.model.text_entry import TextEntry, graphemes
from coinche.text.formatting import Face

from .text_lines import Line, cells, joined, plain, shortened, split_words, width

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
