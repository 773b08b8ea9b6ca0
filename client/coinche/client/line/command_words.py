"""The words of the keymap that can be typed in line mode, and the result of a typed line.

`commands` has the words that take arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from coinche.client.keys import KEYS, Key, active
from coinche.client.model.state import ClientState
from coinche.client.update.navigation import Done, Intent
from coinche.engine.seats import Seat
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun


class Vocabulary(Words):
    """Sentences about the words that can be typed."""

    NOW = ("Commandes possibles : {words}.", "Possible commands: {words}.")
    WORD = ("{word} ({what})", "{word} ({what})")
    NOT_NOW = (
        "« {word} » est impossible maintenant. ? : commandes possibles.",
        "“{word}” is not possible now. ?: possible commands.",
    )


def meant(state: ClientState, text: str) -> Intent | None:
    """The intent of a word in this state; None if it has none now."""
    rows = (key for key in active(state) if _is_typed(key, text) and len(set(key.intents)) == 1)
    return next((key.intents[0] for key in rows), None)


_KNOWN = frozenset(typed for key in KEYS if key.word is not None for typed in (key.word.french, key.word.english))


def is_known(text: str) -> bool:
    """Return whether the text is a word of the keymap, now or in another state."""
    return text.casefold() in _KNOWN


def _is_typed(key: Key, text: str) -> bool:
    return key.word is not None and text.casefold() in (key.word.french, key.word.english)


def now(state: ClientState, face: Face) -> Iterator[str]:
    """A sentence with every word that can be typed now, and its meaning."""
    said = tuple(dict.fromkeys(_told(key, key.word, face) for key in active(state) if key.word is not None))
    if said:
        yield face.say(Vocabulary.NOW, words=", ".join(said))


def _told(key: Key, word: Words, face: Face) -> str:
    label, typed = face.say(key.label), face.say(word)
    return typed if label == typed else face.say(Vocabulary.WORD, word=typed, what=label)


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The result of a typed line: the effect on the state, and lines of answer."""

    done: Done
    answers: tuple[str, ...] = ()


Obey = Callable[[ClientState, Face], Obeyed]
"""The command of a word without arguments."""
ObeyWords = Callable[[ClientState, list[str], Face], Obeyed]
"""The command of a word with arguments."""

_SEATS: Mapping[str, Seat] = {
    **{word.lower(): seat for seat in Seat for word in (seat.value, *(Noun[seat.value].value))},
    "o": Seat.WEST,
}
"""Seats by their names and initials: `w`, `o`, `ouest` and `west`."""


def seat_named(words: list[str], place: int) -> Seat | None:
    """The seat named at that place of the line; None if there is none."""
    return _SEATS.get(words[place].lower()) if len(words) > place else None
