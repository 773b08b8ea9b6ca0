"""Settings in the line mode: `settings` tells them, `settings 4 mono` changes one. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client import choosing
from coinche.client.choosing import ROWS
from coinche.client.intents import Done, setting
from coinche.client.model import ClientState
from coinche.connection.error_texts import Trouble
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.settings import face_of

from .obeyed import Obeyed


class OfSettings(Words):
    """What is said of them."""

    ROW = ("{number}. {name} : {value}", "{number}. {name}: {value}")
    CHOICE = ("{number}. {name} : {value} (au choix : {others})", "{number}. {name}: {value} (choose from: {others})")
    HOW = ("Pour en changer un : réglages 1 anglais", "To change one: settings 1 French")
    NO_VALUE = ("« {value} » n'en est pas une valeur.", "“{value}” is no value of it.")


def obey(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Tell all of them, or one; or change it."""
    row = _row(words[0]) if words else None
    if row is None:
        return Obeyed(Done(state), (*(_told(state, row, face) for row in range(len(ROWS))), face.say(OfSettings.HOW)))
    if len(words) == 1:
        return Obeyed(Done(state), (_told(state, row, face),))
    return _changed(state, row, " ".join(words[1:]), face)


def _row(word: str) -> int | None:
    """Which is meant, by its number or by its name in the file."""
    if word.isdecimal():
        return int(word) - 1 if len(word) <= 2 and 1 <= int(word) <= len(ROWS) else None
    name = word.lower().replace("-", "_")
    return ROWS.index(name) if name in ROWS else None


def _changed(state: ClientState, row: int, text: str, face: Face) -> Obeyed:
    name = ROWS[row]
    if choosing.values(name):
        value = next((value for typed, value in choosing.TYPED[name].items() if typed.lower() == text.lower()), None)
        if value is None:
            no_value = face.say(OfSettings.NO_VALUE, value=face.name(text)[:40])
            return Obeyed(Done(state), (no_value, _told(state, row, face)))
        return _set(state, row, value)
    if not is_name(text):
        return Obeyed(Done(state), (face.say(Trouble.BAD_NAME, name=face.name(text), longest=MAX_NAME),))
    return _set(state, row, text)


def _set(state: ClientState, row: int, value: object) -> Obeyed:
    """Changed, and said as it is from now on: in the new language, with the new signs."""
    done = setting(state, **{ROWS[row]: value})
    return Obeyed(done, (_told(done.state, row, face_of(done.state.ui.settings)),))


def _told(state: ClientState, row: int, face: Face) -> str:
    name, value = face.say(choosing.named(row)), _said(getattr(state.ui.settings, ROWS[row]), face)
    others = ", ".join(_others(row, face))
    words = OfSettings.CHOICE if others else OfSettings.ROW
    return face.say(words, number=row + 1, name=name, value=value, **({"others": others} if others else {}))


def _others(row: int, face: Face) -> Iterator[str]:
    return (_said(value, face) for value in choosing.values(ROWS[row]))


def _said(value: object, face: Face) -> str:
    told = choosing.told(value)
    return face.name(told) if isinstance(told, str) else face.say(told)
