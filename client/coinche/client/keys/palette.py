"""The palette: everything that can be done here, by name; part of the name is enough.

It reads the keymap, which is given to it, and the lists of home and lobby. A row of keys that do different things is
named, not carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from coinche.client.keys import conditions
from coinche.client.model.notices import PressKeys
from coinche.client.model.state import ClientState
from coinche.client.texts.screens import Phrase
from coinche.client.update import home, tables
from coinche.client.update.navigation import Done, Intent, showing
from coinche.client.update.text_entry import closed
from coinche.text.catalog import Language, Words

from .key import UP_DOWN, UP_DOWN_KEYS, Key, line, several

Active = Callable[[ClientState], tuple[Key, ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the palette: what it is called, the keys that do the same, and what it does."""

    label: str
    shown: str | Words
    does: Intent


def entries(state: ClientState, active: Active) -> tuple[Entry, ...]:
    """What can be meant by what is written so far: lines of home, then keys in the order of their table, then tables of
    the lobby.
    """
    typed, here = _plain(state.ui.entry.text.strip()), closed(state)
    keys = (_of_key(key, state.ui.language) for key in active(here) if key.label not in _POINTLESS)
    return tuple(entry for entry in (*_of_home(here), *keys, *_of_lobby(here)) if typed in _plain(entry.label))


_POINTLESS = (Phrase.KEY_PALETTE, Phrase.KEY_CLOSE)
"""Keys of the palette itself, and of what lies over the screen: nothing else does."""


def _of_home(state: ClientState) -> Iterator[Entry]:
    """Servers that were found, and what can be done without any."""
    for number, row in enumerate(home.rows(state) if conditions.at_home(state) else ()):
        label = row.within(state.ui.language) if isinstance(row, home.Choice) else f"{row.name} ({row.address})"
        yield Entry(label, "", home.at_row(number))


def _of_lobby(state: ClientState) -> Iterator[Entry]:
    """Each table, to sit down or to watch."""
    does = ((Phrase.PALETTE_SIT, tables.enter), (Phrase.PALETTE_WATCH, tables.watch))
    for number, info in enumerate(state.tables if conditions.in_lobby(state) else (), start=1):
        for words, intent in does:
            yield Entry(words.within(state.ui.language).format(table=info.name), "", _at_row(number, intent))


def _at_row(number: int, intent: Intent) -> Intent:
    """Do that with the cursor on that table."""
    return lambda state: intent(showing(state, row=number, place=None).state)


def _of_key(key: Key, language: Language) -> Entry:
    """What the row does, where all its keys do the same; else it is told which they are."""
    does = key.intents[0] if len(set(key.intents)) == 1 else _telling(key)
    return Entry(name(key, language), key.shown, does)


def _telling(key: Key) -> Intent:
    return lambda state: Done(replace(state, notice=PressKeys(key.shown, key.label)))


def name(key: Key, language: Language) -> str:
    """What the row is called, with what is typed for it in the line mode."""
    label, word = key.label.within(language), key.word.within(language) if key.word else ""
    return label if word in ("", label) else f"{label} ({word})"


def _plain(text: str) -> str:
    return text.casefold()


def _choose(active: Active) -> Intent:
    def choose(state: ClientState) -> Done:
        found = entries(state, active)
        if not found:
            return Done(state)
        return found[min(state.ui.option, len(found) - 1)].does(closed(state))

    return choose


def _move(by: int, active: Active) -> Intent:
    def move(state: ClientState) -> Done:
        count = max(1, len(entries(state, active)))
        return showing(state, option=(min(state.ui.option, count - 1) + by) % count)

    return move


def palette_keys(active: Active) -> tuple[Key, ...]:
    """Its rows, over that table."""
    return (
        several(UP_DOWN_KEYS, (_move(-1, active), _move(1, active)), UP_DOWN, Phrase.KEY_ROW),
        *line(_choose(active), Phrase.KEY_DO),
    )
