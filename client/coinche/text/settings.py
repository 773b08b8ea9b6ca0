"""What a person has chosen once and for all: language, looks, sounds, habits. Kept from one evening to the next.

Refuses to know where they are kept (`kept_settings`) and how they are chosen (`choosing`).

How a person likes to be told things: the face that goes with his settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .catalog import Language
from .formatting import Face
from .glyphs import ASCII, UNICODE, Glyphs


class Sort(StrEnum):
    """How the hand is laid out; colours alternate in all of them."""

    TRUMPS_FIRST = "trumps-first"
    TRUMPS_LAST = "trumps-last"
    BY_RANK = "by-rank"


class Signs(StrEnum):
    """What cards and frames are drawn with."""

    UNICODE = "unicode"
    ASCII = "ascii"


class Bots(StrEnum):
    """How well the bots play that one asks for; the values are what servers call them."""

    STEADY = "steady"
    STRONG = "strong"
    EXPERT = "expert"
    NOVICE = "novice"
    GREEDY = "greedy"
    RANDOM = "random"


class Theme(StrEnum):
    """The colours."""

    USUAL = "usual"
    FOUR_COLOURS = "four-colours"
    HIGH_CONTRAST = "high-contrast"
    MONO = "mono"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All of them."""

    language: Language = Language.ENGLISH
    name: str = ""
    """What one wants to be called; "" is what the machine says."""
    signs: Signs = Signs.UNICODE
    theme: Theme = Theme.USUAL
    sort: Sort = Sort.TRUMPS_FIRST
    bots: Bots = Bots.STEADY
    bell: bool = False
    """Ring when it is one's turn."""
    notify: bool = False
    """Tell the desktop when it is one's turn."""
    title: bool = True
    """Say in the window's title whose turn it is."""
    play_forced: bool = False
    """Play the only card that may be played without asking."""
    confirm: bool = False
    """A digit chooses a card; Enter plays it."""
    linger: bool = True
    """A trick lies until it has been looked at."""
    mouse: bool = True
    """Clicks count; else the terminal selects text."""
    chat: bool = True
    """Show what the others say."""


GLYPHS: Mapping[Signs, Glyphs] = {Signs.UNICODE: UNICODE, Signs.ASCII: ASCII}


def face_of(settings: Settings) -> Face:
    """In his language, with his signs."""
    return Face(settings.language, GLYPHS[settings.signs])
