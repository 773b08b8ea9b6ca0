"""Names of people and tables, and text that may be shown to others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import count

from .limits import MAX_NAME

_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Printable characters that show nothing: fillers, a blank, and marks that only vary the character before them."""

_PILE = 4
"""Marks on one letter at most: what is written with more of them covers other lines."""

_PILED = re.compile(rf"(?:M[ne]){{{_PILE + 1}}}")
"""A pile of more marks, in Unicode's categories of two letters each: `Mn` and `Me` take no room of their own."""

_ALPHABETS = frozenset({"ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GREEK", "LATIN", "LISU"})
"""The alphabets with letters that look like another's: a name uses at most one of them, beside any others."""


class InvalidText(ValueError):
    """Text that may not be shown to others; the message says what may."""

    path = "$.text"


class InvalidName(InvalidText):
    """Text that is no name; the message says what one is."""

    path = "$.name"


def is_name(text: str) -> bool:
    """Return whether it is 1 to 24 printable characters, at least one a letter or a digit, with no space at either end.

    Controls and direction marks are not printable; accents stand composed (NFC), so that equal names look equal. So
    that others do not, nothing stands there unseen, and letters of alphabets that look alike are not mixed.
    """
    return (
        len(text) <= MAX_NAME
        and is_line(text)
        and text == text.strip()
        and any(character.isalnum() for character in text)
        and len(_alphabets(text)) <= 1
    )


def is_line(text: str) -> bool:
    """Return whether it is printable characters in NFC, all visible, not only spaces, and without piles of marks."""
    return text.isprintable() and not text.isspace() and text != "" and (text.isascii() or _is_seen(text))


def _is_seen(text: str) -> bool:
    """Return whether all of it shows, with accents composed (NFC) and no more marks on a letter than `_PILE`."""
    return _UNSEEN.isdisjoint(text) and unicodedata.is_normalized("NFC", text) and not _is_piled(text)


def _is_piled(text: str) -> bool:
    return _PILED.search("".join(map(unicodedata.category, text))) is not None


def _alphabets(text: str) -> frozenset[str]:
    """The alphabets that look alike of which there are letters, in whatever form."""
    plain = unicodedata.normalize("NFKC", text)
    return _ALPHABETS.intersection(unicodedata.name(character, "").partition(" ")[0] for character in plain)


def checked_name(text: str) -> str:
    """The text if it is a name, InvalidName otherwise."""
    if not is_name(text):
        raise InvalidName(
            f"a name is 1 to {MAX_NAME} printable characters of one alphabet, all to be seen, "
            "one a letter or digit, with no space at either end"
        )
    return text


def same_name(name: str) -> str:
    """Return a form that is equal for names that people would confuse: compatible forms and case make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def numbered(name: str) -> Iterator[str]:
    """Yield names like that one with a number, from 2 on; a long name is cut so that the number fits."""
    for number in count(2):
        ending = f" {number}"
        yield name[: MAX_NAME - len(ending)] + ending


def checked_text(text: str) -> str:
    """The text if it can be shown on a line, InvalidText otherwise: no controls, direction marks or piles of marks."""
    if not text.isprintable() or _UNSEEN.issuperset(text.replace(" ", "")) or _is_piled(text):
        raise InvalidText(
            f"what is said is one line of printable characters, with at most {_PILE} marks on a letter, "
            "and not only spaces"
        )
    return text
