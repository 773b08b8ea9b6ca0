"""The line of keys at the bottom, and the command palette."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.keys import ROWS, Key, active, acts, pressing
from coinche.client.keys.palette import entries
from coinche.client.model.state import ClientState
from coinche.client.texts.screens import Phrase
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.language import Language

from .text_lines import Line, Size, apart, clickable, cut, entry_line, joined, plain, width


def key_name(key: Key, face: Face) -> str:
    """The text for a key."""
    return shown_as(key.shown, face)


def shown_as(shown: str | Words, face: Face) -> str:
    """The sign of a key, or its name."""
    return face.say(shown) if isinstance(shown, Words) else shown


def hint_line(state: ClientState, face: Face, cols: int) -> Line:
    """Return a line with as many active keys as fit: always help, and the most important of the others."""
    shown = [key for key in active(state) if key.hint and acts(state, key)]
    hints = {key.keys: _hint(key, face) for key in shown}
    room, kept = cols + 1, set[tuple[str, ...]]()  # the last hint needs no trailing blank
    for key in sorted(shown, key=lambda key: ("?" not in key.keys, key.spare)):
        if width(hints[key.keys]) <= room:
            room -= width(hints[key.keys])
            kept.add(key.keys)
    last = [key for key in shown if "?" in key.keys]
    order = (*(key for key in shown if key not in last), *last)
    return cut(joined(*(hints[key.keys] for key in order if key.keys in kept)), cols)


def _hint(key: Key, face: Face) -> Line:
    label = plain(f" {face.say(key.label)} ", "class:dim")
    if len(set(key.intents)) == 1:
        return clickable(joined(plain(f" {key_name(key, face)}", "class:key"), label), pressing(key.keys[0]))
    signs = key.shown.within(face.language).split() if isinstance(key.shown, Words) else ()
    if not signs or any(sign not in _SIGNS for sign in signs):
        return joined(plain(f" {key_name(key, face)}", "class:key"), label)
    words = (clickable(plain(f" {face.name(sign)}", "class:key"), pressing(_SIGNS[sign])) for sign in signs)
    return joined(*words, label)


_SIGNS: Mapping[str, str] = {
    **dict(zip("←→↑↓", ("left", "right", "up", "down"), strict=True)),
    **{
        sign: key
        for language in Language
        for sign, key in zip(Phrase.NAME_PAGES.within(language).split(), ("pageup", "pagedown"), strict=True)
    },
}
"""The key behind each sign of the hint line, for hints that name several keys."""


def palette(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the command palette; the line under the cursor is always visible."""
    head = entry_line(" " + face.say(Phrase.PALETTE), state.ui.entry, face, size.cols)
    found = entries(state, active, lambda: ROWS)
    room = max(1, size.rows - 2)
    here = min(state.ui.option, len(found) - 1)
    first = max(0, min(here - room // 2, len(found) - room))
    rows: list[Line] = []
    for number, entry in enumerate(found):
        mark = plain(f" {face.glyphs.turn if number == here else ' '} ", "class:turn")
        label = plain(face.name(entry.label[:1].upper() + entry.label[1:]), "class:chosen" if number == here else "")
        keys = plain(f"{shown_as(entry.shown, face)} ", "class:key")
        rows.append(apart(joined(mark, label), keys, size.cols, face.dots))
    rows = rows or [plain(" " + face.say(Phrase.PALETTE_EMPTY), "class:dim")]
    shown = rows[first : first + room]
    filler = (plain(""),) * (room - len(shown))
    return tuple(cut(line, size.cols) for line in (head, *shown, *filler, hints))[: size.rows]
