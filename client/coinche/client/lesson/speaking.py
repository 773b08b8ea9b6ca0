"""A thing that the teacher says, as a sentence for one person."""

from __future__ import annotations

from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat
from coinche.text.formatting import Face

from .learning import About, Saying
from .script import NAMES
from .texts import LessonPhrase


def spoken(saying: Saying, face: Face) -> str:
    """The sentence, in that language and those signs."""
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
