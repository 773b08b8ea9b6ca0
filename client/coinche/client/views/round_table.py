"""The four players round the table, with a card or a call in front of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from coinche.client.model.table import AtTable
from coinche.client.views import seats
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .cards import SMALL
from .text_lines import Line, Size, centred, joined, padded, plain, shortened, width, wrapped

_MOST_GAP = 3
"""Blank rows between two players of a table that is higher than its cards."""
_PAD_ROWS = 4
"""Rows that an auction takes below the table."""
_APART = 2
"""Cells between two boxes of a table that is low."""
CALL_COLS = 10
"""Cells within the box of a call, which any call but a générale without a suit fits: no box moves as calls come."""
_CALL_BOX = CALL_COLS + 2


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
    rows = len(placed[table.bottom].block)
    if size.rows < 3 * rows - 2:
        lines = _without_boxes(table, placed, face, size)
    elif size.rows < whole(rows):
        lines = _together(table, placed, face, size.cols)
    else:
        lines = _apart(table, placed, face, size)
    spare = max(0, size.rows - len(lines))
    return (*((plain(""),) * ((spare + 1) // 2)), *lines, *((plain(""),) * (spare // 2)))[: size.rows]


def _apart(table: AtTable, placed: Mapping[Seat, InFront], face: Face, size: Size) -> tuple[Line, ...]:
    """Each box in its own row or column, with the players at its edge."""
    south, east, north, west = seats.around(table.bottom)
    block, cols = placed[south].block, size.cols
    gap = (plain(""),) * min(_MOST_GAP, (size.rows - whole(len(block))) // 4)
    middle, side = _middle_and_side(cols, width(block[0]))
    low = size.rows < whole(SMALL) + _PAD_ROWS and table.seat is not None  # the auction moved the boxes together
    label = _label(table, placed, face, cols, together=low and table.view.phase is Phase.PLAYING)
    top, bottom = (
        centred(joined(_titled(table, seat, label, face), plain(" "), placed[seat].note), cols)
        for seat in (north, south)
    )
    columns = [_column(table, seat, placed[seat], label, face, side - 2) for seat in (west, east)]
    high = len(block)
    below = [*gap, *(centred(row, cols) for row in block), bottom]
    for at, notes in enumerate(zip_longest(*(column[high:] for column in columns))):
        left, right = (note[0] if note is not None else () for note in notes)
        below[at] = _with_notes(below[at], left, right, side, cols)
    return (
        top,
        *(centred(row, cols) for row in placed[north].block),
        *gap,
        *_across([column[:high] for column in columns], middle, face, cols),
        *below,
    )


def _with_notes(row: Line, left: Line, right: Line, side: int, cols: int) -> Line:
    """A row below the boxes at the sides, with the ends of the notes that took more lines than a box has."""
    free = width(row) and width(row) - width(_stripped(row))
    before = padded(_right_aligned(left, side - 1), free) if width(row) else _right_aligned(left, side - 1)
    middle = joined(before, _stripped(row))
    return joined(padded(middle, cols - side + 1), right) if width(right) else middle


def _stripped(row: Line) -> Line:
    """A centred row without the blanks before it."""
    return row[1:]


def _middle_and_side(cols: int, box: int) -> tuple[int, int]:
    """The cells between the boxes at the sides, and those beside them, for boxes of that width."""
    middle = max(8, min(24, cols // 4), box)
    return middle, (cols - middle - 2 * box) // 2


def _label(table: AtTable, placed: Mapping[Seat, InFront], face: Face, cols: int, *, together: bool) -> seats.BotLabel:
    """The label of bots, which is that of the auction during the play, too: it has the widest boxes."""
    south, east, north, west = seats.around(table.bottom)
    half = (cols - _CALL_BOX) // 2 - 2 if together else cols // 2
    beside = {seat: half if together else min(half, cols - width(placed[seat].note) - 1) for seat in (north, south)}
    side = _side_together(cols, _CALL_BOX)[1] if together else _middle_and_side(cols, _CALL_BOX)[1] - 2
    room = {seat: cells - _before(table, seat, face) for seat, cells in beside.items()}
    return seats.label_for_all(table, face, room | dict.fromkeys((west, east), side))


def _without_boxes(table: AtTable, placed: Mapping[Seat, InFront], face: Face, size: Size) -> tuple[Line, ...]:
    """Three lines: the player at the top, those at the sides, the player at the bottom. A word is whole even if the
    name is not; what is said of a player beside the name gives way first. Where a name would be cut and there are rows,
    each at the sides has a line, too.
    """
    cols, half = size.cols, size.cols // 2 - 1
    order = seats.around(table.bottom)
    has_line = (order[0], order[2])  # those at the bottom and at the top have no neighbour in their line
    room = {seat: (cols if seat in has_line else half) - width(placed[seat].word) - 1 for seat in order}
    label = seats.label_for_all(table, face, {seat: room[seat] - _before(table, seat, face) for seat in order})
    named = {seat: _titled(table, seat, label, face) for seat in order}
    for seat in order:
        if width(named[seat]) > room[seat]:
            named[seat] = joined(_placed(table, seat, face), plain(" "), seats.player_name(table, seat, face))
    if size.rows > len(order) - 1 and any(width(named[seat]) > room[seat] for seat in order):
        room = {seat: cols - width(placed[seat].word) - 1 for seat in order}
        south, east, north, west = (
            joined(shortened(named[seat], room[seat], face.dots), plain(" "), placed[seat].word) for seat in order
        )
        return (centred(north, cols), west, _right_aligned(east, cols), centred(south, cols))
    south, east, north, west = (
        joined(shortened(named[seat], room[seat], face.dots), plain(" "), placed[seat].word) for seat in order
    )
    sides = joined(padded(centred(west, half), half), plain("  "), centred(east, half))
    return (centred(north, cols), sides, centred(south, cols))


def _together(table: AtTable, placed: Mapping[Seat, InFront], face: Face, cols: int) -> tuple[Line, ...]:
    """Boxes of which those at the sides begin beside the end of the upper one."""
    south, east, north, west = seats.around(table.bottom)
    middle = width(placed[south].block[0])
    left = (cols - middle) // 2
    side, told = _side_together(cols, middle)
    label = _label(table, placed, face, cols, together=True)
    gap, far = plain(" " * _APART), plain("")
    here, there = (_column(table, seat, placed[seat], label, face) for seat in (west, east))
    beside = tuple(
        (joined(_right_aligned(shortened(a, told, face.dots), side), plain(" "), b, gap), joined(gap, c, plain(" "), d))
        for (a, b), (d, c) in zip(here, there, strict=True)
    )
    named = {
        seat: [
            (joined(_right_aligned(shortened(line, left - 1, face.dots), left - 1), plain(" ")), far)
            for line in (joined(_titled(table, seat, label, face), plain(" ")), placed[seat].note)
        ]
        for seat in (north, south)
    }
    centre = (*placed[north].block, plain(" " * middle), *placed[south].block)
    sides = (*named[north], *beside, *named[south])
    return tuple(joined(a, b, shortened(c, left, face.dots)) for (a, c), b in zip(sides, centre, strict=True))


def _side_together(cols: int, middle: int) -> tuple[int, int]:
    """The cells beside boxes of that width that have moved together, and those of a player there: a column stays free
    at the edge, if that cuts no place."""
    side = (cols - middle) // 2 - _APART - middle - 1
    return side, max(side - 1, min(side, len("Ouest (D)")))


def in_lines(table: AtTable, face: Face, cols: int) -> tuple[Line, Line, Line, Line]:
    """The players, each in one line of that many cells: bottom, right, top, left."""
    south, east, north, west = order = seats.around(table.bottom)
    room = {seat: cols - 1 - _before(table, seat, face) for seat in order}
    label = seats.label_for_all(table, face, room)
    at = {seat: joined(_titled(table, seat, label, face), plain(" ")) for seat in order}
    return at[south], at[east], at[north], at[west]


def _titled(table: AtTable, seat: Seat, label: seats.BotLabel, face: Face) -> Line:
    """A seat and its player in one line, with the mark of the turn."""
    return joined(_placed(table, seat, face), plain(" "), seats.player(table, seat, face, label))


def _placed(table: AtTable, seat: Seat, face: Face) -> Line:
    """A seat, with the mark of the turn."""
    return joined(_turn(table, seat, face), seats.place(table, seat, face))


def _before(table: AtTable, seat: Seat, face: Face) -> int:
    """The cells before a player's name, with those of the turn, so that its round changes no label."""
    return len(f"{face.glyphs.turn} ") + width(seats.place(table, seat, face)) + 1


def _turn(table: AtTable, seat: Seat, face: Face) -> Line:
    return plain(f"{face.glyphs.turn} " if table.view.turn is seat else "", "class:turn")


def _column(
    table: AtTable, seat: Seat, placed: InFront, label: seats.BotLabel, face: Face, cols: int = seats.ROOMY
) -> tuple[tuple[Line, Line], ...]:
    """A player in a column as high as the box, and the rows of the box. A note wider than `cols` takes more lines, some
    of which may stand below the box."""
    said = (_placed(table, seat, face), seats.player(table, seat, face, label), *_in_words(placed.note, cols))
    above = (plain(""),) * ((len(placed.block) - len(said)) // 2)
    below = (plain(""),) * (len(placed.block) - len(said) - len(above))
    return tuple(zip_longest((*above, *said, *below), placed.block, fillvalue=()))


def _in_words(note: Line, cols: int) -> tuple[Line, ...]:
    """The note in lines that fit."""
    if width(note) <= cols:
        return (note,)
    return wrapped((plain(word, part.style) for part in note for word in part.text.split()), cols)


def _across(columns: Sequence[tuple[tuple[Line, Line], ...]], middle: int, face: Face, cols: int) -> tuple[Line, ...]:
    """The players at the sides and their boxes, with `middle` cells between the boxes."""
    left, right = columns
    card = width(left[0][1])
    side = (cols - middle - 2 * card) // 2
    rest = cols - side - middle - 2 * card
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
        for (a, b), (d, c) in zip(left, right, strict=True)
    )


def _right_aligned(line: Line, cols: int) -> Line:
    return (*plain(" " * (cols - width(line))), *line)
