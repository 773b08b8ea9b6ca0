"""The side panel of a wide screen: the auction, and the latest events."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.keys import in_sight, pressing
from coinche.client.model.table import AtTable
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, sentence_after
from coinche.client.views import seats
from coinche.engine.events import CardPlayed, DealStarted, Event, TrickWon
from coinche.engine.rules import TrickHistory
from coinche.engine.view import Phase
from coinche.protocol.messages import TableEvent
from coinche.text.formatting import Face

from .bidding import words_said
from .hand import fallen_lines
from .text_lines import Line, Size, clickable, cut, joined, padded, plain, split_words

WIDTH = 34
WIDE = 110
"""Columns from which on the panel is shown."""


def panel(table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The panel, exactly `size.rows` lines high."""
    calls = [
        joined(padded(plain("  " + seats.name(table, seat, face)), 15, face.dots), plain(" "), word)
        for seat, word in words_said(table, face)
    ][-10:]
    top = [plain(" " + face.say(Phrase.BID), "class:title"), *calls, plain("")]
    top += fallen_lines(table, face, size.cols - 1)
    top.append(clickable(plain(" " + face.say(Phrase.LOG), "class:title"), in_sight(pressing("j"))))
    said = log_lines(table, face, Size(size.cols - 3, max(0, size.rows - len(top))))
    lines = [*top, *(joined(plain("  "), line) for line in said)][: size.rows]
    lines += [plain("")] * (size.rows - len(lines))
    bar = plain(face.glyphs.bar, "class:rule")
    return tuple(joined(bar, padded(cut(line, size.cols - 1), size.cols - 1)) for line in lines)


def _may_be_read(table: AtTable) -> Iterator[tuple[int, Event | TableEvent]]:
    """Events and their positions in the log, newest first, without tricks that may no longer be viewed (F 5.1)."""
    hides = table.rules is not None and table.rules.match.trick_history is TrickHistory.LAST
    over = 0
    for at, event in reversed(tuple(enumerate(table.log))):
        over += isinstance(event, TrickWon)
        if not (hides and table.view.phase is Phase.PLAYING and over > 1 and isinstance(event, CardPlayed)):
            yield at, event
        if isinstance(event, DealStarted):
            hides = False


def log_lines(table: AtTable, face: Face, size: Size, back: int = 0) -> tuple[Line, ...]:
    """The log in words, newest at the bottom; `back` scrolls up by that many lines, as far as there are any."""
    listener = Listener(face, table.names, table.seat)
    lines: list[Line] = []
    for at, event in _may_be_read(table):
        said = sentence_after(table.log[:at], event, listener)
        lines[:0] = split_words(said, size.cols) if said else ()
        if len(lines) >= size.rows + back:
            break
    if size.rows <= 0:
        return ()
    below = min(back, max(0, len(lines) - size.rows))
    return tuple(lines[max(0, len(lines) - below - size.rows) : len(lines) - below])
