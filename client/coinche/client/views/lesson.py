"""The teacher's sentence, set off from the rest of the screen by a bar at its left and a colour."""

from __future__ import annotations

from coinche.client.lesson.script import NAMES
from coinche.client.model.messages import About, Saying
from coinche.client.model.state import ClientState
from coinche.client.texts.lesson import LessonPhrase
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat
from coinche.text.formatting import Face

from .text_lines import Line, joined, padded, plain, split_words, width


def spoken(saying: Saying, face: Face) -> str:
    """The teacher's sentence as text, in the person's language and signs."""
    said = {name: _named(about, face) for name, about in saying.about.items()}
    players = {"partner": NAMES[Seat.NORTH], "right": NAMES[Seat.EAST], "left": NAMES[Seat.WEST]}
    return face.say(saying.words, **players, **said)


def _named(about: About, face: Face) -> str:
    match about:
        case Card():
            return face.spoken_card(about)
        case Bid():
            return face.spoken_bid(about)
        case Denomination():
            return face.spoken_suit(about)
        case Seat():
            return face.name(NAMES[about]) if about in NAMES else face.say(LessonPhrase.YOU)
        case int():
            return str(about)


def lesson_lines(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The lines of the current sentence, none outside a lesson; it is dimmed while the other players play."""
    if state.lesson is None or state.lesson.saying is None:
        return ()
    bar = plain(face.glyphs.bar + " ", "class:lesson-bar")
    room = cols - width(bar)
    is_due = state.lesson.waits or (state.table is not None and state.table.asked is not None)
    lines = split_words(spoken(state.lesson.saying, face), max(8, room - 1))
    return tuple(joined(bar, _filled(line, room, "class:lesson" if is_due else "class:lesson-past")) for line in lines)


def _filled(line: Line, cols: int, style: str) -> Line:
    """The line padded to the right edge, in that style."""
    return tuple(fragment._replace(style=style) for fragment in padded(line, cols))
