"""Elements of HTML and SVG as text. Every `str` is escaped; `Html` is markup already."""

from __future__ import annotations

import re
from html import escape


class Html(str):
    """Markup: what is put into an element as it is."""

    __slots__ = ()


def element(name: str, *inner: str, **attributes: object) -> Html:
    """The element with those attributes and that content.

    `class_` stands for `class`, `text_anchor` for `text-anchor`; an attribute that is None is left out.
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_plain(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{said}>{joined(*inner)}</{name}>")


def joined(*parts: str) -> Html:
    """The parts one after the other."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def _plain(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_TEXT = "\N{VARIATION SELECTOR-15}"
"""Requests text presentation instead of an emoji."""


def suited(text: str) -> Html:
    """The text with the signs of suits in their colours."""
    parts = re.split("([♠♥♦♣])", text)
    return joined(*(element("span", part + _TEXT, class_=_SUITS[part]) if part in _SUITS else part for part in parts))
