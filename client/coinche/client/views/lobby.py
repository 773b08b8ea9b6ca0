"""The lobby, which offers a new table and lists the others."""

from __future__ import annotations

from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay
from coinche.client.texts.bots import name_of, with_mark
from coinche.client.texts.people import InLobby
from coinche.client.texts.play import InPlay
from coinche.client.texts.preset_titles import titled
from coinche.client.texts.screens import Phrase
from coinche.client.update import lobby as tables
from coinche.client.update import rules_form
from coinche.client.update.people import come, is_alone, open_call
from coinche.client.update.room import Arriving
from coinche.client.views import people, table_details
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant, SeatInfo, TableInfo
from coinche.text.formatting import Face

from .asides import chat_line, stroke_lines, strokes
from .banner import alarm
from .notice import notice, style_of
from .table_details import aim_of, aim_wished, score
from .text_lines import (
    Line,
    Size,
    apart,
    clickable,
    cut,
    entry_lines,
    joined,
    padded,
    plain,
    shortened,
    split_words,
    whole_or_marked,
    width,
)

_INDENT, _NARROW = 5, 45
"""Cells left of the players of a table, and those from which there is room for that."""
_FOR_UNREAD = 10
"""Rows from which a line says that nobody is there to read a message."""
_WORDY = 60
"""Cells from which a line says all that can be done with the new table."""
_LEAST_SEAT = 6
"""Cells of a seat at least."""
_PHASES = {Phase.WAITING: Phrase.PHASE_WAITING, Phase.MATCH_OVER: Phrase.PHASE_OVER}


def lobby(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the lobby; the line under the cursor is always visible."""
    cols = size.cols
    foot: tuple[Line, ...] = (*_status(state, face, size), hints)
    head: tuple[Line, ...] = (_title(state, face, cols), plain(face.glyphs.rule * cols, "class:rule"))
    if size.rows < len(foot) + len(head) + 1:
        head, foot = head[:0], foot[: max(0, size.rows - 1)]
    room = Size(cols, size.rows - len(head) - len(foot))
    return tuple(cut(line, cols) for line in (*head, *_between(state, face, room), *foot))


def _between(state: ClientState, face: Face, room: Size) -> tuple[Line, ...]:
    """Tables, people and chat, exactly `room.rows` lines.

    A large screen has people and chat beside the tables, and at the bottom the table under the cursor. The way to play
    with friends stands there while there is no table, if there is room.
    """
    is_large = room.cols >= people.WIDE and room.rows >= people.TALL
    if is_alone(state):
        rows = (*list_rows(state, face, room.cols)[:1], *people.first_visit(state, face, room.cols))
        said = people.last_said(state, face, Size(room.cols, room.rows - len(rows)))
        return whole_or_marked((*rows, *(plain(""),) * (room.rows - len(rows) - len(said)), *said), room, face)
    if not is_large:
        wanted = _rows_of_tables(state)
        below = people.below_the_tables(state, face, room, wanted) if state.presence.offered else ()
        return (*_with_guide(state, face, Size(room.cols, room.rows - len(below))), *below)
    if not state.presence.offered:
        return _with_details(state, face, room)
    left = Size(room.cols - people.PANEL_WIDTH, room.rows)
    panel = people.panel(state, face, Size(people.PANEL_WIDTH, room.rows))
    lines = _with_details(state, face, left)
    return tuple(joined(padded(line, left.cols), beside) for line, beside in zip(lines, panel, strict=True))


def _with_details(state: ClientState, face: Face, room: Size) -> tuple[Line, ...]:
    """The tables, and at the bottom more about the table under the cursor."""
    tables = _with_guide(state, face, Size(room.cols, room.rows - table_details.ROWS))
    return (*tables, *table_details.details(state, face, room.cols))


def _with_guide(state: ClientState, face: Face, room: Size) -> tuple[Line, ...]:
    """The tables; where there is none yet, the way to play with friends just below the line for a new one."""
    listed = _rows_of_tables(state)
    guide = people.guide(state, face, room.cols) if state.presence.offered and not state.tables else ()
    if listed + len(guide) + 1 > room.rows:
        return _tables(state, face, room)
    rest = room.rows - listed - len(guide)
    return (*_tables(state, face, Size(room.cols, listed)), *guide, *(plain(""),) * rest)


def _rows_of_tables(state: ClientState) -> int:
    """The lines of the new table, with that of a call, and of all others."""
    return _head_rows(state) + 2 * len(state.tables)


def _head_rows(state: ClientState) -> int:
    """The lines above the tables: the new table, the latest call, and a blank one."""
    return 3 if open_call(state) is not None else 2


def _tables(state: ClientState, face: Face, room: Size) -> tuple[Line, ...]:
    """The new table and all others, scrolled so that the one under the cursor is in sight."""
    rows = list_rows(state, face, room.cols)
    last = _head_rows(state) + 2 * state.ui.row
    first = max(0, min(last - room.rows, len(rows) - room.rows)) if room.rows < len(rows) else 0
    body = whole_or_marked(rows[first:], Size(room.cols, max(0, room.rows)), face)
    return (*body, *(plain(""),) * (room.rows - len(body)))


def _title(state: ClientState, face: Face, cols: int) -> Line:
    if told := alarm(state, face):
        return plain((" " + told).ljust(cols), "class:alarm")
    name = face.say(Phrase.WELCOME, name=face.name(state.name)) if state.name else ""
    title = face.say(Phrase.TABLES, server=face.name(state.server_name))
    if state.presence.offered and state.in_lobby:
        title = people.title(state, face, cols - 3)
    if len(title) + len(name) + 3 > cols:
        name = ""
    return apart(plain(" " + title, "class:title"), plain(name + " ", "class:own"), cols)


def _status(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    cols = size.cols
    if state.ui.overlay is Overlay.PASSPHRASE:
        return _indented(entry_lines(_label(state, face), state.ui.entry, face, cols - 1, size.rows - 1))
    if state.ui.overlay is Overlay.LOBBY_CHAT:
        written = joined(plain(" "), chat_line(state.ui, face, cols - 1), plain(strokes(state.ui, face), "class:dim"))
        unread = people.unread(state, face, cols) if size.rows >= _FOR_UNREAD else ()
        return (*(stroke_lines(state.ui, face, cols) or unread), written)
    if state.notice is not None:
        return _indented(split_words(notice(state.notice, face), cols - 1, style_of(state.notice)))
    if state.link is Link.CONNECTING or not state.in_lobby:
        return (plain(" " + face.say(Phrase.CONNECTING), "class:dim"),)
    return _indented(split_words(_meant(state, face, briefly=cols < _WORDY), cols - 1, "class:ask")) or (plain(""),)


def _indented(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(joined(plain(" "), line) for line in lines)


def _label(state: ClientState, face: Face) -> str:
    """The label of the passphrase entry, for the private table under the cursor or for a new one."""
    info = state.tables[state.ui.row - 1] if state.ui.row else None
    if info is not None and info.private:
        return face.say(Phrase.WRITE_WORDS_OF, table=face.name(info.name))
    return face.say(Phrase.WRITE_WORDS)


def _meant(state: ClientState, face: Face, *, briefly: bool = False) -> str:
    """Return the sentence about Enter on the line under the cursor: it opens the new table, or takes a seat of another;
    at a table that is full, the sentence about watching."""
    if state.ui.row == 0:
        below = face.say(Phrase.NO_TABLES) if not (state.tables or is_alone(state)) else _awaited_below(state, face)
        opens = face.say(InLobby.OPEN_BRIEFLY if briefly else InLobby.OPEN_TABLE)
        return below if briefly and below else f"{below} {opens}".strip()
    if state.ui.row > len(state.tables):
        return ""
    info = state.tables[state.ui.row - 1]
    unit = face.say(Arriving.MATCH if table_details.length_of(info) == 1 else Arriving.DEAL)
    place, gathers = state.ui.place, info.phase in (Phase.WAITING, Phase.MATCH_OVER)
    chosen = next((seat for seat in info.seats if seat.seat is place), None)
    if (own := tables.own_seat(state, info)) is not None:
        seat = next(seat for seat in info.seats if seat.seat is own)
        words = InPlay.TAKE_BACK if seat.occupant is Occupant.BOT and is_open(seat) else InPlay.OWN_SEAT_TAKEN
        return face.say(words, seat=face.seat(own))
    if info.strict and not gathers:
        return face.say(InPlay.STRICT_IN_PLAY)
    if chosen is None and tables.waits(info, state.passphrase):
        free = _free(info)
        awaited = InLobby.AWAITED_ONE if free == 1 else InLobby.AWAITED_SOME
        return face.say(awaited, table=face.name(info.name), count=free)
    if chosen is None and info.private and state.passphrase is None:
        return face.say(InLobby.ASKS_WORDS)
    if chosen is None and (free_seat := tables.seat_of_enter(state, info)) is not None:
        return face.say(InPlay.TAKE_SEAT, seat=face.seat(free_seat))
    if chosen is None:
        has_room = any(seat.occupant is Occupant.BOT and is_open(seat) for seat in info.seats)
        takes = InLobby.TAKE_ANY if gathers else InPlay.TAKE_ANY_IN_PLAY
        return face.say(takes if has_room else InLobby.FULL, unit=unit)
    words = InPlay.SEAT_CLOSED if chosen.closed else InPlay.SEAT_RESERVED if chosen.reserved_by else InPlay.TAKE_SEAT
    if chosen.occupant is Occupant.BOT and is_open(chosen):
        words = InPlay.TAKE_BOT if gathers else InPlay.TAKE_BOT_IN_PLAY
    return face.say(words, seat=face.seat(chosen.seat), who=face.name(chosen.reserved_by), unit=unit)


def _awaited_below(state: ClientState, face: Face) -> str:
    """The table where a person waits for players, while the cursor is on the new one; empty if there is none."""
    row = tables.awaited_table(state)
    if not row:
        return ""
    free = _free(state.tables[row - 1])
    words = InLobby.AWAITED_BELOW_ONE if free == 1 else InLobby.AWAITED_BELOW_SOME
    return face.say(words, table=face.name(state.tables[row - 1].name), count=free)


def _free(info: TableInfo) -> int:
    return sum(seat.occupant is Occupant.FREE for seat in info.seats)


def is_open(info: SeatInfo) -> bool:
    """Return whether neither a vote nor another player's reservation closes the seat."""
    return not info.closed and not info.reserved_by


def fate(info: SeatInfo, face: Face) -> str:
    """A seat's state in a word: closed, or the player who gets it; empty if it is open."""
    if info.closed:
        return f" ({face.say(Arriving.CLOSED)})"
    return f" {face.glyphs.arrow} {face.name(info.reserved_by)}" if info.reserved_by else ""


def sitting(info: SeatInfo, face: Face, cols: int = 1000) -> str:
    """The player of a seat and what becomes of it, or the mark of a bot if `cols` leaves room for it."""
    told = face.name(name_of(info)) + fate(info, face)
    marked = with_mark(info, face)
    return told if fate(info, face) or width(plain(marked)) > cols else marked


def list_rows(state: ClientState, face: Face, cols: int) -> list[Line]:
    """The row for a new table, the latest call, then two lines for each table: its name and facts, and its players."""
    here = state.ui.row == 0
    new = _new_table(state, face, cols)
    rows = [clickable(shortened(_cursor(here, new, face), cols, face.dots), tables.at_row(0))]
    if called := people.call(state, face):
        shown = shortened(plain(f"   {called}", "class:ask class:chosen"), cols, face.dots)
        rows.append(clickable(shown, come))
    rows.append(plain(""))
    for i, info in enumerate(state.tables, start=1):
        rows += _table(info, state, face, i, cols)
    return rows


def _new_table(state: ClientState, face: Face, cols: int) -> str:
    """The row for a new table; without its rules where they have no room, since the arrows change its aim there."""
    private, aim = state.wish.private, aim_wished(state, face)
    whole = face.say(
        Phrase.NEW_PRIVATE_TABLE_TO if private else Phrase.NEW_TABLE_TO,
        rules=titled(rules_form.called(state), face),
        aim=aim,
    )
    if width(_cursor(True, whole, face)) <= cols:
        return whole
    return face.say(Phrase.NEW_PRIVATE_TABLE_BRIEFLY if private else Phrase.NEW_TABLE_BRIEFLY, aim=aim)


def _cursor(here: bool, text: str, face: Face) -> Line:
    sign = face.glyphs.turn if here else " "
    return joined(plain(f" {sign} ", "class:turn"), plain(text, "class:chosen" if here else ""))


def _table(info: TableInfo, state: ClientState, face: Face, row: int, cols: int) -> list[Line]:
    """A table in two lines: a click selects it or one of its seats, and a click on the selection enters.
    At the table under the cursor the seat that Enter takes is marked."""
    here = row == state.ui.row
    name = face.name(info.name)
    title = _cursor(here, face.say(Phrase.PRIVATE_TABLE, table=name) if info.private else name, face)
    facts = [plain(told + " ", "class:dim") for told in _facts(info, face)]
    right = next((told for told in facts if width(title) + 1 + width(told) <= cols), facts[-1])
    top = apart(title, right, cols, face.dots)
    place = tables.seat_of_enter(state, info) if here else None
    indent = _INDENT if cols >= _NARROW else 1
    column = max(_LEAST_SEAT, (cols - indent) // len(Seat))
    by_seat = {seat.seat: seat for seat in info.seats}
    cells = (
        joined(
            padded(_seat(by_seat.get(seat), seat, seat is place, face, column - 1), column - 1, face.dots), plain(" ")
        )
        for seat in Seat
    )
    seats = (clickable(cell, tables.at_seat(row, seat)) for seat, cell in zip(Seat, cells, strict=True))
    return [clickable(top, tables.at_row(row)), joined(plain(" " * indent), *seats)]


def _facts(info: TableInfo, face: Face) -> tuple[str, ...]:
    """Phase or score, rules and spectators of a table, in ever shorter versions."""
    phase = _how_far(info, face)
    title = titled(info.preset, face)
    rules = f"{title}, {aim_of(info, face)}  {phase}"
    watched = "  " + face.say(Phrase.SPECTATORS, count=info.spectators) if info.spectators else ""
    return rules + watched, rules, f"{title}  {phase}", phase


def _how_far(info: TableInfo, face: Face) -> str:
    """The free seats of a table that waits, else the score of its match."""
    free = _free(info)
    if info.phase is Phase.WAITING and free:
        return face.say(InLobby.FREE_SEAT if free == 1 else InLobby.FREE_SEATS, count=free)
    phase = face.say(_PHASES.get(info.phase, Phrase.PHASE_PLAYING))
    return "  ".join(filter(None, (score(info, face), phase)))


def _seat(info: SeatInfo | None, seat: Seat, chosen: bool, face: Face, cols: int) -> Line:
    if info is None or info.occupant is Occupant.FREE:
        who, style = face.say(Phrase.FREE), "class:ours"
    elif not info.connected:
        who, style = f"{face.name(name_of(info))} ({face.say(Phrase.AWAY)})", "class:away"
    elif info.closed:
        who, style = face.say(Arriving.CLOSED), "class:dim"
    else:
        who, style = sitting(info, face, cols - (4 if chosen else 2)), "class:player"
    text = f"{face.seat(seat)[0]} {who}"
    if not chosen:
        return plain(text, style)
    style = f"{style} class:chosen"
    is_free = info is None or info.occupant is Occupant.FREE
    if is_free and width(plain(text)) <= cols < width(plain(text)) + 2:  # the bar is mark enough; the word is whole
        return plain(text, style)
    return joined(plain("[", style), shortened(plain(text, style), cols - 2, face.dots), plain("]", style))
