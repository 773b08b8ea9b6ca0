"""A table that gathers: who is here already, which seat is meant, and who begins."""

from __future__ import annotations

from coinche.client import room as seating
from coinche.client.at_table import AtTable
from coinche.client.model import ClientState
from coinche.client.newcomers import Arriving
from coinche.client.phrases import Phrase
from coinche.client.views import seats
from coinche.engine.seats import Seat
from coinche.protocol.messages import Occupant
from coinche.text.formatting import Face

from .banner import aim
from .lines import Line, Size, centred, clickable, joined, padded, plain, split_words
from .notice import one_address


def room(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The middle of the screen."""
    south, east, north, west = (chair(state, table, seat, face) for seat in seats.around(table.bottom))
    half = size.cols // 2
    middle = joined(padded(centred(west, half), half), padded(centred(east, size.cols - half), size.cols - half))
    title = face.name(table.name)
    if table.rules is not None:
        title = face.say(Phrase.GATHERING, table=title, rules=face.name(table.preset), aim=aim(table.rules.match, face))
    blank = plain("")
    said = f"{_told(state, table, face)} {_of_one_address(table, face)}".strip()
    told = [centred(line, size.cols) for line in split_words(said, size.cols - 4, "class:dim")]
    told += [centred(line, size.cols) for line in split_words(_later(state, table, face), size.cols - 4, "class:dim")]
    lines = (blank, centred(plain(title), size.cols), *told, blank, centred(north, size.cols), blank, blank, middle)
    return (*lines, blank, blank, centred(south, size.cols))[: size.rows]


def _told(state: ClientState, table: AtTable, face: Face) -> str:
    """Who begins the match, or what is to be done to exchange seats."""
    if state.ui.moving is not None:
        return face.say(Phrase.ROOM_MOVING, seat=face.seat(state.ui.moving))
    if not table.hold:
        return face.say(Phrase.ROOM_OPEN)
    if seating.is_host(state):
        return face.say(Phrase.ROOM_HOST)
    host = table.host
    return face.say(Phrase.ROOM_HOSTED, who=seats.name(table, host, face)) if host else ""


def _of_one_address(table: AtTable, face: Face) -> str:
    """Who comes from one address, as far as we know."""
    groups = [[info.name for seat in group if (info := table.seats.get(seat))] for group in table.one_address]
    return one_address(groups, face) if groups else ""


def _later(state: ClientState, table: AtTable, face: Face) -> str:
    """What becomes of whoever comes when the match has begun."""
    if state.solo or state.ui.moving is not None:
        return ""
    return face.say(Phrase.ROOM_LATER_STRICT if table.strict else Phrase.ROOM_LATER)


def chair(state: ClientState, table: AtTable, seat: Seat, face: Face) -> Line:
    """One seat, with the cursor, and a word for the host."""
    here = table.seat is not None and seating.marked(state) is seat
    left, right = (f"[{face.glyphs.turn} ", " ]") if here else ("   ", "  ")
    host = plain(f" ({face.say(Phrase.HOST)})" if seat is table.host else "", "class:dim")
    who = joined(seats.place(table, seat, face), plain(" "), _sitting(table, seat, face), host)
    return clickable(joined(plain(left, "class:turn"), who, plain(right, "class:turn")), seating.mark(seat))


def _sitting(table: AtTable, seat: Seat, face: Face) -> Line:
    """The player; of a bot, how well it plays."""
    info = table.seats.get(seat)
    if info is None or info.occupant is not Occupant.BOT:
        return seats.player(table, seat, face)
    level = Arriving.CLOSED if info.closed else seating.LEVELS.get(info.name)
    kind = face.say(level) if level else face.name(info.name)
    return joined(plain(f"{face.say(Phrase.BOT)} ({kind})", "class:player"), seats.arriving(table, seat, face))
