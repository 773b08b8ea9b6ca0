"""The bots as people see them: a first name, and one word for each level.

The first name follows from the type and the seat, so every client shows the same. Programs and records have the type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from coinche.engine.seats import Seat
from coinche.protocol.messages import Occupant, SeatInfo
from coinche.text.catalog import Words
from coinche.text.formatting import Face


class BotLevelText(Words):
    """The levels of the bots that every server has, weakest first; the names in lower case are the types."""

    RANDOM = ("fantaisiste", "random")
    NOVICE = ("débutant", "beginner")
    GREEDY = ("gourmand", "greedy")
    STEADY = ("moyen", "steady")
    STRONG = ("fort", "strong")
    EXPERT = ("expert", "expert")


class BotText(Words):
    """Texts about bots."""

    WITH_LEVEL = ("{name} (bot {level})", "{name} ({level} bot)")
    WITH_MARK = ("{name} (bot)", "{name} (bot)")
    OF_LEVEL = ("bots, niveau {level}", "bots, level {level}")
    OF_LEVEL_SHORT = ("bot {level}", "{level} bot")


LEVELS: Mapping[str, BotLevelText] = {level.name.lower(): level for level in BotLevelText}
"""The levels by the types of the bots."""

_MEN, _WOMEN = (Seat.NORTH, Seat.WEST), (Seat.EAST, Seat.SOUTH)
_FIRST_NAMES: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "random": (("Gaston", "Fernand"), ("Ginette", "Odette")),
    "novice": (("Lucien", "Émile"), ("Yvette", "Nicole")),
    "greedy": (("Raymond", "Roger"), ("Josette", "Arlette")),
    "steady": (("Marcel", "Henri"), ("Jeanne", "Colette")),
    "strong": (("André", "Louis"), ("Denise", "Simone")),
    "expert": (("Georges", "Albert"), ("Suzanne", "Hélène")),
}
FIRST_NAMES: Mapping[tuple[str, Seat], str] = {
    (kind, seat): name
    for kind, names in _FIRST_NAMES.items()
    for seats, those in zip((_MEN, _WOMEN), names, strict=True)
    for seat, name in zip(seats, those, strict=True)
}
"""The first name of a bot by its type and its seat."""


class AtSeat(Protocol):
    """Somebody at a seat: a `SeatInfo`, or an event about a seat."""

    @property
    def seat(self) -> Seat: ...
    @property
    def occupant(self) -> Occupant: ...
    @property
    def name(self) -> str: ...


def name_of(sits: AtSeat) -> str:
    """The name of a player; a bot of an unknown type keeps that for a name."""
    return FIRST_NAMES.get((sits.name, sits.seat), sits.name) if sits.occupant is Occupant.BOT else sits.name


def with_level(sits: AtSeat, face: Face) -> str:
    """The name of a player, with the mark and the level of a bot: `Simone (bot fort)`."""
    if sits.occupant is not Occupant.BOT or sits.name not in LEVELS:
        return with_mark(sits, face)
    level = face.say(LEVELS[sits.name])
    return face.say(BotText.WITH_LEVEL, name=face.name(name_of(sits)), level=level)


def with_mark(sits: AtSeat, face: Face) -> str:
    """The name of a player, with a mark for a bot: `Simone (bot)`."""
    name = face.name(name_of(sits))
    return face.say(BotText.WITH_MARK, name=name) if sits.occupant is Occupant.BOT and name else name


def in_record(seat: Seat, name: str) -> SeatInfo:
    """A player of a record, which has names only: whoever is called as a type of bots is one."""
    return SeatInfo(seat=seat, occupant=Occupant.BOT if name in LEVELS else Occupant.PERSON, name=name)


def kind(name: str, face: Face, *, short: bool = False) -> str:
    """All bots of a type: `bots, niveau fort`; an unknown type with a mark."""
    if name in LEVELS:
        return face.say(BotText.OF_LEVEL_SHORT if short else BotText.OF_LEVEL, level=face.say(LEVELS[name]))
    return face.say(BotText.WITH_MARK, name=face.name(name))


OTHER_BOT_WORDS: Mapping[str, BotLevelText] = {
    "aléatoire": BotLevelText.RANDOM,
    "fantaisistes": BotLevelText.RANDOM,
    "débutante": BotLevelText.NOVICE,
    "débutants": BotLevelText.NOVICE,
    "beginners": BotLevelText.NOVICE,
    "novices": BotLevelText.NOVICE,
    "gourmande": BotLevelText.GREEDY,
    "gourmands": BotLevelText.GREEDY,
    "moyenne": BotLevelText.STEADY,
    "moyens": BotLevelText.STEADY,
    "régulier": BotLevelText.STEADY,
    "régulière": BotLevelText.STEADY,
    "réguliers": BotLevelText.STEADY,
    "solide": BotLevelText.STEADY,
    "solides": BotLevelText.STEADY,
    "forte": BotLevelText.STRONG,
    "forts": BotLevelText.STRONG,
    "experte": BotLevelText.EXPERT,
    "experts": BotLevelText.EXPERT,
}
"""Further words that may be typed for a level of the bots."""
