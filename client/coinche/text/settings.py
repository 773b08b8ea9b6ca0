"""A person's settings: language, looks, sounds, habits; they are kept between runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .catalog import Language
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
    """Strengths of the bots to ask for; the values are their names on servers."""

    STEADY = "steady"
    STRONG = "strong"
    EXPERT = "expert"
    NOVICE = "novice"
    GREEDY = "greedy"
    RANDOM = "random"


class Theme(StrEnum):
    """Colour themes."""

    USUAL = "usual"
    FOUR_COLOURS = "four-colours"
    HIGH_CONTRAST = "high-contrast"
    MONO = "mono"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of a person."""

    language: Language = Language.ENGLISH
    name: str = ""
    """The player's name; "" stands for the login name."""
    signs: Signs = Signs.UNICODE
    theme: Theme = Theme.USUAL
    sort: Sort = Sort.TRUMPS_FIRST
    bots: Bots = Bots.STEADY
    bell: bool = False
    """Ring when it is the player's turn."""
    notify: bool = False
    """Show a desktop notification when it is the player's turn."""
    title: bool = True
    """Show in the window's title whose turn it is."""
    play_forced: bool = False
    """Play the only card that may be played without asking."""
    confirm: bool = False
    """A digit chooses a card; Enter plays it."""
    linger: bool = True
    """Keep a finished trick on the table until the player dismisses it."""
    mouse: bool = True
    """Accept mouse clicks; without it the terminal selects text."""
    chat: bool = True
    """Show the chat of the others."""


GLYPHS: Mapping[Signs, Glyphs] = {Signs.UNICODE: UNICODE, Signs.ASCII: ASCII}


def face_of(settings: Settings) -> Face:
    """Return the face for these settings."""
    return Face(settings.language, GLYPHS[settings.signs])
