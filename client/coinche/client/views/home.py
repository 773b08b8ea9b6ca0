"""Home: the servers that were found, and what can be done without any."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client import choosing
from coinche.client import home as rows_of
from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.client.playback.playback_words import Playback
from coinche.client.ui import Overlay
from coinche.connection.address import Found
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .lines import Line, Size, apart, clickable, cut, joined, plain, shortened, split_words, width
from .notice import notice, style_of

_FIELDS: Mapping[Overlay, Words] = {
    Overlay.ADDRESS: Phrase.WRITE_ADDRESS,
    Overlay.NAME: Phrase.WRITE_NAME,
    Overlay.RECORD: Playback.WRITE_FILE,
}


def home(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; the line under the cursor is always on it."""
    cols = size.cols
    foot: tuple[Line, ...] = (*_said(state, face, cols), hints)
    head: tuple[Line, ...] = (_title(state, face, cols), plain(face.glyphs.rule * cols, "class:rule"))
    if size.rows < len(foot) + len(head) + 1:
        head, foot = head[:0], foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    body, at = _list(state, face, cols)
    first = max(0, min(at - room // 2, len(body) - room))
    shown = body[first : first + room]
    filler = (plain(""),) * (room - len(shown))
    return tuple(cut(line, cols) for line in (*head, *shown, *filler, *foot))


def _title(state: ClientState, face: Face, cols: int) -> Line:
    who = face.say(Phrase.YOU_ARE, name=face.name(state.name)) if state.name else ""
    return apart(plain(" " + face.say(Phrase.HOME), "class:title"), plain(who + " ", "class:own"), cols)


def _said(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """What is being written, what was told, or what goes on."""
    field = _FIELDS.get(state.ui.overlay) if state.ui.overlay else None
    said: list[Line] = []
    if state.notice is not None:
        said += split_words(notice(state.notice, face), cols - 1, style_of(state.notice))
    if field is not None:
        said.append(plain(face.say(field, line=face.name(state.ui.line)), "class:ask"))
    elif state.bound_for:
        words = Phrase.BOUND_ALONE if state.solo else Phrase.BOUND_FOR
        said.append(plain(face.say(words, server=face.name(state.bound_for)), "class:ask"))
    return tuple(joined(plain(" "), line) for line in said)


def _list(state: ClientState, face: Face, cols: int) -> tuple[list[Line], int]:
    """The lines, and the number of the one under the cursor."""
    lines: list[Line] = [plain("")]
    told = Phrase.SERVERS_FOUND if state.found else Phrase.SEARCHING if state.searching else Phrase.NONE_FOUND
    lines += [joined(plain(" "), line) for line in split_words(face.say(told), cols - 2, "class:dim")]
    at = 0
    under = rows_of.under_cursor(state)
    for number, row in enumerate(rows_of.rows(state)):
        if number == len(state.found):
            lines += [plain(""), plain(" " + face.say(Phrase.OR_ELSE), "class:dim")]
        if row is under:
            at = len(lines)
        line = shortened(_row(state, row, face, cols, chosen=row is under), cols, face.dots)
        lines.append(clickable(line, rows_of.at_row(number)))
    return lines, at


def _row(state: ClientState, row: rows_of.Row, face: Face, cols: int, *, chosen: bool) -> Line:
    mark = f" {face.glyphs.turn} " if chosen else "   "
    style = "class:chosen" if chosen else ""
    if row is rows_of.Choice.ALONE:
        kind = face.say(choosing.Value[state.ui.settings.bots.name])
        shown = f" [{kind}]" if chosen else f" ({kind})"
        return joined(plain(mark, "class:turn"), plain(face.say(row), style), plain(shown, "class:dim"))
    if not isinstance(row, Found):
        return joined(plain(mark, "class:turn"), plain(face.say(row), style))
    name = face.say(Phrase.SERVER_ROW, name=face.name(row.name), address=row.address, dot=face.glyphs.dot)
    busy = face.say(Phrase.SERVER_BUSY, tables=row.tables, people=row.people)
    server = joined(plain(mark, "class:turn"), plain(name, style))
    told = joined(server, plain(f"  ({busy})", "class:dim"))
    return told if width(told) <= cols else server
