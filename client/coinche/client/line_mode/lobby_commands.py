"""The lobby in the line mode: `j 2 w`, `w 2`, `new Café preset=pagat`, `words open sesame`. Pure."""

from __future__ import annotations

from dataclasses import replace

from coinche.client import tables
from coinche.client.intents import Done
from coinche.client.line_mode import telling
from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.client.rules import wishing
from coinche.client.rules.shuffler import SHARES
from coinche.connection.error_texts import Trouble
from coinche.engine.rules import InvalidRules
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name
from coinche.text.formatting import Face

from .obeyed import Obeyed, seat_named
from .told_words import Told
from .typed import Typed

_WATCH = ("w", Typed.WATCH.french, Typed.WATCH.english)


def names_a_table(words: list[str]) -> bool:
    """Whether somebody wants to come to a table of the list: `j 2`, `w 2`."""
    return words[0].lower() in (*_WATCH, "j") and len(words) > 1


def come(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """To the table of that number: to sit down, on a seat if one is named, or to watch."""
    number = int(words[1]) if words[1].isdecimal() and len(words[1]) < 4 else 0
    if not 1 <= number <= len(state.tables):
        return Obeyed(Done(state), tuple(telling.tables(state, face)))
    info = state.tables[number - 1]
    if info.private and state.passphrase is None:
        return Obeyed(Done(state), (face.say(Told.WORDS_HOW),))
    if words[0].lower() in _WATCH:
        return Obeyed(tables.look_at(state, info))
    return Obeyed(tables.join(state, info, seat_named(words, 2)))


def open_table(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`new NAME preset=pagat surcoinche=3 shares=all`: every part may be left away."""
    if state.table is not None:
        return Obeyed(Done(state))
    pairs = [(name, value) for name, sign, value in (word.partition("=") for word in words) if sign]
    name = " ".join(word for word in words if "=" not in word)
    if SHARES in dict(pairs) and not state.fair:
        return Obeyed(Done(state), (face.say(Told.NO_SHARES),))
    try:
        wish = wishing.asked_for(state.wish, pairs) if pairs else state.wish
    except InvalidRules as wrong:
        return Obeyed(Done(state), (face.say(Phrase.NO_SUCH_RULES, why=face.name(str(wrong))),))
    if name and not is_name(name):
        return Obeyed(Done(state), (face.say(Trouble.BAD_NAME, name=face.name(name), longest=MAX_NAME),))
    return Obeyed(tables.create(replace(state, wish=replace(wish, table_name=name or wish.table_name))))


def keep_words(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`words open sesame`: those of private tables from now on; none, and a new table is open to all."""
    said = " ".join(words)
    kept = replace(state, passphrase=said or None, wish=replace(state.wish, private=bool(said)))
    return Obeyed(Done(kept), (face.say(Told.WORDS_KEPT if said else Told.WORDS_FORGOTTEN),))
