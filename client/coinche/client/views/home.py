"""The home screen: the servers found, the choices that need none, and a sentence about the line under the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.bots import BotLevelText
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.update import home as choices
from coinche.client.update.home import AboutRow, Choice
from coinche.connection.address import Found
from coinche.engine.cards import Suit
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .cards import ink
from .notice import notice, style_of
from .text_lines import Line, Size, apart, clickable, cut, entry_line, joined, plain, shortened, split_words, width

_FIELDS: Mapping[Overlay, Words] = {
    Overlay.ADDRESS: Phrase.WRITE_ADDRESS,
    Overlay.NAME: Phrase.WRITE_NAME,
    Overlay.RECORD: Playback.WRITE_FILE,
}
_HEADINGS: Mapping[Choice, Words] = {
    Choice.ALONE: Phrase.HOME_ALONE,
    Choice.ADDRESS: Phrase.HOME_FRIENDS,
    Choice.RECORD: Phrase.HOME_ALSO,
}
"""The heading above the first choice of each group."""
_ROOMY = 18
"""Rows from which groups have headings, and the line under the cursor its sentence."""


def home(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The home screen; the line under the cursor is always visible."""
    cols = size.cols
    roomy = size.rows >= _ROOMY
    foot: tuple[Line, ...] = (*_said(state, face, cols, roomy=roomy), hints)
    head: tuple[Line, ...] = (_title(state, face, cols), plain(face.glyphs.rule * cols, "class:rule"))
    if size.rows < len(foot) + len(head) + 1:
        head, foot = head[:0], foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    body, at = _list(state, face, cols, roomy=roomy)
    first = max(0, min(at - room // 2, len(body) - room))
    shown = body[first : first + room]
    filler = (plain(""),) * (room - len(shown))
    return tuple(cut(line, cols) for line in (*head, *shown, *filler, *foot))


def _title(state: ClientState, face: Face, cols: int) -> Line:
    """The game's name between the suits, and the player's."""
    signs = () if face.glyphs.ascii else tuple(joined(plain(" "), plain(face.suit(suit), ink(suit))) for suit in Suit)
    name = plain(f" {face.say(Phrase.HOME)}", "class:title")
    who = face.say(Phrase.YOU_ARE, name=face.name(state.name)) if state.name else ""
    return apart(joined(*signs[:2], name, *signs[2:]), plain(who + " ", "class:own"), cols)


def _said(state: ClientState, face: Face, cols: int, *, roomy: bool) -> tuple[Line, ...]:
    """The lines above the hints: a notice, a text entry, the connection in progress, or the line under the cursor."""
    field = _FIELDS.get(state.ui.overlay) if state.ui.overlay else None
    said: list[Line] = []
    if state.notice is not None:
        said += split_words(notice(state.notice, face), cols - 1, style_of(state.notice))
    if field is not None:
        said.append(entry_line(face.say(field), state.ui.entry, face, cols - 1))
    elif state.bound_for:
        words = Phrase.BOUND_ALONE if state.solo else Phrase.BOUND_FOR
        said.append(plain(face.say(words, server=face.name(state.bound_for)), "class:ask"))
    elif not said and roomy:
        said += split_words(face.say(AboutRow.of(choices.under_cursor(state), state)), cols - 1, "class:dim")[:2]
    return tuple(joined(plain(" "), line) for line in said)


def _list(state: ClientState, face: Face, cols: int, *, roomy: bool) -> tuple[list[Line], int]:
    """The lines, and the number of the one under the cursor."""
    lines = list(_network(state, face, cols, roomy=roomy))
    at = 0
    under = choices.under_cursor(state)
    for number, row in enumerate(choices.rows(state)):
        heading = _HEADINGS.get(row) if isinstance(row, Choice) else None
        if heading is not None:
            lines += [plain(""), plain(f" {face.say(heading)}", "class:title")] if roomy else []
        if row is under:
            at = len(lines)
        line = shortened(_row(state, row, face, cols, chosen=row is under), cols, face.dots)
        lines.append(clickable(line, choices.at_row(number)))
    return lines, at


def _network(state: ClientState, face: Face, cols: int, *, roomy: bool) -> Iterator[Line]:
    """The heading of the servers, and a sentence if there are none."""
    if roomy:
        yield from (plain(""), plain(f" {face.say(Phrase.SERVERS_FOUND)}", "class:title"))
    if not state.found:
        told = face.say(Phrase.SEARCHING if state.searching else Phrase.NONE_FOUND)
        yield from (joined(plain("   "), line) for line in split_words(told, cols - 3, "class:dim"))


def _row(state: ClientState, row: choices.Row, face: Face, cols: int, *, chosen: bool) -> Line:
    mark = plain(f" {face.glyphs.turn} " if chosen else "   ", "class:turn")
    style = "class:chosen" if chosen else ""
    if row is Choice.ALONE:
        level = face.say(BotLevelText[state.ui.settings.bots.name])
        return joined(mark, plain(face.say(row), style), plain(f" [{level}]" if chosen else f" ({level})", "class:dim"))
    if not isinstance(row, Found):
        return joined(mark, plain(face.say(choices.title(row, state)), style))
    name = face.say(Phrase.SERVER_ROW, name=face.name(row.name), address=row.address, dot=face.glyphs.dot)
    busy = face.say(Phrase.SERVER_BUSY, tables=row.tables, people=row.people)
    server = joined(mark, plain(name, style))
    told = joined(server, plain(f"  ({busy})", "class:dim"))
    return told if width(told) <= cols else server
