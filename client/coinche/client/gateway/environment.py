"""What a guest's ssh says of where he sits: his language, the signs that he can see, whether there is a screen.

Knows variables of the environment and TERM. Refuses to know anything else of them: no other variable is heeded.
"""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.language import Language, language_of
from coinche.client.settings import Signs

from .bounds import Bounds

LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG")
CHARACTERS = ("LC_ALL", "LC_CTYPE", "LANG")
HEEDED = frozenset({*LANGUAGE, *CHARACTERS})
NO_LANGUAGE = frozenset({"c", "posix"})
PLAIN_TERMS = frozenset({"ansi", "cons25", "vt100", "vt102", "vt220", "vt52"})
"""Terminals with no signs but letters."""
LINE_TERMS = frozenset({"", "dumb", "unknown"})
"""Terminals without a screen."""


class Environment(dict[object, object]):
    """The variables that a guest sends, as long as they are few and short; those beyond are dropped."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__()
        self._bounds = bounds

    def __setitem__(self, name: object, value: object) -> None:
        length = sum(len(text) for text in (name, value) if isinstance(text, str | bytes))
        if length <= self._bounds.variable and (name in self or len(self) < self._bounds.variables):
            super().__setitem__(name, value)


def heeded(variables: Mapping[str, str]) -> dict[str, str]:
    """Those that say something here, where they are plain words."""
    return {name: value for name, value in variables.items() if name in HEEDED and value.isascii()}


def language_in(variables: Mapping[str, str], otherwise: Language) -> Language:
    """The language that they ask for, or the other where they ask for none."""
    wanted = _first(variables, LANGUAGE)
    return otherwise if wanted.partition(".")[0].lower() in NO_LANGUAGE | {""} else language_of(variables)


def signs_in(variables: Mapping[str, str], term: str) -> Signs:
    """Unicode, unless the locale or the terminal is known to have none: most that say nothing have it."""
    locale = _first(variables, CHARACTERS)
    has_none = (locale and "utf" not in locale.lower()) or term.lower() in PLAIN_TERMS
    return Signs.ASCII if has_none else Signs.UNICODE


def has_screen(term: str | None) -> bool:
    """Whether there is a terminal, and more than a line of it."""
    return term is not None and term.lower() not in LINE_TERMS


def _first(variables: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := variables.get(name))), "")
