"""Colours and weights for the names that the views give to what they draw.

Every meaning is also carried by a sign or a word, so that a terminal without colours loses none. With NO_COLOR
prompt-toolkit leaves the colours away and keeps the weights.
"""

from __future__ import annotations

from collections.abc import Mapping

from prompt_toolkit.styles import Style

from .settings import Theme

USUAL = Style.from_dict(
    {
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
        "notice": "ansired bold",
        "alarm": "bg:#af0000 #ffffff bold",
        "key": "ansiyellow bold",
        "key-on": "ansiyellow bold reverse",
        "chosen": "bold reverse",
        "pad": "",
        "made": "ansigreen bold",
        "failed": "ansired bold",
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
)

THEMES: Mapping[Theme, Style] = dict.fromkeys(Theme, USUAL)
