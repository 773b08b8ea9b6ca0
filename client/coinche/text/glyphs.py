"""The signs that a screen is drawn with, in Unicode and in ASCII, and how any text is brought down to ASCII.

Every sign of one set is one cell wide, so both sets fill the same frame.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from coinche.engine.cards import Denomination, Rank
from coinche.text.language import Language


class Frame(NamedTuple):
    """The signs around a card; the corners are top left, top right, bottom left and bottom right."""

    corners: str
    edge: str
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """One set of signs. `suits` has its signs by language, because letters differ and suits do not."""

    ascii: bool
    rule: str
    bar: str
    thin: Frame
    thick: Frame
    """The frame of the card that was played last."""
    figures: Mapping[Rank, tuple[str, str]]
    """Hat and face of jack, queen and king, five cells wide."""
    turn: str
    below: str
    """More follows below."""
    held: str
    block: str
    """A part of a letter that is several cells high."""
    levels: str
    """Signs of rising height, for curves."""
    dot: str
    arrow: str
    times: str
    suits: Mapping[Language, Mapping[Denomination, str]]

    def plain(self, text: str) -> str:
        """The text as this set can show it: printable, and pure ASCII if the set is."""
        shown = "".join(c for c in text if c.isprintable())
        return _to_ascii(shown) if self.ascii else shown


_SIGNS = dict(zip(Denomination, ("♠", "♥", "♦", "♣"), strict=False))

UNICODE = Glyphs(
    ascii=False,
    rule="─",
    bar="│",
    thin=Frame("┌┐└┘", "─", "│"),
    thick=Frame("┏┓┗┛", "━", "┃"),
    figures={Rank.JACK: ("▄███▀", "(•_•)"), Rank.QUEEN: ("▄▀█▀▄", "{•‿•}"), Rank.KING: ("█▄█▄█", "(•▾•)")},
    turn="▶",
    below="↓",
    held="▮",
    block="█",
    levels="▁▂▃▄▅▆▇█",
    dot="·",
    arrow="→",
    times="×",
    suits={
        Language.FRENCH: _SIGNS | {Denomination.NO_TRUMP: "SA", Denomination.ALL_TRUMP: "TA"},
        Language.ENGLISH: _SIGNS | {Denomination.NO_TRUMP: "NT", Denomination.ALL_TRUMP: "AT"},
    },
)

ASCII = Glyphs(
    ascii=True,
    rule="-",
    bar="|",
    thin=Frame("++++", "-", "|"),
    thick=Frame("####", "=", "#"),
    figures={Rank.JACK: (",___/", "(o_o)"), Rank.QUEEN: (".oOo.", "{o_o}"), Rank.KING: ("\\WWW/", "(o_o)")},
    turn=">",
    below="v",
    held="#",
    block="#",
    levels="_.,-=+*#",
    dot="-",
    arrow="->",
    times="x",
    suits={
        Language.FRENCH: dict(zip(Denomination, ("p", "c", "k", "t", "SA", "TA"), strict=True)),
        Language.ENGLISH: dict(zip(Denomination, ("s", "h", "d", "c", "NT", "AT"), strict=True)),
    },
)

_SPELLED = {
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "«": '"',
    "»": '"',
    "“": '"',
    "”": '"',
    "’": "'",
    "…": "...",
    "–": "-",
    "—": "-",
}
_SPELLED |= {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "×": "x",
    "−": "-",
    "·": "-",
    "▶": ">",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
}


def _to_ascii(text: str) -> str:
    spelled = "".join(_SPELLED.get(c, c) for c in text)
    bare = "".join(c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c))
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in bare)


def shows_unicode(environment: Mapping[str, str], encoding: str) -> bool:
    """Return True if the locale and the output take more than ASCII."""
    named = next((value for key in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(key))), "")
    utf = "utf" in encoding.lower()
    return utf and ("utf" in named.lower() or (not named and "OS" in environment))  # Windows names no locale
