"""What people and tables may be called. Refuses to know whether a name is taken."""

from __future__ import annotations

import unicodedata

MAX_NAME = 24

_BLANK = "\u115f\u1160\u3164\uffa0"
"""Letters that show nothing."""


class InvalidName(ValueError):
    """Text that is no name; the message says what one is."""


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
