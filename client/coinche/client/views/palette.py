"""The palette: what is written, and what it may mean."""

from __future__ import annotations

from coinche.client.keys import active
from coinche.client.keys.palette import entries
from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.text.formatting import Face

from .hints import shown_as
from .lines import Line, Size, apart, cut, joined, plain


def palette(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; the line under the cursor is always on it."""
    head = plain(" " + face.say(Phrase.PALETTE, line=face.name(state.ui.line)), "class:ask")
    found = entries(state, active)
    room = max(1, size.rows - 2)
    here = min(state.ui.option, len(found) - 1)
    first = max(0, min(here - room // 2, len(found) - room))
    rows: list[Line] = []
    for number, entry in enumerate(found):
        mark = plain(f" {face.glyphs.turn if number == here else ' '} ", "class:turn")
        label = plain(face.name(entry.label), "class:chosen" if number == here else "")
        rows.append(apart(joined(mark, label), plain(f"{shown_as(entry.shown, face)} ", "class:key"), size.cols))
    rows = rows or [plain(" " + face.say(Phrase.PALETTE_EMPTY), "class:dim")]
    shown = rows[first : first + room]
    filler = (plain(""),) * (room - len(shown))
    return tuple(cut(line, size.cols) for line in (head, *shown, *filler, hints))[: size.rows]
