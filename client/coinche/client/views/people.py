"""The people in the lobby: its title with how many there are, who is where, the chat, calls, and a first visit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from coinche.client.model.people import CallForPlayers
from coinche.client.model.state import ClientState
from coinche.client.texts.line_mode import Typed
from coinche.client.texts.people import InLobby
from coinche.client.texts.ready_messages import understood
from coinche.client.texts.screens import Phrase
from coinche.client.update.people import (
    COME_KEY,
    INVITE_KEY,
    PEOPLE_KEY,
    TALK_KEY,
    at_person,
    heard_lines,
    open_call,
)
from coinche.engine.view import Phase
from coinche.protocol.messages import LobbyLine, Occupant, PersonInfo, TableInfo, Whereabouts
from coinche.text.formatting import Face

from .statistics import above_hints
from .text_lines import (
    Line,
    Size,
    apart,
    cells,
    clickable,
    cut,
    heading,
    joined,
    padded,
    plain,
    shortened,
    split_words,
    text_of,
    width,
    wrapped,
)

_LEAST_NAME = 6
"""Cells of a server's name that a title shows at least."""
PANEL_WIDTH, WIDE, TALL = 44, 110, 20
"""Columns of people and chat beside the tables, and columns and rows from which they are there."""
_FEWEST_ROWS = 14
"""Rows below which the screen has no list of people."""
_LEAST_TALK, _MOST_TALK = 4, 12
"""Lines of the chat while many tables are listed, and if there is room."""


def title(state: ClientState, face: Face, cols: int) -> str:
    """The server's name, with the number of tables and people; where they have no room, with people alone, and the name
    is cut."""
    tables, people = len(state.tables), state.presence.count
    words = InLobby.SOME_TABLES if tables > 1 else InLobby.ONE_TABLE if tables else InLobby.NO_TABLE
    there = InLobby.SOME_PEOPLE if people > 1 else InLobby.ALONE
    counts, name = (face.say(words, count=tables), face.say(there, count=people)), face.name(state.server_name)
    said = [
        face.say(InLobby.TITLE, server=name, dot=face.glyphs.dot, counts=some)
        for some in (", ".join(counts), counts[1])
    ]
    if fitting := next((told for told in said if cells(told) <= cols), ""):
        return fitting
    room = cols - (cells(said[1]) - cells(name))
    if room < _LEAST_NAME:
        return text_of(shortened(plain(name), cols, face.dots))
    name = text_of(shortened(plain(name), room, face.dots))
    return face.say(InLobby.TITLE, server=name, dot=face.glyphs.dot, counts=counts[1])


def call(state: ClientState, face: Face) -> str:
    """The latest call, and the key that answers it; empty if there is none."""
    called = open_call(state)
    if called is None:
        return ""
    return face.say(InLobby.CALL_KEY, call=called_by(*called, face), key=COME_KEY)


def typed_call(called: tuple[CallForPlayers, TableInfo], face: Face) -> str:
    """A call, and the word that answers it in line mode."""
    return face.say(InLobby.CALL_TYPED, call=called_by(*called, face), word=face.say(Typed.COME))


def called_by(latest: CallForPlayers, info: TableInfo | None, face: Face) -> str:
    """The sentence for a call; a fourth is wanted where one seat is left before the match."""
    gathers = info is None or info.phase is Phase.WAITING
    one = InLobby.CALL_FOURTH if gathers else InLobby.CALL_ONE
    words = one if latest.seats == 1 else InLobby.CALL_SOME
    return face.say(words, by=face.name(latest.by), table=face.name(latest.name), seats=latest.seats)


def below_the_tables(state: ClientState, face: Face, size: Size, wanted: int) -> tuple[Line, ...]:
    """The people and the chat, below tables that want that many of the rows.

    A small screen has the last line of the chat alone.
    """
    lines = heard_lines(state)
    if size.rows < _FEWEST_ROWS:
        return tuple(_line(line, state, face, size.cols) for line in lines[-1:]) if size.rows > 4 else ()
    people = _in_lines(state, face, size.cols)
    spare = size.rows - wanted - len(people) - 1
    talk = max(_LEAST_TALK, min(len(lines), spare, _MOST_TALK))
    said = tuple(_line(line, state, face, size.cols) for line in lines[-talk:])
    if not said:
        said = (plain("   " + face.say(InLobby.NO_TALK, key=TALK_KEY), "class:dim"),)
    blank = (plain(""),) * (_LEAST_TALK - len(said))
    return (*people, heading(face.say(InLobby.TALK), face, size.cols), *said, *blank)


def last_said(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """The end of the chat below its heading, as much as has room; nothing while nobody has written."""
    lines = heard_lines(state)[-max(0, min(size.rows - 1, _MOST_TALK)) :]
    if not lines or size.rows < 2:
        return ()
    return (heading(face.say(InLobby.TALK), face, size.cols), *(_line(line, state, face, size.cols) for line in lines))


def unread(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """Above a message that is being written, the note that nobody else is in the lobby; none if somebody is."""
    presence = state.presence
    others = (one for one in presence.people if one.place is Whereabouts.LOBBY and one.name != state.name)
    if presence.more or next(others, None) is not None:
        return ()
    return tuple(joined(plain(" "), line) for line in split_words(face.say(InLobby.UNREAD), cols - 1, "class:dim"))


def _line(said: LobbyLine, state: ClientState, face: Face, cols: int) -> Line:
    """A line of the chat in one of the screen."""
    style = "class:own" if said.name == state.name else "class:said"
    return shortened(plain(f"   {line(said, state, face)}", style), cols, face.dots)


def line(said: LobbyLine, state: ClientState, face: Face) -> str:
    """A line of the chat, with the time at which it was said."""
    time = datetime.fromtimestamp(said.at / 1000, state.archive.zone).strftime("%H:%M")
    return face.say(InLobby.LINE, time=time, name=face.name(said.name), text=understood(said.text, face))


_PEOPLE_LINES = 2


def _in_lines(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """Everybody by place, in a line or two."""
    presence, lines = state.presence, tuple[Line, ...]()
    for shown in range(len(presence.people), 0, -1):
        lines = wrapped(map(plain, by_place(state, face, shown)), cols - 4)
        if len(lines) <= _PEOPLE_LINES:
            break
    said = tuple(joined(plain("   "), line) for line in lines[:_PEOPLE_LINES])
    all_of_them = face.say(InLobby.ALL, key=PEOPLE_KEY)
    title = f"{face.say(InLobby.HERE)} ({presence.count})  {face.glyphs.dot}  {all_of_them}"
    return (heading(title, face, cols), *said)


def by_place(state: ClientState, face: Face, shown: int) -> tuple[str, ...]:
    """The first people of the list, each with the sign behind, by place: the lobby, each table, private tables.

    A place stands before its first name; the number of the others comes last.
    """
    presence = state.presence
    places: dict[str, list[str]] = {}
    for person in presence.people[:shown]:
        places.setdefault(_place(person, state, face), []).append(_named(person, face))
    units: list[str] = []
    for place, names in places.items():
        first = face.say(InLobby.AT, place=place, name=names[0])
        units += [f"{name}," for name in (first, *names[1:-1])] if len(names) > 1 else []
        units.append((names[-1] if len(names) > 1 else first) + " " + face.glyphs.dot)
    if more := presence.count - shown:
        return (*units, _and_more(more, face))
    return (*units[:-1], units[-1].removesuffix(" " + face.glyphs.dot)) if units else ()


def _and_more(count: int, face: Face) -> str:
    """`and 3 more`"""
    return face.say(InLobby.ONE_MORE if count == 1 else InLobby.MORE, count=count)


def _named(person: PersonInfo, face: Face) -> str:
    """The name of a person, or of a program or a spectator with that word."""
    name = face.name(person.name)
    if person.occupant is Occupant.PROGRAM:
        name = face.say(InLobby.PROGRAM, name=name)
    if person.place is Whereabouts.WATCHING:
        name = face.say(InLobby.WATCHES, name=name)
    return name


def _place(person: PersonInfo, state: ClientState, face: Face) -> str:
    """The name of the place where somebody is."""
    if person.place is Whereabouts.LOBBY:
        return face.say(InLobby.IN_LOBBY)
    if person.place is Whereabouts.ELSEWHERE:
        return face.say(InLobby.AT_PRIVATE)
    return next((face.name(info.name) for info in state.tables if info.table == person.table), person.table or "")


def told(state: ClientState, face: Face) -> str:
    """Everybody in one sentence."""
    people = " ".join(by_place(state, face, len(state.presence.people)))
    return face.say(InLobby.TYPED_PEOPLE, people=people)


_WHERE = {
    Whereabouts.LOBBY: InLobby.IN_LOBBY,
    Whereabouts.PLAYING: InLobby.AT_TABLE,
    Whereabouts.WATCHING: InLobby.AT_WATCH,
    Whereabouts.ELSEWHERE: InLobby.AT_PRIVATE,
}


def panel(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """People and chat beside the tables, exactly `size.rows` lines high."""
    people = _everybody(state, face, Size(size.cols - 2, size.rows // 2))
    room = size.rows - len(people) - 1
    said = [part for line in heard_lines(state) for part in _wrapped(line, state, face, size.cols - 2)]
    nothing = split_words(face.say(InLobby.NO_TALK, key=TALK_KEY), size.cols - 3, "class:dim")
    talk = said[-room:] or [joined(plain(" "), line) for line in nothing]
    lines = [*people, heading(face.say(InLobby.TALK), face, size.cols - 1), *talk]
    lines = [*lines, *[plain("")] * (size.rows - len(lines))][: size.rows]
    bar = plain(face.glyphs.bar, "class:rule")
    return tuple(joined(bar, padded(cut(line, size.cols - 1), size.cols - 1)) for line in lines)


def _everybody(state: ClientState, face: Face, size: Size) -> list[Line]:
    """A title and everybody who fits, with the number of the others."""
    presence = state.presence
    title = plain(f" {face.say(InLobby.HERE)} ({presence.count})", "class:title")
    key = plain(face.say(InLobby.ALL, key=PEOPLE_KEY), "class:dim")
    each = tuple(_each(state, face, size.cols))
    room = size.rows - 2
    if len(each) > room or presence.more:
        each = each[: room - 1]
        more = plain("  " + _and_more(presence.count - len(each), face), "class:dim")
        each = (*each, more)
    return [apart(title, key, size.cols), *each, plain("")]


def _wrapped(said: LobbyLine, state: ClientState, face: Face, cols: int) -> Iterator[Line]:
    """A line of the chat in as many of the panel as it takes."""
    style = "class:own" if said.name == state.name else "class:said"
    for number, part in enumerate(split_words(line(said, state, face), cols - 3, style)):
        yield joined(plain("   " if number else " "), part)


def people_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """Everybody on the server and where they are, on a page of their own, with a cursor."""
    presence = state.presence
    server = face.name(state.server_name)
    title = face.say(InLobby.LIST, count=presence.count, server=server, dot=face.glyphs.dot)
    name_cols = min(30, max(12, size.cols // 2))
    lines = [
        clickable(_row(person, state, face, name_cols, size.cols, chosen=row == presence.row), at_person(row))
        for row, person in enumerate(presence.people)
    ]
    if presence.more:
        lines.append(plain("  " + _and_more(presence.more, face), "class:dim"))
    lines = lines or list(split_words(face.say(InLobby.TYPED_NONE), size.cols))
    foot = (*above_hints(state, face, size.cols), hints)
    return page(state, title, tuple(lines), face, size, *foot, cursor=presence.row)


def _row(person: PersonInfo, state: ClientState, face: Face, name_cols: int, cols: int, *, chosen: bool) -> Line:
    words = InLobby.AT_LOBBY if person.place is Whereabouts.LOBBY else _WHERE[person.place]
    style = "class:chosen" if chosen else "class:own" if person.name == state.name else "class:player"
    named = face.name(person.name)
    named = face.say(InLobby.PROGRAM, name=named) if person.occupant is Occupant.PROGRAM else named
    mark = plain(f"{face.glyphs.turn} " if chosen else "  ", "class:turn")
    name = padded(shortened(plain(named, style), name_cols - 3, face.dots), name_cols - 2)
    where = plain(face.say(words, table=_place(person, state, face)), "class:dim")
    return shortened(joined(mark, name, where), cols, face.dots)


_TALL = 8
"""Rows from which a page has a title and a line of keys."""


def rows_of_page(size: Size, *foot: Line) -> int:
    """Rows that a page has for its lines, between its title and the foot; all of a small screen."""
    return size.rows - 2 - len(foot) if size.rows >= _TALL else size.rows


def page(
    state: ClientState,
    title: str,
    lines: tuple[Line, ...],
    face: Face,
    size: Size,
    *foot: Line,
    cursor: int | None = None,
) -> tuple[Line, ...]:
    """A page that scrolls no further than to its last line, or with its cursor; the `foot` is below.

    If it does not fit, its title has the position.
    """
    tall, room = size.rows >= _TALL, rows_of_page(size, *foot)
    scrolled = state.ui.scroll if cursor is None else max(0, cursor - room // 2)
    first = min(scrolled, max(0, len(lines) - room))
    shown = lines[first : first + room]
    filled = (*shown, *((plain(""),) * (room - len(shown))))
    if not tall:
        return tuple(cut(line, size.cols) for line in filled)
    asked = state.table is not None and state.table.asked is not None
    right = f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else ""
    if not right and len(lines) > room:
        right = f"{first + 1}-{first + len(shown)}/{len(lines)} "
    head = apart(plain(f" {title}", "class:title"), plain(right, "class:turn"), size.cols, face.dots)
    rule = plain(face.glyphs.rule * size.cols, "class:rule")
    return tuple(cut(line, size.cols) for line in (head, rule, *filled, *foot))


def _each(state: ClientState, face: Face, cols: int) -> Iterator[Line]:
    for person in state.presence.people:
        where = face.say(_WHERE[person.place], table=_place(person, state, face))
        style = "class:own" if person.name == state.name else "class:player"
        name = shortened(plain(f" {face.name(person.name)}", style), max(12, cols - len(where) - 1), face.dots)
        told = plain("" if person.place is Whereabouts.LOBBY else where, "class:dim")
        yield apart(name, shortened(told, cols - width(name) - 1, face.dots), cols)


def first_visit(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The way to play with friends, for a person alone on the server, whose cursor is on the new table."""
    return (
        *guide(state, face, cols, InLobby.STEP_OPEN),
        plain(""),
        *_indented(face.say(InLobby.STEP_SEE, key=TALK_KEY, invite=INVITE_KEY), cols, "class:dim"),
    )


def guide(state: ClientState, face: Face, cols: int, first_step: InLobby = InLobby.STEP_NEW) -> tuple[Line, ...]:
    """The steps to a table with friends, below a blank line."""
    if state.through_ssh:
        way = [face.say(InLobby.STEP_SSH)]
    elif state.server_link:
        way = [face.say(InLobby.STEP_LINK), state.server_link]
    else:
        way = [face.say(InLobby.STEP_HOST)]
    lines = [face.say(InLobby.ALONE_HERE), "", face.say(first_step), *way, face.say(InLobby.STEP_BOTS)]
    return (plain(""), *(line for text in lines for line in _indented(text, cols)))


def _indented(text: str, cols: int, style: str = "") -> tuple[Line, ...]:
    """The text in lines; those of a numbered step stand below its first word, and a link stands apart."""
    hanging = "      " if text[1:3] == ". " or "://" in text else "   "
    lines = split_words(text, cols - len(hanging) - 1, style) or (plain(""),)
    first = plain("   " if text[1:3] == ". " else hanging)
    return tuple(joined(plain(hanging) if number else first, line) for number, line in enumerate(lines))
