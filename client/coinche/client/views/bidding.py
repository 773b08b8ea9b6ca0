"""The auction: who said what, and the pad on which one's own bid is made."""

from __future__ import annotations

from coinche.client import pad as bid_pad
from coinche.client.face import Face, Noun
from coinche.client.model import AtTable, Pad, Ui
from coinche.client.phrases import Phrase
from coinche.engine.bids import Bid
from coinche.engine.seats import Direction, Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Request, RequestKind

from . import seats
from .cards import ink
from .lines import Line, Size, centred, cut, joined, padded, plain
from .status import calls

_WORDS = {"pass": Phrase.PASSED, "coinche": Phrase.COINCHED, "surcoinche": Phrase.SURCOINCHED}
_WINDOW = 9
"""Values of the pad shown at once, the capot apart."""


def bidding(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The auction and, when it is one's turn, the pad."""
    asked = table.asked
    is_bid = asked is not None and asked.kind is RequestKind.BID
    pad = pad_lines(asked, ui, face) if asked is not None and is_bid else ()
    room = size.rows - len(pad) - 2
    words = (plain(""), *auction(table, face, size.cols, room), plain(""), *pad)
    return tuple(cut(line, size.cols) for line in words[: size.rows])


def auction(table: AtTable, face: Face, cols: int, rows: int) -> tuple[Line, ...]:
    """A column for each player in the order of speaking, a line for each round; the last rounds where not all fit."""
    order = speakers(table)
    column = min(19, max(8, (cols - 4) // 4))
    heads = (
        joined(*(padded(seats.place(table, seat, face), column) for seat in order)),
        joined(*(padded(seats.player(table, seat, face), column - 1) + plain(" ") for seat in order)),
    )
    shown = [joined(*(padded(cells.get(seat, ()), column) for seat in order)) for cells in rounds(table, face)]
    return tuple(centred(line, cols) for line in (*heads, *shown[-max(1, rows - 2) :]))


def rounds(table: AtTable, face: Face) -> list[dict[Seat, Line]]:
    """What each player said, round by round; somebody who has nothing left to decide is passed over."""
    order = speakers(table)
    said = [(call.seat, plain(called_word(call.action, face), call_style(call.action))) for call in table.view.auction]
    if table.view.phase is Phase.BIDDING and table.view.turn is not None:
        said.append((table.view.turn, plain(face.glyphs.turn, "class:turn")))
    made: list[dict[Seat, Line]] = []
    before = len(order)
    for seat, word in said:
        place = order.index(seat)
        if place <= before:
            made.append({})
        made[-1][seat] = word
        before = place
    return made


def speakers(table: AtTable) -> tuple[Seat, ...]:
    """The players, the first to speak first."""
    direction = table.rules.table.direction if table.rules else Direction.ANTICLOCKWISE
    return (table.view.dealer or Seat.SOUTH).next(direction).round(direction)


def called_word(action: str, face: Face) -> str:
    """A word of the auction as it is written."""
    words = _WORDS.get(action)
    return face.say(words) if words else face.bid(Bid(action))


def call_style(action: str) -> str:
    """The style of a word of the auction."""
    return {"pass": "class:dim", "coinche": "class:coinche", "surcoinche": "class:coinche"}.get(action, "class:bid")


def pad_lines(asked: Request, ui: Ui, face: Face) -> tuple[Line, ...]:
    """Values and denominations, the chosen ones in brackets; then what else may be said."""
    pad = ui.pad
    label = max(len(face.say(Phrase.VALUE)), len(face.say(Phrase.TRUMP))) + 3
    offered = bid_pad.denominations(asked)
    if not offered:
        return (plain("   " + calls(asked, face), "class:pad"),)
    return (
        joined(plain(f"   {face.say(Phrase.VALUE)}".ljust(label + 3), "class:dim"), *_values(asked, pad, face)),
        joined(
            plain(f"   {face.say(Phrase.TRUMP)}".ljust(label + 3), "class:dim"),
            *(_choice(face.suit(d), pad.denomination is d, ink(d)) for d in offered),
        ),
        plain(""),
        plain("   " + calls(asked, face), "class:pad"),
    )


def _values(asked: Request, pad: Pad, face: Face) -> list[Line]:
    numbers = [v for v in bid_pad.values(asked, pad.denomination) if v != bid_pad.CAPOT]
    at = numbers.index(pad.value) if pad.value in numbers else 0
    first = max(0, at - _WINDOW + 1)
    shown = [_choice(str(v), pad.value == v) for v in numbers[first : first + _WINDOW]]
    if f"capot{pad.denomination}" in asked.legal:
        shown.append(_choice(face.say(Noun.CAPOT), pad.value == bid_pad.CAPOT))
    return shown


def _choice(text: str, chosen: bool, style: str = "") -> Line:
    return plain(f"[{text}] ", f"{style} class:chosen") if chosen else plain(f" {text}  ", style)
