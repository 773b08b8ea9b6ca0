"""What people and tables may be called. Refuses to know whether a name is taken."""

from __future__ import annotations

MAX_NAME = 24


class InvalidName(ValueError):
    """Text that is no name; the message says what one is."""


def is_name(text: str) -> bool:
    """Whether it is 1 to 24 printable characters with no space at either end; controls and direction marks are not."""
    return 1 <= len(text) <= MAX_NAME and text.isprintable() and text == text.strip()


def checked_name(text: str) -> str:
    """The text if it is a name, InvalidName otherwise."""
    if not is_name(text):
        raise InvalidName(f"a name is 1 to {MAX_NAME} printable characters with no space at either end")
    return text
