"""The pack before its cutter: where he cuts, and what goes where; for everybody else a closed pack."""

from __future__ import annotations

from coinche.client.at_table import AtTable
from coinche.client.phrases import Phrase
from coinche.client.ui import Ui
from coinche.client.views import seats
from coinche.engine.actions import CUTS
from coinche.engine.cards import PACK
from coinche.protocol.messages import RequestKind
from coinche.text.formatting import Face

from .lines import Line, Size, centred, cut, joined, padded, plain

_CARD_COLS = 2
"""Cells for each card of the pack, where there is room."""


def cutting(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """Who sits where, and the pack."""
    asked = table.asked
    mine = asked is not None and asked.kind is RequestKind.CUT
    around = tuple(
        joined(plain(f"{face.glyphs.turn} " if table.view.turn is seat else "", "class:turn"), title)
        for seat, title in ((seat, seats.titled(table, seat, face)) for seat in seats.around(table.bottom))
    )
    south, east, north, west = around
    half = size.cols // 2
    sides = joined(padded(centred(west, half), half), padded(centred(east, size.cols - half), size.cols - half))
    middle = knife(ui, face, size.cols) if mine else (centred(plain(_closed(face), "class:backs"), size.cols),)
    blank = plain("")
    lines = (blank, centred(north, size.cols), blank, sides, blank, *middle, blank, centred(south, size.cols))
    above = (blank,) * max(0, (size.rows - len(lines)) // 2)
    return tuple(cut(line, size.cols) for line in (*above, *lines)[: size.rows])


def _closed(face: Face) -> str:
    return face.glyphs.held * len(PACK)


def knife(ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """The pack from top to bottom with a gap where it is cut, and how many cards lie on either side."""
    lowest, highest = CUTS[0].at, CUTS[-1].at
    at = min(max(ui.knife.at, lowest), highest)
    below = len(PACK) - at
    card = face.glyphs.held + (" " if cols >= _CARD_COLS * (len(PACK) + 2) else "")
    pack = joined(
        plain((card * at).rstrip(), "class:backs"),
        plain(f"  {face.glyphs.turn}  ", "class:turn"),
        plain((card * below).rstrip(), "class:backs"),
    )
    words = f"{face.say(Phrase.CUT_ABOVE, at=at)}   {face.glyphs.bar}   {face.say(Phrase.CUT_BELOW, below=below)}"
    return (centred(pack, cols), centred(plain(words, "class:dim"), cols))
