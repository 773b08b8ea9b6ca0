"""The languages, French and English, and the base class of a catalogue of sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum


class Language(StrEnum):
    """A language that the client speaks."""

    FRENCH = "fr"
    ENGLISH = "en"


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


def language_of(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for; English where it names none of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            return Language.FRENCH if wanted.lower().startswith("fr") else Language.ENGLISH
    return Language.ENGLISH
