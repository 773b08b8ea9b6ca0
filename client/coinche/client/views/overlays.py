"""The line of keys at the bottom, and the pages over a screen: help, palette and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coinche.client.keys import KEYS, Key, active, pressing
from coinche.client.keys.overlays import entries
from coinche.client.model.bid_pad import letter
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.line_mode import HelpText
from coinche.client.texts.screens import Phrase
from coinche.client.update import settings
from coinche.engine.cards import Denomination
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.language import Language

from .notice import notice
from .text_lines import Line, Size, apart, clickable, cut, entry_line, joined, padded, plain, split_words, width

_LABEL = 40


def settings_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The settings screen; the line under the cursor is always visible."""
    cols = size.cols
    title = plain(f" {face.say(Phrase.SETTINGS)} ", "class:title")
    place = plain(f"{state.ui.option + 1}/{len(settings.ROWS)} ", "class:dim")
    head: tuple[Line, ...] = (apart(title, place, cols), plain(face.glyphs.rule * cols, "class:rule"))
    foot: tuple[Line, ...] = (*_about(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 3:
        head, foot = (), foot[-1:]
    room = max(1, size.rows - len(head) - len(foot))
    rows = [_row(state, row, face, cols) for row in range(len(settings.ROWS))]
    first = max(0, min(state.ui.option - room // 2, len(rows) - room))
    shown = rows[first : first + room]
    return tuple(cut(line, cols) for line in (*head, *shown, *((plain(""),) * (room - len(shown))), *foot))[: size.rows]


def _row(state: ClientState, row: int, face: Face, cols: int) -> Line:
    here = row == state.ui.option
    value = settings.told(getattr(state.ui.settings, settings.ROWS[row]))
    said = face.name(value) if isinstance(value, str) else face.say(value)
    label = min(_LABEL, max(10, cols - 22))
    mark = plain(f" {face.glyphs.turn if here else ' '} ", "class:turn")
    name = padded(plain(face.say(settings.named(row))), label - 1, face.dots)
    shown = plain(f"[{said}]" if here else f" {said} ", "class:chosen" if here else "")
    return clickable(joined(mark, name, plain(" "), shown), settings.at_row(row))


def _about(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """Two lines: the name being written, an error, or the meaning of the setting under the cursor."""
    if state.ui.overlay is Overlay.NAME:
        return entry_line(" " + face.say(Phrase.WRITE_NAME), state.ui.entry, face, cols), plain("")
    wrong = state.notice is not None
    meaning = settings.SettingMeaning[settings.ROWS[min(state.ui.option, len(settings.ROWS) - 1)].upper()]
    said = notice(state.notice, face) if state.notice is not None else face.say(meaning)
    lines = split_words(said, cols - 1, "class:notice" if wrong else "class:dim")[:2]
    return tuple(joined(plain(" "), line) for line in (*lines, *((plain(""),) * (2 - len(lines)))))


_RULES = (HelpText.RULES_1, HelpText.RULES_2, HelpText.RULES_3, HelpText.RULES_4)


def key_name(key: Key, face: Face) -> str:
    """The text for a key."""
    return shown_as(key.shown, face)


def shown_as(shown: str | Words, face: Face) -> str:
    """The sign of a key, or its name."""
    return face.say(shown) if isinstance(shown, Words) else shown


def hint_line(state: ClientState, face: Face, cols: int) -> Line:
    """Return a line with as many active keys as fit: always help, and the most important of the others."""
    shown = [key for key in active(state) if key.hint]
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


def _rules(face: Face, cols: int) -> list[Line]:
    """The game in a few sentences, and the letters and signs on the screen."""
    letters = ", ".join(f"{letter(d, face.language)} {face.spoken_suit(d)}" for d in Denomination)
    signs = face.say(HelpText.HELP_LETTERS, letters=letters), face.say(HelpText.HELP_SIGNS)
    told = (*map(face.say, _RULES), *signs, face.say(HelpText.HELP_WRITING))
    wrapped = (split_words(said, cols - 2) for said in told)
    return [joined(plain("  "), line) for lines in wrapped for line in lines]


def help_page(state: ClientState, face: Face, size: Size, _: Line) -> tuple[Line, ...]:
    """The keys of this screen, then the game in a few sentences."""
    here = active(replace(state, ui=replace(state.ui, overlay=None)))
    rows = [key for key in here if key.shown != "?"] or list(KEYS)
    left = max(width(plain(key_name(key, face))) for key in rows) + 3
    names = dict.fromkeys((key_name(key, face), face.say(key.label)) for key in rows)
    lines: list[Line] = [plain(" " + face.say(Phrase.HELP), "class:title"), plain("")]
    half = (len(names) + 1) // 2
    cells = [joined(padded(plain(f"  {name}", "class:key"), left + 1), plain(label)) for name, label in names]
    if size.cols >= 60:
        column = size.cols // 2
        lines += [joined(padded(a, column), b) for a, b in zip(cells[:half], [*cells[half:], ()], strict=False)]
    else:
        lines += cells
    lines += [plain(""), *_rules(face, size.cols), plain("")]
    close = plain(f" {face.say(Phrase.NAME_ESCAPE)} {face.say(Phrase.KEY_CLOSE)}", "class:key")
    room = max(1, size.rows - 1)
    first = min(state.ui.scroll, max(0, len(lines) - room))
    if len(lines) > room:
        more = plain(f"   {face.say(Phrase.NAME_UP_DOWN)} {face.say(Phrase.KEY_SCROLL)}", "class:dim")
        close = joined(close, more)
    return tuple(cut(line, size.cols) for line in (*lines[first : first + room], close))


def palette(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the command palette; the line under the cursor is always visible."""
    head = entry_line(" " + face.say(Phrase.PALETTE), state.ui.entry, face, size.cols)
    found = entries(state, active)
    room = max(1, size.rows - 2)
    here = min(state.ui.option, len(found) - 1)
    first = max(0, min(here - room // 2, len(found) - room))
    rows: list[Line] = []
    for number, entry in enumerate(found):
        mark = plain(f" {face.glyphs.turn if number == here else ' '} ", "class:turn")
        label = plain(face.name(entry.label), "class:chosen" if number == here else "")
        rows.append(apart(joined(mark, label), plain(f"{shown_as(entry.shown, face)} ", "class:key"), size.cols))
    rows = rows or [plain(" " + face.say(Phrase.PALETTE_EMPTY), "class:dim")]
    shown = rows[first : first + room]
    filler = (plain(""),) * (room - len(shown))
    return tuple(cut(line, size.cols) for line in (head, *shown, *filler, hints))[: size.rows]
