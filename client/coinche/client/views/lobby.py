"""The lobby: a new table, and those that there are."""

from __future__ import annotations

from coinche.client import tables
from coinche.client.in_play import InPlay
from coinche.client.model import ClientState, Link
from coinche.client.newcomers import Arriving
from coinche.client.phrases import Phrase
from coinche.client.rules import wishing
from coinche.client.ui import Overlay, Ui
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant, SeatInfo, TableInfo
from coinche.text.formatting import Face

from .banner import aim, alarm
from .lines import Line, Size, apart, clickable, cut, joined, padded, plain, split_words, width
from .notice import notice, style_of

_PHASES = {Phase.WAITING: Phrase.PHASE_WAITING, Phase.MATCH_OVER: Phrase.PHASE_OVER}


def lobby(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; the line under the cursor is always on it."""
    cols = size.cols
    foot: tuple[Line, ...] = (*_status(state, face, cols), hints)
    head: tuple[Line, ...] = (_title(state, face, cols), plain(face.glyphs.rule * cols, "class:rule"))
    if size.rows < len(foot) + len(head) + 1:
        head, foot = head[:0], foot[: max(0, size.rows - 1)]
    room = size.rows - len(head) - len(foot)
    rows = list_rows(state, face, cols)
    first = max(0, min(2 * state.ui.row + 2 - room, len(rows) - room)) if room < len(rows) else 0
    body = rows[first : first + room]
    filler = (plain(""),) * (room - len(body))
    return tuple(cut(line, cols) for line in (*head, *body, *filler, *foot))


def _title(state: ClientState, face: Face, cols: int) -> Line:
    if told := alarm(state, face):
        return plain((" " + told).ljust(cols), "class:alarm")
    name = face.say(Phrase.WELCOME, name=face.name(state.name)) if state.name else ""
    title = face.say(Phrase.TABLES, server=face.name(state.server_name))
    return apart(plain(" " + title, "class:title"), plain(name + " ", "class:own"), cols)


def _status(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    if state.ui.overlay is Overlay.PASSPHRASE:
        return _indented(split_words(_written(state, face), cols - 1, "class:ask"))
    if state.notice is not None:
        return _indented(split_words(notice(state.notice, face), cols - 1, style_of(state.notice)))
    if state.link is Link.CONNECTING or not state.in_lobby:
        return (plain(" " + face.say(Phrase.CONNECTING), "class:dim"),)
    if not state.tables:
        return (plain(" " + face.say(Phrase.NO_TABLES), "class:dim"),)
    return _indented(split_words(_meant(state, face), cols - 1, "class:ask")) or (plain(""),)


def _indented(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(joined(plain(" "), line) for line in lines)


def _written(state: ClientState, face: Face) -> str:
    """The words as far as they are written: those of the table under the cursor, or of a new one."""
    line = face.name(state.ui.line)
    info = state.tables[state.ui.row - 1] if state.ui.row else None
    if info is not None and info.private:
        return face.say(Phrase.WRITE_WORDS_OF, table=face.name(info.name), line=line)
    return face.say(Phrase.WRITE_WORDS, line=line)


def _meant(state: ClientState, face: Face) -> str:
    """What becomes of the seat that is chosen, or of any seat of a match that is going on."""
    if not 0 < state.ui.row <= len(state.tables):
        return ""
    info = state.tables[state.ui.row - 1]
    place, gathers = state.ui.place, info.phase in (Phase.WAITING, Phase.MATCH_OVER)
    chosen = next((seat for seat in info.seats if seat.seat is place), None)
    if info.strict and not gathers:
        return face.say(InPlay.STRICT_IN_PLAY)
    if chosen is None:
        has_room = any(seat.occupant is Occupant.BOT and is_open(seat) for seat in info.seats)
        return face.say(InPlay.TAKE_ANY_IN_PLAY) if has_room and not gathers else ""
    words = InPlay.SEAT_CLOSED if chosen.closed else InPlay.SEAT_RESERVED if chosen.reserved_by else InPlay.TAKE_SEAT
    if chosen.occupant is Occupant.BOT and is_open(chosen):
        words = InPlay.TAKE_BOT if gathers else InPlay.TAKE_BOT_IN_PLAY
    return face.say(words, seat=face.seat(chosen.seat), who=face.name(chosen.reserved_by))


def is_open(info: SeatInfo) -> bool:
    """Whether neither a vote nor somebody's wish keeps the seat from others."""
    return not info.closed and not info.reserved_by


def fate(info: SeatInfo, face: Face) -> str:
    """The same in a word: closed, or who gets the seat; empty where it is open."""
    if info.closed:
        return f" ({face.say(Arriving.CLOSED)})"
    return f" {face.glyphs.arrow} {face.name(info.reserved_by)}" if info.reserved_by else ""


def list_rows(state: ClientState, face: Face, cols: int) -> list[Line]:
    """Two lines for each table: what it is, and who sits there."""
    here = state.ui.row == 0
    words = Phrase.NEW_PRIVATE_TABLE_TO if state.wish.private else Phrase.NEW_TABLE_TO
    new = face.say(words, rules=face.name(wishing.called(state)), aim=aim_wished(state, face))
    rows = [clickable(_cursor(here, new, face), tables.at_row(0)), plain("")]
    for i, info in enumerate(state.tables, start=1):
        rows += _table(info, state.ui, face, i, cols)
    return rows


def _cursor(here: bool, text: str, face: Face) -> Line:
    sign = face.glyphs.turn if here else " "
    return joined(plain(f" {sign} ", "class:turn"), plain(text, "class:chosen" if here else ""))


def _table(info: TableInfo, ui: Ui, face: Face, row: int, cols: int) -> list[Line]:
    """A click chooses the table, or one of its seats; on what is chosen it enters."""
    here = row == ui.row
    name = face.name(info.name)
    title = _cursor(here, face.say(Phrase.PRIVATE_TABLE, table=name) if info.private else name, face)
    facts = [plain(told + " ", "class:dim") for told in _facts(info, face)]
    right = next((told for told in facts if width(title) + 1 + width(told) <= cols), facts[-1])
    top = apart(title, right, cols, face.dots)
    place = ui.place if here else None
    column = max(10, (cols - 5) // 4)
    by_seat = {seat.seat: seat for seat in info.seats}
    cells = (
        joined(padded(_seat(by_seat.get(seat), seat, seat is place, face), column - 1, face.dots), plain(" "))
        for seat in Seat
    )
    seats = (clickable(cell, tables.at_seat(row, seat)) for seat, cell in zip(Seat, cells, strict=True))
    return [clickable(top, tables.at_row(row)), joined(plain("     "), *seats)]


def _facts(info: TableInfo, face: Face) -> tuple[str, ...]:
    """How it stands, its rules and who watches; less and less of it."""
    phase = face.say(_PHASES.get(info.phase, Phrase.PHASE_PLAYING))
    rules = f"{face.name(info.preset)}, {aim_of(info, face)}  {phase}"
    watched = "  " + face.say(Phrase.SPECTATORS, count=info.spectators) if info.spectators else ""
    return rules + watched, rules, phase


def aim_wished(state: ClientState, face: Face) -> str:
    """What a new table would play to; its target is the server's where none is wished for."""
    book, target = wishing.wished(state), state.wish.target
    if book is not None and book.rules.match.length is not None:
        return aim(book.rules.match, face)
    return face.say(Phrase.AIM_SERVER) if target is None else face.say(Phrase.AIM_TARGET, target=target)


def aim_of(info: TableInfo, face: Face) -> str:
    """What a table of the list plays to: its target, or a number of deals where that is one of its changes."""
    length = info.options.get("length")
    if length is not None:
        return face.say(Phrase.AIM_LENGTH, length=length)
    return face.say(Phrase.AIM_TARGET, target=info.target)


def _seat(info: SeatInfo | None, seat: Seat, chosen: bool, face: Face) -> Line:
    if info is None or info.occupant is Occupant.FREE:
        who, style = face.say(Phrase.FREE), "class:ours"
    elif not info.connected:
        who, style = f"{face.name(info.name)} ({face.say(Phrase.AWAY)})", "class:away"
    elif info.closed:
        who, style = face.say(Arriving.CLOSED), "class:dim"
    else:
        bot = f" ({face.say(Phrase.BOT)})" if info.occupant is Occupant.BOT else ""
        who, style = face.name(info.name) + (fate(info, face) or bot), "class:player"
    text = f"{face.seat(seat)[0]} {who}"
    return plain(f"[{text}]", f"{style} class:chosen") if chosen else plain(text, style)
