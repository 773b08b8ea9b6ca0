"""Coinche, capot and victory on the whole screen: a word in large letters that appears letter by letter.

Around capot and victory the suits rain; above and below a coinche a rule grows. Nothing flashes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import assert_never

from coinche.client.model.table import AtTable, Celebration
from coinche.client.texts.play import InPlay
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.update.timing_and_premove import CELEBRATION_SECONDS, FRAME_SECONDS
from coinche.client.views import banner
from coinche.engine.bids import BidKind
from coinche.engine.cards import Suit
from coinche.engine.events import Coinched, DealScored, MatchEnded, Surcoinched
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Team
from coinche.text.formatting import Face, Noun
from coinche.text.glyphs import ASCII

from .cards import ink
from .text_lines import Fragment, Line, Size, centred, plain, shortened

_FONT = (
    "A69f99 C78887 Ef8e8f G78b97 H99f99 Ie444e L8888f N9db99 O69996 Pe9e88 Re9ea9 S7861e Tf6666 U99996 V99966 Y9971e"
)
_LETTERS: Mapping[str, str] = {drawn[0]: drawn[1:] for drawn in _FONT.split()}
"""Five rows of four cells each; a hexadecimal digit has the cells of a row."""
_ROWS, _COLS = 5, 4
_WITHOUT_LETTERS = _ROWS + 4
"""Rows up to which the word stands in usual letters."""


def celebration(table: AtTable, shown: Celebration, seconds: float, face: Face, size: Size) -> tuple[Line, ...]:
    """The screen so many seconds after the event."""
    done = min(1.0, 2 * seconds / CELEBRATION_SECONDS)
    word, said, style = _told(table, shown, face)
    letters = tuple(plain(row, style) for row in _large(word, done, face, size))
    middle = (*letters, plain(""), shortened(plain(said, "class:title"), size.cols, face.dots))
    middle = tuple(centred(line, size.cols) for line in middle)[: size.rows]
    above = (size.rows - len(middle)) // 2
    below = size.rows - len(middle) - above
    if isinstance(shown.event, Coinched | Surcoinched):
        rule = (centred(plain(face.glyphs.rule * round(size.cols * done), style), size.cols),)
        blank = (plain(""),)
        return (
            *(blank * (above - 1) + rule)[: max(0, above)],
            *middle,
            *(rule + blank * (below - 1))[: max(0, below)],
        )
    step = int(seconds / FRAME_SECONDS)
    rain = [_rain(row - step, face, size.cols) for row in range(size.rows)]
    return (*rain[:above], *middle, *rain[above + len(middle) :])


def _told(table: AtTable, shown: Celebration, face: Face) -> tuple[str, str, str]:
    """The word, the sentence below it, and the style of the word."""
    event, to = shown.event, Listener(face, table.names, table.seat)
    match event:
        case Coinched():
            return face.say(Phrase.COINCHED).upper(), sentence(event, to), "class:turn"
        case Surcoinched():
            return face.say(Phrase.SURCOINCHED).upper(), sentence(event, to), "class:turn"
        case DealScored(tricks=tricks):
            team = Team.NORTH_SOUTH if tricks.NS == HAND_SIZE else Team.EAST_WEST
            contract = table.view.contract
            alone = contract is not None and contract.takers is team and contract.bid.kind is BidKind.GENERALE
            word = face.say(Noun.GENERALE if alone and event.made else Noun.CAPOT).upper()
            return word, face.say(InPlay.ALL_TRICKS, team=to.team_within(team)), _style(table, team)
        case MatchEnded(winner):
            return face.say(InPlay.VICTORY).upper(), sentence(event, to), _style(table, winner)
        case _:
            assert_never(event)


def _style(table: AtTable, team: Team | None) -> str:
    return "class:ours" if team is banner.sides(table)[0] else "class:theirs"


def _large(word: str, done: float, face: Face, size: Size) -> tuple[str, ...]:
    """The word in letters as wide as there is room for, as many of them as have appeared."""
    plainly = ASCII.plain(word)
    wide = next((wide for wide in (2, 1) if len(word) * (_COLS + 1) * wide <= size.cols), 0)
    seen = max(1, ceil(done * len(word)))
    if not wide or size.rows < _WITHOUT_LETTERS:
        return ("".join(word[:seen]).ljust(len(word)),)
    rows = []
    for row in range(_ROWS):
        bits = (f"{int(_LETTERS[letter][row], 16):0{_COLS}b}" for letter in plainly)
        cells = ((bit if i < seen else "0" * _COLS) + "0" for i, bit in enumerate(bits))
        rows.append("".join((face.glyphs.block if bit == "1" else " ") * wide for bit in "".join(cells)[:-1]))
    return tuple(rows)


def _rain(row: int, face: Face, cols: int) -> Line:
    """A line of suits at irregular distances; the same line one row below, one picture later."""
    suits = tuple(Suit)
    fragments, blanks = [], 0
    for col in range(cols):
        if (col * col + 5 * row * row + 3 * col * row) % 31:
            blanks += 1
            continue
        suit = suits[(col + row) % len(suits)]
        fragments += [Fragment("", " " * blanks), Fragment(ink(suit), "*" if face.glyphs.ascii else face.suit(suit))]
        blanks = 0
    return tuple(fragments)
