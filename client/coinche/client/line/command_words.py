"""Words of the line mode that the keymap gives: the word of a row, and the words that can be typed now.

Words with something after them are in `commands`.
"""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.keys import KEYS, Key, active
from coinche.client.model.state import ClientState
from coinche.client.update.navigation import Intent
from coinche.text.catalog import Words
from coinche.text.formatting import Face


class Vocabulary(Words):
    """Sentences about the words that can be typed."""

    NOW = ("Maintenant : {words}.", "Now: {words}.")
    WORD = ("{word} ({what})", "{word} ({what})")
    NOT_NOW = (
        "« {word} » ne se peut pas maintenant. ? : ce qui se peut.",
        "“{word}” cannot be done now. ?: what can.",
    )


def meant(state: ClientState, text: str) -> Intent | None:
    """The intent of that word now."""
    rows = (key for key in active(state) if _is_typed(key, text) and len(set(key.intents)) == 1)
    return next((key.intents[0] for key in rows), None)


_KNOWN = frozenset(typed for key in KEYS if key.word is not None for typed in (key.word.french, key.word.english))


def is_known(text: str) -> bool:
    """Whether it is the word of anything, now or at another moment."""
    return text.casefold() in _KNOWN


def _is_typed(key: Key, text: str) -> bool:
    return key.word is not None and text.casefold() in (key.word.french, key.word.english)


def now(state: ClientState, face: Face) -> Iterator[str]:
    """Tell every word that can be typed at this moment, with what it does."""
    said = tuple(dict.fromkeys(_told(key, key.word, face) for key in active(state) if key.word is not None))
    if said:
        yield face.say(Vocabulary.NOW, words=", ".join(said))


def _told(key: Key, word: Words, face: Face) -> str:
    label, typed = face.say(key.label), face.say(word)
    return typed if label == typed else face.say(Vocabulary.WORD, word=typed, what=label)
