"""The home screen: the servers found, the choices that need none, and a sentence about the line under the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coinche.client.model.messages import WaitingMatch
from coinche.client.model.state import ClientState, ExpectedMatch
from coinche.client.model.ui import Overlay
from coinche.client.texts.bots import BotLevelText
from coinche.client.texts.notices import Waiting
from coinche.client.texts.preset_titles import in_full, titled
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.update import home as choices
from coinche.client.update.home import AboutRow, Choice, ExpectedMatchRow
from coinche.client.update.rules_form import house_of
from coinche.connection.address import Found
from coinche.engine.cards import Card, Suit
from coinche.engine.presets import DEFAULT_PRESET
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .cards import LARGE, box, ink, row_of
from .notice import notice, style_of
from .text_lines import (
    Line,
    Size,
    apart,
    centred,
    clickable,
    cut,
    entry_line,
    joined,
    plain,
    shortened,
    split_words,
    whole_or_marked,
    width,
)

_FIELDS: Mapping[Overlay, Words] = {
    Overlay.ADDRESS: Phrase.WRITE_ADDRESS,
    Overlay.NAME: Phrase.WRITE_NAME,
    Overlay.RECORD: Playback.WRITE_FILE,
}
_ROOMY = 18
"""Rows from which groups have headings, and the line under the cursor its sentence."""
_WIDE = Size(100, 30)
"""Size from which the lines stand in the middle of the screen."""
_WITH_CARDS = 36
"""Rows from which cards lie above them."""
_CARDS = (Card("JS"), Card("9H"), Card("AD"), Card("10C"))
"""The four best trumps, in the four suits."""
_BLOCK = 80
"""Cells of the block in the middle."""


def home(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The home screen; the line under the cursor is always visible."""
    cols = size.cols
    roomy, wide = size.rows >= _ROOMY, size.cols >= _WIDE.cols and size.rows >= _WIDE.rows
    foot: tuple[Line, ...] = (*_said(state, face, cols, about=roomy and not wide), hints)
    head: tuple[Line, ...] = (_title(state, face, cols), plain(face.glyphs.rule * cols, "class:rule"))
    if size.rows < len(foot) + len(head) + 1:
        head, foot = head[:0], foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    body, at = _list(state, face, _BLOCK if wide else cols, roomy=roomy)
    if wide:
        about = (joined(plain(" "), line) for line in split_words(_about(state, face), _BLOCK - 1, "class:dim"))
        body += (plain(""), *about)
        body, at = _in_the_middle(body, at, face, Size(cols, room), cards=size.rows >= _WITH_CARDS)
    first = max(0, min(at - room // 2, len(body) - room))
    shown = whole_or_marked(body[first:], Size(cols, room), face)
    filler = (plain(""),) * (room - len(shown))
    return tuple(cut(line, cols) for line in (*head, *shown, *filler, *foot))


def _in_the_middle(body: list[Line], at: int, face: Face, size: Size, *, cards: bool) -> tuple[list[Line], int]:
    """The lines as one block in the middle of that size, below cards if there is room for them."""
    margin = plain(" " * max(0, (size.cols - _BLOCK) // 2))
    block = [joined(margin, line) for line in body]
    above = [centred(line, size.cols) for line in row_of([box(card, face, LARGE) for card in _CARDS])] if cards else []
    above = above if len(above) + len(block) <= size.rows else []
    top = [plain("")] * max(0, (size.rows - len(above) - len(block)) // 3)
    return [*top, *above, *block], at + len(top) + len(above)


def _title(state: ClientState, face: Face, cols: int) -> Line:
    """The game's name between the suits, and the player's."""
    signs = () if face.glyphs.ascii else tuple(joined(plain(" "), plain(face.suit(suit), ink(suit))) for suit in Suit)
    name = plain(f" {face.say(Phrase.HOME)}", "class:title")
    who = face.say(Phrase.YOU_ARE, name=face.name(state.name)) if state.name else ""
    return apart(joined(*signs[:2], name, *signs[2:]), plain(who + " ", "class:own"), cols)


def _said(state: ClientState, face: Face, cols: int, *, about: bool) -> tuple[Line, ...]:
    """The lines above the hints: a notice, a text entry, the connection in progress, or `about` the line under the
    cursor."""
    field = _FIELDS.get(state.ui.overlay) if state.ui.overlay else None
    said: list[Line] = []
    if state.notice is not None:
        said += split_words(notice(state.notice, face), cols - 1, style_of(state.notice))
    if field is not None:
        said.append(entry_line(face.say(field), state.ui.entry, face, cols - 1))
    elif state.expected is ExpectedMatch.CHOSEN:
        said.append(plain(face.say(Waiting.OPENS_ONE), "class:ask"))
    elif state.bound_for:
        said.append(plain(bound(state, face), "class:ask"))
    elif not said and about:
        said += split_words(_about(state, face), cols - 1, "class:dim")
    return tuple(joined(plain(" "), line) for line in said)


def bound(state: ClientState, face: Face) -> str:
    """The sentence about the connection in progress: to a server, a table of one's own, or one's matches."""
    waits = any(one.directory == state.goes_on for one in state.waiting or ())
    alone = Waiting.OPENS if state.browses_own else Waiting.OPENS_ONE if waits else Phrase.BOUND_ALONE
    return face.say(alone if state.solo else Phrase.BOUND_FOR, server=face.name(state.bound_for))


def _about(state: ClientState, face: Face) -> str:
    """The sentence about the line under the cursor."""
    row = choices.under_cursor(state)
    waits = {"target": row.target, "rules": in_full(row.rules, face)} if isinstance(row, WaitingMatch) else {}
    return face.say(AboutRow.of(state, row), **waits)


def _list(state: ClientState, face: Face, cols: int, *, roomy: bool) -> tuple[list[Line], int]:
    """The lines in their groups, and the number of the one under the cursor."""
    lines: list[Line] = []
    at = 0
    under, group = choices.under_cursor(state), None
    for number, row in enumerate(choices.rows(state)):
        if (now := _group(row)) is not group:
            group = now
            lines += [plain(""), plain(f" {face.say(now)}", "class:title")] if roomy else []
        if row is under:
            at = len(lines)
        line = shortened(_row(state, row, face, cols, chosen=row is under), cols, face.dots)
        lines.append(clickable(line, choices.at_row(number)))
        if row is Choice.ADDRESS:
            lines += _no_server(state, face, cols, roomy=roomy)
    return lines, at


def _group(row: choices.Row) -> Phrase:
    """The heading above the line."""
    if isinstance(row, WaitingMatch | ExpectedMatchRow) or row is Choice.ALONE:
        return Phrase.HOME_ALONE
    return Phrase.HOME_FRIENDS if isinstance(row, Found) or row is Choice.ADDRESS else Phrase.HOME_ALSO


def _no_server(state: ClientState, face: Face, cols: int, *, roomy: bool) -> Iterator[Line]:
    """A sentence if no server was found, as long as there is room for it."""
    if not state.found:
        none = Phrase.NONE_FOUND if roomy else Phrase.NONE_FOUND_BRIEFLY
        told = face.say(Phrase.SEARCHING if state.searching else none)
        yield from (joined(plain("   "), line) for line in split_words(told, cols - 3, "class:dim"))


def _row(state: ClientState, row: choices.Row, face: Face, cols: int, *, chosen: bool) -> Line:
    mark = plain(f" {face.glyphs.turn} " if chosen else "   ", "class:turn")
    style = "class:chosen" if chosen else ""
    if row is Choice.ALONE:
        level = face.say(BotLevelText[state.ui.settings.bots.name])
        house = house_of(state)
        after = plain(f" [{level}]" if chosen else f" ({level})", "class:dim")
        if house is not None:
            after = joined(after, plain(f" {face.glyphs.dot} {titled(house.name, face)}", "class:dim"))
        whole = joined(mark, plain(face.say(row), style), after)
        return whole if width(whole) <= cols else joined(mark, plain(face.say(Phrase.ALONE_BRIEFLY), style), after)
    if isinstance(row, WaitingMatch):
        return joined(mark, plain(waiting_match(row, face, cols - width(mark)), style))
    if isinstance(row, ExpectedMatchRow):
        return joined(mark, plain(face.say(row), style))
    if not isinstance(row, Found):
        return joined(mark, plain(face.say(choices.title(row, state)), style))
    name = face.say(Phrase.SERVER_ROW, name=face.name(row.name), address=row.address, dot=face.glyphs.dot)
    busy = face.say(Phrase.SERVER_BUSY, tables=row.tables, people=row.people)
    server = joined(mark, plain(name, style))
    told = joined(server, plain(f"  ({busy})", "class:dim"))
    return told if width(told) <= cols else server


def waiting_match(row: WaitingMatch, face: Face, cols: int = 1000) -> str:
    """The line of a match that waits, as long as there is room for; one by other rules than usual names them."""
    usual = (Waiting.ROW, Waiting.ROW_BRIEFLY)
    forms = usual if row.rules == DEFAULT_PRESET else (Waiting.ROW_BY, Waiting.ROW_BY_BRIEFLY, Waiting.ROW_BRIEFLY)
    numbers = {"deal": row.deal, "us": row.us, "them": row.them}
    told = [face.say(words, rules=titled(row.rules, face), **numbers) for words in forms]
    return next((said for said in told if width(plain(said)) <= cols), told[-1])
