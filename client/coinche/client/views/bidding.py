"""The auction as a table, the bid pad on which the person makes a bid, and the cut of the pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.keys import in_sight, pressing
from coinche.client.model import bid_pad
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Pad, Ui
from coinche.client.texts.screens import Phrase
from coinche.client.update.bidding import bid_at, bid_in
from coinche.client.update.navigation import Intent
from coinche.client.views import seats
from coinche.engine.actions import CUTS
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Denomination
from coinche.engine.seats import Direction, Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Request, RequestKind
from coinche.text.formatting import Face, Noun

from .hand import ink
from .status import call_words
from .text_lines import Line, Size, centred, clickable, cut, joined, padded, plain, width

_WORDS = {"pass": Phrase.PASSED, "coinche": Phrase.COINCHED, "surcoinche": Phrase.SURCOINCHED}
_WINDOW = 9
"""Numbers that the pad shows at once, if there is room."""
_NUMBER_COLS = 6


def bidding(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The auction and, on the person's turn, the pad."""
    asked = table.asked
    is_bid = asked is not None and asked.kind is RequestKind.BID
    pad = pad_lines(asked, ui, face, size.cols) if asked is not None and is_bid else ()
    room = size.rows - len(pad) - 2
    words = (plain(""), *auction(table, face, size.cols, room), plain(""), *pad)
    return tuple(cut(line, size.cols) for line in words[: size.rows])


def auction(table: AtTable, face: Face, cols: int, rows: int) -> tuple[Line, ...]:
    """A column for each player in order of speaking, a line for each round; the last rounds if not all fit."""
    order = speakers(table)
    column = min(19, max(8, (cols - 4) // 4))
    heads = (
        joined(*(padded(seats.place(table, seat, face), column) for seat in order)),
        joined(*(padded(seats.player(table, seat, face), column - 1, face.dots) + plain(" ") for seat in order)),
    )
    shown = [joined(*(padded(cells.get(seat, ()), column) for seat in order)) for cells in rounds(table, face)]
    return tuple(centred(line, cols) for line in (*heads, *shown[-max(1, rows - 2) :]))


def rounds(table: AtTable, face: Face) -> list[dict[Seat, Line]]:
    """The calls of each player, round by round; a player with nothing left to decide is skipped."""
    order = speakers(table)
    said = list(words_said(table, face))
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


def words_said(table: AtTable, face: Face) -> Iterator[tuple[Seat, Line]]:
    """Every call of the auction; a coinche cancelled by a later bid is in parentheses."""
    calls = table.view.auction
    last_bid = max((i for i, call in enumerate(calls) if call.action not in _WORDS), default=0)
    for i, call in enumerate(calls):
        word = called_word(call.action, face)
        cancelled = i < last_bid and call.action == "coinche"
        style = "class:dim" if i < last_bid else call_style(call.action)
        yield call.seat, plain(f"({word})" if cancelled else word, style)


def speakers(table: AtTable) -> tuple[Seat, ...]:
    """The players in order of speaking."""
    direction = table.rules.table.direction if table.rules else Direction.ANTICLOCKWISE
    return (table.view.dealer or Seat.SOUTH).next(direction).round(direction)


def called_word(action: str, face: Face) -> str:
    """The text of a call."""
    words = _WORDS.get(action)
    return face.say(words) if words else face.bid(Bid(action))


def call_style(action: str) -> str:
    """The style of a call."""
    return {"pass": "class:dim", "coinche": "class:coinche", "surcoinche": "class:coinche"}.get(action, "class:bid")


def pad_lines(asked: Request, ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """Values and denominations, the selected ones in brackets, then the other calls on offer."""
    pad = ui.pad
    label = max(len(face.say(Phrase.VALUE)), len(face.say(Phrase.TRUMP))) + 3
    offered = bid_pad.denominations(asked)
    if not offered:
        return (_calls(asked, pad, face),)
    return (
        joined(
            plain(f"   {face.say(Phrase.VALUE)}".ljust(label + 3), "class:dim"),
            *_levels(asked, pad, face, cols - label - 3),
        ),
        joined(
            plain(f"   {face.say(Phrase.TRUMP)}".ljust(label + 3), "class:dim"),
            *(_choice(face.suit(d), pad, pad.denomination is d, bid_in(d), ink(d)) for d in offered),
        ),
        plain("   " + _in_words(lowest(asked, face), letters(offered, face), cols - 3), "class:dim"),
        _calls(asked, pad, face),
    )


def _calls(asked: Request, pad: Pad, face: Face) -> Line:
    """The bid that Enter makes and the other calls on offer; each can be clicked."""
    said = call_words(asked, face)
    bid = bid_pad.bid_of(pad)
    if bid is not None and pad.touched and bid_pad.is_on_offer(asked, pad):
        said = (("enter", f"{face.say(Phrase.NAME_ENTER)} {face.bid(bid)}"), *said)
    boxes = (clickable(plain(words, "class:pad"), in_sight(pressing(key))) for key, words in said)
    return joined(*(part for box in boxes for part in (plain("   "), box)))


def lowest(asked: Request, face: Face) -> str:
    """The lowest number for each denomination, if they differ: `90 ♠ SA TA   100 ♥ ♦ ♣`."""
    numbers = sorted(set(asked.bids.values()))
    if len(numbers) < 2:
        return ""
    groups = (f"{n} " + " ".join(face.suit(d) for d in asked.bids if asked.bids[d] == n) for n in numbers)
    return face.say(Phrase.LOWEST, groups="   ".join(groups))


def letters(offered: Iterable[Denomination], face: Face) -> str:
    """The letter to type for each denomination: `♠ p  ♥ c`; none for a denomination whose sign is its letter."""
    signs = {face.suit(d): bid_pad.letter(d, face.language) for d in offered}
    pairs = "  ".join(f"{sign} {letter}" for sign, letter in signs.items() if sign != letter)
    return face.say(Phrase.LETTERS, letters=pairs) if pairs else ""


def _in_words(first: str, second: str, cols: int) -> str:
    """Both texts; only the first if the second has no room."""
    both = "   ".join(filter(None, (first, second)))
    return both if width(plain(both)) <= cols else first


def _levels(asked: Request, pad: Pad, face: Face, cols: int) -> list[Line]:
    """The numbers that have room beside capot and générale; the selected one is among them."""
    words = [
        _choice(face.say(Noun[w.upper()]), pad, pad.level == w, bid_at(w))
        for w in bid_pad.words(asked, pad.denomination)
    ]
    numbers = bid_pad.numbers(asked, pad.denomination)
    at = numbers.index(pad.level) if pad.level in numbers else 0
    window = max(1, min(_WINDOW, (cols - sum(map(width, words))) // _NUMBER_COLS))
    first = max(0, at - window + 1)
    shown = numbers[first : first + window]
    return [_choice(number, pad, pad.level == number, bid_at(number)) for number in shown] + words


def _choice(text: str, pad: Pad, chosen: bool, choose: Intent, style: str = "") -> Line:
    """A choice on the pad: a click selects it, and a click on the selected one bids it."""
    again = pressing("enter") if chosen and pad.touched else choose
    line = plain(f"[{text}] ", f"{style} class:chosen") if chosen else plain(f" {text}  ", style)
    return clickable(line, in_sight(again))


_CARD_COLS = 2
"""Cells per card of the pack, if there is room."""


def cutting(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The cut: the players around the table, and the pack."""
    asked = table.asked
    mine = asked is not None and asked.kind is RequestKind.CUT
    around = tuple(
        joined(plain(f"{face.glyphs.turn} " if table.view.turn is seat else "", "class:turn"), title)
        for seat, title in ((seat, seats.titled(table, seat, face)) for seat in seats.around(table.bottom))
    )
    south, east, north, west = around
    half = size.cols // 2
    sides = joined(padded(centred(west, half), half), padded(centred(east, size.cols - half), size.cols - half))
    middle = cut_cursor(ui, face, size.cols) if mine else (centred(plain(_closed(face), "class:backs"), size.cols),)
    blank = plain("")
    lines = (blank, centred(north, size.cols), blank, sides, blank, *middle, blank, centred(south, size.cols))
    above = (blank,) * max(0, (size.rows - len(lines)) // 2)
    return tuple(cut(line, size.cols) for line in (*above, *lines)[: size.rows])


def _closed(face: Face) -> str:
    return face.glyphs.held * len(PACK)


def cut_cursor(ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """The pack from top to bottom with a gap at the cut, and the number of cards on either side."""
    lowest, highest = CUTS[0].at, CUTS[-1].at
    at = min(max(ui.cut_cursor.at, lowest), highest)
    below = len(PACK) - at
    card = face.glyphs.held + (" " if cols >= _CARD_COLS * (len(PACK) + 2) else "")
    pack = joined(
        plain((card * at).rstrip(), "class:backs"),
        plain(f"  {face.glyphs.turn}  ", "class:turn"),
        plain((card * below).rstrip(), "class:backs"),
    )
    words = f"{face.say(Phrase.CUT_ABOVE, at=at)}   {face.glyphs.bar}   {face.say(Phrase.CUT_BELOW, below=below)}"
    return (centred(pack, cols), centred(plain(words, "class:dim"), cols))
