"""Themes: colours and weights for the style names of the views, and the colour depth of a terminal.

Every meaning is also shown by a sign or a word, so that nothing is lost on a terminal without colours. With NO_COLOR
prompt-toolkit drops the colours and keeps the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from coinche.text.settings import Theme

_QR = "bg:#ffffff #000000"
"""A code is dark on light even where nothing else has a colour, since cameras look for that."""
_CLASSIC: Mapping[str, str] = {
    "screen": "",
    "title": "bold",
    "rule": "#767676",
    "dim": "#808080",
    "ours": "#228b22 bold",
    "theirs": "#e03030 bold",
    "contract": "bg:#ffd75f #000000 bold",
    "coinche": "bg:#af0000 #ffffff bold",
    "bid": "bold",
    "own": "bold",
    "player": "",
    "compass": "#808080",
    "away": "#b87a00 italic",
    "backs": "#5f87af",
    "turn": "#b87a00 bold",
    "said": "#008b8b italic",
    "ask": "bold",
    "tip": "#008b8b",
    "cursor": "bold reverse",
    "lesson": "bg:#005f5f #ffffff",
    "lesson-bar": "bg:#005f5f #ffd75f bold",
    "lesson-past": "#808080",
    "notice": "#e03030 bold",
    "told": "#008b8b bold",
    "alarm": "bg:#af0000 #ffffff bold",
    "key": "#b87a00 bold",
    "key-on": "bg:#ffaf00 #000000 bold",
    "chosen": "bold reverse",
    "pad": "",
    "card": "",
    "card-yes": "bold",
    "card-on": "bg:#ffaf00 #000000 bold",
    "card-no": "#808080",
    "winning": "bg:#d7ffaf #000000 bold",
    "past": "#808080",
    "qr": _QR,
}
"""Black text, and black suits, have the terminal's own foreground, so that dark and light terminals both show them."""


@dataclass(frozen=True, slots=True)
class Suits:
    """Colours of the suits in a theme: on the screen, and darker ones on a card with a pale background."""

    red: str
    pale_red: str
    muted_red: str = "#a86060"
    """That of the red suits on a card that may not be played."""
    diamonds: str = ""
    """"" stands for the colour of hearts."""
    pale_diamonds: str = ""
    clubs: str = ""
    pale_clubs: str = ""
    spades: str = ""
    pale_spades: str = ""

    def styles(self, pale: Iterable[str]) -> Mapping[str, str]:
        """The styles of suits in sentences (`ink`) and on cards (`suit`); `pale` has the styles of pale cards."""
        bright = (self.spades, self.red, self.diamonds or self.red, self.clubs)
        dark = (self.pale_spades, self.pale_red, self.pale_diamonds or self.pale_red, self.pale_clubs)
        plain = {f"{kind}-{suit}": look for kind in ("ink", "suit") for suit, look in zip(_SUITS, bright, strict=True)}
        on_pale = {f"{card} suit-{suit}": look for card in pale for suit, look in zip(_SUITS, dark, strict=True)}
        muted = {f"card-no suit-{suit}": self.muted_red for suit in ("hearts", "diamonds")}
        return {**plain, "ink-no-trump": "", "ink-all-trump": "", **muted, **on_pale}


_SUITS = ("spades", "hearts", "diamonds", "clubs")
_TWO = Suits("#e03030", "#a00000")
_FOUR = Suits(
    "#e03030",
    "#a00000",
    diamonds="#b86400",
    pale_diamonds="#8a3800",
    clubs="#228b22",
    pale_clubs="#005000",
    spades="#5277f0",
    pale_spades="#1d2a8c",
)
_BLUE_AND_ORANGE = Suits(
    "#c46200",
    "#8a3c00",
    muted_red="#96703c",
    clubs="#3a87d0",
    pale_clubs="#00406c",
    spades="#3a87d0",
    pale_spades="#00406c",
)
_ON_FELT = Suits("#ffa090", "#a00000", muted_red="#7a0000", pale_clubs="#000000", pale_spades="#000000")
_PALE = ("card-on", "winning")
_FACES = ("card", "card-yes", *_PALE, "past")
_WHITE_CARDS = {
    "card": "bg:#ffffff #000000",
    "card-yes": "bg:#ffffff #000000 bold",
    "card-no": "bg:#a8a8a8 #303030",
    "past": "bg:#d0d0d0 #303030",
}
_FELT = {
    **_WHITE_CARDS,
    "screen": "bg:#0a4a25 #f0f0e0",
    **dict.fromkeys(("rule", "compass", "lesson-past"), "#9cc0a4"),
    "dim": "#b4d0ba",
    "ours": "#9dff9d bold",
    "theirs": "#ffb0a0 bold",
    "away": "#ffd75f italic",
    "backs": "#9fc5e8",
    "turn": "#ffd75f bold",
    "said": "#a8f0f0 italic",
    "tip": "#a8f0f0",
    "notice": "#ffb0a0 bold",
    "told": "#a8f0f0 bold",
    "key": "#ffd75f bold",
}
"""White cards on green."""
_LIGHT = {
    "screen": "bg:#ffffff #1c1c1c",
    "rule": "#8a8a8a",
    **dict.fromkeys(("dim", "compass", "lesson-past", "card-no", "past"), "#6c6c6c"),
    "ours": "#00691a bold",
    "theirs": "#b00000 bold",
    "away": "#8a4b00 italic",
    "backs": "#3a6690",
    "turn": "#8a4b00 bold",
    "said": "#005f87 italic",
    "tip": "#005f87",
    "notice": "#b00000 bold",
    "told": "#005f87 bold",
    "key": "#8a4b00 bold",
}
"""Dark text on white, whatever the colours of the terminal."""
_HIGH_CONTRAST = {
    "screen": "bg:#000000 #ffffff",
    **dict.fromkeys(("rule", "dim", "compass", "backs", "player", "lesson-past"), "#ffffff"),
    **dict.fromkeys(("said", "told", "tip"), "#ffffff bold"),
    **dict.fromkeys(("away", "turn", "key"), "#ffff00 bold"),
    **dict.fromkeys(("contract", "key-on"), "bg:#ffff00 #000000 bold"),
    **dict.fromkeys(("coinche", "alarm"), "bg:#ff0000 #ffffff bold"),
    "lesson": "bg:#000087 #ffffff bold",
    "lesson-bar": "bg:#000087 #ffff00 bold",
    "ours": "#00ff00 bold",
    "theirs": "#ff6060 bold",
    "notice": "#ff6060 bold",
    "card": "bg:#ffffff #000000",
    "card-yes": "bg:#ffffff #000000 bold",
    "card-on": "bg:#ffff00 #000000 bold underline",
    "card-no": "bg:#000000 #b0b0b0",
    "winning": "bg:#00ff00 #000000 bold",
    "past": "bg:#ffffff #000000",
}
"""White, black and full colours only, no grey."""
_COLOUR_BLIND = {
    "ours": "#3a87d0 bold",
    "theirs": "#c46200 bold",
    "contract": "bg:#f0e442 #000000 bold",
    **dict.fromkeys(("coinche", "alarm"), "bg:#a84a00 #ffffff bold"),
    "notice": "#c46200 bold",
    **dict.fromkeys(("away", "turn", "key"), "#8a7a00 bold"),
    **dict.fromkeys(("said", "told", "tip"), "#3a87d0"),
    "key-on": "bg:#f0e442 #000000 bold",
    "card-on": "bg:#f0e442 #000000 bold",
    "winning": "bg:#a8d8f8 #000000 bold",
}
"""Blue and orange instead of green and red: these two differ for every kind of colour blindness."""


def _without_colours(look: str) -> str:
    """The weights alone; a background colour becomes reverse video."""
    weights = [word for word in look.split() if word in _WEIGHTS]
    return " ".join(["noinherit", *weights, *(["reverse"] if "bg:" in look else [])])


_WEIGHTS = frozenset({"bold", "italic", "underline", "reverse"})


def _themed(changes: Mapping[str, str], suits: Suits, pale: Iterable[str] = _PALE) -> Mapping[str, str]:
    return {**_CLASSIC, **changes, **suits.styles(pale)}


LOOKS: Mapping[Theme, Mapping[str, str]] = {
    Theme.CLASSIC: _themed({}, _TWO),
    Theme.FOUR_COLOURS: _themed({}, _FOUR),
    Theme.GREEN_FELT: _themed(_FELT, _ON_FELT, _FACES),
    Theme.LIGHT: _themed(_LIGHT, Suits("#c00000", "#a00000")),
    Theme.HIGH_CONTRAST: _themed(_HIGH_CONTRAST, Suits("#ff6060", "#a00000", muted_red="#ff6060"), _FACES),
    Theme.COLOUR_BLIND: _themed(_COLOUR_BLIND, _BLUE_AND_ORANGE),
    Theme.MONO: {
        **{name: _without_colours(look) for name, look in _CLASSIC.items()},
        "card-no": "",
        "card-yes": "bold reverse",
        "qr": f"noinherit {_QR}",
    },
}
"""The look of each style name, by theme."""
_SIXTEEN: Mapping[Theme, Mapping[str, str]] = {
    Theme.FOUR_COLOURS: {f"{card} suit-clubs": "ansiblack" for card in _PALE},
    Theme.LIGHT: {"ours": "ansiblue bold"},
    Theme.GREEN_FELT: {
        name: " ".join(("ansiblack", *(word for word in look.split() if word in _WEIGHTS)))
        for name, look in {**LOOKS[Theme.GREEN_FELT], "card-no": ""}.items()
        if "bg:" not in look and not any(name.startswith(f"{card} ") for card in _FACES)
    }
    | {"screen": "bg:ansigreen ansiblack", "card-no": "bg:ansigreen ansiblack"},
}
"""Changes for terminals of 16 colours, whose bright green has no contrast with bright text."""


@cache
def style_of(theme: Theme, depth: ColorDepth) -> Style:
    """The style sheet of the theme on a terminal of that colour depth."""
    changes = _SIXTEEN.get(theme, {}) if depth is ColorDepth.DEPTH_4_BIT else {}
    if depth is ColorDepth.DEPTH_1_BIT:
        changes = {"qr": _without_colours(LOOKS[theme]["qr"])}
    return Style.from_dict({**LOOKS[theme], **changes})


_BY_TERM: Mapping[str, ColorDepth] = {
    "vt*": ColorDepth.DEPTH_1_BIT,
    "*-m": ColorDepth.DEPTH_1_BIT,
    "*-mono": ColorDepth.DEPTH_1_BIT,
    "linux*": ColorDepth.DEPTH_4_BIT,
    "ansi*": ColorDepth.DEPTH_4_BIT,
    "cygwin": ColorDepth.DEPTH_4_BIT,
    "*-color": ColorDepth.DEPTH_4_BIT,
    "*-16color": ColorDepth.DEPTH_4_BIT,
    "rxvt": ColorDepth.DEPTH_4_BIT,
}
"""Terminals that interpret further colour codes otherwise, such as blinking."""


def depth_of(environment: Mapping[str, str]) -> ColorDepth | None:
    """The colour depth of a terminal; None leaves the choice to prompt-toolkit. NO_COLOR keeps bold and reverse."""
    if environment.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    named = environment.get("PROMPT_TOOLKIT_COLOR_DEPTH")
    if named in {depth.value for depth in ColorDepth}:
        return ColorDepth(named)
    term = environment.get("TERM", "")
    return next((depth for kind, depth in _BY_TERM.items() if fnmatch(term, kind)), None)
