"""A person's settings (language, looks, sounds, habits), which are kept between runs, and default names."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from coinche.protocol.limits import MAX_NAME
from coinche.text.catalog import Words
from coinche.text.language import Language

from .formatting import Face
from .glyphs import ASCII, UNICODE, Glyphs


class Sort(StrEnum):
    """Orders of the hand; colours alternate in all of them."""

    TRUMPS_FIRST = "trumps-first"
    TRUMPS_LAST = "trumps-last"
    BY_RANK = "by-rank"


class Signs(StrEnum):
    """Character sets for cards and frames."""

    UNICODE = "unicode"
    ASCII = "ascii"


class Bots(StrEnum):
    """Strengths of the bots to ask for, weakest first; the values are their names on servers."""

    RANDOM = "random"
    NOVICE = "novice"
    GREEDY = "greedy"
    STEADY = "steady"
    STRONG = "strong"
    EXPERT = "expert"


class Theme(StrEnum):
    """Colour themes."""

    CLASSIC = "classic"
    FOUR_COLOURS = "four-colours"
    GREEN_FELT = "green-felt"
    LIGHT = "light"
    HIGH_CONTRAST = "high-contrast"
    COLOUR_BLIND = "colour-blind"
    MONO = "mono"

    @classmethod
    def _missing_(cls, value: object) -> Theme | None:
        """The theme under its name in the settings files of earlier versions."""
        return cls.CLASSIC if value == "usual" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of a person."""

    language: Language = Language.ENGLISH
    name: str = ""
    """The player's name; "" stands for the login name."""
    signs: Signs = Signs.UNICODE
    theme: Theme = Theme.CLASSIC
    mouse: bool = True
    """Accept mouse clicks; without it the terminal selects text."""
    sort: Sort = Sort.TRUMPS_FIRST
    bots: Bots = Bots.STEADY
    play_forced: bool = False
    """Play the only card that may be played without asking."""
    confirm: bool = False
    """A digit chooses a card; Enter plays it."""
    linger: bool = True
    """Keep a finished trick on the table for a moment, unless the player ends it earlier."""
    celebrations: bool = True
    """Celebrate coinche, capot and victory with an animation."""
    bell: bool = False
    """Ring when it is the player's turn."""
    notify: bool = False
    """Show a desktop notification when it is the player's turn."""
    title: bool = True
    """Show in the window's title whose turn it is."""
    chat: bool = True
    """Show the chat of the others."""
    tips: bool = True
    """Show a tip at the first visit of a screen; each is shown once."""
    rules: str = ""
    """The name of the person's own rules for new tables; "" stands for the usual ones."""


GLYPHS: Mapping[Signs, Glyphs] = {Signs.UNICODE: UNICODE, Signs.ASCII: ASCII}


def face_of(settings: Settings) -> Face:
    """Return the face for these settings."""
    return Face(settings.language, GLYPHS[settings.signs])


class TableName(Words):
    """The name of a table that its owner has not named."""

    OWN = ("Chez {name}", "{name}'s table")


_NAMESAKES = 9


def login_name() -> str:
    """Return the login name, made fit for a table."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, or no way to know
        name = ""
    fit = "".join(c for c in name if c.isprintable()).strip()[:MAX_NAME].strip()
    return fit or "Coinche"


def other_names(name: str) -> tuple[str, ...]:
    """`Ana 2`, `Ana 3` and so on: for a name that nobody has chosen, and so nobody insists on."""
    return tuple(f"{name[: MAX_NAME - 2].rstrip()} {number}" for number in range(2, _NAMESAKES + 1))


def own_table(name: str, face: Face) -> str:
    """Return the name of a player's table until they choose another."""
    called = face.say(TableName.OWN, name=name)
    return called if len(called) <= MAX_NAME else name
