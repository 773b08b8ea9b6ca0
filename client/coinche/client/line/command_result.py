"""The result of a typed line: an intent carried out and lines of answer; the names of seats and of words in answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from coinche.client.keys import active
from coinche.client.model.state import ClientState, Screen
from coinche.client.texts.line_mode import Typed
from coinche.client.update.navigation import Done
from coinche.engine.seats import Seat
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The result of a typed line: the effect on the state, and what is printed."""

    done: Done
    answers: tuple[str, ...] = ()
    drawing: tuple[str, ...] = ()
    """Lines below the answers that are left out where they are wider than the terminal."""


Obey = Callable[[ClientState, Face], Obeyed]
"""The command of a word without arguments."""


ObeyWords = Callable[[ClientState, list[str], Face], Obeyed]
"""The command of a word with arguments."""


Command = TypeVar("Command", Obey, ObeyWords)


def spelled(command: Command, *words: Words | str) -> dict[str, Command]:
    """The command under each of the words, in both languages."""
    return {spelling: command for word in words for spelling in spellings(word)}


def spellings(word: Words | str) -> tuple[str, ...]:
    """The word in both languages, or as it is."""
    return (word.french, word.english) if isinstance(word, Words) else (word,)


_SEATS: Mapping[str, Seat] = {
    **{word.lower(): seat for seat in Seat for word in (seat.value, *(Noun[seat.value].value))},
    "o": Seat.WEST,
}
"""Seats by their names and initials: `w`, `o`, `ouest` and `west`."""


def seat_named(words: list[str], place: int) -> Seat | None:
    """The seat named at that place of the line; None if there is none."""
    return _SEATS.get(words[place].lower()) if len(words) > place else None


class Vocabulary(Words):
    """Sentences about the words that can be typed."""

    NOW = ("Commandes possibles : {words}.", "Possible commands: {words}.")
    WORD = ("{word} ({what})", "{word} ({what})")
    NOT_NOW = (
        "« {word} » est impossible maintenant. Possible : {words}. ? : tout.",
        "“{word}” is not possible now. You can type: {words}. ?: everything.",
    )


_FIRST_AT_HOME = (Typed.ALONE, Typed.LEARN, Typed.ADDRESS, Typed.MATCHES, Typed.SETTINGS)
_MOST_NAMED = 8
"""Maximum number of words that a refusal names."""


def not_now(state: ClientState, word: str, face: Face) -> str:
    """The refusal of a word, with words that are possible."""
    known = [key.word for key in active(state) if key.word is not None]
    first = _FIRST_AT_HOME if state.screen is Screen.HOME else ()
    words = tuple(dict.fromkeys(map(face.say, (*first, *known))))[:_MOST_NAMED]
    return face.say(Vocabulary.NOT_NOW, word=face.name(word)[:40], words=", ".join(words))


_CLOSE, _LONGEST = 0.7, 20
"""The likeness that a word must have to be the closest one, and the longest word that is compared."""


def nearest(state: ClientState, text: str, known: Iterable[str], face: Face) -> str:
    """The word that was probably meant, with the same first letter: one that can be typed now, else another of those
    known; empty without one.
    """
    typed = text.split()[0].casefold()[:_LONGEST]
    here = [face.say(key.word) for key in active(state) if key.word is not None]
    for words in (here, sorted(word for word in known if len(word) > 1)):
        if found := get_close_matches(typed, (word for word in words if word[0] == typed[0]), 1, _CLOSE):
            return found[0]
    return ""
