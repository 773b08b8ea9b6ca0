"""What people and tables may be called, and what may be said. Refuses to know whether a name is taken."""

from __future__ import annotations

import unicodedata

MAX_NAME = 24

_BLANK = "\u115f\u1160\u3164\uffa0"
"""Letters that show nothing."""


class InvalidText(ValueError):
    """Text that may not be shown to others; the message says what may."""

    path = "$.text"


class InvalidName(InvalidText):
    """Text that is no name; the message says what one is."""

    path = "$.name"


def is_name(text: str) -> bool:
    """Whether it is 1 to 24 printable characters, one of them a letter or a digit, with no space at either end.

    Controls and direction marks are not printable; accents stand composed (NFC), so that equal names look equal.
    """
    return (
        1 <= len(text) <= MAX_NAME
        and text.isprintable()
        and text == text.strip()
        and any(character.isalnum() and character not in _BLANK for character in text)
        and unicodedata.is_normalized("NFC", text)
    )


def checked_name(text: str) -> str:
    """The text if it is a name, InvalidName otherwise."""
    if not is_name(text):
        raise InvalidName(
            f"a name is 1 to {MAX_NAME} printable characters, one a letter or digit, with no space at either end"
        )
    return text


def same_name(name: str) -> str:
    """What is equal for names that people would take for one another: compatible forms and case make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def checked_text(text: str) -> str:
    """The text if it can be shown on a line, InvalidText otherwise: no controls, no direction marks."""
    if not text.isprintable() or not text.strip():
        raise InvalidText("what is said is one line of printable characters, and not only spaces")
    return text
