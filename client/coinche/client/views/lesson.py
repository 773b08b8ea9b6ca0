"""What the teacher says, in a place of its own: set off by a bar at its left and a colour."""

from __future__ import annotations

from coinche.client.lesson.speaking import spoken
from coinche.client.model import ClientState
from coinche.text.formatting import Face

from .lines import Line, joined, padded, plain, split_words, width


def lesson_lines(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """As many lines as it takes; none outside a lesson. While the others play, what was said last fades."""
    if state.lesson is None or state.lesson.saying is None:
        return ()
    bar = plain(face.glyphs.bar + " ", "class:lesson-bar")
    room = cols - width(bar)
    is_due = state.lesson.waits or (state.table is not None and state.table.asked is not None)
    lines = split_words(spoken(state.lesson.saying, face), max(8, room - 1))
    return tuple(joined(bar, _filled(line, room, "class:lesson" if is_due else "class:lesson-past")) for line in lines)


def _filled(line: Line, cols: int, style: str) -> Line:
    """To the right edge, in that style."""
    return tuple(fragment._replace(style=style) for fragment in padded(line, cols))
