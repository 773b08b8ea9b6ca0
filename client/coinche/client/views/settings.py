"""The settings screen: a line for each setting, and a sentence about the one under the cursor."""

from __future__ import annotations

from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.screens import Phrase
from coinche.client.update import settings
from coinche.text.formatting import Face

from .entry_line import entry_line
from .notice import notice
from .text_lines import Line, Size, apart, clickable, cut, joined, padded, plain, split_words

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
