"""A line of text with a cursor: an immutable value; each edit returns the next one.

The cursor moves by graphemes, which people see as one character: a letter with its accents, an emoji with its skin
colour, a flag. Words end as in a shell: at signs other than letters and digits, or at blanks for a whole argument.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile

_MARKS = frozenset({"Mn", "Mc", "Me"})
"""Unicode categories of signs that belong to the letter before them."""
_SKIN_COLOURS = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
"""Regional indicators: two of them make a flag."""


def graphemes(text: str) -> tuple[str, ...]:
    """Cut the text into graphemes."""
    found: list[str] = []
    for sign in text:
        if found and _belongs(sign, found[-1]):
            found[-1] += sign
        else:
            found.append(sign)
    return tuple(found)


def _belongs(sign: str, before: str) -> bool:
    if len(before) == 1 and ord(sign) in _FLAG_LETTERS:
        return ord(before) in _FLAG_LETTERS
    return unicodedata.category(sign) in _MARKS or ord(sign) in _SKIN_COLOURS


def one_line(text: str) -> str:
    """The text as a field takes it: a line break or a tab becomes a blank, other control characters go."""
    lines = text.replace("\t", " ").splitlines()
    if len(lines) > 1:
        lines = [line.strip() for line in lines if line.strip()]
    return "".join(sign for sign in " ".join(lines) if sign.isprintable())


@dataclass(frozen=True, slots=True)
class TextEntry:
    """A line of text; the cursor stands between `before` and `after`."""

    before: str = ""
    after: str = ""
    proposed: bool = False
    """True for a text that nobody has written: the first sign typed replaces it, any other edit takes it over."""

    @property
    def text(self) -> str:
        return self.before + self.after

    def insert(self, text: str, longest: int) -> TextEntry:
        """Insert text at the cursor, up to `longest` characters in all."""
        if self.proposed:
            return TextEntry(text[:longest])
        return TextEntry(self.before + text[: max(0, longest - len(self.text))], self.after)

    def left(self) -> TextEntry:
        """Move the cursor one grapheme to the left."""
        return self._at(len(self.before) - _length(graphemes(self.before)[-1:]))

    def right(self) -> TextEntry:
        """Move the cursor one grapheme to the right."""
        return self._at(len(self.before) + _length(graphemes(self.after)[:1]))

    def start(self) -> TextEntry:
        """Move the cursor to the start of the line."""
        return self._at(0)

    def end(self) -> TextEntry:
        """Move the cursor to the end of the line."""
        return self._at(len(self.text))

    def word_left(self) -> TextEntry:
        """Move the cursor to the beginning of this word, or of the previous one."""
        return self._at(len(self.before) - _word(reversed(graphemes(self.before)), _is_letter))

    def word_right(self) -> TextEntry:
        """Move the cursor to the end of this word, or of the next one."""
        return self._at(len(self.before) + _word(graphemes(self.after), _is_letter))

    def erase_left(self) -> TextEntry:
        """Erase the grapheme before the cursor."""
        return TextEntry(self.left().before, self.after)

    def erase_right(self) -> TextEntry:
        """Erase the grapheme behind the cursor."""
        return TextEntry(self.before, self.right().after)

    def erase_word_left(self) -> TextEntry:
        """Erase from the beginning of the word to the cursor."""
        return TextEntry(self.word_left().before, self.after)

    def erase_word_right(self) -> TextEntry:
        """Erase from the cursor to the end of the word."""
        return TextEntry(self.before, self.word_right().after)

    def erase_to_blank(self) -> TextEntry:
        """Erase from the last blank to the cursor, for example a whole address."""
        kept = len(self.before) - _word(reversed(graphemes(self.before)), _is_no_blank)
        return TextEntry(self.before[:kept], self.after)

    def erase_to_start(self) -> TextEntry:
        """Erase everything before the cursor."""
        return TextEntry("", self.after)

    def erase_to_end(self) -> TextEntry:
        """Erase everything behind the cursor."""
        return TextEntry(self.before)

    def _at(self, place: int) -> TextEntry:
        return TextEntry(self.text[:place], self.text[place:])


def _is_letter(grapheme: str) -> bool:
    return grapheme[0].isalnum()


def _is_no_blank(grapheme: str) -> bool:
    return not grapheme[0].isspace()


def _word(found: Iterable[str], is_part: Callable[[str], bool]) -> int:
    """The length of a word, including the gap between it and the cursor."""
    left = tuple(found)
    gap = tuple(takewhile(lambda each: not is_part(each), left))
    return _length(gap) + _length(takewhile(is_part, left[len(gap) :]))


def _length(found: Iterable[str]) -> int:
    return sum(map(len, found))
