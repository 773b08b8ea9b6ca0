"""A table before its match: the four seats as boxes round it, the host's choices, and what happened there last."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.keys.conditions import can_choose_bot, can_read_how_to_join
from coinche.client.keys.lobby import BOT_KEY
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.people import AboutTable, InLobby
from coinche.client.texts.screens import Phrase
from coinche.client.update import people
from coinche.client.update import room as seating
from coinche.client.views import seats, table_details
from coinche.client.views.table_and_side_panel import log_lines
from coinche.engine.cards import Suit
from coinche.engine.seats import Seat
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .asides import first_applicant
from .cards import ink, outlined
from .notice import one_address
from .text_lines import (
    Line,
    Size,
    beside,
    centred,
    clickable,
    heading,
    joined,
    padded,
    plain,
    split_words,
    width,
    wrapped,
)

_BOX_COLS, _APART = 26, 18
"""The most cells of a seat's box, and the cells that two boxes leave free between them."""
_MARK_COLS = 3
"""The cells of the mark before a player."""
_TALL = 24
"""Rows from which the boxes are higher and stand apart."""
_HEARD = 3
"""The latest arrivals and messages that are shown, if there is room."""
_ABOVE = 3
"""Lines above the seats that are kept, so that the seats stay in place as sentences come and go."""


def room(state: ClientState, table: AtTable, face: Face, size: Size, *, logged: bool = False) -> tuple[Line, ...]:
    """The whole body; what happened last is left out where it is `logged` beside it."""
    cols = size.cols
    above = _above(state, table, face, cols)
    head = max(_ABOVE, len(above))
    ways = tuple(joined(plain(" "), line) for line in wrapped(_keyed_ways(state, face), cols - 2))
    boxes = _boxes(state, table, face, Size(cols, size.rows - head - len(ways)))
    heard = min(_HEARD, size.rows - head - len(boxes) - len(ways) - 1)
    links = table_details.links(state, table, face, cols)
    kept = 0 if logged or heard <= 0 else heard + 1  # lines of the log, which shares them with the links
    spare = max(0, size.rows - head - len(boxes) - kept - len(ways))
    links = table_details.links(state, table, face, cols)[: kept or max(0, spare - spare // 3 - 1)]
    log = _log(table, face, Size(cols, max(0, kept - 1 - len(links))))
    top, gap = (plain(""),) * (spare // 3), (plain(""),) * (head - len(above))
    below = (*log, *links, *ways)
    lines = (*top, *above, *gap, *boxes)
    return (*lines, *(plain(""),) * (size.rows - len(lines) - len(below)), *below)[: size.rows]


def _above(state: ClientState, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The lines above the seats: who waits to be let in, then who starts the match, and what goes for latecomers."""
    asked = split_words(first_applicant(table, face, state.now), cols - 4, "class:ask")
    host = split_words(_beginning(state, table, face), cols - 4, "class:ask" if seating.is_host(state) else "")
    blank = (plain(""),) if state.ui.moving is not None else ()  # in place of the sentence on the host
    others = filter(None, (_later(state, table, face), table_details.passphrase(state, table, face)))
    told = (line for said in others for line in split_words(said, cols - 4, "class:dim"))
    return tuple(centred(line, cols) for line in (*asked, *blank, *host, *told))


def _log(table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The latest events below a title, as many lines as there is room for; empty without room."""
    if size.rows <= 0:
        return ()
    heard = log_lines(table, face, Size(size.cols - 4, size.rows))
    lines = (joined(plain("   "), line) for line in heard)
    return (heading(face.say(Phrase.LOG), face, size.cols), *lines, *(plain(""),) * (size.rows - len(heard)))


def _beginning(state: ClientState, table: AtTable, face: Face) -> str:
    """The player who starts the match, and players who share an address."""
    return f"{told(state, table, face)} {_of_one_address(table, face)}".strip()


def told(state: ClientState, table: AtTable, face: Face) -> str:
    """The player who starts the match, and what bots do then; nothing while seats are exchanged."""
    if state.ui.moving is not None:
        return ""
    if not table.hold:
        return face.say(Phrase.ROOM_OPEN)
    if seating.is_host(state):
        free = sum(seating.is_free(table, seat) for seat in Seat)
        words = Phrase.ROOM_HOST_SOME if free > 1 else Phrase.ROOM_HOST_ONE if free else Phrase.ROOM_HOST
        return face.say(words, count=free)
    host = table.host
    return face.say(Phrase.ROOM_HOSTED, who=seats.name(table, host, face)) if host else ""


def _of_one_address(table: AtTable, face: Face) -> str:
    """The groups of players who share an address, as far as the server has told."""
    groups = [[info.name for seat in group if (info := table.seats.get(seat))] for group in table.one_address]
    return one_address(groups, face) if groups else ""


def _later(state: ClientState, table: AtTable, face: Face) -> str:
    """The fate of players who arrive after the match has begun."""
    if state.solo:
        return ""
    if table.rules is not None and table.rules.match.length == 1:
        return face.say(Phrase.ROOM_NO_LATER)
    return face.say(Phrase.ROOM_LATER_STRICT if table.strict else Phrase.ROOM_LATER)


def ways_to_others(state: ClientState, face: Face) -> str:
    """The keys by which one talks to those at the table, calls the lobby, and invites friends."""
    return f" {face.glyphs.dot} ".join(face.say(words, key=key) for words, key in _ways(state))


def _keyed_ways(state: ClientState, face: Face) -> Iterator[Line]:
    """The same, each in a line with its key marked."""
    for number, (words, key) in enumerate(_ways(state)):
        told = plain(face.say(words, key=key).removeprefix(key), "class:dim")
        yield joined(plain("  " if number else ""), plain(key, "class:key"), told)


def _ways(state: ClientState) -> tuple[tuple[Words, str], ...]:
    """The words about these keys, each with its key; none in solo play."""
    if state.solo:
        return ()
    ways: list[tuple[Words, str]] = [(AboutTable.TALK, people.TALK_KEY)]
    ways += [(InLobby.CALL_PLAYERS, people.CALL_KEY)] if people.may_call(state) else []
    ways += [(AboutTable.INVITE, people.INVITE_KEY)] if can_read_how_to_join(state) else []
    return tuple(ways)


def _boxes(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The seats round the table, the person's own at the bottom."""
    cols, tall = size.cols, size.rows >= _TALL
    wide = min(_BOX_COLS + (8 if tall else 0), (cols - _APART - 2) // 2)
    order = seats.around(table.bottom)
    room = {seat: wide - 2 - _MARK_COLS - width(_note(state, table, seat, face)) for seat in order}
    if state.ui.moving is not None:  # its note stands beside the place
        room[state.ui.moving] = wide - 2 - _MARK_COLS
    label = seats.label_for_all(table, face, room)
    south, east, north, west = (_box(state, table, seat, label, face, wide, tall=tall) for seat in order)
    middle = min(max(_APART, cols // 4), cols - 2 * wide - 2) - 2
    sides = [
        centred(line, cols)
        for line in beside([west, _middle(face, middle, len(west), _legend(state, table, face)), east])
    ]
    gap = [plain("")] if tall else []
    return (*(centred(line, cols) for line in north), *gap, *sides, *gap, *(centred(line, cols) for line in south))


def _legend(state: ClientState, table: AtTable, face: Face) -> Line:
    """The meaning of a thick frame, for those who can choose a seat; while seats are exchanged, the status has it."""
    if table.seat is None or state.ui.moving is not None:
        return ()
    corners = "".join(face.glyphs.thick[0][:2])
    return joined(plain(corners, "class:turn"), plain(f" {face.say(Phrase.ROOM_FRAME)}", "class:dim"))


def _middle(face: Face, cols: int, rows: int, legend: Line) -> tuple[Line, ...]:
    """The middle of the table, as wide and as high as that: the four suits, and the legend if there is room."""
    signs = joined(*(joined(plain(face.suit(suit), ink(suit)), plain(" ")) for suit in Suit))
    lines = [plain("")] * rows
    lines[rows // 2] = centred(signs, cols)
    if width(legend) <= cols:
        lines[-1] = centred(legend, cols)
    return tuple(padded(line, cols) for line in lines)


def _box(
    state: ClientState, table: AtTable, seat: Seat, label: seats.BotLabel, face: Face, cols: int, *, tall: bool
) -> tuple[Line, ...]:
    """A seat in its frame, which is thick under the cursor; a click selects it."""
    here = _is_marked(state, table, seat)
    inner = cols - 2
    mark = padded(plain(f" {face.glyphs.turn}" if here and _is_for_enter(state) else "", "class:turn"), _MARK_COLS)
    moves = seat is state.ui.moving
    note = () if moves else _note(state, table, seat, face)
    who = joined(seats.player(table, seat, face, label), _what_to_press(state, table, seat, face, inner))
    above = [plain(" " * inner)] if tall else []
    lines = [*above, padded(joined(mark, who, note), inner, face.dots), *above]
    style = "class:turn" if here else "class:ask" if moves else "class:rule"
    top, *others = outlined(lines, face, style, thick=here)
    named = joined(
        plain(" "), seats.place(table, seat, face), _note(state, table, seat, face) if moves else (), plain(" ")
    )
    frame = top[0].text
    at = 2
    named_top = joined(plain(frame[:at], top[0].style), named, plain(frame[at + width(named) :], top[0].style))
    return tuple(clickable(line, seating.mark(seat)) for line in (named_top, *others))


def _what_to_press(state: ClientState, table: AtTable, seat: Seat, face: Face, cols: int) -> Line:
    """The key that puts a bot on the free seat under the cursor, if there is room for it."""
    if not _is_marked(state, table, seat) or not seating.is_free(table, seat) or not can_choose_bot(state):
        return ()
    told = face.say(Phrase.ROOM_BOT_HERE, key=BOT_KEY).removeprefix(BOT_KEY)
    said = joined(plain("  "), plain(BOT_KEY, "class:key"), plain(told, "class:dim"))
    free = width(seats.player(table, seat, face))
    return said if _MARK_COLS + free + width(said) <= cols else ()


def _is_for_enter(state: ClientState) -> bool:
    """True if Enter acts on the seat under the cursor; else only other keys do, and Enter begins the match."""
    return state.ui.moving is not None


def _note(state: ClientState, table: AtTable, seat: Seat, face: Face) -> Line:
    """The mark of the seat that is to be exchanged, or of the host where no sentence names the host."""
    if seat is state.ui.moving:
        return plain(f" ({face.say(Phrase.MOVING)})", "class:ask")
    is_host = seat is table.host and not table.hold
    return plain(f" ({face.say(Phrase.HOST)})" if is_host else "", "class:dim")


def _is_marked(state: ClientState, table: AtTable, seat: Seat) -> bool:
    return table.seat is not None and seating.marked(state) is seat


def chair(state: ClientState, table: AtTable, seat: Seat, face: Face) -> Line:
    """A seat in one line, with the cursor and its mark; a click selects it."""
    sign = face.glyphs.turn if _is_for_enter(state) else " "
    left, right = (f"[{sign} ", " ]") if _is_marked(state, table, seat) else ("   ", "  ")
    who = joined(seats.titled(table, seat, face), _note(state, table, seat, face))
    return clickable(joined(plain(left, "class:turn"), who, plain(right, "class:turn")), seating.mark(seat))
