"""The base class of a catalogue of sentences, and how sentences are printed.

A terminal gets them broken between words; in a pipe or a file each stays one line.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TextIO

from coinche.text.language import Language
from coinche.text.line_breaks import broken


class Words(Enum):
    """A catalogue: each member is one sentence in French and in English, with `{names}` for what varies."""

    def __init__(self, french: str, english: str) -> None:
        self.french = french
        self.english = english

    def within(self, language: Language) -> str:
        """The sentence in that language, its `{names}` unfilled."""
        return self.french if language is Language.FRENCH else self.english


@dataclass(frozen=True, slots=True)
class Statement:
    """A text of a catalogue with what fills it, to be said in either language."""

    words: Words
    fields: Mapping[str, object] = field(default_factory=dict)

    def within(self, language: Language) -> str:
        """The filled text in that language; a catalogue's text among the fields is said in the same."""
        fields = {
            name: value.within(language) if isinstance(value, Words | Statement) else value
            for name, value in self.fields.items()
        }
        return self.words.within(language).format(**fields)


def statement(words: Words, **fields: object) -> Statement:
    """The statement in those words."""
    return Statement(words, fields)


def tell(sentence: str, out: TextIO | None = None) -> None:
    """Print it at once, where nothing else is named on the standard output.

    What a terminal would obey is left out: names, reasons and messages in a sentence are those of others.
    """
    out = sys.stdout if out is None else out
    sentence = "".join(sign if sign.isprintable() else " " * sign.isspace() for sign in sentence)
    lines = [sentence]
    if out.isatty():
        cols = shutil.get_terminal_size().columns
        lines = broken(sentence, cols)
    print("\n".join(lines), file=out, flush=True)


def complain(program: str, sentence: str) -> None:
    """Print an error under the program's name on standard error."""
    tell(f"{program}: {sentence}", sys.stderr)
