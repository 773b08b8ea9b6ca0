"""Themes: colours and weights for the style names of the views, and the colour depth of a terminal.

Every meaning is also shown by a sign or a word, so that nothing is lost on a terminal without colours. With NO_COLOR
prompt-toolkit drops the colours and keeps the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatch

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from coinche.text.settings import Theme

_USUAL: Mapping[str, str] = {
    "title": "bold",
    "rule": "#6c6c6c",
    "dim": "#8a8a8a",
    "ours": "ansigreen bold",
    "theirs": "ansired bold",
    "contract": "bg:#ffd75f #000000 bold",
    "coinche": "bg:#af0000 #ffffff bold",
    "bid": "bold",
    "own": "bold",
    "player": "",
    "compass": "#8a8a8a",
    "away": "ansiyellow italic",
    "backs": "#5f87af",
    "turn": "ansiyellow bold",
    "said": "ansicyan italic",
    "ask": "bold",
    "cursor": "bold reverse",
    "lesson": "bg:#005f5f #ffffff",
    "lesson-bar": "bg:#005f5f #ffd75f bold",
    "lesson-past": "#8a8a8a",
    "notice": "ansired bold",
    "told": "ansicyan bold",
    "alarm": "bg:#af0000 #ffffff bold",
    "key": "ansiyellow bold",
    "key-on": "ansiyellow bold reverse",
    "chosen": "bold reverse",
    "pad": "",
    "card": "bg:#eeeeee #000000",
    "card-yes": "bg:#ffffd7 #000000 bold",
    "card-on": "bg:#ffaf00 #000000 bold",
    "card-no": "bg:#8a8a8a #303030",
    "winning": "bg:#d7ffaf #000000 bold",
    "past": "bg:#bcbcbc #303030",
    "suit-spades": "",
    "suit-hearts": "#d70000",
    "suit-diamonds": "#d75f00",
    "suit-clubs": "#005f00",
    "ink-spades": "",
    "ink-hearts": "ansibrightred",
    "ink-diamonds": "ansiyellow",
    "ink-clubs": "ansibrightgreen",
    "ink-no-trump": "",
    "ink-all-trump": "",
}
_FOUR_COLOURS = {
    "suit-diamonds": "#c05000",
    "suit-clubs": "#007a1f",
    "suit-spades": "#1d2a8c",
    "ink-diamonds": "#ff9f1c",
    "ink-clubs": "ansibrightgreen",
    "ink-spades": "ansibrightblue",
}
"""A colour for each suit; the usual theme shows both red suits in similar colours."""
_HIGH_CONTRAST = {
    "rule": "#ffffff",
    "dim": "#ffffff",
    "compass": "#ffffff",
    "backs": "#ffffff",
    "player": "#ffffff",
    "said": "#ffffff bold",
    "lesson": "bg:#000087 #ffffff bold",
    "lesson-bar": "bg:#000087 #ffff00 bold",
    "lesson-past": "#ffffff",
    "away": "#ffff00 bold",
    "ours": "#00ff00 bold",
    "theirs": "#ff6060 bold",
    "turn": "#ffff00 bold",
    "key": "#ffff00 bold",
    "notice": "#ff6060 bold",
    "told": "#ffffff bold",
    "contract": "bg:#ffff00 #000000 bold",
    "coinche": "bg:#ff0000 #ffffff bold",
    "alarm": "bg:#ff0000 #ffffff bold",
    "card": "bg:#ffffff #000000",
    "card-yes": "bg:#ffffff #000000 bold",
    "card-on": "bg:#ffff00 #000000 bold underline",
    "card-no": "bg:#000000 #b0b0b0",
    "winning": "bg:#00ff00 #000000 bold",
    "past": "bg:#ffffff #000000",
    "suit-hearts": "#b00000",
    "suit-diamonds": "#b00000",
    "suit-clubs": "#000000",
    "ink-hearts": "#ff6060",
    "ink-diamonds": "#ffff00",
    "ink-clubs": "#00ff00",
}
"""White, black and full colours only, no grey."""


def _without_colours(look: str) -> str:
    """The weights alone; a background colour becomes reverse video."""
    weights = [word for word in look.split() if word in _WEIGHTS]
    return " ".join(["noinherit", *weights, *(["reverse"] if "bg:" in look else [])])


_WEIGHTS = frozenset({"bold", "italic", "underline", "reverse"})

THEMES: Mapping[Theme, Style] = {
    Theme.USUAL: Style.from_dict(dict(_USUAL)),
    Theme.FOUR_COLOURS: Style.from_dict({**_USUAL, **_FOUR_COLOURS}),
    Theme.HIGH_CONTRAST: Style.from_dict({**_USUAL, **_HIGH_CONTRAST}),
    Theme.MONO: Style.from_dict(
        {name: _without_colours(look) for name, look in _USUAL.items()} | {"card-no": "", "card-yes": "bold reverse"}
    ),
}


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
