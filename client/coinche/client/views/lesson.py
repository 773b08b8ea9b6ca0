"""What the teacher says, in a place of its own: set off by a bar at its left and a colour."""

from __future__ import annotations

from coinche.client.face import Face
from coinche.client.lesson.speaking import spoken
from coinche.client.model import ClientState

from .lines import Line, joined, padded, plain, split_words, width


def lesson_lines(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """As many lines as it takes; none outside a lesson."""
    if state.lesson is None or state.lesson.saying is None:
        return ()
    bar = plain(face.glyphs.bar + " ", "class:lesson-bar")
    room = cols - width(bar)
    lines = split_words(spoken(state.lesson.saying, face), max(8, room - 1), "class:lesson")
    return tuple(joined(bar, _filled(line, room)) for line in lines)


def _filled(line: Line, cols: int) -> Line:
    """To the right edge, in its own style."""
    return tuple(fragment._replace(style="class:lesson") for fragment in padded(line, cols))
