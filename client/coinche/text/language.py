"""The languages, French and English, and the language that the environment asks for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Language(StrEnum):
    """A language that the client speaks."""

    FRENCH = "fr"
    ENGLISH = "en"


def language_of(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for; English where it names none of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            return Language.FRENCH if wanted.lower().startswith("fr") else Language.ENGLISH
    return Language.ENGLISH
