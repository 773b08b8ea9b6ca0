"""The four players round the table, with a card or a call in front of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.client.model.table import AtTable
from coinche.client.texts.bots import name_of
from coinche.client.views import seats
from coinche.engine.seats import Seat
from coinche.protocol.messages import Occupant
from coinche.text.formatting import Face

from .text_lines import Line, Size, centred, joined, padded, plain, shortened, width

_MOST_GAP = 3
"""Blank rows between two players of a table that is higher than its cards."""
_APART = 3
"""Cells between two boxes of a table that is low."""


@dataclass(frozen=True, slots=True)
class InFront:
    """A box in front of a player, its text for a table without boxes, and a note beside the player."""

    block: tuple[Line, ...]
    word: Line = ()
    note: Line = ()


def whole(rows: int) -> int:
    """Rows of a table with boxes of that many rows and a line for the players at top and bottom."""
    return 3 * rows + 2


def around(table: AtTable, placed: Mapping[Seat, InFront], face: Face, size: Size) -> tuple[Line, ...]:
    """The four players, each with their box, in the middle of `size`.
    The boxes move together where rows are few; a line for each player is left in the end.
    """
    south, east, north, west = seats.around(table.bottom)
    rows = len(placed[south].block)
    if size.rows < 3 * rows - 2:
        lines = _without_boxes(table, placed, face, size.cols)
    elif size.rows < whole(rows):
        lines = _together(table, placed, face, size.cols)
    else:
        gap = (plain(""),) * min(_MOST_GAP, (size.rows - whole(rows)) // 4)
        lines = (
            centred(label(table, north, placed[north].note, face, size.cols), size.cols),
            *(centred(row, size.cols) for row in placed[north].block),
            *gap,
            *_across(table, (west, east), placed, face, Size(size.cols, rows)),
            *gap,
            *(centred(row, size.cols) for row in placed[south].block),
            centred(label(table, south, placed[south].note, face, size.cols), size.cols),
        )
    spare = max(0, size.rows - len(lines))
    return (*((plain(""),) * ((spare + 1) // 2)), *lines, *((plain(""),) * (spare // 2)))[: size.rows]


def _without_boxes(table: AtTable, placed: Mapping[Seat, InFront], face: Face, cols: int) -> tuple[Line, ...]:
    """Three lines: the player at the top, those at the sides, the player at the bottom. A word is whole even if the
    name is not; marks for bots give way first, all of them.
    """
    half = cols // 2 - 1
    order = seats.around(table.bottom)
    named = [_named(table, seat, face, half - width(placed[seat].word) - 1) for seat in order]
    fit = [width(name) + 1 + width(placed[seat].word) <= half for seat, name in zip(order, named, strict=True)]
    bots = {seat for seat, info in table.seats.items() if info.occupant is Occupant.BOT and info.connected}
    for at, seat in enumerate(order):
        if not fit[at] or (seat in bots and not all(fit)):
            named[at] = _named_only(table, seat, face)
    south, east, north, west = (
        joined(shortened(name, half - width(placed[seat].word) - 1, face.dots), plain(" "), placed[seat].word)
        for seat, name in zip(order, named, strict=True)
    )
    sides = joined(padded(centred(west, half), half), plain("  "), centred(east, half))
    return (centred(north, cols), sides, centred(south, cols))


def _named_only(table: AtTable, seat: Seat, face: Face) -> Line:
    """A player without the kind of player."""
    info = table.seats.get(seat)
    who = face.name(name_of(info)) if info is not None else ""
    style = "class:own" if seat is table.seat else "class:player"
    return joined(_turn(table, seat, face), seats.place(table, seat, face), plain(f" {who}" if who else "", style))


def _together(table: AtTable, placed: Mapping[Seat, InFront], face: Face, cols: int) -> tuple[Line, ...]:
    """Boxes of which those at the sides begin beside the end of the upper one."""
    south, east, north, west = seats.around(table.bottom)
    middle = width(placed[south].block[0])
    left = (cols - middle) // 2
    side = left - _APART - middle - 1
    told = max(side - 1, min(side, len("Ouest (D)")))  # a column stays free at the edge, if that cuts no place
    gap, far = plain(" " * _APART), plain("")
    beside = tuple(
        (joined(_right_aligned(shortened(a, told, face.dots), side), plain(" "), b, gap), joined(gap, c, plain(" "), d))
        for a, b, c, d in zip(*_columns(table, (west, east), placed, face, told), strict=True)
    )
    named = {
        seat: [
            (joined(_right_aligned(shortened(line, left - 1, face.dots), left - 1), plain(" ")), far)
            for line in (label(table, seat, (), face, left - 1), placed[seat].note)
        ]
        for seat in (north, south)
    }
    centre = (*placed[north].block, plain(" " * middle), *placed[south].block)
    sides = (*named[north], *beside, *named[south])
    return tuple(joined(a, b, shortened(c, left, face.dots)) for (a, c), b in zip(sides, centre, strict=True))


def label(table: AtTable, seat: Seat, note: Line, face: Face, cols: int) -> Line:
    """A player in one line, and a note."""
    return joined(_named(table, seat, face, cols - width(note) - 1), plain(" "), note)


def _named(table: AtTable, seat: Seat, face: Face, cols: int) -> Line:
    """A player, with the mark of the turn."""
    turn = _turn(table, seat, face)
    return joined(turn, seats.titled(table, seat, face, cols - width(turn)))


def _turn(table: AtTable, seat: Seat, face: Face) -> Line:
    return plain(f"{face.glyphs.turn} " if table.view.turn is seat else "", "class:turn")


def _columns(
    table: AtTable, pair: tuple[Seat, Seat], placed: Mapping[Seat, InFront], face: Face, cols: int
) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
    """The players at the sides and their boxes, from left to right."""
    left, right = pair
    return (
        _column(table, left, placed[left], face, cols),
        placed[left].block,
        placed[right].block,
        _column(table, right, placed[right], face, cols),
    )


def _column(table: AtTable, seat: Seat, placed: InFront, face: Face, cols: int) -> tuple[Line, ...]:
    """A player in a column as high as the box."""
    column = (
        joined(_turn(table, seat, face), seats.place(table, seat, face)),
        seats.player(table, seat, face, cols),
        placed.note,
    )
    rows = len(placed.block)
    above = (rows - len(column)) // 2
    return (*((plain(""),) * above), *column, *((plain(""),) * (rows - above - len(column))))


def _across(
    table: AtTable, pair: tuple[Seat, Seat], placed: Mapping[Seat, InFront], face: Face, size: Size
) -> tuple[Line, ...]:
    card = width(placed[pair[0]].block[0])
    middle = max(8, min(24, size.cols // 4), card)
    side = (size.cols - middle - 2 * card) // 2
    rest = size.cols - side - middle - 2 * card
    return tuple(
        joined(
            _right_aligned(shortened(a, side - 2, face.dots), side - 1),
            plain(" "),
            b,
            plain(" " * middle),
            c,
            plain(" "),
            padded(d, rest - 1, face.dots),
        )
        for a, b, c, d in zip(*_columns(table, pair, placed, face, side - 2), strict=True)
    )


def _right_aligned(line: Line, cols: int) -> Line:
    return (*plain(" " * (cols - width(line))), *line)
