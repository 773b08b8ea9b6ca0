"""Line breaks: a sentence in lines of a terminal, none of which begins with a sign that French sets apart."""

from __future__ import annotations

import re
import textwrap

HARD = "\N{NO-BREAK SPACE}"
_HELD = re.compile(r" (?=[:;!?»][.,)]*(?: |$))|(?<=«) ")
"""The spaces before a colon and its like, and those inside quotation marks."""


def held(text: str) -> str:
    """The text with no-break spaces where French allows no break."""
    return _HELD.sub(HARD, text)


def broken(text: str, cols: int, first: str = "", rest: str = "") -> list[str]:
    """Lines that fit, the first and the others with their indents; a word wider than a line stays whole."""
    lines = textwrap.wrap(
        held(text), cols, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(HARD, " ") for line in lines] or [""]
